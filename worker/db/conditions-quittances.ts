import { inArray, type SQL, sql } from "drizzle-orm";
import {
  dernierJour,
  type Jour,
  joursDuMois,
  type Mois,
  moisDe,
  premierJour,
} from "#domain/dates.ts";
import { COURRIELS_PARTIS, perduAvant } from "#domain/quittances/courriel.ts";
import { lienOuvertDepuis } from "#domain/quittances/lien-public.ts";
import type { EtatQuittance } from "#domain/quittances/quittance.ts";
import {
  donneesEffacees,
  dossierCourt,
  dossierEnCours,
  finConvenue,
  finDuLoyer,
  selected,
} from "./conditions.ts";
import { courriels, quitances } from "./schema/quittances.ts";
import { appartements, dossiers, locataires } from "./schema/schema.ts";

/** SQL twins of the rules on receipts and their mails; `conditions.ts` has the twins for the other records. */

/** A condition that a receipt counts in sums: it was not cancelled. */
export const quittanceComptee = sql`${quitances.annuleeLe} IS NULL`;

/**
 * A condition that a later receipt bills the difference between the receipt of the outer query and a revised rent
 * (revisions/README §15.5).
 */
export const quittanceCompletee = sql`("Quitance".automatique AND EXISTS (SELECT 1 FROM ${quitances} complement
  WHERE complement."DossierId" = "Quitance"."DossierId" AND complement.mois = "Quitance".mois
    AND complement."RevisionId" IS NOT NULL AND complement.id > "Quitance".id AND complement."annuleeLe" IS NULL))`;

/**
 * A condition that no receipt bills the month of a dossier whose rent runs in that month: the contrary of the rule
 * `moisQuittance`. The first subquery finds the automatic receipt directly by its index.
 */
export const dossierSansQuittance = (mois: Mois): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM ${quitances} WHERE ${quitances.DossierId} = ${dossiers.id}
    AND ${quitances.mois} = ${mois} AND ${quitances.automatique} = 1 AND ${quittanceComptee})
  AND NOT EXISTS (SELECT 1 FROM ${quitances} WHERE ${quitances.DossierId} = ${dossiers.id}
    AND ${quitances.automatique} = 0 AND ${quitances.RevisionId} IS NULL AND ${quittanceComptee}
    AND ${quitances.date} <= max(${dossiers.dateDebutBail}, ${premierJour(mois)})
    AND ${quitances.dateFin} >= min(${finDuLoyer}, ${dernierJour(mois)}))`;

/** The twin of the rule `generationAutomatique`, in a query that joins the apartment and the tenant. */
export const generationAutomatique = sql`${appartements.quitanceAuto} AND ${locataires.quitanceAuto}`;

/** A condition that a running dossier has no automatic receipts: the contrary of the rule `generationAutomatique`. */
export const dossierSansAutomatisme = (today: Jour): SQL =>
  sql`${dossierEnCours(today)} AND NOT (${generationAutomatique})`;

/** The twin of the rule `congeNote`: a notice of at most 184 days, both ends included, so a difference below 184. */
const congeNote = sql`coalesce(
  julianday(${dossiers.dateFinPreavis}) - julianday(${dossiers.dateDebutPreavis}) < 184, false)`;

/**
 * The twin of the rule `partiSansConge`: the tenant leaves before the last day of rent of the month, without a
 * notice.
 */
export const partiSansConge = (mois: Mois): SQL =>
  sql`(coalesce(${dossiers.dateSortie}, '9999-12-31') < min(${finDuLoyer}, ${dernierJour(mois)})
    AND NOT ${congeNote})`;

/** A condition that the rule `sortAutomatique` is not null, in a query that joins the apartment and the tenant. */
export const quittanceAttendue = (mois: Mois, today: Jour): SQL =>
  sql`${generationAutomatique} AND ${dossierSansQuittance(mois)} AND ${dossierCourt(mois)}
    AND NOT EXISTS (SELECT 1 FROM ${quitances} WHERE ${quitances.DossierId} = ${dossiers.id}
      AND ${quitances.mois} = ${mois} AND ${quitances.automatique} = 1 AND ${quitances.annuleeLe} IS NOT NULL)
    AND ${`${mois}-`} || printf('%02d', min(${dossiers.jourQuitance}, ${joursDuMois(mois)})) <= ${today}
    ${mois === moisDe(today) ? sql`` : sql`AND substr(${dossiers.createdAt}, 1, 10) <= ${dernierJour(mois)}`}`;

/**
 * A condition that a dossier may lack an automatic receipt: among the months given, those since the start of its
 * lease outnumber its automatic receipts. When this condition is false, {@link quittanceAttendue} is false for each
 * of these months. The query reads each dossier once, instead of once a month.
 * @param mois in order, without a gap
 */
export const dossierIncomplet = (mois: readonly Mois[]): SQL => {
  const [premier, dernier] = [mois[0], mois.at(-1)];
  if (!premier || !dernier) return sql`false`;
  const commences = mois.map(
    (ceMois, rang) =>
      sql`WHEN ${dossiers.dateDebutBail} <= ${dernierJour(ceMois)} THEN ${mois.length - rang}`,
  );
  return sql`${finConvenue} >= ${premier} AND (
    SELECT count(*) FROM ${quitances} WHERE ${quitances.DossierId} = ${dossiers.id}
      AND ${quitances.mois} BETWEEN max(substr(${dossiers.dateDebutBail}, 1, 7), ${premier}) AND ${dernier}
      AND ${quitances.automatique} = 1 AND ${quittanceComptee}) < CASE ${sql.join(commences, sql` `)} ELSE 0 END`;
};

/** A condition that the rule `sortAutomatique` is « due », in a query that joins the apartment and the tenant. */
export const quittanceDue = (mois: Mois, today: Jour): SQL =>
  sql`${quittanceAttendue(mois, today)} AND NOT ${partiSansConge(mois)}`;

/**
 * A condition that the rule `sortAutomatique` is « aVerifier », in a query that joins the apartment and the tenant.
 */
export const quittanceAVerifier = (mois: Mois, today: Jour): SQL =>
  sql`${quittanceAttendue(mois, today)} AND ${partiSansConge(mois)}`;

/** For each state of a receipt, the condition that the rule `etatQuittance` gives this state. */
export const quittanceEst: Record<EtatQuittance, SQL> = {
  payee: sql`${quittanceComptee} AND ${quitances.regle} AND ${quitances.source} IS NOT 'locataire'`,
  declaree: sql`${quittanceComptee} AND ${quitances.regle} AND ${quitances.source} IS 'locataire'`,
  impayee: sql`${quittanceComptee} AND NOT ${quitances.regle} AND NOT ${quitances.statusInconu}`,
  inconnue: sql`${quittanceComptee} AND NOT ${quitances.regle} AND ${quitances.statusInconu}`,
  annulee: sql`${quitances.annuleeLe} IS NOT NULL`,
};

/** The twin of the rule `estAcquittee`: the agency confirms the whole payment. */
export const quittanceAcquittee = sql`${quittanceEst.payee} AND NOT ${quitances.statusInconu}`;

/**
 * The day and mode, as JSON text, of the payment that the agency took back last, for a receipt that the agency
 * declared unpaid; else null. The table is named in plain SQL, as in `historique`.
 */
export const ancienPaiement = selected<string | null>(sql`(
  SELECT json_object('datePaiement', details ->> '$.datePaiement[0]', 'mode', details ->> '$.mode[0]')
  FROM "History" WHERE NOT ${quitances.regle} AND ${quitances.source} = 'agence'
    AND "History".entite = 'Quitance' AND "History"."entiteId" = ${quitances.id}
    AND details ->> '$.datePaiement[0]' IS NOT NULL
  ORDER BY "History".id DESC LIMIT 1)`);

export const lienOuvert = (now: Date): SQL =>
  sql`${quittanceEst.inconnue} AND ${quitances.reponduLe} IS NULL
    AND ${quitances.createdAt} >= ${lienOuvertDepuis(now)}
    AND NOT EXISTS (SELECT 1 FROM ${locataires}
      WHERE ${locataires.id} = ${quitances.LocataireId} AND ${donneesEffacees})`;

/** A condition that the rule `joursDeRetard` is above zero. */
export const quittanceEnRetard = (today: Jour): SQL =>
  sql`${quittanceComptee} AND NOT ${quitances.regle}
    AND max(${quitances.echeance}, ${quitances.emission}) < ${today}`;

/** A condition that the receipt has the last number of its year. */
export const quittanceDerniere = sql`NOT EXISTS (SELECT 1 FROM "Quitance" suivante
  WHERE suivante.exercice = ${quitances.exercice} AND suivante.rang > ${quitances.rang})`;

/** A condition that the rule `retenuesQuittance` finds no reason to keep the receipt. */
export const quittanceSupprimable = sql`NOT ${quitances.regle} AND ${quittanceDerniere}
  AND ${quittanceComptee} AND ${quitances.servieLe} IS NULL
  AND NOT EXISTS (SELECT 1 FROM ${courriels} WHERE ${courriels.QuitanceId} = ${quitances.id}
    AND ${inArray(courriels.etat, [...COURRIELS_PARTIS])})`;

/** The twin of the rule `courrielPerdu`: the mail lost its message in the queue. */
export const courrielPerdu = (now: Date): SQL =>
  sql`${courriels.etat} = 'a_envoyer'
    AND max(${courriels.updatedAt}, coalesce(${courriels.partLe}, '')) < ${perduAvant(now)}`;
