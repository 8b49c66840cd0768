import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/biens/adresse.ts";
import type { Jour } from "#domain/dates.ts";
import {
  contenuObservation,
  type LigneDuRegistre,
  type MandatInscrit,
  type RangeeDuRegistre,
  sceller,
} from "#domain/gerance/mandats/registre-mandats.ts";
import { adresseClient } from "#domain/personnes/client.ts";
import { nomComplet, nomLegal, type Personne } from "#domain/personnes/personne.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { conditionsMandat } from "#worker/db/schema/gerance.ts";
import { registreMandats } from "#worker/db/schema/mandants.ts";
import { missions } from "#worker/db/schema/missions.ts";
import { provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";

export type Redacteur = Pick<Contexte, "db" | "now" | "today" | "user">;

export const empreinte = (texte: string) => createHash("sha256").update(texte).digest("hex");

/** The last row of the register. */
export interface Tete {
  id: number;
  empreinte: string;
  /** The number of the next mandate. */
  prochain: number;
}

export const queteTete = (db: Db) =>
  db.all<Tete>(sql`
    SELECT coalesce(max(id), 0) AS id, coalesce(max(numero), 0) + 1 AS prochain,
      coalesce((SELECT empreinte FROM ${registreMandats} ORDER BY id DESC LIMIT 1), '') AS empreinte
    FROM ${registreMandats}`);

export const queteNumero = (db: Db, MissionId: number | SQL) =>
  db.all<{ numero: number }>(sql`
    SELECT numero FROM ${registreMandats} WHERE "MissionId" = ${MissionId} AND genre = 'inscription'`);

export const VIDE: Tete = { id: 0, empreinte: "", prochain: 1 };

/** The content of a new row; the write gives its place in the register. */
export type Nouvelle = Pick<RangeeDuRegistre, "numero" | "genre" | "MissionId"> & {
  contenu: LigneDuRegistre;
};

/**
 * A statement that makes the whole write fail when the end of the register changed since it was read. The change is
 * then tried again, or refused.
 */
export const registreFinit = (db: Db, { empreinte }: Tete) =>
  provided(
    db,
    sql`coalesce((SELECT empreinte FROM ${registreMandats} ORDER BY id DESC LIMIT 1), '') = ${empreinte}`,
  );

/** The name under which history records the rows of the register. */
export const ENTITE = "RegistreMandat";

/**
 * The SQL statements that write rows after the last row that was read, and record the last new row in history. The
 * whole write fails when another row was written meanwhile.
 * @param quand SQL condition that holds only when the change itself is written
 */
export function ecrire(
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
export const memesParties = (
  parties: readonly { MissionId: number; clients: string; biens: string }[],
) =>
  sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(parties)}) lu JOIN ${missions} m ON m.id = lu.value ->> 'MissionId'
    WHERE ${SES_CLIENTS} <> lu.value ->> 'clients' OR ${SES_BIENS} <> lu.value ->> 'biens')`;

/** The parties and the dwellings of these missions, as JSON texts. */
export const queteMandats = (db: Db, parmi: SQL) =>
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

export function mandatInscrit(mandat: {
  dateSignature: Jour | null;
  clients: string;
  biens: string;
}): MandatInscrit {
  return {
    dateSignature: mandat.dateSignature,
    mandants: (JSON.parse(mandat.clients) as ClientLu[]).map(nomEtAdresse),
    biens: (JSON.parse(mandat.biens) as BienLu[]).map(nomDuBien),
  };
}

export const nommes = (clients: string): string =>
  (JSON.parse(clients) as ClientLu[]).map(nomComplet).join(", ");

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

export const SIGNEES = sql`m.type = 'gestion' AND m."dateSignature" IS NOT NULL`;

export const notee = (numero: number, MissionId: number | null, observation: string): Nouvelle => ({
  numero,
  genre: "observation",
  MissionId,
  contenu: contenuObservation(observation),
});
