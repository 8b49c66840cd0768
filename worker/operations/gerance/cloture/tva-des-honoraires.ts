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

/** Holds when the line `l` is VAT of a debtor's fees that waits to be received (44587). */
export const deLAttente = ({ MissionId, DossierId }: Debiteur) =>
  sql`l.genre = '44587' AND (l.mandat = ${MissionId} AND ${DossierId} IS NULL OR l."EcritureId" IN (
    SELECT id FROM ${ecritures} WHERE livre = 'H' AND "DossierId" = ${DossierId}))`;

/** The VAT of fees of a debtor that waits to be received, by rate; cents. */
export const tvaEnAttente = (debiteur: Debiteur) => sql`
  SELECT l."tauxTva", sum(l.credit - l.debit) AS tva FROM ${lignes} l
  WHERE ${deLAttente(debiteur)} GROUP BY l."tauxTva" HAVING sum(l.credit - l.debit) <> 0`;

/**
 * The fees that each entry of the book of fees invoices, and the VAT that it makes due, by debtor (a mandate, or a
 * dossier whose tenant owes them) and rate. Older entries take the rate of their invoice, and made their VAT due at
 * once. The base due is what was received, less the VAT due. For a debtor of several rates, or whose VAT was due with
 * an invoice, it is worked back from the VAT. Once all is due, it is the fees invoiced, to the cent.
 */
const mouvements = sql`
  WITH mouvement AS (
    SELECT e.id, e.date, iif(l.mandat IS NULL, 'L' || e."DossierId", l.mandat) AS debiteur, max(f.contenu ->> '$.optionDebits') AS debits,
      coalesce(l."tauxTva", max(f.contenu ->> '$.lignes[0].tauxTva'), 0) AS taux,
      sum(iif(l.genre IN ('44571', '44587'), 0, l.credit - l.debit)) AS ht,
      sum(iif(l.genre = '44571', l.credit - l.debit, 0)) AS exigible,
      sum(iif(l.genre = '44587', l.credit - l.debit, 0)) AS attente
    FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id AND l.genre NOT IN ('411H', '411L', '512A')
    LEFT JOIN ${facturesHonoraires} f ON f.numero = e.piece
    WHERE e.livre = 'H' GROUP BY e.id, l.mandat, l."tauxTva"),
  cumul AS (
    SELECT *, sum(ht) OVER suite AS cumulHt, sum(exigible) OVER suite AS cumulExigible,
      sum(exigible + attente) OVER suite AS cumulTva, min(taux) OVER sien = max(taux) OVER sien
        AND NOT max(ht <> 0 AND exigible <> 0) OVER sien AS simple
    FROM mouvement WINDOW suite AS (PARTITION BY debiteur, taux ORDER BY id), sien AS (PARTITION BY debiteur)),
  creance AS (
    SELECT e.id, iif(l.genre = '411L', 'L' || l.de, l.mandat) AS debiteur, sum(l.debit - l.credit) AS du
    FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId" WHERE l.genre IN ('411H', '411L', '4680') GROUP BY 1, 2),
  reste AS (
    SELECT id, debiteur, sum(du) OVER (PARTITION BY debiteur ORDER BY id) AS du, compte FROM (
      SELECT id, debiteur, du, 0 AS compte FROM creance UNION ALL SELECT id, debiteur, 0, 1 FROM cumul WHERE simple)),
  base AS (
    SELECT c.*, CASE WHEN cumulExigible = cumulTva THEN cumulHt WHEN cumulExigible = 0 THEN 0
      WHEN simple THEN cumulHt + cumulTva - r.du - cumulExigible
      ELSE round(10000.0 * cumulExigible / taux) END AS cumulBase
    FROM cumul c LEFT JOIN reste r ON r.id = c.id AND r.debiteur = c.debiteur AND r.compte),
  du AS (
    SELECT *, cumulBase - coalesce(lag(cumulBase) OVER (PARTITION BY debiteur, taux ORDER BY id), 0) AS base FROM base)`;

/** The VAT regime of a movement: without VAT, the agency is under the threshold. */
const REGIME = sql`CASE WHEN taux = 0 THEN 'franchise' WHEN attente = 0 AND debits THEN 'debits' ELSE 'encaissements' END`;

/**
 * The VAT of the fees of a period, by month, regime and rate, as the book of fees has it (cloture/README §12.17);
 * euros.
 */
export async function lireTva(
  { db }: Pick<Contexte, "db">,
  { du, au }: Periode,
): Promise<EtatDeTva> {
  const { rows, soldes } = await db.read({
    rows: db.all<LigneDeTva>(sql`${mouvements}
      SELECT substr(date, 1, 7) AS mois, ${REGIME} AS regime, taux AS "tauxTva", sum(ht) AS "factureHT",
        sum(exigible + attente) AS "factureTva", sum(base) AS "baseHT", sum(exigible) AS tva
      FROM du WHERE date BETWEEN ${du} AND ${au} GROUP BY 1, 2, 3
      HAVING sum(abs(ht)) + sum(abs(exigible)) + sum(abs(attente)) > 0 ORDER BY 1, 2, 3`),
    soldes: db.all<{ exigible: Centimes; enAttente: Centimes }>(sql`
      SELECT coalesce(sum(iif(l.genre = '44571' AND e.date >= ${du}, l.credit - l.debit, 0)), 0) AS exigible,
        coalesce(sum(iif(l.genre = '44587', l.credit - l.debit, 0)), 0) AS "enAttente"
      FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId" AND e.date <= ${au}
      WHERE l.genre IN ('44571', '44587')`),
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
  };
}
