import { type SQL, sql } from "drizzle-orm";
import { dansMois, type Jour } from "#domain/dates.ts";
import { COURRIELS_PARTIS } from "#domain/quittances/courriel.ts";
import { decomptes } from "#worker/db/schema/charges.ts";
import { ecritures } from "#worker/db/schema/gerance.ts";
import { courriels } from "#worker/db/schema/quittances.ts";

/** The key of the entry that calls the balance of a lease's charges for a year: one entry at most bears it. */
export const cleDuSolde = (DossierId: number | SQL, annee: number): SQL =>
  sql`'charges ' || ${DossierId} || ' ' || CAST(${annee} AS INTEGER)`;

/**
 * The key of the entry of a statement of charges: its lease and its year, then the statement that it rectifies, then
 * the latest cancelled statement that it replaces. A cancelled statement of the same year but other days counts only
 * when it wrote an entry, since that entry has the key of the year.
 * @param d the alias of the statement's row
 */
export const cleDuDecompte = (
  d: SQL,
): SQL => sql`('charges ' || ${d}."DossierId" || ' ' || (${d}.contenu ->> '$.annee')
  || coalesce(' rectificatif ' || ${d}."remplaceId", '')
  || coalesce(' apres ' || (SELECT max(annule.id) FROM ${decomptes} annule WHERE annule."DossierId" = ${d}."DossierId"
    AND annule."remplaceId" IS ${d}."remplaceId" AND annule."annuleLe" IS NOT NULL AND annule.id < ${d}.id
    AND ((annule.du = ${d}.du AND annule.au = ${d}.au) OR (annule.contenu ->> '$.annee' = ${d}.contenu ->> '$.annee'
      AND annule.montant <> 0 AND annule.contenu ->> '$.auCompte'))), ''))`;

/**
 * SQL condition: the sum `e` is the balance of a statement of charges that did not leave, or left less than a month
 * before `today` (loi n° 89-462, art. 23; charges/README §16.4). A letter whose day of posting is not noted counts as
 * received.
 */
export const decompteNonRecu = (today: Jour): SQL => sql`(e.nature = 'regularisation' AND EXISTS (
  SELECT 1 FROM ${decomptes} d JOIN ${ecritures} o ON o.id = e."EcritureId"
    AND o.cle IN (${cleDuDecompte(sql`d`)}, ${cleDuDecompte(sql`d`)} || ' parts')
  LEFT JOIN ${courriels} c ON c.id = d."CourrielId" WHERE d."DossierId" = e."DossierId" AND d."annuleLe" IS NULL
    AND (c.etat NOT IN ${[...COURRIELS_PARTIS]} OR coalesce(substr(c."envoyeLe", 1, 10), d."posteLe") > ${dansMois(today, -1)})))`;
