import { sql } from "drizzle-orm";
import {
  MODES_REGLEMENT,
  type ModeReglement,
  modeDeQuittance,
} from "#domain/gerance/locataires/reglement.ts";
import { enCentimes } from "#domain/montants.ts";
import type { EtatDePaiement, SourceDePaiement } from "#domain/quittances/etat-de-paiement.ts";
import type { Db } from "#worker/db/client.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { echeances, imputations, reglements } from "#worker/db/schema/gerance.ts";
import { quitances } from "#worker/db/schema/quittances.ts";

/** The states of payment that somebody declares for receipts, each with the receipt as it was read. */
export interface EtatsDits<Lue extends { id: number } = { id: number }> {
  voulus: readonly { quittance: Lue; etat: EtatDePaiement }[];
  source: SourceDePaiement;
  /** The answer by which the tenant declares the state; absent when somebody else declares it. */
  reponse?: { paye: boolean; le: string } | undefined;
}

/** The receipts of a list of identifiers, as a condition on `Quitance`. */
export const parmi = (ids: readonly number[]) =>
  sql`"Quitance".id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** A column of the last payment that settles a part of the receipt. */
const dernierReglement = (colonne: "date" | "mode") =>
  sql`(SELECT ${sql.raw(`r.${colonne}`)} FROM ${echeances} e JOIN ${imputations} i ON i."EcheanceId" = e.id
    JOIN ${reglements} r ON r.id = i."ReglementId" AND r.etat = 'credite'
    WHERE e."QuitanceId" = "Quitance".id ORDER BY r.date DESC, r.id DESC LIMIT 1)`;

const paye = sql`(SELECT sum(montant - reste) FROM ${echeances} WHERE "QuitanceId" = "Quitance".id)`;

const mode = sql`CASE ${dernierReglement("mode")} ${sql.join(
  (Object.keys(MODES_REGLEMENT) as ModeReglement[]).map(
    (nom) => sql`WHEN ${nom} THEN ${modeDeQuittance(nom)}`,
  ),
  sql` `,
)} END`;

const ecrireDits = (db: Db, { voulus, source, reponse }: EtatsDits) =>
  db.run(sql`
    UPDATE ${quitances} SET regle = v.value ->> 'regle', "statusInconu" = v.value ->> 'statusInconu',
      "montantPaye" = v.value ->> 'montantPaye', "datePaiement" = v.value ->> 'datePaiement',
      mode = v.value ->> 'mode', source = ${source}, file = NULL,
      ${reponse ? sql`reponse = ${Number(reponse.paye)}, "reponduLe" = ${reponse.le},` : sql``}
      "updatedAt" = ${MAINTENANT}
    FROM json_each(${JSON.stringify(voulus.map(({ quittance: { id }, etat }) => ({ id, ...etat, montantPaye: etat.montantPaye === null ? null : enCentimes(etat.montantPaye) })))}) v
    WHERE "Quitance".id = v.value ->> 'id'`);

/**
 * The only SQL statements that write the payment of receipts (locataires/README §12.6): first the state that somebody
 * declares, then the state of the sums settled, which prevails. The version of each receipt grows once only. The
 * statements that change the payments must come before.
 * @param ids the receipts whose payments change
 */
export function ecrireEtats(db: Db, ids: readonly number[], etatsDits: EtatsDits | undefined) {
  const suivies = sql`${parmi(ids)} AND "annuleeLe" IS NULL AND (source IS NOT 'locataire' OR ${paye} > 0)
    AND EXISTS (SELECT 1 FROM ${echeances} WHERE "QuitanceId" = "Quitance".id)`;
  const dejaComptees = parmi(etatsDits?.voulus.map(({ quittance }) => quittance.id) ?? []);
  return {
    ...(etatsDits && { etatsDits: ecrireDits(db, etatsDits) }),
    comptees: db.run(sql`
      UPDATE ${quitances} SET "updatedAt" = ${MAINTENANT} WHERE ${suivies} AND NOT (${dejaComptees})`),
    reflet: db.run(sql`
      UPDATE ${quitances} SET
        regle = NOT EXISTS (SELECT 1 FROM ${echeances} WHERE "QuitanceId" = "Quitance".id AND reste > 0),
        "statusInconu" = iif(${paye} > 0, 0, "statusInconu"), "montantPaye" = nullif(${paye}, 0),
        "datePaiement" = ${dernierReglement("date")}, mode = ${mode},
        source = iif(${paye} > 0, 'agence', source), file = NULL
      WHERE ${suivies}`),
  };
}
