import { type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import type { Jour } from "#domain/dates.ts";
import {
  type AvenantSigne,
  type ContenuActe,
  type MandatSigne,
  missionEnMots,
  type TermeChange,
} from "#domain/gerance/mandats/actes-mandat.ts";
import { conditionsSignees, termesChanges } from "#domain/gerance/mandats/conditions.ts";
import type { Mission } from "#domain/missions/mission-fiche.ts";
import type { Statements } from "#worker/db/client.ts";
import { insertWhen } from "#worker/db/rows.ts";
import { actesMandat } from "#worker/db/schema/mandants.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { estTenu, type MandatLu, mandatImprime, mandatSigne } from "./mandat-lu.ts";
import type { Redacteur } from "./registre-ecrit.ts";

/** SQL condition: the same transaction has already changed the mission, which was in this version. */
export const changee = (MissionId: number, version: number) =>
  sql`EXISTS (SELECT 1 FROM ${missions} WHERE id = ${MissionId} AND version = ${version + 1})`;

interface Acte {
  MissionId: number;
  rang: number;
  depuis: Jour;
  ConditionsMandatId?: SQL;
  contenu: ContenuActe;
}

/** The SQL statement that stores a signed act; it writes nothing when the mandate already has an act of this rank. */
const garderActe = ({ db, now, user }: Redacteur, acte: Acte, quand: SQL) =>
  insertWhen(
    db,
    actesMandat,
    { ...acte, user, createdAt: now.toISOString() },
    sql`${quand} AND NOT EXISTS (SELECT 1 FROM ${actesMandat} WHERE "MissionId" = ${acte.MissionId}
      AND rang = ${acte.rang})`,
  );

/** The SQL statement that stores the paper of a signed mandate. */
export const garderSigne = (ctx: Redacteur, signe: MandatSigne & { id: number }, quand: SQL) => {
  const { id: MissionId, ...mandat } = signe;
  const depuis = mandat.mission.dateSignature ?? ctx.today;
  return garderActe(ctx, { MissionId, rang: 0, depuis, contenu: { mandat } }, quand);
};

/**
 * An avenant to record: its first day and its changes. `objets`: the names of the changes in the register. `venant`:
 * a signatory besides the principals.
 */
export interface Avenant {
  depuis: Jour;
  changements: readonly TermeChange[];
  objets: readonly string[];
  venant?: AvenantSigne["mandants"][number];
  /** The identifier of the terms that the avenant gives. */
  ConditionsMandatId?: SQL;
}

/** The avenant that a change of a mission's record makes from this day on; null when no term changes. */
export function avenantDeLaMission(avant: Mission, apres: Mission, today: Jour): Avenant | null {
  const changements = termesChanges(missionEnMots(avant), missionEnMots(apres));
  if (changements.length === 0) return null;
  return { depuis: today, changements, objets: changements.map(({ nom }) => nom.toLowerCase()) };
}

/** The count of avenants made before their papers were kept: one for each day on which the terms changed. */
function avenantsDAvant({ actes, conditions, mission }: MandatLu, today: Jour): number {
  const gardees = new Set(actes.map(({ ConditionsMandatId }) => ConditionsMandatId));
  const anciennes = conditions.filter(({ id }) => !gardees.has(id));
  const signees = conditionsSignees(anciennes, mission.dateSignature, today);
  return new Set(
    anciennes.map(({ depuis }) => depuis).filter((depuis) => signees && depuis > signees.depuis),
  ).size;
}

/** The number of the next avenant of a mandate, from 1. */
export const prochainRang = (mandat: MandatLu, today: Jour): number =>
  avenantsDAvant(mandat, today) + mandat.actes.filter(({ rang }) => rang > 0).length + 1;

/**
 * The SQL statements that store an avenant, with its signatories and the agency's present data. They also store the
 * paper of the mandate, unless it is stored already.
 */
export function garderAvenant(
  ctx: Redacteur,
  { mandat, quand, avenant }: { mandat: MandatLu; quand: SQL; avenant: Avenant },
): Statements {
  const MissionId = mandat.mission.id;
  const { depuis, changements, venant, ConditionsMandatId } = avenant;
  const mandants = [...mandat.clients, ...(venant ? [venant] : [])];
  const acte = {
    MissionId,
    rang: prochainRang(mandat, ctx.today),
    depuis,
    ...(ConditionsMandatId ? { ConditionsMandatId } : {}),
    contenu: { avenant: { changements, mandants, agence: agenceDe(mandat.reglages) } },
  };
  return {
    mandatGarde: garderSigne(ctx, tel(ctx, mandat), quand),
    avenant: garderActe(ctx, acte, quand),
  };
}

/** The mandate as its paper would print it today, with its identifier. */
export const tel = (
  ctx: Redacteur,
  mandat: MandatLu,
  mission: Mission = mandat.mission,
): MandatSigne & { id: number } => ({
  id: mandat.mission.id,
  ...mandatImprime({ ...mandat, mission }, ctx),
});

/**
 * Stores the paper of a signed mandate, unless it is stored already, and returns the stored paper. Null for an
 * unsigned mandate, for a management mandate outside the register or without terms, and for an incomplete letting
 * mandate.
 */
export async function garderMandat(ctx: Redacteur, mandat: MandatLu): Promise<MandatSigne | null> {
  const garde = mandatSigne(mandat.actes);
  const sansConditions = mandat.mission.type === "gestion" && mandat.conditions.length === 0;
  if (garde || !estTenu(mandat, ctx.today) || !mandat.mission.dateSignature || sansConditions)
    return garde;
  const { id, ...papier } = tel(ctx, mandat);
  await ctx.db.write({ acte: garderSigne(ctx, { id, ...papier }, sql`true`) });
  return papier;
}
