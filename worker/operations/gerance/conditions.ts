import { desc, eq, type SQL, sql } from "drizzle-orm";
import { formatJour, type Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import {
  avertissementsConditions,
  type ConditionsRow,
  type ModeFonds,
  type NouvellesConditions,
} from "#domain/gerance/conditions.ts";
import type { Db } from "#worker/db/client.ts";
import { missions } from "#worker/db/schema.ts";
import { conditionsMandat } from "#worker/db/schema-gerance.ts";
import { trace } from "#worker/operations/history.ts";
import { fondsDe, mandatDe } from "./comptes-lus.ts";

const laMission = (db: Db, id: number) =>
  db
    .select({ type: missions.type, dateSignature: missions.dateSignature })
    .from(missions)
    .where(eq(missions.id, id));

const lesConditions = (db: Db, id: number) =>
  db
    .select({
      id: conditionsMandat.id,
      depuis: conditionsMandat.depuis,
      modeFonds: conditionsMandat.modeFonds,
      user: conditionsMandat.user,
      createdAt: conditionsMandat.createdAt,
    })
    .from(conditionsMandat)
    .where(eq(conditionsMandat.MissionId, id))
    .orderBy(desc(conditionsMandat.depuis), desc(conditionsMandat.id));

/**
 * The terms of a management mandate and those it had, the latest first; none: rents go to the owner.
 * @throws NotFound when there is no such mission.
 */
export async function lireConditions(db: Db, id: number, today: Jour): Promise<ConditionsRow[]> {
  const {
    mission: [mission],
    rows,
  } = await db.read({ mission: laMission(db, id), rows: lesConditions(db, id) });
  if (!mission) throw new NotFound();
  const enVigueur = rows.find(({ depuis }) => depuis <= today)?.id;
  return rows.map((row) => ({ ...row, enVigueur: row.id === enVigueur }));
}

/** The payments of a mandate's tenants from that day on whose funds went elsewhere than the terms would say. */
const contredits = (id: number, { depuis, modeFonds }: NouvellesConditions) => sql`
  SELECT 1 FROM "MissionAppartement" l JOIN "Dossier" d ON d."AppartementId" = l."AppartementId"
  JOIN "Reglement" r ON r."DossierId" = d.id AND r.date >= ${depuis}
  WHERE l."MissionId" = ${id} AND r.fonds <> ${modeFonds} AND r.etat IN ('recu', 'credite')`;

/**
 * Gives a management mandate new terms from the first day of a month (domain/README §12.1). Those it had stay in its
 * history: of several of one day, the last written holds.
 * @returns what staff should know
 * @throws NotFound; Invalid when the mission is no management mandate; Conflict when a payment of that time was recorded
 *   under other terms.
 */
export async function changerConditions(
  db: Db,
  { id, conditions, user }: { id: number; conditions: NouvellesConditions; user: string | null },
): Promise<string[]> {
  const [mission] = await laMission(db, id);
  if (!mission) throw new NotFound();
  const { depuis, modeFonds } = conditions;
  const admises = sql`EXISTS (SELECT 1 FROM ${missions} WHERE ${missions.id} = ${id} AND ${missions.type} = 'gestion')
    AND NOT EXISTS (${contredits(id, conditions)})`;
  const { ecrites } = await db.write({
    historique: trace(db, {
      entite: "Mission",
      entiteId: id,
      etat: "Conditions du mandat",
      user,
      details: { depuis, modeFonds },
      quand: admises,
    }),
    ecrites: db.run(sql`INSERT INTO ${conditionsMandat} ("MissionId", depuis, "modeFonds", "user")
      SELECT ${id}, ${depuis}, ${modeFonds}, ${user} WHERE ${admises}`),
  });
  if (ecrites.rowsAffected === 0) {
    if (mission.type !== "gestion") {
      throw new Invalid({ modeFonds: "Seul un mandat de gestion a ces conditions." });
    }
    throw new Conflict(
      `Des règlements ont été enregistrés depuis le ${formatJour(depuis)} sous les conditions d’avant : choisissez un mois suivant.`,
    );
  }
  return avertissementsConditions(conditions, mission.dateSignature);
}

/** Who receives the rents of a dwelling on a day, as a statement. */
export const lireFondsDuLogement = (db: Db, AppartementId: number, jour: Jour) =>
  db.all<{ fonds: ModeFonds }>(
    sql`SELECT ${fondsDe(mandatDe(sql`a.id`), jour)} AS fonds FROM "Appartement" a WHERE a.id = ${AppartementId}`,
  );

/**
 * The condition that the rents of a dwelling come to the agency by this mandate alone, and that its books are not settled
 * with a tenant of it: he owes what was called, or it holds an advance, a cheque or a deposit of his.
 */
export const rendraitDesFondsTenus = (
  { MissionId, AppartementId }: { MissionId: number; AppartementId: number },
  jour: Jour,
): SQL => sql`EXISTS (SELECT 1 FROM "Appartement" a WHERE a.id = ${AppartementId}
  AND ${fondsDe(mandatDe(sql`a.id`), jour)} = 'agence'
  AND ${fondsDe(mandatDe(sql`a.id`, sql`m.id <> ${MissionId}`), jour)} <> 'agence'
  AND EXISTS (SELECT 1 FROM "Dossier" d WHERE d."AppartementId" = a.id AND EXISTS (
    SELECT 1 FROM "Ligne" tenue WHERE tenue.genre IN ('411', '4191', '4192', '165') AND tenue.de = d.id
    GROUP BY tenue.genre HAVING sum(tenue.debit) <> sum(tenue.credit))))`;
