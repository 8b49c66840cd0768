import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { type Controle, etatSelon, RUPTURES_MONTREES } from "#domain/agence/controle.ts";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { Jour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import {
  contenuInscription,
  contenuObservation,
  contenuOuverture,
  type EtatDuRegistre,
  type LigneDuRegistre,
  type MandatInscrit,
  numeroDeMandat,
  numerosProposes,
  observationDuChangement,
  type RangeeDite,
  type RangeeDuRegistre,
  type RangeeScellee,
  refusOuverture,
  rupturesDuRegistre,
  sceller,
  texteObservation,
} from "#domain/gerance/mandats/registre-mandats.ts";
import type { Observation, Ouverture } from "#domain/gerance/mandats/registre-mandats-fiche.ts";
import { adresseClient } from "#domain/personnes/client.ts";
import { nomComplet, nomLegal, type Personne } from "#domain/personnes/personne.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { newestId, nextId } from "#worker/db/rows.ts";
import { history } from "#worker/db/schema-agence.ts";
import { registreMandats } from "#worker/db/schema-mandants.ts";
import { missions } from "#worker/db/schema-missions.ts";
import { onWhatIsRead, provided } from "#worker/db/versions.ts";
import { trace } from "#worker/operations/historique/history.ts";

/** Who writes in the register, and when. */
export interface Redacteur {
  user: string | null;
  now: Date;
  today: Jour;
}

const empreinte = (texte: string) => createHash("sha256").update(texte).digest("hex");

/** Where the register ends. */
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

/** What is to be written; its place in the register follows. */
type Nouvelle = Pick<RangeeDuRegistre, "numero" | "genre" | "MissionId"> & {
  contenu: LigneDuRegistre;
};

/** The statement that makes its write fail as a lost race does where the register no longer ends there. */
const registreFinit = (db: Db, { empreinte }: Tete) =>
  provided(
    db,
    sql`coalesce((SELECT empreinte FROM ${registreMandats} ORDER BY id DESC LIMIT 1), '') = ${empreinte}`,
  );

/** The resource that history tells the rows of the register under. */
const ENTITE = "RegistreMandat";

/**
 * The statements that write rows at the end of the register, after the row that was read there, and tell the last of them
 * in history; they fail as a lost race when another came in between.
 * @param quand what the change itself asks of the database, after it was written
 */
function ecrire(
  db: Db,
  tete: Tete,
  nouvelles: readonly Nouvelle[],
  { user, now, today, quand = sql`true` }: Redacteur & { quand?: SQL },
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

/** The condition that these missions are of whom and of what they were read. */
const memesParties = (lus: readonly { MissionId: number; clients: string; biens: string }[]) =>
  sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(lus)}) lu JOIN ${missions} m ON m.id = lu.value ->> 'MissionId'
    WHERE ${SES_CLIENTS} <> lu.value ->> 'clients' OR ${SES_BIENS} <> lu.value ->> 'biens')`;

/** Who and what these missions are of, as JSON texts. */
const queteMandats = (db: Db, parmi: SQL) =>
  db.all<{
    MissionId: number;
    type: string;
    dateSignature: Jour | null;
    numRegistre: string | null;
    clients: string;
    biens: string;
  }>(sql`
    SELECT m.id AS "MissionId", m.type, m."dateSignature", m."numRegistre", ${SES_CLIENTS} AS clients, ${SES_BIENS} AS biens
    FROM ${missions} m WHERE ${parmi} ORDER BY m."dateSignature", m.id`);

const nomEtAdresse = (client: ClientLu): string => {
  const { adresse, codePostal, ville } = adresseClient(client);
  return [nomLegal(client), adresse, [codePostal, ville].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(", ");
};

const nomDuBien = (bien: BienLu): string =>
  [nomAppartement(bien), [bien.codePostal, bien.ville].filter(Boolean).join(" ")]
    .filter(Boolean)
    .join(", ");

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

/** What of a mission decides whether the register has it. */
interface MissionDite {
  type: string;
  dateSignature?: Jour | null | undefined;
}

/** What a change of a mission makes the register say, in the transaction of the change. */
export interface SuiteAuRegistre {
  /** What the mission bears besides what it was given. */
  values: { numRegistre?: string };
  /** To be written after the mission itself. */
  statements: Statements;
}

/**
 * What follows in the register from a mission that is written: a mandate of management that is signed gets the next number,
 * a change of one that is there is noted (domain/README §12.19). Nothing while the register has not begun.
 * @param id absent for a new mission, which takes the next identifier
 */
export async function suivreAuRegistre(
  db: Db,
  { id, avant, apres }: { id?: number; avant?: MissionDite; apres: MissionDite },
  redacteur: Redacteur,
): Promise<SuiteAuRegistre> {
  const concerne = apres.type === "gestion" && Boolean(apres.dateSignature);
  if (!concerne && avant?.type !== "gestion") return { values: {}, statements: {} };
  const laMission = id === undefined ? nextId(missions) : sql`${id}`;
  const {
    tete: [tete = VIDE],
    inscrit: [inscrit],
    mandat: [mandat],
    prochain: [prochain],
  } = await db.read({
    tete: queteTete(db),
    inscrit: queteNumero(db, laMission),
    mandat: queteMandats(db, sql`m.id = ${laMission}`),
    prochain: db.all<{ id: number }>(sql`SELECT ${laMission} AS id`),
  });
  const MissionId = prochain?.id ?? id;
  if (tete.id === 0 || MissionId === undefined) {
    // One that begins meanwhile has this mandate too.
    return { values: {}, statements: concerne ? { registreLu: registreFinit(db, tete) } : {} };
  }
  const signee = apres.dateSignature ?? null;
  if (inscrit) {
    // Read with the register: `avant` may be older than what somebody else has just written in both.
    const observation = mandat && observationDuChangement(mandat, apres);
    if (!observation) return { values: {}, statements: {} };
    return {
      values: {},
      statements: ecrire(db, tete, [notee(inscrit.numero, MissionId, observation)], {
        ...redacteur,
        quand: sql`EXISTS (SELECT 1 FROM ${missions} WHERE id = ${MissionId} AND type = ${apres.type} AND "dateSignature" IS ${signee})`,
      }),
    };
  }
  if (!concerne) return { values: {}, statements: {} };
  const numRegistre = numeroDeMandat(tete.prochain);
  const contenu = contenuInscription(
    mandatInscrit({ clients: "[]", biens: "[]", ...mandat, dateSignature: signee }),
  );
  const inscription = { numero: tete.prochain, genre: "inscription", MissionId, contenu } as const;
  return {
    values: { numRegistre },
    statements: {
      memes: provided(
        db,
        mandat ? memesParties([mandat]) : sql`${newestId(missions)} = ${MissionId}`,
      ),
      ...ecrire(db, tete, [inscription], {
        ...redacteur,
        quand: sql`EXISTS (SELECT 1 FROM ${missions} WHERE id = ${MissionId} AND type = 'gestion'
          AND "dateSignature" = ${signee} AND "numRegistre" = ${numRegistre})`,
      }),
    },
  };
}

const notee = (numero: number, MissionId: number | null, observation: string): Nouvelle => ({
  numero,
  genre: "observation",
  MissionId,
  contenu: contenuObservation(observation),
});

/** Who or what came or went. */
type Designe = { ClientId: number } | { AppartementId: number };

/**
 * The statements that note something of a mandate that is in the register, to be written with what it tells of: terms that
 * change, a dwelling that comes or goes. Where the register does not have it, nothing is, unless it has it by then: the write
 * then fails as a lost race does.
 * @param texte what is noted, from the name and address of `de`
 * @param quand the condition under which it is true
 */
export async function observer(
  db: Db,
  {
    MissionId,
    de,
    texte,
    quand,
  }: { MissionId: number; de?: Designe; texte: (nom: string) => string; quand: SQL },
  redacteur: Redacteur,
): Promise<Statements> {
  const client = de && "ClientId" in de ? de.ClientId : 0;
  const bien = de && "AppartementId" in de ? de.AppartementId : 0;
  const {
    tete: [tete = VIDE],
    inscrit: [inscrit],
    designe: [designe],
  } = await db.read({
    tete: queteTete(db),
    inscrit: queteNumero(db, MissionId),
    designe: db.all<{ client: string | null; bien: string | null }>(sql`
      SELECT (SELECT json_object(${CLIENT}) FROM "Client" c WHERE c.id = ${client}) AS client,
        (SELECT json_object(${BIEN}) FROM "Appartement" a WHERE a.id = ${bien}) AS bien`),
  });
  const inscription = sql`EXISTS (SELECT 1 FROM ${registreMandats} WHERE "MissionId" = ${MissionId} AND genre = 'inscription')`;
  if (!inscrit) return { registreLu: provided(db, sql`NOT ${inscription}`) };
  const nom = designe?.client
    ? nomEtAdresse(JSON.parse(designe.client))
    : designe?.bien
      ? nomDuBien(JSON.parse(designe.bien))
      : "";
  return ecrire(db, tete, [notee(inscrit.numero, MissionId, texte(nom))], { ...redacteur, quand });
}

const SIGNEES = sql`m.type = 'gestion' AND m."dateSignature" IS NOT NULL`;

/** Where the register stands, and the mandates to number before it begins. */
export async function lireEtatDuRegistre(db: Db): Promise<EtatDuRegistre> {
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
      sql`${SIGNEES} AND NOT EXISTS (SELECT 1 FROM ${registreMandats} r WHERE r."MissionId" = m.id AND r.genre = 'inscription')`,
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
    manquants: ouvert ? dites.map(({ MissionId, mandants }) => ({ MissionId, mandants })) : [],
  };
}

/**
 * Begins the register: its first row says so, the mandates that are signed follow in the order of their numbers, and those
 * whose mission had none get it. Once and for all (domain/README §12.19).
 * @throws Invalid naming each double; Conflict when it has begun, or a mandate was signed meanwhile.
 */
export async function ouvrirRegistre(
  db: Db,
  demande: Ouverture,
  redacteur: Redacteur,
): Promise<void> {
  await onWhatIsRead(() => ouvrirLu(db, demande, redacteur)).catch((error: unknown) => {
    throw error instanceof Conflict ? new Conflict(DEJA_OUVERT) : error;
  });
}

async function ouvrirLu(db: Db, demande: Ouverture, redacteur: Redacteur): Promise<void> {
  const { tete, signees } = await db.read({
    tete: queteTete(db),
    signees: queteMandats(db, SIGNEES),
  });
  if ((tete[0] ?? VIDE).id > 0) throw new Conflict(DEJA_OUVERT);
  const dites = signees.map(({ MissionId, clients }) => ({ MissionId, mandants: nommes(clients) }));
  const refus = refusOuverture(demande, dites);
  if (Object.keys(refus).length > 0) throw new Invalid(refus);
  const lues = new Map(signees.map((une) => [une.MissionId, une]));
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
    ...ecrire(db, VIDE, [ouverture, ...inscriptions], redacteur),
    numeros: db.run(sql`
      UPDATE ${missions} SET "numRegistre" = printf('%06d', lue.value ->> 'numero'),
        recherche = trim(recherche || ' ' || printf('%06d', lue.value ->> 'numero')),
        "updatedAt" = ${redacteur.now.toISOString()}
      FROM json_each(${connues}) lue
      WHERE "Mission".id = lue.value ->> 'MissionId' AND trim(coalesce("numRegistre", '')) = ''`),
  });
}

const DEJA_OUVERT =
  "Le registre est déjà ouvert, ou un mandat a été signé entre-temps : rechargez la page.";

/**
 * Notes something of a mandate that is in the register: a termination, a cancellation, an amendment.
 * @throws NotFound when no mandate has this number.
 */
export async function noterObservation(
  db: Db,
  numero: number,
  observation: Observation,
  redacteur: Redacteur,
): Promise<void> {
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
              user: redacteur.user,
              details: { date: observation.date },
            }),
          }),
      ...ecrire(db, tete, [notee(numero, MissionId, texte)], redacteur),
    });
  });
}

/** Rows read at once: an answer of the database holds 10 MB at most. */
const PAR_PAGE = 1000;

/** The whole register, in its order. */
export async function lireRegistre(db: Db): Promise<RangeeScellee[]> {
  const rangees: RangeeScellee[] = [];
  for (;;) {
    const page = await db.all<Omit<RangeeScellee, "contenu"> & { contenu: string }>(sql`
      SELECT id, numero, genre, date, "MissionId", contenu, precedente, empreinte, "user", "createdAt"
      FROM ${registreMandats} WHERE id > ${rangees.at(-1)?.id ?? 0} ORDER BY id LIMIT ${PAR_PAGE}`);
    rangees.push(...page.map((une) => ({ ...une, contenu: JSON.parse(une.contenu) })));
    if (page.length < PAR_PAGE) return rangees;
  }
}

/** The register verifies from its first row to the last that history tells, and has every mandate that is signed (domain/README §12.19). */
export async function controlerRegistre(db: Db): Promise<Controle> {
  const [{ tete, dites }, { manquants, ouvert }] = await Promise.all([
    db.read({
      tete: queteTete(db),
      dites: db.all<RangeeDite>(sql`
        SELECT "entiteId" AS id, details ->> 'empreinte' AS empreinte FROM ${history}
        WHERE entite = ${ENTITE} AND details ->> 'empreinte' IS NOT NULL ORDER BY "History".id`),
    }),
    lireEtatDuRegistre(db),
  ]);
  // What is written meanwhile was not told yet.
  const fin = (tete[0] ?? VIDE).id;
  const rangees = (await lireRegistre(db)).filter(({ id }) => id <= fin);
  const ruptures = [
    ...rupturesDuRegistre(rangees, empreinte, dites),
    ...manquants.map(
      ({ MissionId, mandants }) =>
        `Mandat signé sans numéro : ${mandants || `mission ${MissionId}`}`,
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
