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

// The register of transactions, kept elsewhere, holds the letting mandates. Once a letting mandate is signed and
// numbered, its signed content is stored, and each change is an avenant (missions/README §6.1).

/** A letting mandate, and the statement that makes a write fail when its parties or acts changed since. */
async function lireLocation(ctx: Redacteur, MissionId: number) {
  const { db } = ctx;
  const [parties] = await queteMandats(db, sql`m.id = ${MissionId}`);
  const mandat = await lireMandat(ctx, MissionId);
  return { mandat, memes: memeLocation(db, { MissionId, mandat, parties }) };
}

type Parties = Awaited<ReturnType<typeof queteMandats>>[number];

const memeLocation = (
  db: Db,
  {
    MissionId,
    mandat,
    parties,
  }: { MissionId: number; mandat: MandatLu; parties: Parties | undefined },
) =>
  provided(
    db,
    sql`${memesParties(parties ? [parties] : [])} AND (SELECT count(*) FROM ${actesMandat}
      WHERE "MissionId" = ${MissionId}) = ${mandat.actes.length}`,
  );

/** The condition that nobody changed the record of a mission since it was read. */
const memeFiche = ({ mission: { id, version } }: MandatLu) =>
  sql`(SELECT version FROM ${missions} WHERE id = ${id}) = ${version}`;

/**
 * Composes the SQL statements that go with a change of a letting mandate's record. They store the mandate when the
 * change signs it or withdraws its signature, and an avenant when other terms of a signed mandate change.
 *
 * @throws Invalid when the number or type of a signed mandate changes, or its day, unless the day is emptied; LostRace
 * when the record changed since the read
 */
export async function suivreLocation(
  ctx: Redacteur,
  { avant, apres }: { avant: { id: number; version: number }; apres: Mission },
): Promise<Statements> {
  const { mandat, memes } = await lireLocation(ctx, avant.id);
  if (mandat.mission.version !== avant.version) throw new LostRace();
  const quand = changee(avant.id, avant.version);
  if (estTenu(mandat, ctx.today)) {
    refuserCorrection(mandat.mission, apres);
    if (!apres.dateSignature)
      return { memes, mandatGarde: garderSigne(ctx, tel(ctx, mandat), quand) };
    const avenant = avenantDeLaMission(mandat.mission, apres, ctx.today);
    return avenant ? { memes, ...garderAvenant(ctx, { mandat, quand, avenant }) } : {};
  }
  const mission = { ...mandat.mission, ...apres };
  if (!estTenu({ ...mandat, mission }, ctx.today)) return { memes };
  return { memes, acte: garderSigne(ctx, tel(ctx, mandat, mission), quand) };
}

/**
 * @throws Invalid when the type or the number of a signed letting mandate changes, or its day of signature becomes
 * another day
 */
function refuserCorrection(mission: MandatLu["mission"], apres: Mission): void {
  const { dateSignature, numRegistre } = mission;
  const signee = apres.dateSignature ?? null;
  if (apres.type !== "location") throw new Invalid({ type: LOCATION_SIGNEE });
  if (signee !== dateSignature && signee !== null)
    throw new Invalid({ dateSignature: dateSignature === null ? SIGNATURE_RETIREE : DATE_SIGNEE });
  if ((apres.numRegistre ?? null) !== numRegistre) throw new Invalid({ numRegistre: NUMERO_SIGNE });
}

/**
 * Composes the SQL statements that store, as an avenant, a change of the parties or dwellings of a signed letting
 * mandate.
 */
export async function noterSurLocation(
  ctx: Redacteur,
  {
    MissionId,
    dire,
    quand,
  }: { MissionId: number; dire: (mandat: MandatLu) => Avenant | string; quand: SQL },
): Promise<Statements> {
  const { mandat, memes } = await lireLocation(ctx, MissionId);
  const ficheLue = provided(ctx.db, memeFiche(mandat));
  const avenant = mandat.mission.dateSignature && estTenu(mandat, ctx.today) ? dire(mandat) : "";
  return typeof avenant === "string"
    ? { ficheLue, memes }
    : { ficheLue, memes, ...garderAvenant(ctx, { mandat, quand, avenant }) };
}

/** Stores a letting mandate that a change has just completed: signed, numbered, with a principal and a dwelling. */
export async function garderLocation(ctx: Redacteur, MissionId: number): Promise<void> {
  await onWhatIsRead(async () => {
    const { mandat, memes } = await lireLocation(ctx, MissionId);
    if (
      mandat.mission.type !== "location" ||
      mandat.actes.length > 0 ||
      !estTenu(mandat, ctx.today)
    )
      return;
    await ctx.db.write({
      ficheLue: provided(ctx.db, memeFiche(mandat)),
      memes,
      acte: garderSigne(ctx, tel(ctx, mandat), sql`true`),
    });
  });
}
