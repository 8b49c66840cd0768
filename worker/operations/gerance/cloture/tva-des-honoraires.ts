import { type SQL, sql } from "drizzle-orm";
import type { EtatDeTva, LigneDeTva } from "#domain/gerance/cloture/tva-des-honoraires.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { enEuros } from "#domain/montants.ts";
import { ecritures, lignes } from "#worker/db/schema/gerance.ts";
import { facturesHonoraires } from "#worker/db/schema/mandants.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import type { Periode } from "#worker/operations/gerance/livres/pointe.ts";

/**
 * The debtor of fees: the principals of a mandate, or the tenant of a dossier let under it. Both are SQL expressions;
 * `DossierId` gives null for principals.
 */
export interface Debiteur {
  MissionId: SQL;
  DossierId: SQL;
}

/** True when the line `l` is VAT of a debtor's fees that is not due until the fees are received (44587). */
export const deLAttente = ({ MissionId, DossierId }: Debiteur) =>
  sql`l.genre = '44587' AND (l.mandat = ${MissionId} AND ${DossierId} IS NULL OR l."EcritureId" IN (
    SELECT id FROM ${ecritures} WHERE livre = 'H' AND "DossierId" = ${DossierId}))`;

/** The VAT of a debtor's fees that is not due until they are received, by rate; cents. */
export const tvaEnAttente = (debiteur: Debiteur) => sql`
  SELECT l."tauxTva", sum(l.credit - l.debit) AS tva FROM ${lignes} l
  WHERE ${deLAttente(debiteur)} GROUP BY l."tauxTva" HAVING sum(l.credit - l.debit) <> 0`;

/**
 * The fees that each entry of the book of fees invoices, and the VAT that it makes due, by debtor (a mandate, or a
 * dossier whose tenant owes them) and rate. `htDu`: the part of these fees whose VAT is due with the invoice; their
 * line comes just before the line of their VAT. Older entries have no rate: they take the rate of their invoice, and
 * their VAT was due at once. Each entry has a row for every rate that its debtor has had until then, since his
 * payments are shared between these rates. No later entry changes the row of an earlier one: a closed period has
 * already reported it.
 */
const mouvements = sql`mouvement AS (
    SELECT e.id, e.date, iif(l.mandat IS NULL, 'L' || e."DossierId", l.mandat) AS debiteur, max(f.contenu ->> '$.optionDebits') AS debits,
      coalesce(l."tauxTva", max(f.contenu ->> '$.lignes[0].tauxTva'), 0) AS taux,
      sum(iif(l.genre IN ('44571', '44587'), 0, l.credit - l.debit)) AS ht,
      sum(iif(l.genre NOT IN ('44571', '44587') AND EXISTS (SELECT 1 FROM ${lignes} v WHERE v.id = l.id + 1
        AND v."EcritureId" = l."EcritureId" AND v.genre = '44571' AND v."tauxTva" = l."tauxTva"), l.credit - l.debit, 0)) AS "htDu",
      sum(iif(l.genre = '44571', l.credit - l.debit, 0)) AS exigible,
      sum(iif(l.genre = '44587', l.credit - l.debit, 0)) AS attente
    FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id AND l.genre NOT IN ('411H', '411L', '512A')
    LEFT JOIN ${facturesHonoraires} f ON f.numero = e.piece
    WHERE e.livre = 'H' GROUP BY e.id, l.mandat, l."tauxTva"),
  parTaux AS (
    SELECT id, date, debiteur, max(debits) AS debits, taux, sum(ht) AS ht, sum("htDu") AS "htDu", sum(exigible) AS exigible,
      iif(sum("htDu") = 0, 0, sum(exigible)) AS "tvaDue", sum(attente) AS attente FROM (
      SELECT * FROM mouvement
      UNION ALL SELECT m.id, m.date, m.debiteur, NULL, autre.taux, 0, 0, 0, 0 FROM mouvement m
        JOIN (SELECT debiteur, taux, min(id) AS premier FROM mouvement GROUP BY debiteur, taux) autre
          ON autre.debiteur = m.debiteur AND autre.taux <> m.taux AND autre.premier < m.id)
    GROUP BY id, debiteur, taux),
  cumul AS (
    SELECT *, sum(ht - "htDu") OVER suite AS cumulHt, sum(exigible - "tvaDue") OVER suite AS cumulExigible, sum(exigible - "tvaDue" + attente) OVER suite AS cumulTva,
      sum(ht <> 0) OVER suite AS factures, max("htDu" <> 0 OR taux = 0 AND ht <> 0) OVER sien AS autres,
      NOT max(ht <> "htDu" AND exigible <> "tvaDue") OVER sien AS selonRecu
    FROM parTaux WINDOW suite AS (PARTITION BY debiteur, taux ORDER BY id), sien AS (PARTITION BY debiteur ORDER BY id)),
  creance AS (
    SELECT e.id, iif(l.genre = '411L', 'L' || l.de, l.mandat) AS debiteur, sum(l.debit - l.credit) AS du
    FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId" WHERE l.genre IN ('411H', '411L', '4680') GROUP BY 1, 2),
  reste AS (
    SELECT id, debiteur, sum(du) OVER (PARTITION BY debiteur ORDER BY id) AS du, compte, autres FROM (
      SELECT id, debiteur, du, 0 AS compte, 0 AS autres FROM creance
      UNION ALL SELECT id, debiteur, 0, 1, max(autres) FROM cumul WHERE selonRecu GROUP BY id, debiteur))`;

/**
 * For a debtor who also owes fees without VAT, or whose VAT was due with their invoice: the part of his debt that
 * comes from such fees, the oldest invoice being paid first.
 */
const autresRestes = sql`facturee AS (
    SELECT id, debiteur, sum(ht + exigible + attente) AS ttc, sum(iif(taux = 0, ht, "htDu" + "tvaDue")) AS autre FROM parTaux GROUP BY 1, 2 HAVING ttc > 0),
  autre AS (
    SELECT id, debiteur, round(sum(1.0 * autre * max(0, min(ttc, du - apres)) / ttc)) AS du FROM (
      SELECT r.id, r.debiteur, r.du, f.ttc, f.autre, coalesce(sum(f.ttc) OVER (PARTITION BY r.debiteur, r.id
        ORDER BY f.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS apres
      FROM reste r JOIN facturee f ON f.debiteur = r.debiteur AND f.id <= r.id WHERE r.compte AND r.autres) GROUP BY 1, 2)`;

/**
 * `base`: the base of the VAT that each entry makes due. It is the sum received, less this VAT; once all the VAT of a
 * rate is due, it is the fees invoiced at that rate, to the cent. A sum received for several rates is shared so that
 * each VAT matches its base, as nearly as cents allow. A debtor with `autres` fees may pay his invoices in another
 * order: when rounding cannot explain the difference (`vraisemblable` is false), the base is computed from the VAT.
 * Fees whose VAT is due with their invoice are left out.
 */
const bases = sql`tiree AS (
    SELECT c.*, r.du - coalesce(a.du, 0) AS du, cumulExigible = cumulTva AS soldee,
      iif(cumulExigible IN (0, cumulTva), 0, 10000.0 / taux) AS poids, iif(cumulExigible IN (0, cumulTva), 0, 10000.0 * cumulExigible / taux) AS tiree
    FROM cumul c LEFT JOIN reste r ON r.id = c.id AND r.debiteur = c.debiteur AND r.compte LEFT JOIN autre a ON a.id = c.id AND a.debiteur = c.debiteur),
  ecart AS (
    SELECT *, sum(iif(soldee, 0, cumulHt) + cumulTva - cumulExigible) OVER ensemble - du - sum(tiree) OVER ensemble AS manque,
      sum(poids) OVER ensemble AS total, 1 + sum(poids * factures) OVER ensemble / 2 AS arrondis
    FROM tiree WINDOW ensemble AS (PARTITION BY debiteur, id)),
  partage AS (
    SELECT *, NOT autres OR abs(manque) <= arrondis AS vraisemblable,
      round(sum(tiree + manque / total * poids) OVER (PARTITION BY debiteur, id ORDER BY taux)) AS jusquIci FROM ecart),
  base AS (
    SELECT *, CASE WHEN soldee THEN cumulHt WHEN cumulExigible = 0 THEN 0
      WHEN selonRecu AND vraisemblable THEN jusquIci - lag(jusquIci, 1, 0) OVER (PARTITION BY debiteur, id ORDER BY taux)
      ELSE round(tiree) END AS cumulBase FROM partage),
  du AS (
    SELECT *, cumulBase - coalesce(lag(cumulBase) OVER (PARTITION BY debiteur, taux ORDER BY id), 0) AS base FROM base)`;

/**
 * The movements by VAT regime. `franchise`: no VAT, since the agency is below the threshold. `debits`: VAT due with
 * the invoice, or taken back by its credit note, on the base of the fees invoiced. `encaissements`: any other. One
 * credit note may have movements of both.
 */
const parRegime = sql`regimes AS (
    SELECT date, taux, CASE WHEN taux = 0 THEN 'franchise' WHEN attente = 0 AND debits THEN 'debits' ELSE 'encaissements' END AS regime,
      ht - "htDu" AS ht, exigible - "tvaDue" AS exigible, attente, base FROM du
    UNION ALL SELECT date, taux, 'debits', "htDu", "tvaDue", 0, "htDu" FROM du WHERE "htDu" <> 0)`;

/**
 * The VAT of the fees of a period, by month, regime and rate, as the book of fees has it (cloture/README §12.17);
 * euros.
 */
export async function lireTva(
  { db }: Pick<Contexte, "db">,
  { du, au }: Periode,
): Promise<EtatDeTva> {
  const { rows, soldes } = await db.read({
    rows: db.all<LigneDeTva>(sql`WITH ${mouvements}, ${autresRestes}, ${bases}, ${parRegime}
      SELECT substr(date, 1, 7) AS mois, regime, taux AS "tauxTva", sum(ht) AS "factureHT",
        sum(exigible + attente) AS "factureTva", sum(base) AS "baseHT", sum(exigible) AS tva
      FROM regimes WHERE date BETWEEN ${du} AND ${au} GROUP BY 1, 2, 3
      HAVING sum(abs(ht)) + sum(abs(exigible)) + sum(abs(attente)) + abs(sum(base)) > 0 ORDER BY 1, 2, 3`),
    soldes: db.all<{ exigible: Centimes; enAttente: Centimes; aReprendre: Centimes }>(sql`
      SELECT coalesce(sum(exigible), 0) AS exigible, coalesce(sum(attente), 0) AS "enAttente", coalesce(sum(max(0, -attente)), 0) AS "aReprendre"
      FROM (SELECT sum(iif(l.genre = '44571' AND e.date >= ${du}, l.credit - l.debit, 0)) AS exigible,
          sum(iif(l.genre = '44587', l.credit - l.debit, 0)) AS attente
        FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId" AND e.date <= ${au}
        WHERE l.genre IN ('44571', '44587') GROUP BY iif(l.mandat IS NULL, 'L' || e."DossierId", l.mandat), l."tauxTva")`),
  });
  return {
    du,
    au,
    lignes: rows.map((ligne) => ({
      ...ligne,
      factureHT: enEuros(ligne.factureHT),
      factureTva: enEuros(ligne.factureTva),
      baseHT: enEuros(ligne.baseHT),
      tva: enEuros(ligne.tva),
    })),
    exigible: enEuros(soldes[0]?.exigible ?? 0),
    enAttente: enEuros(soldes[0]?.enAttente ?? 0),
    aReprendre: enEuros(soldes[0]?.aReprendre ?? 0),
  };
}
