import { type SQL, sql } from "drizzle-orm";
import { history } from "#worker/db/schema/agence.ts";
import { comptesBancaires, lignesReleve, releves } from "#worker/db/schema/gerance.ts";

/**
 * `prouve`: the statements of these accounts that proved their lines, as the history told when they were imported (those of
 * before it did, when their lines are), and those that waited for one of them, and go on from it with no other between.
 * @param comptes a query of identifiers, in brackets
 */
export const prouves = (comptes: SQL) => sql`
  lu AS MATERIALIZED (SELECT r.id, r."CompteBancaireId" AS compte, r.du, r.au, r."ancienSolde" AS ancien, r."nouveauSolde" AS nouveau,
      (SELECT details ->> 'preuve' FROM ${history}
        WHERE entite = 'Releve' AND "entiteId" = r.id AND etat = 'Import' ORDER BY id LIMIT 1) AS preuve
    FROM ${releves} r WHERE r."CompteBancaireId" IN ${comptes}
      AND r."ancienSolde" IS NOT NULL AND r."nouveauSolde" IS NOT NULL),
  prouve AS (SELECT id, compte, du, au, ancien, nouveau FROM lu
      WHERE preuve = 'prouve' OR (preuve IS NULL
        AND EXISTS (SELECT 1 FROM ${lignesReleve} sienne WHERE sienne."ReleveId" = lu.id)
        AND NOT EXISTS (SELECT 1 FROM ${lignesReleve} sienne WHERE sienne."ReleveId" = lu.id AND NOT sienne.prouvee))
    UNION SELECT suivant.id, suivant.compte, suivant.du, suivant.au, suivant.ancien, suivant.nouveau
      FROM prouve p JOIN lu suivant ON suivant.compte = p.compte AND suivant.du >= p.au AND suivant.ancien = p.nouveau
      WHERE suivant.preuve = 'attente' AND NOT EXISTS (SELECT 1 FROM lu entre
        WHERE entre.compte = p.compte AND entre.preuve = 'prouve' AND entre.au > p.au AND entre.au <= suivant.du))`;

/** Every account. */
export const TOUS = sql`(SELECT id FROM ${comptesBancaires})`;

/**
 * The statements of all accounts that prove their lines (banque/README §12.5), as rows: their account, days and
 * balances. They alone decide what an account holds and which days it has told: anybody can make another file.
 */
export const relevesProuves = sql`(
  WITH RECURSIVE ${prouves(TOUS)}
  SELECT id, compte, du, au, ancien, nouveau FROM prouve)`;
