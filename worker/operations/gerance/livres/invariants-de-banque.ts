import { type SQL, sql } from "drizzle-orm";
import { depenseDe, jourDuFait, referenceViree } from "#worker/db/conditions-comptes.ts";
import { finDuMoisClos } from "./ecritures.ts";
import { prouves, TOUS } from "./releves-prouves.ts";

/** The payments of tenants matched with a statement line never exceed its amount. */
const partage = (): SQL => sql`
  SELECT 'Ligne ' || l.id || ' du ' || strftime('%d/%m/%Y', l.date) AS quoi, l.montant - sum(r.montant) AS ecart
  FROM "LigneReleve" l JOIN "Reglement" r ON r."LigneReleveId" = l.id AND r.etat IN ('credite', 'rejete')
  WHERE l.etat = 'rapprochee' AND l.montant > 0 GROUP BY l.id HAVING sum(r.montant) > l.montant`;

/**
 * The statement line of an entry of the bank: the line of a transfer `v`, made or given back; the line that
 * paid an expense; the line of a payment, or of the entry that the line itself posted; for a payment taken back, the
 * line that takes it back. An entry without a line has not passed through the bank yet.
 */
const ligneDeLEcriture = sql`CASE
  WHEN v.id IS NOT NULL THEN iif(e."annuleId" IS NULL, v."LigneReleveId", v."LigneRejetId")
  WHEN ${depenseDe(sql`origine.cle`)} IS NOT NULL THEN (SELECT d."LigneReleveId" FROM "Intendance" d
    WHERE d.id = ${depenseDe(sql`origine.cle`)} AND NOT EXISTS (SELECT 1 FROM "Ecriture" s WHERE s."annuleId" = origine.id))
  WHEN origine.cle LIKE 'apport %' THEN (SELECT vue.id FROM "LigneReleve" vue WHERE vue."ApportId" = e.id)
  WHEN origine.cle LIKE 'ligne %' THEN CAST(substr(origine.cle, 7) AS integer)
  WHEN e.journal = 'REJ' THEN r."LigneRejetId"
  ELSE r."LigneReleveId" END`;

/**
 * Each matched statement line moves the bank of the books by its amount; a line not matched yet moves it by zero. A
 * line of the agency's own account counts through the invoice of fees that it pays, or the transfer that pays a credit
 * note back.
 */
const mouvements = (): SQL => sql`
  WITH debut AS (SELECT min(debut) AS jour FROM "Reprise" WHERE etat = 'signee')
  SELECT 'Ligne ' || s.id || ' du ' || strftime('%d/%m/%Y', s.date) || ' en banque' AS quoi, sum(mouvement) AS ecart FROM (
    SELECT ${ligneDeLEcriture} AS ligne, l.debit - l.credit AS mouvement
    FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId"
    JOIN "Ecriture" origine ON origine.id = coalesce(e."annuleId", e.id)
    LEFT JOIN "Reglement" r ON r.id = e."ReglementId"
    LEFT JOIN "Virement" v ON v.reference = ${referenceViree(sql`origine.cle`)} WHERE l.genre = '512G'
    UNION ALL SELECT "LigneReleveId", montant FROM "ReglementHonoraires" WHERE "annuleLe" IS NULL
    UNION ALL SELECT "LigneReleveId", -montant FROM "Virement" WHERE "FactureHonorairesId" IS NOT NULL
    UNION ALL SELECT "LigneRejetId", montant FROM "Virement" WHERE "FactureHonorairesId" IS NOT NULL
    UNION ALL
    SELECT id, -montant FROM "LigneReleve" WHERE etat = 'rapprochee' OR (etat = 'a_rapprocher' AND motif IS NOT NULL))
  JOIN "LigneReleve" s ON s.id = ligne JOIN debut
  WHERE s.date >= debut.jour AND NOT EXISTS (
    SELECT 1 FROM "Reglement" avant WHERE avant."LigneReleveId" = s.id AND avant.date < debut.jour)
  GROUP BY s.id HAVING sum(mouvement) <> 0`;

/**
 * `dernier`: the last balance of the proven statements of each account, with their first day and balance; no row for
 * an account without a proven statement.
 */
const DERNIERS = sql`${prouves(TOUS)},
  fini AS (SELECT *, row_number() OVER (PARTITION BY compte ORDER BY au DESC, id DESC) AS rang FROM prouve WHERE au IS NOT NULL),
  premier AS (SELECT *, row_number() OVER (PARTITION BY compte ORDER BY du, id) AS rang FROM prouve WHERE du IS NOT NULL),
  dernier AS (SELECT c.id, c.nom, d.au, d.nouveau AS solde, iif(c."dateDepart" IS NULL, p.ancien, c."soldeDepart") AS depart,
      iif(c."dateDepart" IS NULL, p.du, date(c."dateDepart", '+1 day')) AS debut
    FROM "CompteBancaire" c JOIN fini d ON d.compte = c.id AND d.rang = 1 JOIN premier p ON p.compte = c.id AND p.rang = 1
    WHERE c."usage" = 'gerance')`;

/**
 * The accounts where a first balance plus the proven lines since does not give the last balance. The first balance is
 * the one of the first statement, or the one taken over.
 */
const suiteDesReleves = (): SQL => sql`
  WITH RECURSIVE ${DERNIERS}
  SELECT 'Compte ' || d.nom || ', solde au ' || strftime('%d/%m/%Y', d.au) AS quoi,
    d.depart + coalesce(sum(l.montant), 0) - d.solde AS ecart
  FROM dernier d LEFT JOIN "LigneReleve" l ON l."CompteBancaireId" = d.id AND l.date BETWEEN d.debut AND d.au AND l.prouvee
  GROUP BY d.id HAVING d.depart + coalesce(sum(l.montant), 0) <> d.solde
  UNION ALL
  SELECT 'Compte ' || d.nom || ', solde repris', reprise.solde + coalesce(sum(l.montant), 0) - d.solde
  FROM dernier d JOIN (SELECT l.de, e.date, l.debit - l.credit AS solde FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId"
    WHERE l.genre = '512G' AND e.journal = 'AN') reprise ON reprise.de = d.id AND reprise.date BETWEEN d.debut AND d.au
  LEFT JOIN "LigneReleve" l ON l."CompteBancaireId" = d.id AND l.date BETWEEN reprise.date AND d.au AND l.prouvee
  GROUP BY d.id HAVING reprise.solde + coalesce(sum(l.montant), 0) <> d.solde`;

/**
 * The bank of the books, less the entries that have not passed through it yet, is the last balance of its proven
 * statements (invariant I10, livres/README §12.4): the rows that break it.
 */
export const releves = (): SQL => sql`
  SELECT * FROM (${partage()}) UNION ALL SELECT * FROM (${mouvements()}) UNION ALL SELECT * FROM (${suiteDesReleves()})`;

/**
 * In a closed month, when the agency had several accounts, a bank movement or its payment names its account: the rows
 * that break this rule.
 */
export const comptesNonDits = (): SQL => sql`
  SELECT 'Écriture ' || e.livre || '-' || e.exercice || '-' || e.numero || ' : aucun compte de gérance n’est dit, rapprochez sa ligne du relevé' AS quoi,
    l.debit - l.credit AS ecart
  FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId" LEFT JOIN "Reglement" r ON r.id = e."ReglementId"
  WHERE l.genre = '512G' AND l.de IS NULL AND r."CompteBancaireId" IS NULL AND e."annuleId" IS NULL
    AND NOT EXISTS (SELECT 1 FROM "Ecriture" suite WHERE suite."annuleId" = e.id)
    AND NOT EXISTS (SELECT 1 FROM "Intendance" d WHERE d.id = ${depenseDe(sql`e.cle`)} AND d."LigneReleveId" IS NOT NULL)
    AND e.date <= (SELECT max(${finDuMoisClos(sql`mois`)}) FROM "ClotureMois")
    AND (SELECT count(*) FROM "CompteBancaire" c WHERE c."usage" = 'gerance' AND c."createdAt" <= e."createdAt"
      AND coalesce(c."fermeLe", '9999') >= ${jourDuFait(sql`e`)}) > 1`;
