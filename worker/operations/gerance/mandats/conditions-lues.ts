import { eq, type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import { aVenir, effectives } from "#domain/gerance/banque/coordonnees-bancaires.ts";
import {
  type ConditionsRow,
  conditionsEcrites,
  conditionsSignees,
  enVigueurLe,
} from "#domain/gerance/mandats/conditions.ts";
import { type Conditions, conditionsEnMots } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Db } from "#worker/db/client.ts";
import { missionRetracteeLe, selected } from "#worker/db/conditions.ts";
import { conditionsMandat } from "#worker/db/schema/gerance.ts";
import { comptesRendus, partsMandat } from "#worker/db/schema/mandants.ts";
import { missionClients, missions } from "#worker/db/schema/missions.ts";
import { clients } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { coordonneesLues } from "./coordonnees-bancaires.ts";
import { actesDe, type ConditionsDatees, conditionsDes } from "./mandat-lu.ts";

/**
 * The identifier of the terms of a mandate in force on a day; null when the mandate has no terms yet. The same rule
 * as `enVigueurLe()`, in SQL.
 * @param mandat a `Mission.id`
 */
export const conditionsA = (mandat: SQL | number, jour: SQL | Jour) =>
  sql`(SELECT cm.id FROM ${conditionsMandat} cm WHERE cm."MissionId" = ${mandat} AND cm.depuis <= ${jour}
    ORDER BY cm.depuis DESC, cm.id DESC LIMIT 1)`;

/** The condition that the terms of a mandate, today's or later ones, give this owner a share. */
export const aUnePart = (
  { MissionId, ClientId }: Record<"MissionId" | "ClientId", SQL | number>,
  today: Jour,
) => sql`EXISTS (SELECT 1 FROM ${partsMandat} pm JOIN ${conditionsMandat} cm ON cm.id = pm."ConditionsMandatId"
  WHERE cm."MissionId" = ${MissionId} AND pm."ClientId" = ${ClientId}
    AND (cm.depuis > ${today} OR cm.id = ${conditionsA(MissionId, today)}))`;

/**
 * True when a valid account was rendered for a mandate, and its terms of today give no shares: its only owner has the
 * whole.
 */
export const partsTues = (MissionId: SQL | number, today: Jour) =>
  sql`(${renduJusquau(MissionId)} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${partsMandat} pm
    WHERE pm."ConditionsMandatId" = ${conditionsA(MissionId, today)}))`;

/** The query of a mission, with the facts on which its terms depend. */
export const laMission = (db: Db, id: number) =>
  db
    .select({
      type: missions.type,
      dateSignature: missions.dateSignature,
      version: missions.versionDuCompte,
      retracteeLe: selected<string | null>(missionRetracteeLe(missions.id)),
    })
    .from(missions)
    .where(eq(missions.id, id));

/** The principals of a mission, and every owner named in some of its terms. */
export const lesMandants = (db: Db, id: number) =>
  db
    .select({
      id: clients.id,
      titre: clients.titre,
      qualite: clients.qualite,
      nom: clients.nom,
      prenom: clients.prenom,
      present: sql<number>`EXISTS (SELECT 1 FROM ${missionClients} WHERE "MissionId" = ${id}
        AND "ClientId" = ${clients.id})`,
    })
    .from(clients)
    .where(sql`${clients.id} IN (SELECT "ClientId" FROM ${missionClients} WHERE "MissionId" = ${id}
      UNION SELECT pm."ClientId" FROM ${partsMandat} pm JOIN ${conditionsMandat} cm ON cm.id = pm."ConditionsMandatId"
        WHERE cm."MissionId" = ${id})`);

/** The last day that a valid account covers; null without one. */
export const renduJusquau = (id: SQL | number) =>
  sql`(SELECT max(au) FROM ${comptesRendus} WHERE "MissionId" = ${id} AND etat = 'valide')`;

/**
 * The terms of a management mandate, the latest first, in euros and percents. An empty list means that the owner
 * receives the rents himself.
 * @throws NotFound when there is no such mission.
 */
export async function lireConditions(
  { db, now, today }: Pick<Contexte, "db" | "now" | "today">,
  id: number,
): Promise<ConditionsRow[]> {
  const {
    mission: [mission],
    rows,
    mandants,
    coordonnees,
    actes,
  } = await db.read({
    mission: laMission(db, id),
    rows: conditionsDes(db, sql`(${id})`),
    mandants: lesMandants(db, id),
    coordonnees: coordonneesLues(db, id),
    actes: actesDe(db, id),
  });
  if (!mission) throw new NotFound();
  const enVigueur = enVigueurLe(rows, today)?.id;
  const avenants = new Set(actes.map(({ ConditionsMandatId }) => ConditionsMandatId));
  const signees = conditionsSignees(
    rows.filter((row) => !avenants.has(row.id)),
    mission.dateSignature,
    today,
  );
  const noms = new Map(mandants.map((mandant) => [mandant.id, nomComplet(mandant)]));
  const instant = now.toISOString();
  return rows.map((row) => {
    const ecrites = conditionsEcrites(sansDate(row));
    const parts = row.parts.map((part) => {
      const connues = coordonnees.filter(({ ClientId }) => ClientId === part.ClientId);
      const payee = effectives(connues, instant);
      return {
        ...part,
        nom: noms.get(part.ClientId) ?? "",
        iban: payee?.iban ?? null,
        titulaire: payee?.titulaire ?? null,
        change: aVenir(connues, instant) !== undefined,
      };
    });
    const { id: rang, depuis, user, createdAt } = row;
    return {
      id: rang,
      depuis,
      ...ecrites,
      parts,
      enMots: conditionsEnMots({ ...ecrites, parts }),
      enVigueur: rang === enVigueur,
      avenant: avenants.has(rang) || (signees !== undefined && depuis > signees.depuis),
      user,
      createdAt,
    };
  });
}

/** The terms of a row, without its day and its shares. */
export const sansDate = ({
  id: _id,
  MissionId: _mission,
  depuis: _depuis,
  parts: _parts,
  user: _user,
  createdAt: _createdAt,
  ...conditions
}: ConditionsDatees): Conditions => conditions;
