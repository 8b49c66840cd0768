import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { type Controle, etatSelon, RUPTURES_MONTREES } from "#domain/agence/controle.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
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
  contenuObservation,
  contenuOuverture,
  type EtatDuRegistre,
  type LigneDuRegistre,
  MANDAT_ANNULE_AU_REGISTRE,
  type MandatInscrit,
  numeroDeMandat,
  numerosProposes,
  type RangeeDite,
  type RangeeDuRegistre,
  type RangeeScellee,
  refusOuverture,
  rupturesDuRegistre,
  sceller,
  texteObservation,
} from "#domain/gerance/mandats/registre-mandats.ts";
import type { Observation, Ouverture } from "#domain/gerance/mandats/registre-mandats-fiche.ts";
import type { Mission } from "#domain/missions/mission-fiche.ts";
import { adresseClient } from "#domain/personnes/client.ts";
import { nomComplet, nomLegal, type Personne } from "#domain/personnes/personne.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { registreOuvert } from "#worker/db/conditions.ts";
import { insertWhen } from "#worker/db/rows.ts";
import { history } from "#worker/db/schema/agence.ts";
import { conditionsMandat } from "#worker/db/schema/gerance.ts";
import { actesMandat, registreMandats } from "#worker/db/schema/mandants.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { LostRace, onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { lireMandat, type MandatLu, mandatImprime, mandatSigne } from "./mandat-lu.ts";

type Redacteur = Pick<Contexte, "db" | "now" | "today" | "user">;

const empreinte = (texte: string) => createHash("sha256").update(texte).digest("hex");

/** The end of the register. */
interface Tete {
  id: number;
  empreinte: string;
  /** The number of the next mandate. */
  prochain: number;
}

const queteTete = (db: Db) =>
  db.all<Tete>(sql`
    SELECT coalesce(max(id), 0) AS id, coalesce(max(numero), 0) + 1 AS prochain,
      coalesce((SELECT empreinte FROM ${registreMandats} ORDER BY id DESC LIMIT 1), '') AS empreinte
    FROM ${registreMandats}`);

const queteNumero = (db: Db, MissionId: number | SQL) =>
  db.all<{ numero: number }>(sql`
    SELECT numero FROM ${registreMandats} WHERE "MissionId" = ${MissionId} AND genre = 'inscription'`);

const VIDE: Tete = { id: 0, empreinte: "", prochain: 1 };

/** The content of a new row; its place in the register follows. */
type Nouvelle = Pick<RangeeDuRegistre, "numero" | "genre" | "MissionId"> & {
  contenu: LigneDuRegistre;
};

/** The statement that makes its write fail, as a lost race does, where the register ends elsewhere since. */
const registreFinit = (db: Db, { empreinte }: Tete) =>
  provided(
    db,
    sql`coalesce((SELECT empreinte FROM ${registreMandats} ORDER BY id DESC LIMIT 1), '') = ${empreinte}`,
  );

/** The resource under which history tells the rows of the register. */
const ENTITE = "RegistreMandat";

/**
 * The statements that write rows after the last row that was read, and tell the last of them in history; they fail as
 * a lost race when another row came in between.
 *
 * @param quand the condition of the change itself on the database, once it is written
 */
function ecrire(
  { db, now, today, user }: Redacteur,
  {
    tete,
    nouvelles,
    quand = sql`true`,
  }: { tete: Tete; nouvelles: readonly Nouvelle[]; quand?: SQL },
): Statements {
  const rangees = sceller(
    nouvelles.map((nouvelle, rang) => ({
      ...nouvelle,
      id: tete.id + 1 + rang,
      date: today,
      user,
      createdAt: now.toISOString(),
    })),
    tete.empreinte,
    empreinte,
  );
  return {
    registreLu: registreFinit(db, tete),
    registreEcrit: db.run(sql`
      INSERT INTO ${registreMandats} (id, numero, genre, date, "MissionId", contenu, precedente, empreinte, "user", "createdAt")
      SELECT r.value ->> 'id', r.value ->> 'numero', r.value ->> 'genre', r.value ->> 'date', r.value ->> 'MissionId',
        r.value -> 'contenu', r.value ->> 'precedente', r.value ->> 'empreinte', r.value ->> 'user', r.value ->> 'createdAt'
      FROM json_each(${JSON.stringify(rangees)}) r WHERE ${quand} ORDER BY r.key`),
    registreDit: trace(db, {
      entite: ENTITE,
      entiteId: sql`(SELECT id FROM ${registreMandats} WHERE id > ${tete.id} ORDER BY id DESC LIMIT 1)`,
      etat: "Écriture au registre des mandats",
      user,
      details: sql`(SELECT json_object('numero', numero, 'empreinte', empreinte) FROM ${registreMandats} WHERE id = fiche.id)`,
    }),
  };
}

interface ClientLu extends Personne {
  adresseDefaut: string;
  adresse: string | null;
  codePostal: string | null;
  ville: string | null;
  adresseFiscale: string | null;
  codePostalFiscale: string | null;
  villeFiscale: string | null;
}

interface BienLu {
  adresse: string;
  etage: string | null;
  codePostal: string;
  ville: string;
}

const CLIENT = sql.raw(
  `'titre', c.titre, 'nom', c.nom, 'prenom', c.prenom, 'qualite', c.qualite, 'adresseDefaut', c.adresseDefaut,
  'adresse', c.adresse, 'codePostal', c.codePostal, 'ville', c.ville, 'adresseFiscale', c.adresseFiscale,
  'codePostalFiscale', c.codePostalFiscale, 'villeFiscale', c.villeFiscale`,
);
const BIEN = sql.raw(
  `'adresse', a.adresse, 'etage', a.etage, 'codePostal', a.codePostal, 'ville', a.ville`,
);

const SES_CLIENTS = sql`(SELECT json_group_array(json_object(${CLIENT})) FROM (SELECT c.* FROM "MissionClient" l
  JOIN "Client" c ON c.id = l."ClientId" WHERE l."MissionId" = m.id ORDER BY c.id) c)`;
const SES_BIENS = sql`(SELECT json_group_array(json_object(${BIEN})) FROM (SELECT a.* FROM "MissionAppartement" l
  JOIN "Appartement" a ON a.id = l."AppartementId" WHERE l."MissionId" = m.id ORDER BY a.id) a)`;

/** The condition that these missions still have the parties and the dwellings that were read. */
const memesParties = (lus: readonly { MissionId: number; clients: string; biens: string }[]) =>
  sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(lus)}) lu JOIN ${missions} m ON m.id = lu.value ->> 'MissionId'
    WHERE ${SES_CLIENTS} <> lu.value ->> 'clients' OR ${SES_BIENS} <> lu.value ->> 'biens')`;

/** The parties and the dwellings of these missions, as JSON texts. */
const queteMandats = (db: Db, parmi: SQL) =>
  db.all<{
    MissionId: number;
    dateSignature: Jour | null;
    numRegistre: string | null;
    clients: string;
    biens: string;
    conditions: number;
  }>(sql`
    SELECT m.id AS "MissionId", m."dateSignature", m."numRegistre", ${SES_CLIENTS} AS clients, ${SES_BIENS} AS biens,
      (SELECT count(*) FROM ${conditionsMandat} c WHERE c."MissionId" = m.id) AS conditions
    FROM ${missions} m WHERE ${parmi} ORDER BY m."dateSignature", m.id`);

function mandatInscrit(lu: {
  dateSignature: Jour | null;
  clients: string;
  biens: string;
}): MandatInscrit {
  return {
    dateSignature: lu.dateSignature,
    mandants: (JSON.parse(lu.clients) as ClientLu[]).map(nomEtAdresse),
    biens: (JSON.parse(lu.biens) as BienLu[]).map(nomDuBien),
  };
}

const nommes = (clients: string): string =>
  (JSON.parse(clients) as ClientLu[]).map(nomComplet).join(", ");

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

const notee = (numero: number, MissionId: number | null, observation: string): Nouvelle => ({
  numero,
  genre: "observation",
  MissionId,
  contenu: contenuObservation(observation),
});

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

/** A principal, as the register names him: « Madame Jeanne DE LA TOUR, 3 place Bellecour, 69002 Lyon ». */
export const nomEtAdresse = (client: ClientLu): string => {
  const { adresse, codePostal, ville } = adresseClient(client);
  return [nomLegal(client), adresse, [codePostal, ville].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(", ");
};

/** A dwelling, as the register names it. */
export const nomDuBien = (bien: BienLu): string =>
  [nomAppartement(bien), [bien.codePostal, bien.ville].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(", ");

const SIGNEES = sql`m.type = 'gestion' AND m."dateSignature" IS NOT NULL`;

/** The state of the register, and the mandates to number before it begins. */
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
  const dites = signees.map(({ MissionId, clients, dateSignature, numRegistre }) => ({
    MissionId,
    mandants: nommes(clients),
    dateSignature: dateSignature ?? "",
    numRegistre,
  }));
  const aInscrire = ouvert ? [] : numerosProposes(dites);
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
 * Begins the register, once and for all (domain/README §12.19): its first row says so, the signed mandates follow in
 * the order of their numbers, and missions without a number get theirs.
 *
 * @throws Invalid naming each double; Conflict when it has begun, or a mandate was signed meanwhile.
 */
export async function ouvrirRegistre(ctx: Redacteur, demande: Ouverture): Promise<void> {
  await onWhatIsRead(() => ouvrirLu(ctx, demande)).catch((error: unknown) => {
    throw error instanceof Conflict ? new Conflict(DEJA_OUVERT) : error;
  });
  // Each is kept as it is on this day; one that is missed is kept at its next paper or change.
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
  const dites = signees.map(({ MissionId, clients }) => ({ MissionId, mandants: nommes(clients) }));
  const refus = refusOuverture(demande, dites);
  if (Object.keys(refus).length > 0) throw new Invalid(refus);
  const lues = new Map(signees.map((signee) => [signee.MissionId, signee]));
  const mandats = demande.mandats.toSorted((un, autre) => un.numero - autre.numero);
  const inscriptions = mandats.map(({ MissionId, numero }): Nouvelle => {
    const lue = lues.get(MissionId) ?? { dateSignature: null, clients: "[]", biens: "[]" };
    const contenu = contenuInscription(mandatInscrit(lue));
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

/** The rows read at once: they stay under the 10 MB of an answer of the database. */
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
 * there (domain/README §12.19).
 */
export async function controlerRegistre(ctx: Pick<Contexte, "db">): Promise<Controle> {
  const { db } = ctx;
  const [{ tete, dites }, { manquants, ouvert }] = await Promise.all([
    db.read({
      tete: queteTete(db),
      dites: db.all<RangeeDite>(sql`
        SELECT "entiteId" AS id, details ->> 'empreinte' AS empreinte FROM ${history}
        WHERE entite = ${ENTITE} AND details ->> 'empreinte' IS NOT NULL ORDER BY "History".id`),
    }),
    lireEtatDuRegistre(ctx),
  ]);
  // Rows written meanwhile are not in history yet: they are left out.
  const fin = (tete[0] ?? VIDE).id;
  const rangees = (await lireRegistre(ctx)).filter(({ id }) => id <= fin);
  const ruptures = [
    ...rupturesDuRegistre(rangees, empreinte, dites),
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
