import { type SQL, sql } from "drizzle-orm";
import { quitances } from "#worker/db/schema/quittances.ts";

/**
 * The facts that history keeps of the receipt `fiche.id` when it is made, cancelled or deleted: number, period, amounts
 * in euros.
 * @param aussi one more field, with its value.
 */
export const contenuQuittance = (aussi: SQL = sql``): SQL =>
  sql`(SELECT json_object('numero', q.numero, 'date', q.date, 'dateFin', q."dateFin",
    'loyerHC', q."loyerHC" / 100.0, 'charge', q.charge / 100.0,
    'assurance', nullif(q.assurance, 0) / 100.0${aussi})
    FROM ${quitances} q WHERE q.id = fiche.id)`;
