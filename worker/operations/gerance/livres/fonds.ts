import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { conditionsMandat } from "#worker/db/schema/gerance.ts";
import { missionAppartements, missions } from "#worker/db/schema/missions.ts";

/**
 * The mandate of a dwelling: its latest `Mission` of management, or minus the dwelling without one.
 *
 * @param parmi a condition on `m`, the missions that count
 */
export const mandatDe = (AppartementId: SQL, parmi: SQL = sql`true`) =>
  sql`coalesce((SELECT max(m.id) FROM ${missionAppartements} l JOIN ${missions} m ON m.id = l."MissionId"
    WHERE l."AppartementId" = ${AppartementId} AND m.type = 'gestion' AND ${parmi}), -${AppartementId})`;

/** The receiver of the rents of a mandate on a day, by its terms; null when it has none yet. */
export const fondsDits = (mandat: SQL, date: SQL | Jour) =>
  sql`(SELECT c."modeFonds" FROM ${conditionsMandat} c WHERE c."MissionId" = ${mandat}
    AND c.depuis <= ${date} ORDER BY c.depuis DESC, c.id DESC LIMIT 1)`;

/** The receiver of the rents of a mandate on a day: the owner by default. */
export const fondsDe = (mandat: SQL, date: SQL | Jour) =>
  sql`coalesce(${fondsDits(mandat, date)}, 'proprietaire')`;
