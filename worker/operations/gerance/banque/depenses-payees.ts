import { sql } from "drizzle-orm";
import type { DepenseConnue } from "#domain/gerance/rapprochement/repertoire.ts";
import type { Db } from "#worker/db/client.ts";
import { lotDeDepense } from "#worker/db/conditions.ts";
import { jourDuFait, paiementDeDepense } from "#worker/db/conditions-comptes.ts";
import { ecritures, lignes } from "#worker/db/schema/gerance.ts";
import { fournisseurs } from "#worker/db/schema/mandants.ts";
import { intendances } from "#worker/db/schema/missions.ts";

/**
 * The expenses that the agency paid (`d`), each with its payment entry (`o`) and the line of that entry on the bank
 * (`l`). The database reads the tables in that order, each by its key.
 */
export const payees = sql`${intendances} d CROSS JOIN ${ecritures} o ON ${paiementDeDepense(sql`d.id`)}
  CROSS JOIN ${lignes} l ON l."EcritureId" = o.id AND +l.genre = '512G'
  LEFT JOIN ${fournisseurs} f ON f.id = d."FournisseurId"`;

/**
 * True when no transfer pays the expense `d`: the bank line of a transfer is matched with the transfer, not with its
 * expense.
 */
export const SANS_VIREMENT = sql`${lotDeDepense(sql`d.id`)} IS NULL`;

export const COLONNES_DE_DEPENSE = sql`d.id, coalesce(d.intitule, 'Dépense') AS intitule, coalesce(f.nom, '') AS fournisseur, d."numFacture",
  ${jourDuFait(sql`o`)} AS date, l.credit AS montant, l.de AS "CompteBancaireId", d."LigneReleveId"`;

/** The part of the expense `d` that its supplier has not given back; cents. */
export const NON_REMBOURSE = sql`(l.credit + coalesce((SELECT sum(rendu.montant) FROM ${intendances} rendu
  WHERE rendu."RembourseId" = d.id AND rendu.regle), 0))`;

/** A bank line may be a supplier's refund of an expense paid up to this many days before the line. */
export const JOURS_AVANT_REMBOURSEMENT = 400;

/**
 * The SQL query of the expenses paid between two days, both included, that a supplier may still give back. The sum
 * not given back yet must be at least the smallest of `montants`; cents.
 * @param MissionId the mandate whose account paid them; absent: any
 */
export const lireRemboursables = (
  db: Db,
  {
    du,
    au,
    montants,
    MissionId,
  }: { du: string; au: string; montants: readonly number[]; MissionId?: number },
) =>
  db.all<DepenseConnue>(sql`
    SELECT d.id, coalesce(d.intitule, 'Dépense') AS intitule, coalesce(f.nom, '') AS fournisseur, d."numFacture",
      ${jourDuFait(sql`o`)} AS date, ${NON_REMBOURSE} AS montant, l.de AS "CompteBancaireId" FROM ${payees}
    WHERE ${montants.length > 0 ? sql`true` : sql`false`} AND d.regle AND d."RembourseId" IS NULL AND ${jourDuFait(sql`o`)} BETWEEN ${du} AND ${au}
      AND ${NON_REMBOURSE} >= ${Math.min(...montants, Number.MAX_SAFE_INTEGER)}
      ${MissionId === undefined ? sql`` : sql`AND EXISTS (SELECT 1 FROM ${lignes} m WHERE m."EcritureId" = o.id AND m.genre = '4670' AND m.de = ${MissionId})`}
    ORDER BY d.id`);

/**
 * The SQL query of the expenses paid between two days, both included, that no bank line shows and no transfer pays.
 */
export const lireDepensesNonVues = (db: Db, { du, au }: { du: string; au: string }) =>
  db.all<DepenseConnue>(sql`
    SELECT ${COLONNES_DE_DEPENSE} FROM ${payees} WHERE d.regle AND d."LigneReleveId" IS NULL AND ${jourDuFait(sql`o`)} BETWEEN ${du} AND ${au}
      AND ${SANS_VIREMENT} ORDER BY d.id`);
