import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { finsDeMandat } from "#worker/db/schema/fins.ts";
import { conditionsMandat } from "#worker/db/schema/gerance.ts";
import { missionAppartements, missions } from "#worker/db/schema/missions.ts";

/**
 * The mandate of a dwelling: its latest `Mission` of management, else the identifier of the dwelling, below zero.
 *
 * @param parmi a condition on `m`, the missions that count
 */
export const mandatDe = (AppartementId: SQL, parmi: SQL = sql`true`) =>
  sql`coalesce((SELECT max(m.id) FROM ${missionAppartements} l JOIN ${missions} m ON m.id = l."MissionId"
    WHERE l."AppartementId" = ${AppartementId} AND m.type = 'gestion' AND ${parmi}), -${AppartementId})`;

/** The receiver of the rents of a mandate on a day, by its terms; null when the mandate has no terms yet. */
export const fondsDits = (mandat: SQL, date: SQL | Jour) =>
  sql`(SELECT c."modeFonds" FROM ${conditionsMandat} c WHERE c."MissionId" = ${mandat}
    AND c.depuis <= ${date} ORDER BY c.depuis DESC, c.id DESC LIMIT 1)`;

/** The receiver of the rents of a mandate on a day, whatever its end: the owner by default. */
export const fondsConvenus = (mandat: SQL, date: SQL | Jour) =>
  sql`coalesce(${fondsDits(mandat, date)}, 'proprietaire')`;

/**
 * The receiver of the rents of a mandate on a day: the owner by default, and once the mandate's last account is
 * frozen.
 */
export const fondsDe = (mandat: SQL, date: SQL | Jour) =>
  sql`coalesce((SELECT 'proprietaire' FROM ${finsDeMandat} f WHERE f."MissionId" = ${mandat} AND f."annuleLe" IS NULL
    AND f."arreteLe" <= ${date}), ${fondsConvenus(mandat, date)})`;

/** The last day of a mandate whose end is noted (mandats/README §12.24); null: it goes on. */
export const finDuMandat = (mandat: SQL) =>
  sql`(SELECT f."finLe" FROM ${finsDeMandat} f WHERE f."MissionId" = ${mandat} AND f."annuleLe" IS NULL)`;

/** The last day of the mandate of a dwelling; null when it goes on, and without a mandate. */
export const finDeSonMandat = (AppartementId: SQL): SQL =>
  sql`(CASE WHEN EXISTS (SELECT 1 FROM ${finsDeMandat}) THEN ${finDuMandat(mandatDe(AppartementId))} END)`;

/** The last day of a mandate whose last account is frozen; null for any other mandate. */
export const mandatTermineLe = (mandat: SQL) =>
  sql`(SELECT f."finLe" FROM ${finsDeMandat} f WHERE f."MissionId" = ${mandat} AND f."annuleLe" IS NULL
    AND f."arreteLe" IS NOT NULL)`;

/** True once the last account of a mandate is frozen: nothing is claimed for it any more. */
export const mandatArrete = (mandat: SQL) =>
  sql`EXISTS (SELECT 1 FROM ${finsDeMandat} f WHERE f."MissionId" = ${mandat} AND f."annuleLe" IS NULL
    AND f."arreteLe" IS NOT NULL)`;
