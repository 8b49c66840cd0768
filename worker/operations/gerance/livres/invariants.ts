import { type SQL, sql } from "drizzle-orm";
import { type Controle, etatSelon, RUPTURES_MONTREES } from "#domain/agence/controle.ts";
import { ajouterMois, type Jour, moisDe, premierJour } from "#domain/dates.ts";
import { GENRES, type Genre, type Livre } from "#domain/gerance/livres/ecritures.ts";
import { A_QUI, DETENU } from "#domain/gerance/livres/soldes.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { NUMERO_REGLEMENT, tenuAvecLeDepot } from "#worker/db/conditions-comptes.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { enOrdre } from "#worker/operations/parallele.ts";
import { finDuMoisClos } from "./ecritures.ts";
import { comptesNonDits, releves } from "./invariants-de-banque.ts";
import { DE_FACTURE, invariantsDesHonoraires, MANDAT } from "./invariants-des-honoraires.ts";

/** A rule that the accounts must always follow (livres/README §12.4), as a query of the rows that break it. */
export interface Invariant {
  nom: string;
  vrai: string;
  /** Rows of `quoi`, the thing that breaks the rule, and `ecart`, its cents, or null without an amount. */
  ruptures: SQL;
}

/** A row that breaks an invariant. `ecart`: cents; `total`: the count of all such rows. */
export interface RuptureDeCompte {
  quoi: string;
  ecart: number | null;
  total: number;
}

const genresDe = (livre: Livre): Genre[] =>
  (Object.keys(GENRES) as Genre[]).filter((genre) => GENRES[genre].livre === livre);

const liste = (genres: readonly string[]): SQL => sql.raw(genres.map((g) => `'${g}'`).join(", "));

/** The lines of the books, up to the evening of a day; null: all of them. */
const lignesAu = (au: Jour | null): SQL =>
  au === null
    ? sql`"Ligne"`
    : sql`(SELECT l.* FROM "Ecriture" e JOIN "Ligne" l ON l."EcritureId" = e.id WHERE e.date <= ${au})`;

const equilibre = (): SQL => sql`
  SELECT 'Écriture ' || e.id AS quoi, sum(l.debit) - sum(l.credit) AS ecart
  FROM "Ecriture" e LEFT JOIN "Ligne" l ON l."EcritureId" = e.id
  GROUP BY e.id HAVING count(l.id) < 2 OR sum(l.debit) <> sum(l.credit)
  UNION ALL
  SELECT 'Ligne ' || l.id || ' de l’écriture ' || l."EcritureId", l.debit - l.credit FROM "Ligne" l
  WHERE (l.debit = 0) = (l.credit = 0) OR min(l.debit, l.credit) < 0
  UNION ALL
  SELECT 'Écriture ' || e.id || ' à cheval sur deux livres', NULL FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId"
  WHERE l.genre IN (${liste(genresDe("H"))}) AND e.livre = 'G'
  UNION ALL
  SELECT 'Écriture ' || e.id || ' à cheval sur deux livres', NULL FROM "Ecriture" e JOIN "Ligne" l ON l."EcritureId" = e.id
  WHERE e.livre = 'H' AND l.genre NOT IN (${liste(genresDe("H"))})`;

const sommeDesLivres = (au: Jour | null): SQL => sql`
  SELECT 'Livre ' || iif(honoraires, 'H', 'G') AS quoi, sum(solde) AS ecart FROM (
    SELECT genre IN (${liste(genresDe("H"))}) AS honoraires, sum(debit - credit) AS solde FROM ${lignesAu(au)} GROUP BY genre)
  GROUP BY honoraires HAVING sum(solde) <> 0`;

const duDesMandats = (au: Jour | null): SQL => sql`
  SELECT ${MANDAT} AS quoi, sum(debit - credit) AS ecart FROM ${lignesAu(au)}
  WHERE genre IN ('411', '4671') GROUP BY mandat HAVING sum(debit - credit) <> 0`;

/**
 * No tenant has paid more than he owes without an advance, nor has an advance beside a debt that is due. Advances are
 * on account 4191 where the agency holds them, on 802 where the owner does.
 */
const comptesDesDossiers = (today: Jour): SQL => sql`
  WITH compte AS (
    SELECT de, iif(genre = '411', '411', 'avance') AS sorte, sum(debit - credit) AS solde FROM "Ligne"
    WHERE genre IN ('411', '4191', '802') GROUP BY de, sorte HAVING sum(debit - credit) <> 0)
  SELECT 'Dossier ' || de || iif(sorte = '411', ' : le locataire', ' : l’avance') AS quoi, solde AS ecart FROM compte
  WHERE (sorte = '411' AND solde < 0) OR (sorte = 'avance' AND solde > 0)
  UNION ALL
  SELECT 'Dossier ' || avance.de || ' : une avance à côté de ce qui est dû', avance.solde FROM compte avance
  WHERE avance.sorte = 'avance' AND avance.solde + ${tenuAvecLeDepot(sql`avance.de`)} < 0 AND EXISTS (
    SELECT 1 FROM "Echeance" WHERE "DossierId" = avance.de AND reste > 0 AND "EcritureId" IS NOT NULL
      AND "exigibleLe" BETWEEN date(${today}, '-3 years') AND ${today})`;

/** On each day, the money in the bank, the till and cheques moves by exactly as much as what is owed for it. */
const tresorerie = (): SQL => sql`
  SELECT 'Le ' || strftime('%d/%m/%Y', e.date) AS quoi, sum(mouvement) AS ecart FROM (
    SELECT "EcritureId", sum(debit - credit) AS mouvement FROM "Ligne"
    WHERE genre IN (${liste([...DETENU, ...A_QUI])}) GROUP BY "EcritureId" HAVING sum(debit - credit) <> 0)
  JOIN "Ecriture" e ON e.id = "EcritureId" GROUP BY e.date HAVING sum(mouvement) <> 0`;

/**
 * No mandate's account is below zero. Fees that the agency gave back after their transfer are covered by new fees, or
 * by its own money.
 */
const couverture = (au: Jour | null): SQL => sql`
  SELECT ${MANDAT} AS quoi, sum(credit - debit) AS ecart FROM ${lignesAu(au)}
  WHERE genre = '4670' GROUP BY mandat HAVING sum(credit - debit) < 0
  UNION ALL SELECT 'Honoraires virés à l’agence, puis rendus aux mandants', tenu FROM (
    SELECT sum(credit - debit) AS tenu FROM ${lignesAu(au)} WHERE genre IN ('4680', '4551')) WHERE tenu < 0`;

/**
 * Deposits held are the deposits received, less the parts that settled a debt, that transfers gave back, and that
 * owners gave back themselves. A sum that goes back with a deposit (journal DG, credited to 165 or to 4191) was no
 * deposit. Once the account of a departure is frozen, the agency holds exactly the sum to give back and the sum that
 * waits for the charges; without one, it never holds less than zero, as when the bank refuses a deposit handed over
 * already. Of an advance asked back by a tenant who stays, it holds exactly the part not given back yet.
 */
const depots = (): SQL => sql`
  SELECT 'Dossier ' || de AS quoi, sum(montant) AS ecart FROM (
    SELECT l.de, iif(l.genre = '801', l.debit - l.credit, l.credit - l.debit) AS montant FROM "Ligne" l
    JOIN "Ecriture" e ON e.id = l."EcritureId"
    WHERE (l.genre IN ('165', '801') OR (l.genre = '4191' AND e.journal = 'DG')) AND e.journal <> 'AN'
      AND NOT (e.journal = 'DG' AND l.genre <> '801' AND iif(e."annuleId" IS NULL, l.credit, l.debit) > 0)
    UNION ALL
    SELECT e."DossierId", iif(e.nature = 'depot', -i.montant, i.montant) FROM "Echeance" e JOIN "Imputation" i ON i."EcheanceId" = e.id
    JOIN "Reglement" r ON r.id = i."ReglementId" AND (r.mode IS 'depot') <> (e.nature = 'depot')
      AND r.mode IS NOT 'abandon' AND r.mode IS NOT 'compensation'
    WHERE i."EcritureId" IS NOT NULL
    UNION ALL
    SELECT d."DossierId", v.montant FROM "Virement" v JOIN "Reversement" r ON r.id = v."ReversementId" AND r.etat IN ('valide', 'telecharge')
    JOIN "SoldeDepart" s ON s.id = v."SoldeDepartId" JOIN "Depart" d ON d.id = s."DepartId" WHERE v.etat = 'emis'
    UNION ALL
    SELECT d."DossierId", s.restitution FROM "SoldeDepart" s JOIN "Depart" d ON d.id = s."DepartId"
    WHERE s."renduLe" IS NOT NULL AND s."annuleLe" IS NULL AND s.contenu ->> '$.lieu' = 'bailleur')
  GROUP BY de HAVING sum(montant) <> 0
  UNION ALL
  SELECT 'Dossier ' || "DossierId" || ' : à rendre et en attente', tenu - attendu FROM (
    SELECT d."DossierId", (SELECT coalesce(sum(l.credit - l.debit), 0) FROM "Ligne" l WHERE l.genre = '165' AND l.de = d."DossierId")
        + ${tenuAvecLeDepot(sql`d."DossierId"`)} AS tenu,
      sum(iif(EXISTS (SELECT 1 FROM "Virement" v JOIN "Reversement" r ON r.id = v."ReversementId" AND r.etat IN ('valide', 'telecharge')
        WHERE v."SoldeDepartId" = s.id AND v.etat = 'emis'), 0, s.restitution)
        + iif(s.genre = 'charges', -(SELECT sortie.contenu ->> '$.provision' FROM "SoldeDepart" sortie
          WHERE sortie."DepartId" = s."DepartId" AND sortie.genre = 'sortie' AND sortie."annuleLe" IS NULL), s.contenu ->> '$.provision')) AS attendu
    FROM "SoldeDepart" s JOIN "Depart" d ON d.id = s."DepartId"
    WHERE s."annuleLe" IS NULL AND s.contenu ->> '$.lieu' = 'agence' GROUP BY d."DossierId") WHERE tenu <> attendu
  UNION ALL
  SELECT 'Dossier ' || dossier || ' : trop-perçu à rendre', sum(montant) FROM (
    SELECT de AS dossier, credit - debit AS montant FROM "Ligne" WHERE genre = '4197'
    UNION ALL SELECT a."DossierId", -a.montant FROM "AvanceRendue" a WHERE a."annuleLe" IS NULL AND NOT EXISTS (
      SELECT 1 FROM "Virement" v JOIN "Reversement" r ON r.id = v."ReversementId" AND r.etat IN ('valide', 'telecharge')
      WHERE v."AvanceRendueId" = a.id AND v.etat = 'emis'))
  GROUP BY dossier HAVING sum(montant) <> 0
  UNION ALL
  SELECT 'Dossier ' || de || ' : dépôt remis, puis refusé par la banque', sum(credit - debit) FROM "Ligne" WHERE genre = '165' AND NOT EXISTS (
    SELECT 1 FROM "SoldeDepart" s JOIN "Depart" d ON d.id = s."DepartId" AND d."DossierId" = de WHERE s."annuleLe" IS NULL)
  GROUP BY de HAVING sum(credit - debit) < 0
  UNION ALL
  SELECT 'Dossier ' || de || ' : engagement et contrepartie', sum(debit - credit) FROM "Ligne"
  WHERE genre IN ('801', '809') GROUP BY de HAVING sum(debit - credit) <> 0
  UNION ALL
  SELECT 'Dossier ' || de || ' : avance détenue par le bailleur et contrepartie', sum(debit - credit) FROM "Ligne"
  WHERE genre IN ('802', '803') GROUP BY de HAVING sum(debit - credit) <> 0`;

/**
 * No payout takes an owner's account below zero, in the order of writing: a payout cannot know an entry written later.
 */
const reversements = (): SQL => sql`
  SELECT 'Écriture ' || id || ' du ' || strftime('%d/%m/%Y', date) AS quoi, solde AS ecart FROM (
    SELECT e.id, e.date, e.journal, sum(l.credit - l.debit) OVER (PARTITION BY l.mandat ORDER BY e.id) AS solde
    FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId"
    WHERE l.genre = '4670' AND l.mandat IN (SELECT r.mandat FROM "Ecriture" v JOIN "Ligne" r ON r."EcritureId" = v.id
      WHERE v.journal = 'REV' AND r.genre = '4670'))
  WHERE journal = 'REV' AND solde < 0
  UNION ALL
  SELECT 'À reverser, ' || ${MANDAT}, sum(credit - debit) FROM "Ligne"
  WHERE genre = '4672' GROUP BY mandat HAVING sum(credit - debit) < 0`;

/**
 * Each line of an owner's account appears in the first account validated after it. Each account begins with the
 * balance that the previous account left.
 */
const rendus = (): SQL => sql`
  WITH valide AS (SELECT "MissionId", max(au) AS au, max("valideLe") AS le FROM "CompteRendu" WHERE etat = 'valide' GROUP BY "MissionId")
  SELECT 'Ligne ' || l.id || ' non dite, ' || ${MANDAT} AS quoi, l.credit - l.debit AS ecart
  FROM valide v JOIN "Ligne" l ON l.mandat = v."MissionId" AND l.genre = '4670' JOIN "Ecriture" e ON e.id = l."EcritureId"
  WHERE e.date <= v.au AND e."createdAt" < v.le AND NOT EXISTS (SELECT 1 FROM "CompteRenduLigne" d WHERE d."LigneId" = l.id)
  UNION ALL
  SELECT 'Compte rendu ' || id || ', ' || mois, laisse - cumul FROM (
    SELECT c.id, c.mois, c.solde - c.reversement AS laisse,
      sum(coalesce(dit.montant, 0)) OVER (PARTITION BY c."MissionId" ORDER BY c.mois) AS cumul
    FROM "CompteRendu" c LEFT JOIN (
      SELECT d."CompteRenduId" AS id, sum(l.credit - l.debit) AS montant FROM "CompteRenduLigne" d
      JOIN "Ligne" l ON l.id = d."LigneId" AND l.genre = '4670' GROUP BY 1) dit ON dit.id = c.id
    WHERE c.etat = 'valide') WHERE laisse <> cumul
  UNION ALL
  SELECT 'Compte rendu ' || c.id || ' : parts', c.reversement - coalesce(sum(p.montant), 0)
  FROM "CompteRendu" c LEFT JOIN "CompteRenduPart" p ON p."CompteRenduId" = c.id
  WHERE c.etat = 'valide' GROUP BY c.id HAVING c.reversement <> coalesce(sum(p.montant), 0)
  UNION ALL
  SELECT 'Compte rendu ' || c.id || ' : honoraires', c."honorairesTTC" - coalesce(sum(f.ttc), 0)
  FROM "CompteRendu" c LEFT JOIN "FactureHonoraires" f ON f."CompteRenduId" = c.id
  WHERE c.etat = 'valide' GROUP BY c.id HAVING c."honorairesTTC" <> coalesce(sum(f.ttc), 0)
  UNION ALL
  SELECT 'Honoraires facturés et livre des honoraires', ecart FROM (SELECT sum(montant) AS ecart FROM (
    SELECT ttc AS montant FROM "FactureHonoraires"
    UNION ALL SELECT l.credit - l.debit FROM "Ecriture" e JOIN "Ligne" l ON l."EcritureId" = e.id AND l.genre IN ('411H', '411L')
    WHERE ${DE_FACTURE})) WHERE ecart <> 0
  UNION ALL
  SELECT 'Honoraires réglés à l’agence et livre des honoraires', ecart FROM (SELECT sum(montant) AS ecart FROM (
    SELECT montant FROM "ReglementHonoraires" WHERE "annuleLe" IS NULL
    UNION ALL SELECT l.debit - l.credit FROM "Ecriture" o JOIN "Ecriture" e ON o.id = coalesce(e."annuleId", e.id)
    JOIN "Ligne" l ON l."EcritureId" = e.id AND l.genre IN ('411H', '411L')
    WHERE o.cle >= 'reglement-honoraires ' AND o.cle < 'reglement-honoraires!')) WHERE ecart <> 0`;

const imputes = (): SQL => sql`
  SELECT 'Règlement ' || ${NUMERO_REGLEMENT} AS quoi,
    coalesce(sum(i.montant), 0) - iif(r.etat = 'credite', r.montant, 0) AS ecart
  FROM "Reglement" r LEFT JOIN "Imputation" i ON i."ReglementId" = r.id
  GROUP BY r.id HAVING coalesce(sum(i.montant), 0) NOT BETWEEN 0 AND iif(r.etat = 'credite', r.montant, 0)
  UNION ALL
  SELECT 'Échéance ' || e.id || ' du dossier ' || e."DossierId", e.montant - e.reste - coalesce(sum(i.montant), 0)
  FROM "Echeance" e LEFT JOIN "Imputation" i ON i."EcheanceId" = e.id
  GROUP BY e.id HAVING e.montant - e.reste <> coalesce(sum(i.montant), 0) OR e.reste NOT BETWEEN 0 AND e.montant`;

const numeros = (): SQL => sql`
  SELECT 'Livre ' || livre || ', exercice ' || exercice AS quoi, NULL AS ecart FROM "Ecriture"
  GROUP BY livre, exercice HAVING min(numero) <> 1 OR max(numero) <> count(*) OR count(DISTINCT numero) <> count(*)
  UNION ALL
  SELECT 'Règlements de ' || exercice, NULL FROM "Reglement"
  GROUP BY exercice HAVING min(rang) <> 1 OR max(rang) <> count(*) OR count(DISTINCT rang) <> count(*)
  UNION ALL
  SELECT 'Factures ' || serie || ' de ' || exercice, NULL FROM "FactureHonoraires"
  GROUP BY serie, exercice HAVING min(rang) <> 1 OR max(rang) <> count(*) OR count(DISTINCT rang) <> count(*)`;

/**
 * No entry is dated in a period that the account of its mandate, or the agency, had closed before the entry was
 * written. The lines that an account shows were written before it closed the period. A period that ends on the day of
 * writing closes that evening.
 */
const periodesCloses = (): SQL => sql`
  SELECT 'Écriture ' || e.id || ' du ' || strftime('%d/%m/%Y', e.date) || ', compte rendu de ' || c.mois AS quoi, NULL AS ecart
  FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId" JOIN "CompteRendu" c ON c.id = (
    SELECT premier.id FROM "CompteRendu" premier WHERE premier."MissionId" = l.mandat AND premier.etat = 'valide'
      AND premier.mois >= substr(e.date, 1, 7) ORDER BY premier.mois LIMIT 1)
  WHERE e.date <= c.au AND e.id > c."derniereEcritureId" AND substr(e."createdAt", 1, 10) > c.au
    AND NOT EXISTS (SELECT 1 FROM "CompteRenduLigne" d JOIN "Ligne" dite ON dite.id = d."LigneId"
      WHERE dite."EcritureId" = e.id AND d."CompteRenduId" <= c.id)
  GROUP BY e.id
  UNION ALL
  SELECT 'Écriture ' || e.id || ' du ' || strftime('%d/%m/%Y', e.date) || ', mois de ' || m.mois || ' clos', NULL
  FROM "Ecriture" e JOIN "ClotureMois" m ON m.mois = (
    SELECT min(premier.mois) FROM "ClotureMois" premier WHERE premier.mois >= substr(e.date, 1, 7))
  WHERE e."createdAt" > m."createdAt" AND substr(e."createdAt", 1, 10) > ${finDuMoisClos(sql`m.mois`)}`;

/** The fees earned before the last whole month are no longer among the funds of others. */
const honorairesVires = (today: Jour): SQL => sql`
  SELECT 'Honoraires à virer' AS quoi, ecart FROM (
    SELECT sum(iif(e.date < ${premierJour(ajouterMois(moisDe(today), -1))}, l.credit, 0) - l.debit) AS ecart
    FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId" WHERE l.genre = '4680')
  WHERE ecart > 0`;

/**
 * Shares with one denominator are summed as integers, and with several to a millionth of a millionth. The share of a
 * bare owner may be zero.
 */
const quotesParts = (): SQL => sql`
  SELECT 'Conditions ' || c.id || ' du mandat de la mission ' || c."MissionId" AS quoi, NULL AS ecart
  FROM "PartMandat" p JOIN "ConditionsMandat" c ON c.id = p."ConditionsMandatId" GROUP BY c.id
  HAVING min(p.num) < 0 OR iif(min(p.den) = max(p.den), sum(p.num) <> min(p.den),
    abs(sum(1.0 * p.num / p.den) - 1) > 1e-12)`;

/** The account of a tenant in the books agrees with the sums called from him and his payments. */
const details = (): SQL => sql`
  SELECT 'Dossier ' || dossier || ' : dû' AS quoi, sum(montant) AS ecart FROM (
    SELECT de AS dossier, debit - credit AS montant FROM "Ligne" WHERE genre = '411'
    UNION ALL SELECT "DossierId", -reste FROM "Echeance" WHERE reste > 0 AND "EcritureId" IS NOT NULL)
  GROUP BY dossier HAVING sum(montant) <> 0
  UNION ALL
  SELECT 'Dossier ' || dossier || ' : avance', sum(montant) FROM (
    SELECT de AS dossier, credit - debit AS montant FROM "Ligne" WHERE genre IN ('4191', '802')
    UNION ALL SELECT l.de, l.debit - l.credit FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId"
      WHERE l.genre = '4191' AND e.journal = 'DG'
    UNION ALL SELECT "DossierId", -montant FROM "Reglement" WHERE etat = 'credite'
    UNION ALL SELECT r."DossierId", i.montant FROM "Imputation" i JOIN "Reglement" r ON r.id = i."ReglementId" AND r.etat = 'credite')
  GROUP BY dossier HAVING sum(montant) <> 0
  UNION ALL
  SELECT 'Dossier ' || dossier || ' : chèque en attente', sum(montant) FROM (
    SELECT de AS dossier, credit - debit AS montant FROM "Ligne" WHERE genre = '4192'
    UNION ALL SELECT "DossierId", -montant FROM "Reglement" WHERE etat = 'recu')
  GROUP BY dossier HAVING sum(montant) <> 0`;

/** A receipt shows what its payments settled. Nobody owes a cancelled or deleted receipt. */
const reflet = (): SQL => sql`
  WITH paye AS (
    SELECT e."QuitanceId" AS id, sum(i.montant) AS montant FROM "Imputation" i JOIN "Echeance" e ON e.id = i."EcheanceId"
    WHERE i."ReglementId" IS NOT NULL AND e."QuitanceId" IS NOT NULL GROUP BY e."QuitanceId" HAVING sum(i.montant) <> 0)
  SELECT 'Quittance ' || q.numero AS quoi, coalesce(q."montantPaye", 0) - coalesce(paye.montant, 0) AS ecart
  FROM "Quitance" q LEFT JOIN paye ON paye.id = q.id
  WHERE q."annuleeLe" IS NULL AND q."loyerHC" + q.charge + q.assurance > 0 AND (
    coalesce(q."montantPaye", 0) <> coalesce(paye.montant, 0)
    OR (coalesce(paye.montant, 0) = q."loyerHC" + q.charge + q.assurance AND NOT q.regle)
    OR (coalesce(paye.montant, 0) < q."loyerHC" + q.charge + q.assurance AND q.regle AND q.source IS NOT 'locataire')
    OR (coalesce(paye.montant, 0) > 0 AND q."datePaiement" IS NULL))
  UNION ALL
  SELECT 'Quittance ' || q.numero || ' sans échéance', NULL FROM "Quitance" q
  WHERE q."annuleeLe" IS NULL AND q."loyerHC" + q.charge + q.assurance <>
    (SELECT coalesce(sum(montant), 0) FROM "Echeance" WHERE "QuitanceId" = q.id)
  UNION ALL
  SELECT 'Échéance ' || e.id || ' d’une quittance retirée', e.reste FROM "Echeance" e
  WHERE e.reste > 0 AND e."QuitanceId" IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM "Quitance" WHERE id = e."QuitanceId" AND "annuleeLe" IS NULL)`;

/**
 * The invariants of the accounts (livres/README §12.4).
 *
 * @param au the evening of the balances, for the rules that have one; null: all that is written.
 */
export function invariants({ today, au = null }: { today: Jour; au?: Jour | null }): Invariant[] {
  return [
    {
      nom: "I1 · Écritures équilibrées",
      vrai: "Chaque écriture a deux lignes au moins, d’un seul livre, et ses débits égalent ses crédits",
      ruptures: equilibre(),
    },
    {
      nom: "I2 · Livres équilibrés",
      vrai: "Les soldes de chaque livre s’annulent",
      ruptures: sommeDesLivres(au),
    },
    {
      nom: "I3 · Dû des locataires",
      vrai: "Ce que doivent les locataires d’un mandat est ce qui a été appelé et n’est pas encaissé",
      ruptures: duDesMandats(au),
    },
    {
      nom: "I4 · Comptes des locataires",
      vrai: "Aucun locataire n’a payé plus que son dû sans avance, ni d’avance à côté d’un loyer exigible",
      ruptures: comptesDesDossiers(today),
    },
    {
      nom: "I5 · Fonds détenus",
      vrai: "Chaque jour, banque, caisse et chèques égalent ce qui est dû aux mandants, aux locataires et aux autres",
      ruptures: tresorerie(),
    },
    {
      nom: "I6 · Aucun mandat financé par les autres",
      vrai: "Aucun compte de mandant n’est débiteur, et l’agence ne doit pas d’honoraires aux fonds des mandants",
      ruptures: couverture(au),
    },
    {
      nom: "I7 · Dépôts de garantie et avances détenus par les bailleurs",
      vrai: "Les dépôts détenus sont ceux que les locataires ont versés, moins ce qui en fut imputé ou rendu",
      ruptures: depots(),
    },
    {
      nom: "I8 · Reversements",
      vrai: "Aucun reversement n’a dépassé ce qui était dû au mandant",
      ruptures: reversements(),
    },
    {
      nom: "I9 · Règlements et échéances",
      vrai: "Aucun règlement n’éteint plus que son montant, et le reste de chaque échéance est ce que rien n’a éteint",
      ruptures: imputes(),
    },
    {
      nom: "I10 · Relevés de banque",
      vrai: "La banque des comptes, moins ce qui n’y est pas encore passé, est le solde du dernier relevé",
      ruptures: releves(),
    },
    {
      nom: "Comptes bancaires de gérance",
      vrai: "Chaque mouvement de la banque d’un mois clos est d’un compte dit, dès qu’il y en a plusieurs",
      ruptures: comptesNonDits(),
    },
    {
      nom: "Périodes closes",
      vrai: "Aucune écriture n’est datée d’une période qui était close quand elle fut passée",
      ruptures: periodesCloses(),
    },
    {
      nom: "I11 · Numéros sans trou",
      vrai: "Écritures, règlements et factures d’honoraires se suivent, sans trou ni doublon",
      ruptures: numeros(),
    },
    {
      nom: "I12 · Honoraires virés chaque mois",
      vrai: "Aucun honoraire ne dort parmi les fonds des mandants",
      ruptures: honorairesVires(today),
    },
    ...invariantsDesHonoraires(),
    {
      nom: "I13 · Quotes-parts des mandants",
      vrai: "Les quotes-parts de chaque mandat font exactement le tout, à toute date",
      ruptures: quotesParts(),
    },
    {
      nom: "Comptes rendus",
      vrai: "Chaque mouvement d’un compte de mandant est dit une fois, par le premier compte rendu validé ensuite",
      ruptures: rendus(),
    },
    {
      nom: "Comptes et détails",
      vrai: "Le compte de chaque locataire est la somme de ses échéances et de ses règlements",
      ruptures: details(),
    },
    {
      nom: "Quittances et règlements",
      vrai: "Chaque quittance dit ce que les règlements en ont fait",
      ruptures: reflet(),
    },
  ];
}

/** The first rows that break an invariant, each with the total count. */
export const rupturesDe = (db: Db, { ruptures }: Invariant): Promise<RuptureDeCompte[]> =>
  db.all<RuptureDeCompte>(
    sql`SELECT quoi, ecart, count(*) OVER () AS total FROM (${ruptures}) LIMIT ${RUPTURES_MONTREES}`,
  );

/** Each invariant reads a whole book: more at once would block the database for everybody else. */
const INVARIANTS_A_LA_FOIS = 3;

/** The invariants of the accounts, each green, or red with the rows that break it. */
export async function controlerComptes({
  db,
  today,
}: Pick<Contexte, "db" | "today">): Promise<Controle[]> {
  const controles: Controle[] = [];
  const examines = enOrdre(invariants({ today }), INVARIANTS_A_LA_FOIS, async (invariant) =>
    controleDe(invariant, await rupturesDe(db, invariant)),
  );
  for await (const controle of examines) controles.push(controle);
  return controles;
}

function controleDe({ nom, vrai }: Invariant, trouvees: readonly RuptureDeCompte[]): Controle {
  const total = trouvees[0]?.total ?? 0;
  return {
    nom,
    etat: etatSelon(total),
    lignes: total,
    unite: ["écart", "écarts"],
    detail: total === 0 ? vrai : `Ce n’est plus vrai : ${vrai}`,
    ruptures: trouvees.map(({ quoi, ecart }) => ({
      motif: ecart === null ? quoi : `${quoi} : écart de ${formatEuros(enEuros(ecart))}`,
    })),
  };
}
