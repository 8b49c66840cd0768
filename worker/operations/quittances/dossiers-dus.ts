import { and, count, eq, gt, type SQL, sql } from "drizzle-orm";
import { type Jour, type Mois, moisDe } from "#domain/dates.ts";
import { echeanceDuMois } from "#domain/quittances/echeance.ts";
import { avertissementsPassage } from "#domain/quittances/emission.ts";
import { moisARattraper } from "#domain/quittances/mois-factures.ts";
import type { Db } from "#worker/db/client.ts";
import { loyerArrete } from "#worker/db/conditions.ts";
import {
  dossierIncomplet,
  dossierSansAutomatisme,
  partiSansConge,
  quittanceAttendue,
  quittanceDue,
} from "#worker/db/conditions-quittances.ts";
import { appartements, dossiers, locataires } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";

const PAR_PAGE = 1000;

/**
 * The dossiers whose automatic receipt of the month is due and missing.
 * @returns their identifiers, in order, page after page.
 */
export async function* dossiersDus(
  { db, today }: Pick<Contexte, "db" | "today">,
  mois: Mois,
): AsyncGenerator<number[]> {
  for (let apres = 0; ; ) {
    const page = await db
      .select({ id: dossiers.id })
      .from(dossiers)
      .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
      .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
      .where(and(gt(dossiers.id, apres), quittanceDue(mois, today)))
      .orderBy(dossiers.id)
      .limit(PAR_PAGE);
    const dernier = page.at(-1);
    if (dernier) yield page.map(({ id }) => id);
    if (!dernier || page.length < PAR_PAGE) return;
    apres = dernier.id;
  }
}

/**
 * The query for how many automatic receipts of each month are due and missing, and how many wait for a check
 * (jobs/README §9.9); to run in the same batch as others. A month without a missing receipt has no row.
 */
export const manquesParMois = (db: Db, mois: readonly Mois[], today: Jour) => {
  // Most receipts of the present month are missing until their day: for this month, the query examines every dossier.
  const passe = (ceMois: Mois) => ceMois < moisDe(today);
  return db.all<{ mois: Mois; nombre: number; aVerifier: number }>(sql`
    WITH incomplet AS MATERIALIZED (SELECT id FROM ${dossiers} WHERE ${dossierIncomplet(mois.filter(passe))})
    SELECT mois, toutes - "aVerifier" AS nombre, "aVerifier" FROM (${sql.join(
      mois.map(
        (ceMois) => sql`SELECT ${ceMois} AS mois, count(*) AS toutes,
            coalesce(sum(${partiSansConge(ceMois)}), 0) AS "aVerifier"
          FROM ${passe(ceMois) ? sql`incomplet CROSS JOIN ${dossiers} ON ${dossiers.id} = incomplet.id` : dossiers}
          JOIN ${appartements} ON ${appartements.id} = ${dossiers.AppartementId}
          JOIN ${locataires} ON ${locataires.id} = ${dossiers.LocataireId}
          WHERE ${quittanceAttendue(ceMois, today)}`,
      ),
      sql` UNION ALL `,
    )}) WHERE toutes > 0`);
};

/**
 * The warning to staff who switch automatic receipts on: the receipts that the next daily run will make for these
 * dossiers (jobs/README §9.9).
 * @param lesquels a condition on the dossiers, their apartments or their tenants.
 * @returns one sentence; none when the run will make no receipt.
 */
export async function annoncerPassage(
  { db, today }: Pick<Contexte, "db" | "today">,
  lesquels: SQL,
): Promise<string[]> {
  const dues: { mois: Mois; echeance: Jour }[] = [];
  for (const mois of moisARattraper(today)) {
    const duMois = await db
      .select({ dateDebutBail: dossiers.dateDebutBail, jourQuitance: dossiers.jourQuitance })
      .from(dossiers)
      .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
      .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
      .where(and(lesquels, quittanceDue(mois, today)));
    dues.push(...duMois.map((dossier) => ({ mois, echeance: echeanceDuMois(dossier, mois) })));
  }
  return avertissementsPassage(dues);
}

/** The query for how many running dossiers never have automatic receipts; to run in the same batch as others. */
export const compterSansAutomatisme = (db: Db, today: Jour) =>
  db
    .select({ nombre: count() })
    .from(dossiers)
    .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
    .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
    .where(dossierSansAutomatisme(today));

/**
 * The query for how many running dossiers have their rent stopped by another lease; to run in the same batch as others.
 */
export const compterLoyersArretes = (db: Db, today: Jour) =>
  db.select({ nombre: count() }).from(dossiers).where(loyerArrete(today));
