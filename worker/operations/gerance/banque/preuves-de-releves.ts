import { sql } from "drizzle-orm";
import type { Db, Statements } from "#worker/db/client.ts";
import { comptesBancaires, lignesReleve } from "#worker/db/schema/gerance.ts";
import { DEPART, prouves } from "#worker/operations/gerance/livres/releves-prouves.ts";
import { trace } from "#worker/operations/historique/history.ts";

/**
 * Marks as proven the lines of the proven statements of this account, and the lines of the unproven files that these
 * statements confirm.
 */
export const prouverLaSuite = (db: Db, CompteBancaireId: number) =>
  db.run(sql`
    WITH RECURSIVE ${prouves(sql`(${CompteBancaireId})`)}
    UPDATE ${lignesReleve} SET prouvee = 1 WHERE prouvee = 0 AND "CompteBancaireId" = ${CompteBancaireId}
      AND "ReleveId" IN (SELECT id FROM prouve UNION SELECT id FROM confirme)`);

/**
 * The SQL statements to run once the agency gave the starting balance of an account. They prove the first unproven
 * file that starts from this balance, with the files that follow it. They do nothing when a statement of the account
 * is proven already (banque/README §12.5).
 */
export const prouverDepuisLeDepart = (
  db: Db,
  { CompteBancaireId, user }: { CompteBancaireId: number; user: string | null },
): Statements => ({
  depart: trace(db, {
    entite: "Releve",
    entiteId: sql`(WITH RECURSIVE ${prouves(sql`(${CompteBancaireId})`)}
      SELECT lu.id FROM lu JOIN ${comptesBancaires} c ON c.id = lu.compte AND c."dateDepart" < lu.du AND c."soldeDepart" = lu.ancien
      WHERE lu.preuve = 'attente' AND NOT EXISTS (SELECT 1 FROM prouve) ORDER BY lu.du, lu.id LIMIT 1)`,
    etat: DEPART,
    user,
    details: { CompteBancaireId, preuve: "prouve" },
  }),
  suite: prouverLaSuite(db, CompteBancaireId),
});
