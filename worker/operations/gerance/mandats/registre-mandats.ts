import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Invalid } from "#domain/erreurs.ts";
import {
  avenantASigner,
  DATE_INSCRITE,
  MANDAT_ANNULE,
  type MandatSigne,
  manqueAuMandat,
  NUMERO_TAPE,
  pasInscrit,
  texteAvenant,
} from "#domain/gerance/mandats/actes-mandat.ts";
import {
  contenuInscription,
  MANDAT_ANNULE_AU_REGISTRE,
  numeroDeMandat,
} from "#domain/gerance/mandats/registre-mandats.ts";
import type { Mission } from "#domain/missions/mission-fiche.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { conditionsMandat } from "#worker/db/schema/gerance.ts";
import { registreMandats } from "#worker/db/schema/mandants.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { LostRace, onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import {
  type Avenant,
  avenantDeLaMission,
  changee,
  garderAvenant,
  garderSigne,
  prochainRang,
  tel,
} from "./actes-ecrits.ts";
import { lireMandat, type MandatLu } from "./mandat-lu.ts";
import { garderLocation, noterSurLocation, suivreLocation } from "./mandats-location.ts";
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
  /** The statements to write after the mission itself. */
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

/** The SQL statements that enter a mandate in the register and store its paper. */
function inscrire(
  ctx: Redacteur,
  {
    tete,
    parties,
    mandat,
    signe,
    quand,
  }: {
    tete: Tete;
    parties: { MissionId: number; clients: string; biens: string };
    mandat: MandatLu;
    signe: MandatSigne & { id: number };
    quand: SQL;
  },
): Statements {
  const { MissionId } = parties;
  const dateSignature = signe.mission.dateSignature ?? ctx.today;
  const contenu = contenuInscription(mandatInscrit({ ...parties, dateSignature }));
  const nouvelles: Nouvelle[] = [
    { numero: tete.prochain, genre: "inscription", MissionId, contenu },
  ];
  return {
    memes: memeMandat(ctx.db, parties, mandat),
    ...ecrire(ctx, { tete, nouvelles, quand }),
    acte: garderSigne(ctx, signe, quand),
  };
}

/**
 * Composes the effect of a changed mission on the register (mandats/README §12.23): a signed management mandate with
 * a principal, a dwelling and its terms gets the next number; a change of a registered one is an avenant. Nothing
 * while the register has not begun, nor for a new mission, which has no party yet.
 * @throws Invalid for another day of signature of a registered mandate, or a number that somebody typed on a signed
 * mandate that is not registered; LostRace when the record changed since it was read
 */
export async function suivreAuRegistre(
  ctx: Redacteur,
  { avant, apres }: { avant?: { id: number; version: number; type: string }; apres: Mission },
): Promise<SuiteAuRegistre> {
  const { db } = ctx;
  const location =
    avant && avant.type !== "gestion" && [avant.type, apres.type].includes("location");
  const statements = location ? await suivreLocation(ctx, { avant, apres }) : {};
  const signe = apres.type === "gestion" && Boolean(apres.dateSignature);
  if (!signe && avant?.type !== "gestion") return { values: {}, statements };
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
  // If the register begins between the read and the write, it includes this mandate too: the whole write then fails.
  if (tete.id === 0)
    return signe ? { values: {}, statements: { registreLu: registreFinit(db, tete) } } : SANS_SUITE;
  if (signe && !inscrit && apres.numRegistre?.trim())
    throw new Invalid({ numRegistre: NUMERO_TAPE });
  if (!avant) return SANS_SUITE;
  const mandat = await lireMandat(ctx, MissionId);
  if (mandat.mission.version !== avant.version || !parties) throw new LostRace();
  const quand = changee(MissionId, avant.version);
  if (inscrit) {
    const statements = suivreUnInscrit(ctx, {
      tete,
      numero: inscrit.numero,
      mandat,
      apres,
      quand,
    });
    return { values: {}, statements };
  }
  if (!signe) return SANS_SUITE;
  if (manqueA(mandat, ctx.today, apres.dateSignature ?? null).length > 0)
    return { values: {}, statements: { memes: memeMandat(db, parties, mandat) } };
  const numRegistre = numeroDeMandat(tete.prochain);
  const papier = tel(ctx, mandat, { ...mandat.mission, ...apres, numRegistre });
  return {
    values: { numRegistre },
    statements: inscrire(ctx, { tete, parties, mandat, signe: papier, quand }),
  };
}

/**
 * The warnings to staff about a mandate just written: signed but not in the open register, or with an avenant to sign.
 */
export async function annoncerAuRegistre(
  ctx: Pick<Contexte, "db" | "today">,
  MissionId: number,
): Promise<string[]> {
  const mandat = await lireMandat(ctx, MissionId);
  const { dateSignature, type } = mandat.mission;
  if (dateSignature === null) return [];
  if (type === "gestion" && mandat.ouvert && !mandat.inscrit)
    return [pasInscrit(manqueA(mandat, ctx.today))];
  const acte = mandat.actes.at(-1);
  return acte && "avenant" in acte.contenu && acte.depuis === ctx.today
    ? [avenantASigner(acte.rang, type)]
    : [];
}

/** A mandate of the register, the last row of the register, and the condition that the change is written. */
interface Inscrit {
  tete: Tete;
  numero: number;
  mandat: MandatLu;
  quand: SQL;
}

/** The rows that a change of a registered mandate's record adds to the register. */
function suivreUnInscrit(
  ctx: Redacteur,
  { apres, ...inscrit }: Inscrit & { apres: Mission },
): Statements {
  const { tete, numero, mandat, quand } = inscrit;
  const { dateSignature, id } = mandat.mission;
  const signee = apres.dateSignature ?? null;
  if (signee !== dateSignature && signee !== null)
    throw new Invalid({ dateSignature: dateSignature === null ? MANDAT_ANNULE : DATE_INSCRITE });
  if (signee !== dateSignature)
    return ecrire(ctx, {
      tete,
      nouvelles: [notee(numero, id, MANDAT_ANNULE_AU_REGISTRE)],
      quand,
    });
  const avenant = avenantDeLaMission(mandat.mission, apres, ctx.today);
  return signee === null || !avenant ? {} : ecrireAvenant(ctx, { ...inscrit, avenant });
}

/**
 * Enters in the register a mandate that a change has just completed: signed, with a principal, a dwelling and its
 * terms, and no number that somebody typed. A letting mandate is not entered: it is stored as signed. Otherwise
 * nothing is written.
 */
export async function inscrireSiComplet(ctx: Redacteur, MissionId: number): Promise<void> {
  const { db, now, user } = ctx;
  await garderLocation(ctx, MissionId);
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
    const mandat = await lireMandat(ctx, MissionId);
    if (manqueA(mandat, ctx.today).length > 0) return;
    const { version } = mandat.mission;
    const numRegistre = numeroDeMandat(tete.prochain);
    const signe = tel(ctx, mandat, { ...mandat.mission, numRegistre });
    await db.write({
      ficheLue: provided(
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
      ...inscrire(ctx, { tete, parties, mandat, signe, quand: changee(MissionId, version) }),
    });
  });
}

/** The SQL statements that note an avenant in the register and store it, with the mandate that it changes. */
function ecrireAvenant(
  ctx: Redacteur,
  { tete, numero, mandat, quand, avenant }: Inscrit & { avenant: Avenant },
): Statements {
  const { depuis, objets } = avenant;
  const texte = texteAvenant(prochainRang(mandat, ctx.today), objets, depuis);
  const nouvelles = [notee(numero, mandat.mission.id, texte)];
  return {
    ...ecrire(ctx, { tete, nouvelles, quand }),
    ...garderAvenant(ctx, { mandat, quand, avenant }),
  };
}

/**
 * Composes the statements to write with a change of a registered mandate, or of a signed letting mandate: they record
 * an avenant, or the first terms of the mandate. For any other mandate, they write nothing. If the mandate enters the
 * register in between, the whole write fails.
 * @param dire gives the avenant from the present mandate, or a text when the change is no avenant
 * @param quand the condition that the change is written
 */
export async function noterChangement(
  ctx: Redacteur,
  {
    MissionId,
    dire,
    quand,
  }: { MissionId: number; dire: (mandat: MandatLu) => Avenant | string; quand: SQL },
): Promise<Statements> {
  const { db } = ctx;
  const {
    tete: [tete = VIDE],
    inscrit: [inscrit],
    location,
  } = await db.read({
    tete: queteTete(db),
    inscrit: queteNumero(db, MissionId),
    location: db.all(sql`SELECT 1 FROM ${missions} WHERE id = ${MissionId} AND type = 'location'`),
  });
  if (location.length > 0) return noterSurLocation(ctx, { MissionId, dire, quand });
  const inscription = sql`EXISTS (SELECT 1 FROM ${registreMandats} WHERE "MissionId" = ${MissionId} AND genre = 'inscription')`;
  if (!inscrit) return { registreLu: provided(db, sql`NOT ${inscription}`) };
  const mandat = await lireMandat(ctx, MissionId);
  if (mandat.mission.dateSignature === null) return { registreLu: registreFinit(db, tete) };
  const { numero } = inscrit;
  const changement = dire(mandat);
  return typeof changement === "string"
    ? ecrire(ctx, { tete, nouvelles: [notee(numero, MissionId, changement)], quand })
    : ecrireAvenant(ctx, { tete, numero, mandat, quand, avenant: changement });
}
