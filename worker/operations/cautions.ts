import { and, eq, isNull } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { cautions, dossiers } from "#worker/db/schema.ts";
import { trace } from "./history.ts";

interface Lien {
  DossierId: number;
  CautionId: number;
}

interface Auteur {
  user: string | null;
  now: Date;
}

/**
 * Makes a guarantor answer for a file; adding twice is the same state.
 * @throws NotFound when the file or the guarantor does not exist; Conflict when the guarantor answers for
 * another file: a deed covers one lease.
 */
export async function ajouterCaution(
  db: Db,
  { DossierId, CautionId }: Lien,
  { user, now }: Auteur,
): Promise<void> {
  const [[dossier], [caution]] = await db.batch([
    db.select({ id: dossiers.id }).from(dossiers).where(eq(dossiers.id, DossierId)),
    db.select({ DossierId: cautions.DossierId }).from(cautions).where(eq(cautions.id, CautionId)),
  ]);
  if (!dossier || !caution) throw new NotFound();
  if (caution.DossierId === DossierId) return;
  const [added] = await db.batch([
    db
      .update(cautions)
      .set({ DossierId, updatedAt: now.toISOString() })
      .where(and(eq(cautions.id, CautionId), isNull(cautions.DossierId))),
    trace(
      db,
      {
        entite: "Dossier",
        entiteId: DossierId,
        etat: "Caution ajoutée",
        user,
        details: { CautionId },
      },
      true,
    ),
  ]);
  if (added.rowsAffected === 0) {
    throw new Conflict("Cette caution est déjà rattachée à un autre dossier.");
  }
}

/** @throws NotFound when the guarantor does not answer for the file. */
export async function retirerCaution(
  db: Db,
  { DossierId, CautionId }: Lien,
  { user, now }: Auteur,
): Promise<void> {
  const [removed] = await db.batch([
    db
      .update(cautions)
      .set({ DossierId: null, updatedAt: now.toISOString() })
      .where(and(eq(cautions.id, CautionId), eq(cautions.DossierId, DossierId))),
    trace(
      db,
      {
        entite: "Dossier",
        entiteId: DossierId,
        etat: "Caution retirée",
        user,
        details: { CautionId },
      },
      true,
    ),
  ]);
  if (removed.rowsAffected === 0) {
    throw new NotFound("Cette caution n’est pas rattachée à ce dossier.");
  }
}
