import { sql } from "drizzle-orm";
import { type Controle, etatSelon, RUPTURES_MONTREES } from "#domain/agence/controle.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { manqueAuMandat } from "#domain/gerance/mandats/actes-mandat.ts";
import {
  contenuInscription,
  contenuOuverture,
  type EtatDuRegistre,
  numerosProposes,
  type RangeeDite,
  type RangeeScellee,
  refusOuverture,
  rupturesDuRegistre,
  texteObservation,
} from "#domain/gerance/mandats/registre-mandats.ts";
import type { Observation, Ouverture } from "#domain/gerance/mandats/registre-mandats-fiche.ts";
import { registreOuvert } from "#worker/db/conditions.ts";
import { history } from "#worker/db/schema/agence.ts";
import { registreMandats } from "#worker/db/schema/mandants.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { garderMandat } from "./actes-ecrits.ts";
import { lireMandat } from "./mandat-lu.ts";
import {
  ENTITE,
  ecrire,
  empreinte,
  mandatInscrit,
  memesParties,
  type Nouvelle,
  nommes,
  notee,
  queteMandats,
  queteTete,
  type Redacteur,
  SIGNEES,
  VIDE,
} from "./registre-ecrit.ts";

/**
 * The state of the register: before it begins, the mandates to number; from then on, the signed mandates that it
 * lacks.
 */
export async function lireEtatDuRegistre({ db }: Pick<Contexte, "db">): Promise<EtatDuRegistre> {
  const {
    tete: [tete = VIDE],
    compte: [compte],
    signees,
  } = await db.read({
    tete: queteTete(db),
    compte: db.all<{ inscrits: number }>(
      sql`SELECT count(*) AS inscrits FROM ${registreMandats} WHERE genre = 'inscription'`,
    ),
    signees: queteMandats(
      db,
      sql`${SIGNEES} AND NOT EXISTS (SELECT 1 FROM ${registreMandats} r WHERE r."MissionId" = m.id AND r.genre = 'inscription')
        AND (NOT ${registreOuvert} OR m."dateSignature" <= date('now'))`,
    ),
  });
  const ouvert = tete.id > 0;
  const inscriptions = signees.map(({ MissionId, clients, dateSignature, numRegistre }) => ({
    MissionId,
    mandants: nommes(clients),
    dateSignature: dateSignature ?? "",
    numRegistre,
  }));
  const aInscrire = ouvert ? [] : numerosProposes(inscriptions);
  return {
    ouvert,
    prochain: ouvert ? tete.prochain : Math.max(0, ...aInscrire.map(({ numero }) => numero)) + 1,
    inscrits: compte?.inscrits ?? 0,
    aInscrire,
    manquants: ouvert
      ? signees.map(({ MissionId, clients, biens, conditions }) => ({
          MissionId,
          mandants: nommes(clients),
          manque: manqueAuMandat({
            mandants: JSON.parse(clients).length,
            biens: JSON.parse(biens).length,
            conditions,
            aVenir: false,
          }),
        }))
      : [],
  };
}

/**
 * Begins the register, once and for all (mandats/README §12.23): its first row records the beginning, the signed
 * mandates follow in the order of their numbers, and a mission that had no number gets its mandate's.
 * @throws Invalid when a number or a mandate is given twice, a signed mandate is missing, or the first number does
 * not follow the others; Conflict when the register has begun, or a mandate was signed meanwhile.
 */
export async function ouvrirRegistre(ctx: Redacteur, demande: Ouverture): Promise<void> {
  await onWhatIsRead(() => ouvrirLu(ctx, demande)).catch((error: unknown) => {
    throw error instanceof Conflict ? new Conflict(DEJA_OUVERT) : error;
  });
  // Each mandate is stored as it is on this day. If this fails, the next paper or change of the mandate stores it.
  for (const { MissionId } of demande.mandats) {
    await garderMandat(ctx, await lireMandat(ctx, MissionId));
  }
}

async function ouvrirLu(ctx: Redacteur, demande: Ouverture): Promise<void> {
  const { db } = ctx;
  const { tete, signees } = await db.read({
    tete: queteTete(db),
    signees: queteMandats(db, SIGNEES),
  });
  if ((tete[0] ?? VIDE).id > 0) throw new Conflict(DEJA_OUVERT);
  const mandatsSignes = signees.map(({ MissionId, clients }) => ({
    MissionId,
    mandants: nommes(clients),
  }));
  const refus = refusOuverture(demande, mandatsSignes);
  if (Object.keys(refus).length > 0) throw new Invalid(refus);
  const signeesParMission = new Map(signees.map((signee) => [signee.MissionId, signee]));
  const mandats = demande.mandats.toSorted((mandat, autre) => mandat.numero - autre.numero);
  const inscriptions = mandats.map(({ MissionId, numero }): Nouvelle => {
    const signee = signeesParMission.get(MissionId) ?? {
      dateSignature: null,
      clients: "[]",
      biens: "[]",
    };
    const contenu = contenuInscription(mandatInscrit(signee));
    return { numero, genre: "inscription", MissionId, contenu };
  });
  const ouverture: Nouvelle = {
    numero: demande.premier - 1,
    genre: "observation",
    MissionId: null,
    contenu: contenuOuverture(demande.premier),
  };
  const connues = JSON.stringify(mandats);
  await db.write({
    memes: provided(
      db,
      sql`${memesParties(signees)} AND (SELECT count(*) FROM ${missions} m WHERE ${SIGNEES}) = ${mandats.length}
        AND NOT EXISTS (SELECT 1 FROM ${missions} m WHERE ${SIGNEES}
          AND m.id NOT IN (SELECT value ->> 'MissionId' FROM json_each(${connues})))`,
    ),
    ...ecrire(ctx, { tete: VIDE, nouvelles: [ouverture, ...inscriptions] }),
    numeros: db.run(sql`
      UPDATE ${missions} SET "numRegistre" = printf('%06d', lue.value ->> 'numero'),
        recherche = trim(recherche || ' ' || printf('%06d', lue.value ->> 'numero')),
        "updatedAt" = ${ctx.now.toISOString()}
      FROM json_each(${connues}) lue
      WHERE "Mission".id = lue.value ->> 'MissionId' AND trim(coalesce("numRegistre", '')) = ''`),
  });
}

const DEJA_OUVERT =
  "Le registre est déjà ouvert, ou un mandat a été signé entre-temps : rechargez la page.";

/**
 * Adds a note about a mandate of the register: a termination, a cancellation, an amendment.
 *
 * @throws NotFound when no mandate has this number.
 */
export async function noterObservation(
  ctx: Redacteur,
  { numero, observation }: { numero: number; observation: Observation },
): Promise<void> {
  const { db, user } = ctx;
  await onWhatIsRead(async () => {
    const {
      tete: [tete = VIDE],
      inscription: [inscription],
    } = await db.read({
      tete: queteTete(db),
      inscription: db.all<{ MissionId: number | null }>(
        sql`SELECT "MissionId" FROM ${registreMandats} WHERE numero = ${numero} AND genre = 'inscription'`,
      ),
    });
    if (!inscription) throw new NotFound("Aucun mandat du registre ne porte ce numéro.");
    const { MissionId } = inscription;
    const texte = texteObservation(observation);
    await db.write({
      ...(MissionId === null
        ? {}
        : {
            historique: trace(db, {
              entite: "Mission",
              entiteId: MissionId,
              etat: "Observation au registre des mandats",
              user,
              details: { date: observation.date },
            }),
          }),
      ...ecrire(ctx, { tete, nouvelles: [notee(numero, MissionId, texte)] }),
    });
  });
}

/** The most rows read at once: they stay under the 10 MB of an answer of the database. */
const PAR_PAGE = 1000;

/** The whole register, in its order. */
export async function lireRegistre({ db }: Pick<Contexte, "db">): Promise<RangeeScellee[]> {
  const rangees: RangeeScellee[] = [];
  for (;;) {
    const page = await db.all<Omit<RangeeScellee, "contenu"> & { contenu: string }>(sql`
      SELECT id, numero, genre, date, "MissionId", contenu, precedente, empreinte, "user", "createdAt"
      FROM ${registreMandats} WHERE id > ${rangees.at(-1)?.id ?? 0} ORDER BY id LIMIT ${PAR_PAGE}`);
    rangees.push(...page.map((rangee) => ({ ...rangee, contenu: JSON.parse(rangee.contenu) })));
    if (page.length < PAR_PAGE) return rangees;
  }
}

/**
 * Controls the chain of the register, from its first row to the last one in history, and that every signed mandate is
 * there (mandats/README §12.23).
 */
export async function controlerRegistre(ctx: Pick<Contexte, "db">): Promise<Controle> {
  const { db } = ctx;
  const [{ tete, empreintesNotees }, { manquants, ouvert }] = await Promise.all([
    db.read({
      tete: queteTete(db),
      empreintesNotees: db.all<RangeeDite>(sql`
        SELECT "entiteId" AS id, details ->> 'empreinte' AS empreinte FROM ${history}
        WHERE entite = ${ENTITE} AND details ->> 'empreinte' IS NOT NULL ORDER BY "History".id`),
    }),
    lireEtatDuRegistre(ctx),
  ]);
  // Rows written since the read of history are left out.
  const fin = (tete[0] ?? VIDE).id;
  const rangees = (await lireRegistre(ctx)).filter(({ id }) => id <= fin);
  const ruptures = [
    ...rupturesDuRegistre(rangees, empreinte, empreintesNotees),
    ...manquants.map(
      ({ MissionId, mandants, manque }) =>
        `Mandat signé sans numéro : ${mandants || `mission ${MissionId}`}${manque.length > 0 ? ` (il manque ${manque.join(", ")})` : ""}`,
    ),
  ];
  return {
    nom: "Registre des mandats",
    etat: etatSelon(ruptures.length),
    lignes: rangees.length,
    unite: ["ligne", "lignes"],
    detail:
      ruptures.length > 0 ? "À examiner" : ouvert ? "Suivi sans rupture" : "Pas encore ouvert",
    ruptures: ruptures.slice(0, RUPTURES_MONTREES).map((motif) => ({ motif })),
  };
}
