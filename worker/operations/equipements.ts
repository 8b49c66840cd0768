import { and, eq } from "drizzle-orm";
import { NotFound } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { appartementEquipements, appartements, equipements } from "#worker/db/schema.ts";
import { trace } from "./history.ts";

interface Lien {
  AppartementId: number;
  EquipementId: number;
}

/**
 * Says that an apartment has an equipment; adding twice is the same state.
 * @throws NotFound when the apartment or the equipment does not exist.
 */
export async function ajouterEquipement(
  db: Db,
  { AppartementId, EquipementId }: Lien,
  user: string | null,
): Promise<void> {
  const [[appartement], [equipement]] = await db.batch([
    db.select({ id: appartements.id }).from(appartements).where(eq(appartements.id, AppartementId)),
    db.select({ nom: equipements.nom }).from(equipements).where(eq(equipements.id, EquipementId)),
  ]);
  if (!appartement || !equipement) throw new NotFound();
  await db.batch([
    db.insert(appartementEquipements).values({ AppartementId, EquipementId }).onConflictDoNothing(),
    trace(
      db,
      {
        entite: "Appartement",
        entiteId: AppartementId,
        etat: "Équipement ajouté",
        user,
        details: { EquipementId, nom: equipement.nom },
      },
      true,
    ),
  ]);
}

/** @throws NotFound when the apartment does not have the equipment. */
export async function retirerEquipement(
  db: Db,
  { AppartementId, EquipementId }: Lien,
  user: string | null,
): Promise<void> {
  const [removed] = await db.batch([
    db
      .delete(appartementEquipements)
      .where(
        and(
          eq(appartementEquipements.AppartementId, AppartementId),
          eq(appartementEquipements.EquipementId, EquipementId),
        ),
      ),
    trace(
      db,
      {
        entite: "Appartement",
        entiteId: AppartementId,
        etat: "Équipement retiré",
        user,
        details: { EquipementId },
      },
      true,
    ),
  ]);
  if (removed.rowsAffected === 0) {
    throw new NotFound("Cet appartement n’a pas cet équipement.");
  }
}
