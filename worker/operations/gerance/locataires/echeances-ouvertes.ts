import { type SQL, sql } from "drizzle-orm";
import { echeances } from "#worker/db/schema/gerance.ts";
import { fondsDe } from "#worker/operations/gerance/livres/fonds.ts";

/** The day from which a sum is unpaid: its due day, or the day of its receipt when that is later. */
export const DEPUIS = sql`max(e."exigibleLe", coalesce(q.emission, e."exigibleLe"))`;

/**
 * The columns of an unsettled sum. `incertaine`: the owner receives the rent himself, and nobody marked its receipt as
 * unpaid.
 */
const colonnes = sql`e."DossierId", e."QuitanceId", e.mois, e."exigibleLe", ${DEPUIS} AS depuis, e.nature, e.montant, e.reste,
  (q.id IS NOT NULL AND (q."statusInconu" OR q.regle)
    AND ${fondsDe(sql`e.mandat`, sql`e."exigibleLe"`)} = 'proprietaire') AS incertaine`;

/** The sums in the books that are not settled, found by their partial index. */
export const ouvertes = (lesquelles: SQL) => sql`SELECT ${colonnes}
  FROM ${echeances} e LEFT JOIN "Quitance" q ON q.id = e."QuitanceId"
  WHERE e.reste > 0 AND e."EcritureId" IS NOT NULL AND ${lesquelles}`;
