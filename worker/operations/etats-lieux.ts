import { eq, sql } from "drizzle-orm";
import { DOCUMENTS } from "#domain/document.ts";
import { NotFound } from "#domain/erreurs.ts";
import { CHAMPS_DES_COTES, type CoteEtatLieux, type EtatLieux } from "#domain/etat-lieux.ts";
import type { Db } from "#worker/db/client.ts";
import { newestId } from "#worker/db/rows.ts";
import { dossiers, etatsLieux } from "#worker/db/schema.ts";
import { type Auteur, trace } from "./history.ts";

/**
 * Sets the entry or exit inventory of a dossier; the former one, if any, is deleted with it (domain/README §4.1). The
 * inventory is that of the dossier's apartment, whatever `values` says. One transaction.
 * @throws NotFound when the dossier does not exist.
 */
export async function poserEtatLieux(
  db: Db,
  { DossierId, cote }: { DossierId: number; cote: CoteEtatLieux },
  values: EtatLieux,
  { user, now }: Auteur,
): Promise<void> {
  const document = CHAMPS_DES_COTES[cote];
  const champ = `${document}Id` as const;
  const [dossier] = await db
    .select({ AppartementId: dossiers.AppartementId })
    .from(dossiers)
    .where(eq(dossiers.id, DossierId));
  if (!dossier) throw new NotFound();
  const former = sql`(SELECT ${dossiers[champ]} FROM ${dossiers} WHERE ${dossiers.id} = ${DossierId})`;
  // The former inventory is the one the dossier holds inside the transaction: two people who set it at once
  // leave no orphan.
  const nouveau = newestId(etatsLieux);
  await db.write({
    etat: db.insert(etatsLieux).values({ ...values, AppartementId: dossier.AppartementId }),
    creation: trace(db, { entite: "EtatLieux", entiteId: nouveau, etat: "Création", user }),
    suppression: trace(db, {
      entite: "EtatLieux",
      entiteId: sql`(SELECT id FROM ${etatsLieux} WHERE id = ${former})`,
      etat: "Suppression",
      user,
    }),
    ancien: db.delete(etatsLieux).where(eq(etatsLieux.id, former)),
    dossier: db
      .update(dossiers)
      .set({ [champ]: nouveau, updatedAt: now.toISOString() })
      .where(eq(dossiers.id, DossierId)),
    historique: trace(db, {
      entite: "Dossier",
      entiteId: DossierId,
      etat: `${DOCUMENTS[document].intitule} enregistré`,
      user,
    }),
  });
}
