import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Invalid } from "#domain/erreurs.ts";
import {
  type AvenantSigne,
  avenantASigner,
  type ContenuActe,
  DATE_INSCRITE,
  MANDAT_ANNULE,
  type MandatSigne,
  manqueAuMandat,
  missionEnMots,
  NUMERO_TAPE,
  pasInscrit,
  type TermeChange,
  texteAvenant,
} from "#domain/gerance/mandats/actes-mandat.ts";
import { conditionsSignees, termesChanges } from "#domain/gerance/mandats/conditions.ts";
import {
  contenuInscription,
  MANDAT_ANNULE_AU_REGISTRE,
  numeroDeMandat,
} from "#domain/gerance/mandats/registre-mandats.ts";
import type { Mission } from "#domain/missions/mission-fiche.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { insertWhen } from "#worker/db/rows.ts";
import { conditionsMandat } from "#worker/db/schema/gerance.ts";
import { actesMandat, registreMandats } from "#worker/db/schema/mandants.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { LostRace, onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { lireMandat, type MandatLu, mandatImprime, mandatSigne } from "./mandat-lu.ts";

import {
  ecrire,
  mandatInscrit,
  memesParties,
  type Nouvelle,
  notee,
  queteMandats,
  queteNumero,
  queteTete,
  type Redacteur,
  registreFinit,
  SIGNEES,
  type Tete,
  VIDE,
} from "./registre-ecrit.ts";

/** The effect of a change of a mission on the register, in its transaction. */
export interface SuiteAuRegistre {
  /** The fields that the mission gets besides its own. */
  values: { numRegistre?: string };
  /** To write after the mission itself. */
  statements: Statements;
}

const SANS_SUITE: SuiteAuRegistre = { values: {}, statements: {} };

/** The condition that the parties of a mission and the last of its terms are those that were read. */
const memeMandat = (
  db: Db,
  parties: { MissionId: number; clients: string; biens: string },
  { conditions }: Pick<MandatLu, "conditions">,
) =>
  provided(
    db,
    sql`${memesParties([parties])} AND (SELECT coalesce(max(id), 0) FROM ${conditionsMandat}
      WHERE "MissionId" = ${parties.MissionId}) = ${Math.max(0, ...conditions.map(({ id }) => id))}`,
  );

/** The missing data of a signed mandate, without which it does not enter the register. */
const manqueA = (
  { clients, biens, conditions, mission }: MandatLu,
  today: Jour,
  signeLe = mission.dateSignature,
): string[] =>
  manqueAuMandat({
    mandants: clients.length,
    biens: biens.length,
    conditions: conditions.length,
    aVenir: signeLe !== null && signeLe > today,
  });

/** The statement that keeps a signed act; it writes nothing where the mandate has an act of this rank. */
const garderActe = (
  { db, now, user }: Redacteur,
  acte: {
    MissionId: number;
    rang: number;
    depuis: Jour;
    ConditionsMandatId?: SQL;
    contenu: ContenuActe;
  },
  quand: SQL,
) =>
  insertWhen(
    db,
    actesMandat,
    { ...acte, user, createdAt: now.toISOString() },
    sql`${quand} AND NOT EXISTS (SELECT 1 FROM ${actesMandat} WHERE "MissionId" = ${acte.MissionId}
      AND rang = ${acte.rang})`,
  );

/** The statements that enter a mandate in the register and keep its paper. */
function inscrire(
  ctx: Redacteur,
  {
    tete,
    parties,
    lu,
    signe,
    quand,
  }: {
    tete: Tete;
    parties: { MissionId: number; clients: string; biens: string };
    lu: MandatLu;
    signe: MandatSigne;
    quand: SQL;
  },
): Statements {
  const { MissionId } = parties;
  const dateSignature = signe.mission.dateSignature ?? ctx.today;
  const contenu = contenuInscription(mandatInscrit({ ...parties, dateSignature }));
  const nouvelles: Nouvelle[] = [
    { numero: tete.prochain, genre: "inscription", MissionId, contenu },
  ];
  const acte = { MissionId, rang: 0, depuis: dateSignature, contenu: { mandat: signe } };
  return {
    memes: memeMandat(ctx.db, parties, lu),
    ...ecrire(ctx, { tete, nouvelles, quand }),
    acte: garderActe(ctx, acte, quand),
  };
}

/**
 * Composes the effect of a changed mission on the register (domain/README §12.19): a signed management mandate with a
 * principal, a dwelling and its terms gets the next number; a change of a registered one is an avenant. Nothing while
 * the register has not begun, nor for a new mission, which has no party yet.
 *
 * @throws Invalid for another day of signature of a registered mandate, or a number that somebody typed on a signed
 * one
 */
export async function suivreAuRegistre(
  ctx: Redacteur,
  { avant, apres }: { avant?: { id: number; version: number; type: string }; apres: Mission },
): Promise<SuiteAuRegistre> {
  const { db } = ctx;
  const signe = apres.type === "gestion" && Boolean(apres.dateSignature);
  if (!signe && avant?.type !== "gestion") return SANS_SUITE;
  const MissionId = avant?.id ?? 0;
  const {
    tete: [tete = VIDE],
    inscrit: [inscrit],
    mandat: [parties],
  } = await db.read({
    tete: queteTete(db),
    inscrit: queteNumero(db, MissionId),
    mandat: queteMandats(db, sql`m.id = ${MissionId}`),
  });
  // A register that begins meanwhile has this mandate too.
  if (tete.id === 0)
    return signe ? { values: {}, statements: { registreLu: registreFinit(db, tete) } } : SANS_SUITE;
  if (signe && !inscrit && apres.numRegistre?.trim())
    throw new Invalid({ numRegistre: NUMERO_TAPE });
  if (!avant) return SANS_SUITE;
  const lu = await lireMandat(ctx, MissionId);
  if (lu.mission.version !== avant.version || !parties) throw new LostRace();
  const quand = changee(MissionId, avant.version);
  if (inscrit) {
    const statements = suivreUnInscrit(ctx, { tete, numero: inscrit.numero, lu, apres, quand });
    return { values: {}, statements };
  }
  if (!signe) return SANS_SUITE;
  if (manqueA(lu, ctx.today, apres.dateSignature ?? null).length > 0)
    return { values: {}, statements: { memes: memeMandat(db, parties, lu) } };
  const numRegistre = numeroDeMandat(tete.prochain);
  const mission = { ...lu.mission, ...apres, numRegistre };
  const papier = mandatImprime({ ...lu, mission }, ctx);
  return {
    values: { numRegistre },
    statements: inscrire(ctx, { tete, parties, lu, signe: papier, quand }),
  };
}

/** The warnings to staff about a mandate just written: signed but missing from the open register, or with an avenant to sign. */
export async function annoncerAuRegistre(
  ctx: Pick<Contexte, "db" | "today">,
  MissionId: number,
): Promise<string[]> {
  const lu = await lireMandat(ctx, MissionId);
  const { dateSignature, type } = lu.mission;
  if (!lu.ouvert || type !== "gestion" || dateSignature === null) return [];
  if (!lu.inscrit) return [pasInscrit(manqueA(lu, ctx.today))];
  const acte = lu.actes.at(-1);
  return acte && "avenant" in acte.contenu && acte.depuis === ctx.today
    ? [avenantASigner(acte.rang)]
    : [];
}

/** The condition that the mission was changed from this version, in the same transaction. */
const changee = (MissionId: number, version: number) =>
  sql`EXISTS (SELECT 1 FROM ${missions} WHERE id = ${MissionId} AND version = ${version + 1})`;

/** A mandate of the register, the end of it, and the condition of the change on the database. */
interface Inscrit {
  tete: Tete;
  numero: number;
  lu: MandatLu;
  quand: SQL;
}

/** The rows that a change of a registered mandate's record adds to the register. */
function suivreUnInscrit(
  ctx: Redacteur,
  { apres, ...inscrit }: Inscrit & { apres: Mission },
): Statements {
  const { tete, numero, lu, quand } = inscrit;
  const { dateSignature, id } = lu.mission;
  const signee = apres.dateSignature ?? null;
  if (signee !== dateSignature && signee !== null)
    throw new Invalid({ dateSignature: dateSignature === null ? MANDAT_ANNULE : DATE_INSCRITE });
  if (signee !== dateSignature)
    return ecrire(ctx, {
      tete,
      nouvelles: [notee(numero, id, MANDAT_ANNULE_AU_REGISTRE)],
      quand,
    });
  const changements = termesChanges(missionEnMots(lu.mission), missionEnMots(apres));
  if (signee === null || changements.length === 0) return {};
  const objets = changements.map(({ nom }) => nom.toLowerCase());
  return ecrireAvenant(ctx, { ...inscrit, avenant: { depuis: ctx.today, changements, objets } });
}

/**
 * Enters in the register a mandate that a change has just completed: signed, with a principal, a dwelling and its
 * terms, and no number that somebody typed. Otherwise writes nothing.
 */
export async function inscrireSiComplet(ctx: Redacteur, MissionId: number): Promise<void> {
  const { db, now, user } = ctx;
  await onWhatIsRead(async () => {
    const {
      tete: [tete = VIDE],
      inscrit: [inscrit],
      mandat: [parties],
    } = await db.read({
      tete: queteTete(db),
      inscrit: queteNumero(db, MissionId),
      mandat: queteMandats(db, sql`m.id = ${MissionId} AND ${SIGNEES}`),
    });
    if (tete.id === 0 || inscrit || !parties || parties.numRegistre?.trim()) return;
    const lu = await lireMandat(ctx, MissionId);
    if (manqueA(lu, ctx.today).length > 0) return;
    const { version } = lu.mission;
    const numRegistre = numeroDeMandat(tete.prochain);
    const signe = mandatImprime({ ...lu, mission: { ...lu.mission, numRegistre } }, ctx);
    await db.write({
      lue: provided(
        db,
        sql`(SELECT version FROM ${missions} WHERE id = ${MissionId}) = ${version}`,
      ),
      historique: trace(db, {
        entite: "Mission",
        entiteId: MissionId,
        etat: "Inscription au registre des mandats",
        user,
        details: { numRegistre: [parties.numRegistre, numRegistre] },
      }),
      numero: db.run(sql`
        UPDATE ${missions} SET "numRegistre" = ${numRegistre}, recherche = trim(recherche || ' ' || ${numRegistre}),
          "updatedAt" = ${now.toISOString()} WHERE id = ${MissionId}`),
      ...inscrire(ctx, { tete, parties, lu, signe, quand: changee(MissionId, version) }),
    });
  });
}

/**
 * An avenant to note: its first day, its changes, their names in the register, and its signatory besides the
 * principals.
 */
interface Avenant {
  depuis: Jour;
  changements: readonly TermeChange[];
  objets: readonly string[];
  venant?: AvenantSigne["mandants"][number];
  /** The terms that it gives. */
  ConditionsMandatId?: SQL;
}

/** The count of avenants older than their papers: each day on which the terms changed was one. */
function avenantsDAvant({ actes, conditions, mission }: MandatLu, today: Jour): number {
  const gardees = new Set(actes.map(({ ConditionsMandatId }) => ConditionsMandatId));
  const anciennes = conditions.filter(({ id }) => !gardees.has(id));
  const signees = conditionsSignees(anciennes, mission.dateSignature, today);
  return new Set(
    anciennes.map(({ depuis }) => depuis).filter((depuis) => signees && depuis > signees.depuis),
  ).size;
}

/** The statements that note an avenant in the register and keep it, with the mandate that it changes. */
function ecrireAvenant(
  ctx: Redacteur,
  { tete, numero, lu, quand, avenant }: Inscrit & { avenant: Avenant },
): Statements {
  const MissionId = lu.mission.id;
  const { depuis, changements, objets, venant, ConditionsMandatId } = avenant;
  const suivants = lu.actes.filter(({ rang }) => rang > 0).length;
  const rang = avenantsDAvant(lu, ctx.today) + suivants + 1;
  const mandants = [...lu.clients, ...(venant ? [venant] : [])];
  const nouvelles = [notee(numero, MissionId, texteAvenant(rang, objets, depuis))];
  const acte = {
    MissionId,
    rang,
    depuis,
    ...(ConditionsMandatId ? { ConditionsMandatId } : {}),
    contenu: { avenant: { changements, mandants } },
  };
  return {
    ...ecrire(ctx, { tete, nouvelles, quand }),
    mandatGarde: garderActe(ctx, mandatDepuis(ctx, lu), quand),
    avenant: garderActe(ctx, acte, quand),
  };
}

/** The mandate as it was signed, for one that entered the register before its paper was kept. */
const mandatDepuis = (ctx: Redacteur, lu: MandatLu) => ({
  MissionId: lu.mission.id,
  rang: 0,
  depuis: lu.mission.dateSignature ?? ctx.today,
  contenu: { mandat: mandatImprime(lu, ctx) },
});

/**
 * The paper of a registered mandate, kept from now on if it was not yet; null: it has no terms, or is not registered.
 */
export async function garderMandat(ctx: Redacteur, lu: MandatLu): Promise<MandatSigne | null> {
  const garde = mandatSigne(lu.actes);
  if (garde || !lu.inscrit || !lu.mission.dateSignature || lu.conditions.length === 0) return garde;
  const acte = mandatDepuis(ctx, lu);
  await ctx.db.write({ acte: garderActe(ctx, acte, sql`true`) });
  return acte.contenu.mandat;
}

/**
 * Composes the statements that note a change of a registered mandate, to write with it: an avenant, or its first terms. There
 * are none for a mandate outside the register; if it enters meanwhile, the write fails as a lost race does.
 *
 * @param dire the changes, from the present mandate; a text: it is no avenant
 * @param quand the condition under which it is true
 */
export async function noterChangement(
  ctx: Redacteur,
  {
    MissionId,
    dire,
    quand,
  }: { MissionId: number; dire: (lu: MandatLu) => Avenant | string; quand: SQL },
): Promise<Statements> {
  const { db } = ctx;
  const {
    tete: [tete = VIDE],
    inscrit: [inscrit],
  } = await db.read({ tete: queteTete(db), inscrit: queteNumero(db, MissionId) });
  const inscription = sql`EXISTS (SELECT 1 FROM ${registreMandats} WHERE "MissionId" = ${MissionId} AND genre = 'inscription')`;
  if (!inscrit) return { registreLu: provided(db, sql`NOT ${inscription}`) };
  const lu = await lireMandat(ctx, MissionId);
  if (lu.mission.dateSignature === null) return { registreLu: registreFinit(db, tete) };
  const { numero } = inscrit;
  const changement = dire(lu);
  return typeof changement === "string"
    ? ecrire(ctx, { tete, nouvelles: [notee(numero, MissionId, changement)], quand })
    : ecrireAvenant(ctx, { tete, numero, lu, quand, avenant: changement });
}
