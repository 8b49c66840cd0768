import { type SQL, sql } from "drizzle-orm";
import { COURRIELS_PARTIS, type CourrielEnAttente } from "#domain/quittances/courriel.ts";
import { ETATS_QUITTANCE, type EtatQuittance } from "#domain/quittances/quittance.ts";
import type { Db } from "#worker/db/client.ts";
import { quittanceRejeteeLe } from "#worker/db/conditions-comptes.ts";
import { quittanceEst } from "#worker/db/conditions-quittances.ts";
import { echeances } from "#worker/db/schema/gerance.ts";
import { courriels, quitances } from "#worker/db/schema/quittances.ts";
import {
  courrielsEnAttente,
  preparerEnvois,
  suivreEtat,
} from "#worker/operations/courriels/outbox.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { type EtatsDits, ecrireEtats, parmi } from "./etats-ecrits.ts";

/** The mails that wait because receipts changed, and the R2 keys of outdated PDFs. */
export interface Suites {
  courriels: CourrielEnAttente[];
  anciensPdf: string[];
}

/** Joins the effects of several acts. */
export const reunir = (...suites: readonly Suites[]): Suites => ({
  courriels: suites.flatMap(({ courriels }) => courriels),
  anciensPdf: suites.flatMap(({ anciensPdf }) => anciensPdf),
});

/** The effects of a write on the receipts that it changed: the mails that wait, the outdated PDFs. */
export const suitesDe = (
  avant: readonly QuittanceAvant[],
  attente: readonly CourrielEnAttente[],
): Suites => ({
  courriels: [...attente],
  anciensPdf: avant.flatMap(({ clePdf }) => clePdf ?? []),
});

/** A receipt before its payments change. */
export interface QuittanceAvant {
  id: number;
  version: number;
  clePdf: string | null;
  /** The facts of its payment, as JSON: {@link paiementDit}. */
  dit: string;
}

const lire = (db: Db, lesquelles: SQL): Promise<QuittanceAvant[]> =>
  db
    .select({
      id: quitances.id,
      version: quitances.version,
      clePdf: quitances.clePdf,
      dit: paiementDit,
    })
    .from(quitances)
    .where(lesquelles);

/** The receipts that call these sums, as they are before their payments change. */
export const lireQuittancesDesEcheances = async (
  db: Db,
  ids: readonly number[],
): Promise<QuittanceAvant[]> =>
  ids.length === 0
    ? []
    : lire(
        db,
        sql`"Quitance".id IN (SELECT "QuitanceId" FROM ${echeances}
          WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ids)})))`,
      );

/** The condition that these receipts are as they were read. */
export const inchangees = (avant: readonly QuittanceAvant[]) =>
  sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(avant.map(({ id, version }) => ({ id, version })))}) lue
    WHERE NOT EXISTS (SELECT 1 FROM ${quitances} WHERE id = lue.value ->> 'id' AND version = lue.value ->> 'version'))`;

/**
 * The SQL statements by which receipts follow their payments (locataires/README §12.6): they write the state of the
 * payment, then the mails and the history. The statements that change the payments must come before.
 * @param avant the receipts, as they were read
 * @param etatsDits the states that somebody declares for some of them
 */
export function suivreQuittances(
  db: Db,
  avant: readonly QuittanceAvant[],
  { user, etatsDits }: { user: string | null; etatsDits: EtatsDits | undefined },
) {
  const ids = avant.map(({ id }) => id);
  const lesquelles = parmi(ids);
  const json = `{${avant.map(({ id, dit: paiementAvant }) => `"${id}":${paiementAvant}`).join()}}`;
  const ancien = (nom: string) => sql`json_extract(${json}, '$."' || fiche.id || '".' || ${nom})`;
  const champs = [
    ["etat", etatEnMots],
    ["montantPaye", sql`"montantPaye" / 100.0`],
    ["datePaiement", sql`"datePaiement"`],
    ["mode", sql`mode`],
  ] as const;
  return {
    ...ecrireEtats(db, ids, etatsDits),
    historique: trace(db, {
      entite: "Quitance",
      entiteId: sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`,
      etat: sql`(SELECT CASE WHEN NOT regle AND "montantPaye" > 0 THEN 'Paiement partiel' ELSE
          CASE WHEN regle THEN ${ETATS_QUITTANCE.payee} ELSE ${etatEnMots} END END
          || iif(source IS 'locataire', ', déclaré par le locataire', '')
          || iif(${ancien("etat")} = ${ETATS_QUITTANCE.payee} AND NOT regle AND ${quittanceRemise}, ', quittance annulée', '')
        FROM ${quitances} WHERE "Quitance".id = fiche.id)`,
      user,
      details: sql`(SELECT nullif(json_group_object(nom, json_array(avant, apres)), '{}') FROM (${sql.join(
        champs.map(
          ([nom, apres]) =>
            sql`SELECT ${nom} AS nom, ${ancien(nom)} AS avant, ${apres} AS apres FROM ${quitances} WHERE "Quitance".id = fiche.id`,
        ),
        sql` UNION ALL `,
      )}) WHERE avant IS NOT apres)`,
    }),
    courriel: preparerEnvois(db, lesquelles, { occasion: "changement", user }),
    suite: suivreEtat(db, lesquelles),
    attente: courrielsEnAttente(db, lesquelles),
  };
}

/** True when the quittance of the receipt left for its tenant, or the bank refused a payment of the receipt. */
const quittanceRemise = sql`(${quittanceRejeteeLe(sql`"Quitance".id`)} IS NOT NULL OR EXISTS (
  SELECT 1 FROM ${courriels} parti WHERE parti."QuitanceId" = "Quitance".id AND parti.genre = 'quittance'
    AND parti.etat IN (SELECT value FROM json_each(${JSON.stringify(COURRIELS_PARTIS)}))))`;

/** The state of the receipt that the query reads, in French words. */
export const etatEnMots = sql`CASE ${sql.join(
  Object.entries(ETATS_QUITTANCE).map(
    ([nom, mot]) => sql`WHEN ${quittanceEst[nom as EtatQuittance]} THEN ${mot}`,
  ),
  sql` `,
)} END`;

/** The state, sum, day and mode of a receipt's payment, which `suivreQuittances` compares afterwards; euros. */
export const paiementDit = sql<string>`json_object('etat', ${etatEnMots}, 'montantPaye', "montantPaye" / 100.0,
  'datePaiement', "datePaiement", 'mode', mode)`;
