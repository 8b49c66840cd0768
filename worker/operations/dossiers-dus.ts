import { and, eq, gt } from "drizzle-orm";
import type { Jour, Mois } from "#domain/dates.ts";
import type { Db } from "#worker/db/client.ts";
import { quittanceDue } from "#worker/db/conditions.ts";
import { appartements, dossiers, locataires } from "#worker/db/schema.ts";

const PAR_PAGE = 1000;

/**
 * The dossiers whose automatic receipt of the month is due by that day and does not exist.
 * @param jusquAu a day of that month.
 * @returns their identifiers, in order, page after page.
 */
export async function* dossiersDus(db: Db, mois: Mois, jusquAu: Jour): AsyncGenerator<number[]> {
  for (let apres = 0; ; ) {
    const page = await db
      .select({ id: dossiers.id })
      .from(dossiers)
      .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
      .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
      .where(and(gt(dossiers.id, apres), quittanceDue(mois, jusquAu)))
      .orderBy(dossiers.id)
      .limit(PAR_PAGE);
    const dernier = page.at(-1);
    if (dernier) yield page.map(({ id }) => id);
    if (!dernier || page.length < PAR_PAGE) return;
    apres = dernier.id;
  }
}
