import { type SQL, sql } from "drizzle-orm";
import type { EncaissementNonVu } from "#domain/gerance/encaissement-non-vu.ts";
import type { Db } from "#worker/db/client.ts";
import { seul } from "#worker/db/conditions-comptes.ts";
import { dossiers, locataires } from "#worker/db/schema.ts";
import {
  comptesBancaires,
  ecritures,
  lignes,
  lignesReleve,
  reglements,
  releves,
} from "#worker/db/schema-gerance.ts";
import { parLaBanque } from "./repertoire.ts";

/** From when until when the statements of each account of rents tell; null where it has none. */
const racontes = sql`(SELECT c.id,
    (SELECT min(coalesce(s.du, (SELECT min(date) FROM ${lignesReleve} WHERE "ReleveId" = s.id)))
      FROM ${releves} s WHERE s."CompteBancaireId" = c.id) AS debut,
    (SELECT max(coalesce(s.au, (SELECT max(date) FROM ${lignesReleve} WHERE "ReleveId" = s.id)))
      FROM ${releves} s WHERE s."CompteBancaireId" = c.id) AS fin,
    coalesce(c."fermeLe", '9999') AS ferme
  FROM ${comptesBancaires} c WHERE c."usage" = 'gerance')`;

/**
 * The payments that no line of a statement proves, of a day that those of their account tell, or those of every account
 * where they name none (domain/README §12.18): what came before the first statement or after the last, nothing can prove.
 * The order is told: left alone, the database reads every line of an account for each payment.
 */
const reglementsNonVus = sql`(SELECT DISTINCT r.id, r."DossierId" FROM ${reglements} r
    CROSS JOIN ${ecritures} e ON e."ReglementId" = r.id AND +e."annuleId" IS NULL
    CROSS JOIN ${lignes} l ON l."EcritureId" = e.id AND +l.genre = '512G' AND l.debit > 0
    JOIN raconte t ON t.id = coalesce(l.de, r."CompteBancaireId", ${seul}, t.id) AND e.date BETWEEN t.debut AND t.fin
    WHERE r.etat = 'credite' AND r."LigneReleveId" IS NULL AND ${parLaBanque}
      AND NOT EXISTS (SELECT 1 FROM raconte muet WHERE muet.id = coalesce(l.de, r."CompteBancaireId", ${seul}, muet.id)
        AND e.date < muet.ferme AND e.date NOT BETWEEN coalesce(muet.debut, '9999') AND coalesce(muet.fin, '')))`;

/** Where the money of these payments lies: the account, its kind, the dossier and the cents of each. */
export const placesNonVues: SQL = sql`(WITH raconte AS MATERIALIZED ${racontes}
  SELECT l.genre, l.de, n."DossierId",
    sum(iif(l.genre = '512G', l.debit - l.credit, l.credit - l.debit)) AS montant
  FROM ${reglementsNonVus} n CROSS JOIN ${ecritures} e ON e."ReglementId" = n.id
  CROSS JOIN ${lignes} l ON l."EcritureId" = e.id AND +l.genre IN ('512G', '4670', '4191', '165')
  GROUP BY l.genre, l.de, n."DossierId")`;

/** The statement that reads them, each with its tenant. */
export const lireNonVus = (db: Db) =>
  db.all<EncaissementNonVu>(sql`
    SELECT n.genre, n.de, l.nom, n.montant FROM ${placesNonVues} n JOIN ${dossiers} d ON d.id = n."DossierId"
    JOIN ${locataires} l ON l.id = d."LocataireId" WHERE n.montant <> 0 ORDER BY l.nom, d.id`);
