import { type SQL, sql } from "drizzle-orm";
import { Invalid } from "#domain/erreurs.ts";
import {
  DATE_SIGNEE,
  LOCATION_SIGNEE,
  NUMERO_SIGNE,
  SIGNATURE_RETIREE,
} from "#domain/gerance/mandats/actes-mandat.ts";
import type { Mission } from "#domain/missions/mission-fiche.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { actesMandat } from "#worker/db/schema/mandants.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { LostRace, onWhatIsRead, provided } from "#worker/db/versions.ts";
import {
  type Avenant,
  avenantDeLaMission,
  changee,
  garderAvenant,
  garderSigne,
  tel,
} from "./actes-ecrits.ts";
import { estTenu, lireMandat, type MandatLu } from "./mandat-lu.ts";
import { memesParties, queteMandats, type Redacteur } from "./registre-ecrit.ts";

// A letting mandate is in the register of transactions, which is kept elsewhere: once it is signed and has its number,
// it is kept as it was signed, and each change is an avenant (missions/README §6.1).

/** A letting mandate, and the statement that makes a write fail where its parties or acts are no longer those read. */
async function lireLocation(ctx: Redacteur, MissionId: number) {
  const { db } = ctx;
  const [parties] = await queteMandats(db, sql`m.id = ${MissionId}`);
  const mandat = await lireMandat(ctx, MissionId);
  return { lu: mandat, memes: memeLocation(db, { MissionId, lu: mandat, parties }) };
}

type Parties = Awaited<ReturnType<typeof queteMandats>>[number];

const memeLocation = (
  db: Db,
  { MissionId, lu, parties }: { MissionId: number; lu: MandatLu; parties: Parties | undefined },
) =>
  provided(
    db,
    sql`${memesParties(parties ? [parties] : [])} AND (SELECT count(*) FROM ${actesMandat}
      WHERE "MissionId" = ${MissionId}) = ${lu.actes.length}`,
  );

/** The condition that nobody changed the record of a mission since it was read. */
const memeFiche = ({ mission: { id, version } }: MandatLu) =>
  sql`(SELECT version FROM ${missions} WHERE id = ${id}) = ${version}`;

/**
 * Composes the statements that keep a letting mandate which a change of its record signs, or an avenant to a signed
 * one.
 *
 * @throws Invalid for another day, number or type of a signed one
 */
export async function suivreLocation(
  ctx: Redacteur,
  { avant, apres }: { avant: { id: number; version: number }; apres: Mission },
): Promise<Statements> {
  const { lu, memes } = await lireLocation(ctx, avant.id);
  if (lu.mission.version !== avant.version) throw new LostRace();
  const quand = changee(avant.id, avant.version);
  if (estTenu(lu, ctx.today)) {
    refuserCorrection(lu.mission, apres);
    if (!apres.dateSignature) return { memes, mandatGarde: garderSigne(ctx, tel(ctx, lu), quand) };
    const avenant = avenantDeLaMission(lu.mission, apres, ctx.today);
    return avenant ? { memes, ...garderAvenant(ctx, { lu, quand, avenant }) } : {};
  }
  const mission = { ...lu.mission, ...apres };
  if (!estTenu({ ...lu, mission }, ctx.today)) return { memes };
  return { memes, acte: garderSigne(ctx, tel(ctx, lu, mission), quand) };
}

/** @throws Invalid */
function refuserCorrection(mission: MandatLu["mission"], apres: Mission): void {
  const { dateSignature, numRegistre } = mission;
  const signee = apres.dateSignature ?? null;
  if (apres.type !== "location") throw new Invalid({ type: LOCATION_SIGNEE });
  if (signee !== dateSignature && signee !== null)
    throw new Invalid({ dateSignature: dateSignature === null ? SIGNATURE_RETIREE : DATE_SIGNEE });
  if ((apres.numRegistre ?? null) !== numRegistre) throw new Invalid({ numRegistre: NUMERO_SIGNE });
}

/** Composes the statements that keep a change of the parties or dwellings of a signed letting mandate as an avenant. */
export async function noterSurLocation(
  ctx: Redacteur,
  {
    MissionId,
    dire,
    quand,
  }: { MissionId: number; dire: (lu: MandatLu) => Avenant | string; quand: SQL },
): Promise<Statements> {
  const { lu, memes } = await lireLocation(ctx, MissionId);
  const ficheLue = provided(ctx.db, memeFiche(lu));
  const avenant = lu.mission.dateSignature && estTenu(lu, ctx.today) ? dire(lu) : "";
  return typeof avenant === "string"
    ? { lue: ficheLue, memes }
    : { lue: ficheLue, memes, ...garderAvenant(ctx, { lu, quand, avenant }) };
}

/** Keeps a letting mandate that a change has just completed: signed, numbered, with a principal and a dwelling. */
export async function garderLocation(ctx: Redacteur, MissionId: number): Promise<void> {
  await onWhatIsRead(async () => {
    const { lu, memes } = await lireLocation(ctx, MissionId);
    if (lu.mission.type !== "location" || lu.actes.length > 0 || !estTenu(lu, ctx.today)) return;
    await ctx.db.write({
      lue: provided(ctx.db, memeFiche(lu)),
      memes,
      acte: garderSigne(ctx, tel(ctx, lu), sql`true`),
    });
  });
}
