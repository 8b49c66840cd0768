import { type SQL, sql } from "drizzle-orm";
import { history } from "#worker/db/schema/agence.ts";
import { comptesBancaires, lignesReleve, releves } from "#worker/db/schema/gerance.ts";

/** The sum of the lines of unproven files between a statement `p` and a later one; null without any. */
const entreEux = (suivant: SQL, lesquelles = sql`true`) => sql`(
  SELECT sum(tue.montant) FROM lu muet JOIN ${lignesReleve} tue ON tue."ReleveId" = muet.id
  WHERE muet.compte = p.compte AND muet.preuve = 'aucune' AND muet.du >= p.au AND muet.au <= ${suivant}.du AND ${lesquelles})`;

/**
 * True when the lines of unproven files between `p` and a later statement lead from the balance of one to the balance
 * of the other: all these lines, or only those already proven.
 */
const toutesMenent = (suivant: SQL) => sql`${suivant}.ancien = p.nouveau + ${entreEux(suivant)}`;
const prouveesMenent = (suivant: SQL) =>
  sql`${suivant}.ancien = p.nouveau + ${entreEux(suivant, sql`tue.prouvee`)}`;

/** The event of history by which the starting balance of an account, given after the import, proves a statement. */
export const DEPART = "Solde de départ";

/**
 * `prouve`: the proven statements of these accounts. History keeps the verdict of the import, or of the starting
 * balance given since. A statement older than that history is proven when all its lines are. A waiting statement
 * becomes proven when its first balance follows a proven one, to the cent, directly or through the lines of unproven
 * files, with no other proven statement between.
 * `confirme`: the unproven files whose lines are proven in this way.
 * @param comptes a query of identifiers, in brackets
 */
export const prouves = (comptes: SQL) => sql`
  lu AS MATERIALIZED (SELECT r.id, r."CompteBancaireId" AS compte, r.du, r.au, r."ancienSolde" AS ancien, r."nouveauSolde" AS nouveau,
      (SELECT details ->> 'preuve' FROM ${history}
        WHERE entite = 'Releve' AND "entiteId" = r.id AND etat IN ('Import', ${DEPART}) ORDER BY id DESC LIMIT 1) AS preuve
    FROM ${releves} r WHERE r."CompteBancaireId" IN ${comptes}),
  prouve AS (SELECT id, compte, du, au, ancien, nouveau FROM lu
      WHERE preuve = 'prouve' OR (preuve IS NULL AND ancien IS NOT NULL AND nouveau IS NOT NULL
        AND EXISTS (SELECT 1 FROM ${lignesReleve} sienne WHERE sienne."ReleveId" = lu.id)
        AND NOT EXISTS (SELECT 1 FROM ${lignesReleve} sienne WHERE sienne."ReleveId" = lu.id AND NOT sienne.prouvee))
    UNION SELECT suivant.id, suivant.compte, suivant.du, suivant.au, suivant.ancien, suivant.nouveau
      FROM prouve p JOIN lu suivant ON suivant.compte = p.compte AND suivant.du >= p.au
      WHERE suivant.preuve = 'attente'
        AND (suivant.ancien = p.nouveau OR ${toutesMenent(sql`suivant`)} OR ${prouveesMenent(sql`suivant`)}) AND NOT EXISTS (SELECT 1 FROM lu entre
        WHERE entre.compte = p.compte AND entre.preuve = 'prouve' AND entre.au > p.au AND entre.au <= suivant.du)),
  confirme AS (SELECT DISTINCT c.id FROM prouve p JOIN prouve n ON n.compte = p.compte AND n.id <> p.id AND n.du >= p.au AND n.ancien <> p.nouveau
    JOIN lu c ON c.compte = p.compte AND c.preuve = 'aucune' AND c.du >= p.au AND c.au <= n.du
    WHERE NOT EXISTS (SELECT 1 FROM prouve entre WHERE entre.compte = p.compte AND entre.id NOT IN (p.id, n.id)
        AND entre.du >= p.au AND entre.au <= n.du)
      AND (${toutesMenent(sql`n`)} OR (${prouveesMenent(sql`n`)}
        AND EXISTS (SELECT 1 FROM ${lignesReleve} sienne WHERE sienne."ReleveId" = c.id AND sienne.prouvee))))`;

/** A query of the identifiers of all bank accounts. */
export const TOUS = sql`(SELECT id FROM ${comptesBancaires})`;

/**
 * The proven statements of all accounts (banque/README §12.5), as rows: their account, days and balances. Only they
 * decide what an account holds and which days it covers: anybody can make another file.
 */
export const relevesProuves = sql`(
  WITH RECURSIVE ${prouves(TOUS)}
  SELECT id, compte, du, au, ancien, nouveau FROM prouve)`;

/** The unproven files whose lines a later proven statement proves, as rows of identifiers. */
export const relevesConfirmes = sql`(WITH RECURSIVE ${prouves(TOUS)} SELECT id FROM confirme)`;
