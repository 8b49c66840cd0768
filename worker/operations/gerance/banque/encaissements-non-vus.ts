import { type SQL, sql } from "drizzle-orm";
import type { EncaissementNonVu } from "#domain/gerance/reversements/encaissement-non-vu.ts";
import type { Db } from "#worker/db/client.ts";
import { compteDeLaBanque, jourDuFait } from "#worker/db/conditions-comptes.ts";
import {
  comptesBancaires,
  ecritures,
  lignes,
  lignesReleve,
  reglements,
} from "#worker/db/schema/gerance.ts";
import { dossiers, locataires } from "#worker/db/schema/schema.ts";
import { prouves, TOUS } from "#worker/operations/gerance/livres/releves-prouves.ts";
import { parLaBanque } from "./repertoire.ts";

/**
 * `raconte`: the periods that the proven statements of each account of rents cover without a gap; consecutive
 * statements are one row. The common table expressions follow each other: nested, they are too deep for the database.
 */
const racontes = sql`${prouves(TOUS)},
  jours AS (SELECT p.compte AS id, p.du AS debut, p.au AS fin FROM prouve p
    JOIN ${comptesBancaires} c ON c.id = p.compte AND c."usage" = 'gerance' WHERE p.du <= p.au),
  neufs AS (SELECT id, debut, fin, debut > coalesce(date(max(fin) OVER (PARTITION BY id ORDER BY debut, fin
    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), '+1 day'), '') AS neuf FROM jours),
  suites AS (SELECT id, debut, fin, sum(neuf) OVER (PARTITION BY id ORDER BY debut, fin) AS suite FROM neufs),
  raconte AS MATERIALIZED (SELECT id, min(debut) AS debut, max(fin) AS fin FROM suites GROUP BY id, suite)`;

/** The day on which the payment of the entry `e` took place, even when the entry has a later day. */
const FAIT = jourDuFait(sql`e`);

/**
 * The payments that no proven line shows, though a proven statement of their account covers their day
 * (reversements/README §12.18). A payment without an account counts only when a proven statement of every account
 * open on its day covers that day. CROSS JOIN sets the order of the tables: otherwise the database reads every line
 * of an account for each payment.
 */
const reglementsNonVus = sql`(SELECT DISTINCT r.id, r."DossierId" FROM ${reglements} r
    CROSS JOIN ${ecritures} e ON e."ReglementId" = r.id AND +e."annuleId" IS NULL
    CROSS JOIN ${lignes} l ON l."EcritureId" = e.id AND +l.genre = '512G' AND l.debit > 0
    JOIN raconte t ON t.id = ${compteDeLaBanque} AND ${FAIT} BETWEEN t.debut AND t.fin
    WHERE r.etat = 'credite' AND ${parLaBanque} AND (r."LigneReleveId" IS NULL
        OR EXISTS (SELECT 1 FROM ${lignesReleve} vue WHERE vue.id = r."LigneReleveId" AND NOT vue.prouvee))
      AND NOT EXISTS (SELECT 1 FROM ${comptesBancaires} c
        WHERE coalesce(l.de, r."CompteBancaireId") IS NULL AND c."usage" = 'gerance'
        AND ${FAIT} >= date(c."createdAt") AND ${FAIT} <= coalesce(c."fermeLe", '9999')
        AND NOT EXISTS (SELECT 1 FROM raconte sien WHERE sien.id = c.id AND ${FAIT} BETWEEN sien.debut AND sien.fin)))`;

/**
 * The amounts in the books of the payments that no proven statement shows, by kind of ledger account, its holder `de`
 * and dossier; cents.
 */
export const placesNonVues: SQL = sql`(WITH RECURSIVE ${racontes}
  SELECT l.genre, iif(l.genre = '512G', ${compteDeLaBanque}, l.de) AS de, n."DossierId",
    sum(iif(l.genre = '512G', l.debit - l.credit, l.credit - l.debit)) AS montant
  FROM ${reglementsNonVus} n CROSS JOIN ${ecritures} e ON e."ReglementId" = n.id
  CROSS JOIN ${lignes} l ON l."EcritureId" = e.id AND +l.genre IN ('512G', '4670', '4191', '4197', '165')
  GROUP BY l.genre, 2, n."DossierId")`;

/** Reads the amounts of {@link placesNonVues} that are not zero, each with its tenant; cents. */
export const lireNonVus = (db: Db) =>
  db.all<EncaissementNonVu>(sql`
    SELECT n.genre, n.de, l.nom, n.montant FROM ${placesNonVues} n JOIN ${dossiers} d ON d.id = n."DossierId"
    JOIN ${locataires} l ON l.id = d."LocataireId" WHERE n.montant <> 0 ORDER BY l.nom, d.id`);
