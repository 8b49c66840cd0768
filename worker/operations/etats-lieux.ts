import { eq, sql } from "drizzle-orm";
import { NotFound } from "#domain/erreurs.ts";
import type { CoteEtatLieux, EtatLieux } from "#domain/etat-lieux.ts";
import type { Db } from "#worker/db/client.ts";
import { dossiers, etatsLieux } from "#worker/db/schema.ts";
import { trace } from "./history.ts";

const COTES = {
  entree: { champ: "etatInId", nom: "État des lieux d’entrée" },
  sortie: { champ: "etatOutId", nom: "État des lieux de sortie" },
} as const;

/**
 * Sets the entry or exit inventory of a file; the former one, if any, is deleted with it (spec §8). The
 * inventory is that of the file's apartment, whatever `values` says. One transaction.
 * @throws NotFound when the file does not exist.
 */
export async function poserEtatLieux(
  db: Db,
  { DossierId, cote }: { DossierId: number; cote: CoteEtatLieux },
  values: EtatLieux,
  { user, now }: { user: string | null; now: Date },
): Promise<void> {
  const { champ, nom } = COTES[cote];
  const [dossier] = await db
    .select({ AppartementId: dossiers.AppartementId, ancienId: dossiers[champ] })
    .from(dossiers)
    .where(eq(dossiers.id, DossierId));
  if (!dossier) throw new NotFound();
  const { AppartementId, ancienId } = dossier;
  const newest = sql`(SELECT max(id) FROM ${etatsLieux})`;
  const present = sql`(SELECT ${dossiers[champ]} FROM ${dossiers} WHERE ${dossiers.id} = ${DossierId})`;
  // Deleting by what the file holds by then, not by what was read, leaves no orphan when two people set it
  // at once; without a former inventory the trace that follows writes nothing, whatever its identifier.
  await db.batch([
    db.insert(etatsLieux).values({ ...values, AppartementId }),
    trace(db, { entite: "EtatLieux", entiteId: newest, etat: "Création", user }),
    db.delete(etatsLieux).where(eq(etatsLieux.id, present)),
    trace(db, { entite: "EtatLieux", entiteId: ancienId ?? 0, etat: "Suppression", user }, true),
    db
      .update(dossiers)
      .set({ [champ]: newest, updatedAt: now.toISOString() })
      .where(eq(dossiers.id, DossierId)),
    trace(db, {
      entite: "Dossier",
      entiteId: DossierId,
      etat: `${nom} ${ancienId ? "remplacé" : "enregistré"}`,
      user,
    }),
  ]);
}
