import { sql } from "drizzle-orm";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import type { AjoutDeFrais } from "#domain/gerance/cloture/compte-rendu.ts";
import type { Db } from "#worker/db/client.ts";
import { comptesRendus, fraisDemandes } from "#worker/db/schema/mandants.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { conditionsA } from "#worker/operations/gerance/mandats/conditions-lues.ts";
import { trace } from "#worker/operations/historique/history.ts";

/**
 * The SQL statement that charges the waiting fees « sur demande » to validated accounts.
 * @param json the `id`, `MissionId` and `mois` of each account
 */
export const prendreFrais = (db: Db, json: string) =>
  db.run(sql`
    UPDATE ${fraisDemandes} SET "CompteRenduId" = v.value ->> 'id' FROM json_each(${json}) v
    WHERE "MissionId" = v.value ->> 'MissionId' AND "FraisDemande".mois <= v.value ->> 'mois' AND "CompteRenduId" IS NULL`);

const etatDuCompte = (db: Db, id: number) =>
  db.all<{ etat: string }>(sql`SELECT etat FROM ${comptesRendus} WHERE id = ${id}`);

/** True when the lease belongs to a dwelling of the mandate of the account `c`, or when no lease is given. */
const duMandat = (DossierId: number | null) =>
  sql`(${DossierId} IS NULL OR EXISTS (SELECT 1 FROM "Dossier" b JOIN "MissionAppartement" a ON a."AppartementId" = b."AppartementId"
    WHERE b.id = ${DossierId} AND a."MissionId" = c."MissionId"))`;

/**
 * Adds to the draft of an account a fee « sur demande » of the terms in force on its last day, and no other (décret
 * n° 72-678, art. 66; cloture/README §12.17). The account charges the fee once it is valid. If the draft is deleted,
 * the next account charges it. A fee about a lease counts for the dwelling of that lease in the tax year
 * (cloture/README §12.19).
 * @throws NotFound when there is no such account; Conflict when the account is valid; Invalid when the terms of the
 * mandate lack this fee, or the lease is of no dwelling of the mandate.
 */
export async function ajouterFrais(
  { db, today, user }: Contexte,
  { id, libelle, precision, DossierId = null }: AjoutDeFrais & { id: number },
): Promise<void> {
  const termes = conditionsA(sql`c."MissionId"`, sql`iif(c.au < ${today}, c.au, ${today})`);
  const brouillon = sql`FROM ${comptesRendus} c WHERE c.id = ${id} AND c.etat = 'brouillon' AND EXISTS (
    SELECT 1 FROM "ConditionsMandat" t JOIN json_each(t."autresHonoraires") h
    WHERE t.id = ${termes} AND h.value ->> 'libelle' = ${libelle} AND h.value ->> 'quand' = 'demande')
    AND ${duMandat(DossierId)}`;
  const {
    etat: [compte],
    sien: [sien],
    ajoute,
  } = await db.write({
    etat: etatDuCompte(db, id),
    sien: db.all<{ sien: number }>(
      sql`SELECT ${duMandat(DossierId)} AS sien FROM ${comptesRendus} c WHERE c.id = ${id}`,
    ),
    trace: trace(db, {
      entite: "CompteRendu",
      entiteId: sql`(SELECT c.id ${brouillon})`,
      etat: "Frais ajoutés",
      user,
      details: { libelle, ...(precision ? { precision } : {}) },
    }),
    ajoute: db.run(sql`
      INSERT INTO ${fraisDemandes} ("MissionId", mois, libelle, precision, "DossierId", "user")
      SELECT c."MissionId", c.mois, ${libelle}, ${precision ?? null}, ${DossierId}, ${user} ${brouillon}`),
  });
  if (ajoute.rowsAffected > 0) return;
  exigerBrouillon(compte);
  if (sien?.sien === 0)
    throw new Invalid({ DossierId: "Ce bail n’est pas d’un logement de ce mandat." });
  throw new Invalid({
    libelle: "Les conditions du mandat n’ont pas ces frais «\u00A0sur demande\u00A0».",
  });
}

/**
 * Removes from the draft of an account a fee that no valid account has charged yet.
 * @throws NotFound when there is no such account, or no such fee to remove from it; Conflict when the account is
 * valid.
 */
export async function retirerFrais(
  { db, user }: Contexte,
  { id, fraisId }: { id: number; fraisId: number },
): Promise<void> {
  const fraisLibres = sql`${fraisDemandes} WHERE "FraisDemande".id = ${fraisId} AND "CompteRenduId" IS NULL AND EXISTS (
    SELECT 1 FROM ${comptesRendus} c WHERE c.id = ${id} AND c.etat = 'brouillon'
      AND c."MissionId" = "FraisDemande"."MissionId" AND c.mois >= "FraisDemande".mois)`;
  const {
    etat: [compte],
    retire,
  } = await db.write({
    etat: etatDuCompte(db, id),
    trace: trace(db, {
      entite: "CompteRendu",
      entiteId: sql`(SELECT ${id} FROM ${fraisLibres})`,
      etat: "Frais retirés",
      user,
      details: sql`(SELECT json_object('libelle', libelle) FROM ${fraisLibres})`,
    }),
    retire: db.run(sql`DELETE FROM ${fraisLibres}`),
  });
  if (retire.rowsAffected > 0) return;
  exigerBrouillon(compte);
  throw new NotFound();
}

function exigerBrouillon(compte: { etat: string } | undefined): void {
  if (!compte) throw new NotFound();
  if (compte.etat !== "brouillon") {
    throw new Conflict("Ce compte rendu est validé : ses frais ne changent plus.");
  }
}
