import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";
import type { Db } from "#worker/db/client.ts";
import { history } from "#worker/db/schema/agence.ts";
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

/**
 * The mandates that each dwelling came under or left, by dwelling, for {@link mandatAlors}: joined once, since a query
 * for each row would read all of them again.
 */
export const CHANGEMENTS_DE_MANDAT = sql`changement AS MATERIALIZED (
  SELECT h.details ->> 'AppartementId' AS logement, json_group_array(json_object('id', h.id, 'mandat', h."entiteId",
    'retire', h.etat = 'Appartement retiré', 'createdAt', h."createdAt")) AS tous
  FROM ${history} h WHERE h.entite = 'Mission' AND h.etat IN ('Appartement ajouté', 'Appartement retiré') GROUP BY 1)`;

/**
 * SQL: the mandate that a dwelling had before its later changes of mandate, as {@link mandatDe} gives the present
 * one. If it had none then, the first mandate that it came under later.
 * @param tous the changes of the dwelling, of {@link CHANGEMENTS_DE_MANDAT}
 * @param depuis gives the condition, on the instant of a change, that the change came later
 */
export function mandatAlors(AppartementId: SQL, tous: SQL, depuis: (instant: SQL) => SQL) {
  const apres = sql`FROM json_each(${tous}) change WHERE ${depuis(sql`change.value ->> 'createdAt'`)}`;
  const changes = sql`SELECT change.value ->> 'mandat' AS mandat, change.value ->> 'retire' AS retire, min(change.value ->> 'id') ${apres} GROUP BY 1`;
  return sql`coalesce((SELECT max(m.id) FROM ${missions} m WHERE m.type = 'gestion' AND m.id IN (
    SELECT mandat FROM (${changes}) WHERE retire
    UNION ALL SELECT l."MissionId" FROM ${missionAppartements} l
      WHERE l."AppartementId" = ${AppartementId} AND l."MissionId" NOT IN (SELECT mandat FROM (${changes})))),
    (SELECT m.id FROM (SELECT change.value ->> 'id' AS id, change.value ->> 'mandat' AS mandat ${apres} AND NOT change.value ->> 'retire') venu
      JOIN ${missions} m ON m.id = venu.mandat AND m.type = 'gestion' ORDER BY venu.id LIMIT 1), -${AppartementId})`;
}

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

/** Reads the receiver of the rents of a dwelling on a day. */
export const lireFondsDuLogement = (db: Db, AppartementId: number, jour: Jour) =>
  db.all<{ fonds: ModeFonds }>(
    sql`SELECT ${fondsDe(mandatDe(sql`a.id`), jour)} AS fonds FROM "Appartement" a WHERE a.id = ${AppartementId}`,
  );

/**
 * True when the account of a dossier is not settled: called sums are owed, whether due yet or not, or the agency
 * holds an advance, an overpayment, a cheque or a deposit.
 */
export const compteOuvert = (DossierId: SQL) => sql`EXISTS (
  SELECT 1 FROM "Ligne" tenue WHERE tenue.genre IN ('411', '4191', '4197', '4192', '165') AND tenue.de = ${DossierId}
  GROUP BY tenue.genre HAVING sum(tenue.debit) <> sum(tenue.credit))`;

/**
 * True when this mandate alone brings the rents of a dwelling to the agency, and the account of one of its tenants is
 * not settled, as {@link compteOuvert}.
 */
export const rendraitDesFondsTenus = (
  { MissionId, AppartementId }: Record<"MissionId" | "AppartementId", SQL | number>,
  jour: Jour,
): SQL => sql`EXISTS (SELECT 1 FROM "Appartement" a WHERE a.id = ${AppartementId}
  AND ${fondsDe(mandatDe(sql`a.id`), jour)} = 'agence'
  AND ${fondsDe(mandatDe(sql`a.id`, sql`m.id <> ${MissionId}`), jour)} <> 'agence'
  AND EXISTS (SELECT 1 FROM "Dossier" d WHERE d."AppartementId" = a.id AND ${compteOuvert(sql`d.id`)}))`;
