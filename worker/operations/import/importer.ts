import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { CHAMPS_CHERCHES } from "#domain/agence/champs-cherches.ts";
import type { Dossier } from "#domain/biens/dossier-fiche.ts";
import { Invalid } from "#domain/erreurs.ts";
import { corriges, rangDeLEntete } from "#domain/import/colonnes.ts";
import type { CorrespondanceImport } from "#domain/import/colonnes-fiche.ts";
import type { Connus } from "#domain/import/connus.ts";
import {
  type ControleDeFichier,
  controlerFichier,
  type FicheNumerotee,
  type Partie,
  type TableDite,
} from "#domain/import/etat-locatif.ts";
import { type EssaiImport, essaiDe } from "#domain/import/fiche.ts";
import type { GenreImport } from "#domain/import/genres.ts";
import { AUCUNE_COLONNE } from "#domain/import/lignes.ts";
import { loyersPoses } from "#domain/import/loyers.ts";
import type { MandatImporte } from "#domain/import/mandats-fiche.ts";
import { enCentimes } from "#domain/montants.ts";
import { texteDeRecherche } from "#domain/recherche.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { registreOuvert } from "#worker/db/conditions.ts";
import { brokenConstraint } from "#worker/db/failures.ts";
import { newestId } from "#worker/db/rows.ts";
import { history } from "#worker/db/schema/agence.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { importFiches, imports } from "#worker/db/schema/imports.ts";
import { missionAppartements, missionClients } from "#worker/db/schema/missions.ts";
import { appartements, proprietes } from "#worker/db/schema/schema.ts";
import { LostRace, onWhatIsRead, provided } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { ecrirePremieresConditions } from "#worker/operations/gerance/mandats/conditions.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { lireConnus, lireSuites, suiteDe, TABLES_IMPORT } from "./connus.ts";
import { lireTableau } from "./lecture.ts";

interface Fichier {
  nom: string;
  octets: Uint8Array;
}

interface AImporter {
  fichier: Fichier;
  correspondance: CorrespondanceImport;
}

type Appel = Pick<Contexte, "db" | "today">;

interface Auteur extends Pick<Contexte, "db"> {
  user: string;
}

/** The most records inserted by one statement. */
const PAR_ENVOI = 1000;

/**
 * Gives, line by line, the records that a file would make; writes nothing (import/README §13).
 * @throws Invalid when the file is no table.
 */
export async function essayerImport(
  ctx: Appel,
  { fichier, correspondance }: AImporter,
): Promise<EssaiImport> {
  const table = tableDite(fichier, correspondance);
  return essaiDe(correspondance.genre, (await controler(ctx, table)).controle);
}

/** The lines of a file that cannot be imported, as a table to correct: its headers, and the faults of each line. */
export interface LignesACorriger {
  entetes: string[];
  lignes: string[][];
}

/**
 * The wrong lines of a file, each with its faults in words; corrections made on the screen are applied.
 * @throws Invalid when the file is no table.
 */
export async function lignesACorriger(
  ctx: Appel,
  { fichier, correspondance }: AImporter,
): Promise<LignesACorriger> {
  const table = tableDite(fichier, correspondance);
  const { erreurs, fausses } = (await controler(ctx, table)).controle;
  const { rangs } = table;
  const entetes = rangs[table.rang] ?? [];
  // A missing column is reported once for the file, although each line lacks its value.
  const partout = erreurs.filter(({ message }) => message === AUCUNE_COLONNE);
  const fautes = Map.groupBy(
    erreurs.filter(({ message }) => message !== AUCUNE_COLONNE),
    ({ ligne }) => ligne,
  );
  const largeur = Math.max(
    entetes.length,
    ...fausses.map((ligne) => rangs[ligne - 1]?.length ?? 0),
  );
  const deLargeur = (cellules: readonly string[] = []) =>
    Array.from({ length: largeur }, (_, place) => cellules[place] ?? "");
  return {
    entetes: [...deLargeur(entetes), "À corriger"],
    lignes: fausses.map((ligne) => [
      ...deLargeur(rangs[ligne - 1]),
      [...(fautes.get(ligne) ?? []), ...partout]
        .map(({ colonne, message }) => (colonne ? `${colonne} : ${message}` : message))
        .join(" "),
    ]),
  };
}

/**
 * Imports a file, in one transaction: all its records or none, or those of the right lines if `bonnesLignes` asks for
 * them. The transaction fails when somebody made another record of the kind since the check; the file is then checked
 * again (import/README §13.6).
 * @returns the identifier of the import.
 * @throws Invalid when the file is no table, when a line is wrong and `bonnesLignes` is not set, when every line is
 * wrong, or when no record is left to make.
 */
export async function importerFichier(
  ctx: Appel & Auteur,
  { fichier, correspondance, device = null }: AImporter & { device?: string | null },
): Promise<number> {
  const { db } = ctx;
  const table = tableDite(fichier, correspondance);
  return onWhatIsRead(async () => {
    const { controle, connus, suites } = await controler(ctx, table);
    refuserLesFautes(correspondance, controle);
    const parties = controle.parties.filter(({ fiches }) => fiches.length > 0);
    const inchangee = parties.map(({ genre }) => sql`${suiteDe(genre)} = ${suites[genre]}`);
    const { ecrit } = await db
      .write({
        premisse: provided(db, sql.join(inchangee, sql` AND `)),
        ...Object.assign(
          {},
          ...parties.map((partie) => importer(ctx, partie, { connus, nom: fichier.nom, device })),
        ),
        ecrit: db.all<{ id: number }>(sql`SELECT ${newestId(imports)} AS id`),
      })
      .catch((error: unknown) => {
        // A record named by a line was deleted after it was found.
        throw brokenConstraint(error) === "FOREIGN KEY" ? new LostRace() : error;
      });
    return ecrit[0]?.id ?? 0;
  });
}

/** The statements that make the records of one kind, as one import that can be undone. */
function importer(
  auteur: Auteur,
  { genre, fiches, existantes }: Partie,
  { connus, nom, device }: { connus: Connus; nom: string; device: string | null },
): Statements {
  const { db, user } = auteur;
  const statements: Statements = {
    import: db.run(sql`INSERT INTO ${imports} (genre, nom, nombre, existantes, "user")
      VALUES (${genre}, ${nom.slice(0, 200)}, ${fiches.length}, ${existantes}, ${user})`),
    ...Object.assign(
      {},
      ...envoisDe(fiches).map((envoi, rang) => ecrire(auteur, genre, { envoi, rang })),
    ),
    ...(genre === "Mission" ? poserConditions(auteur, mandats(fiches), connus) : {}),
    ...(genre === "Dossier" ? poserLoyers(db, loyersPoses(baux(fiches), connus.baux)) : {}),
    securite: noter(db, {
      evenement: "import",
      user,
      device,
      details: { genre, nombre: fiches.length },
    }),
    // The instant of the import is set after the lines of history that the import writes: later lines show which
    // records were used since.
    fini: db.run(
      sql`UPDATE ${imports} SET "createdAt" = ${MAINTENANT} WHERE id = ${newestId(imports)}`,
    ),
  };
  return Object.fromEntries(
    Object.entries(statements).map(([quoi, statement]) => [`${genre} ${quoi}`, statement]),
  );
}

async function controler({ db, today }: Appel, table: TableDite) {
  const suites = await lireSuites(db);
  const connus = await lireConnus(db, table.correspondance.genre);
  return { connus, suites, controle: controlerFichier(table, connus, suites, today) };
}

/** The table of a file, with its columns chosen and its cells corrected. @throws Invalid when the file is no table. */
function tableDite({ octets }: Fichier, correspondance: CorrespondanceImport): TableDite {
  const { rangs, depuis1904 } = lireTableau(octets);
  return {
    rangs: corriges(rangs, correspondance.corrections),
    rang: rangDeLEntete(rangs, correspondance.genre),
    depuis1904,
    correspondance,
  };
}

/**
 * @throws Invalid when a line is wrong and `bonnesLignes` is not set, when every line is wrong, or when no record is
 * left to make.
 */
function refuserLesFautes(
  { genre, bonnesLignes }: CorrespondanceImport,
  controle: ControleDeFichier,
): void {
  const { length: fautes } = controle.erreurs;
  const rien = controle.parties.every(({ fiches }) => fiches.length === 0);
  if (fautes > 0 && (!bonnesLignes || rien)) {
    const message = `Rien n’a été importé : ${fautes === 1 ? "une erreur est" : `${fautes} erreurs sont`} à corriger.`;
    throw new Invalid({ fichier: message }, message, essaiDe(genre, controle));
  }
  if (rien) {
    const message = "Rien à importer : tout ce que dit ce fichier est déjà là.";
    throw new Invalid({ fichier: message }, message, essaiDe(genre, controle));
  }
}

const envoisDe = (fiches: readonly FicheNumerotee[]): FicheNumerotee[][] =>
  Array.from({ length: Math.ceil(fiches.length / PAR_ENVOI) }, (_, rang) =>
    fiches.slice(rang * PAR_ENVOI, (rang + 1) * PAR_ENVOI),
  );

const baux = (fiches: readonly FicheNumerotee[]) =>
  fiches.map(({ id, ligne, fiche }) => ({ ...(fiche as unknown as Dossier), id, ligne }));

const mandats = (fiches: readonly FicheNumerotee[]) =>
  fiches.map(({ id, fiche }) => ({ ...(fiche as unknown as MandatImporte), id }));

/**
 * The statements that give mandates the terms of their lines. A signed mandate keeps its number of the agency's
 * former register, because the register kept here is not open yet (mandats/README §12.23).
 */
function poserConditions(
  { db, user }: Auteur,
  mandats: readonly (MandatImporte & { id: number })[],
  connus: Connus,
): Statements {
  const { franchiseTva } = connus.mandats;
  const aUnRegistre = mandats.some((mandat) => mandat.dateSignature || mandat.numRegistre);
  const termes = mandats.flatMap(({ id, conditions }) =>
    conditions
      ? [{ MissionId: id, conditions: franchiseTva ? { ...conditions, tauxTva: 0 } : conditions }]
      : [],
  );
  return {
    ...(aUnRegistre ? { registreFerme: provided(db, sql`NOT ${registreOuvert}`) } : {}),
    ...ecrirePremieresConditions(db, termes, user),
  };
}

/** The statements that make these records, the rows that depend on them, and the history of all. */
function ecrire(
  auteur: Auteur,
  genre: GenreImport,
  { envoi: fiches, rang }: { envoi: readonly FicheNumerotee[]; rang: number },
): Statements {
  const { db } = auteur;
  const statements = {
    fiches: inserer(db, genre, fiches),
    histoire: raconter(
      auteur,
      fiches.map(({ id }) => ({ entite: genre, entiteId: id, etat: "Création" })),
    ),
    origine:
      db.run(sql`INSERT INTO ${importFiches} ("ImportId", entite, "entiteId", ligne, reference, version)
      SELECT ${newestId(imports)}, ${genre}, value ->> 0, value ->> 1, value ->> 2, 1
      FROM json_each(${JSON.stringify(fiches.map(({ id, ligne, reference }) => [id, ligne, reference]))})`),
    ...suites(auteur, genre, fiches),
  };
  return Object.fromEntries(
    Object.entries(statements).map(([nom, statement]) => [`${nom} ${rang}`, statement]),
  );
}

/** The statement that inserts these records, each under its identifier. */
function inserer(db: Db, genre: GenreImport, fiches: readonly FicheNumerotee[]) {
  const table = TABLES_IMPORT[genre];
  const rangees = fiches.map(
    ({ id, fiche, liens }): Record<string, unknown> => ({
      ...fiche,
      id,
      recherche: texteDeRecherche(CHAMPS_CHERCHES[genre].map((champ) => fiche[champ])),
      ...(genre === "Caution" ? { DossierId: liens[0] ?? null } : {}),
      ...(genre === "Mission"
        ? { nbAppart: (fiche as unknown as MandatImporte).biens.length }
        : {}),
      ...(genre === "Appartement" ? { defaultContact: liens[0] ?? null } : {}),
    }),
  );
  const colonnes = Object.entries(getTableColumns(table)).filter(([nom]) =>
    rangees.some((rangee) => rangee[nom] !== undefined),
  );
  const json = JSON.stringify(
    rangees.map((rangee) =>
      colonnes.map(([nom, colonne]) => {
        const valeur = rangee[nom];
        return valeur === undefined || valeur === null ? null : colonne.mapToDriverValue(valeur);
      }),
    ),
  );
  const noms = colonnes.map(([, colonne]) => sql.identifier(colonne.name));
  const valeurs = colonnes.map((_, rang) => sql`value ->> ${sql.raw(String(rang))}`);
  return db.run(sql`INSERT INTO ${table} (${sql.join(noms, sql`, `)})
    SELECT ${sql.join(valeurs, sql`, `)} FROM json_each(${json}) ORDER BY key`);
}

interface LigneHistoire {
  entite: string;
  entiteId: number;
  etat: string;
  details?: Record<string, unknown>;
}

const raconter = ({ db, user }: Auteur, lignes: readonly LigneHistoire[]) =>
  db.run(sql`INSERT INTO ${history} (entite, "entiteId", etat, "user", details)
    SELECT value ->> 0, value ->> 1, value ->> 2, ${user}, value -> 3 ->> '$'
    FROM json_each(${JSON.stringify(
      lignes.map(({ entite, entiteId, etat, details }) => [
        entite,
        entiteId,
        etat,
        details ?? null,
      ]),
    )}) ORDER BY key`);

/**
 * The rows that a creation by hand would also write. For a dwelling: its owners. For a mandate: its parties and
 * dwellings. For a guarantor: a line of history of his dossier. For a lease: lines of history of its dwelling and
 * tenant.
 */
function suites(auteur: Auteur, genre: GenreImport, fiches: readonly FicheNumerotee[]): Statements {
  if (genre === "Appartement") return proprietairesDe(auteur, fiches);
  if (genre === "Mission") return partiesDe(auteur, mandats(fiches));
  if (genre === "Caution") return { histoireDesDossiers: raconter(auteur, garantiesDe(fiches)) };
  if (genre === "Dossier") return { histoireDesParties: raconter(auteur, entreesDe(fiches)) };
  return {};
}

function proprietairesDe(auteur: Auteur, fiches: readonly FicheNumerotee[]): Statements {
  const liens = fiches.flatMap(({ id, liens }) =>
    [...new Set(liens)].map((ClientId) => [id, ClientId] as const),
  );
  const histoire = liens.map(([entiteId, ClientId]) => ({
    entite: "Appartement",
    entiteId,
    etat: "Propriétaire ajouté",
    details: { ClientId },
  }));
  return {
    proprietaires: auteur.db.run(sql`INSERT INTO ${proprietes} ("AppartementId", "ClientId")
      SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(liens)})`),
    histoireDesProprietaires: raconter(auteur, histoire),
  };
}

function partiesDe(
  auteur: Auteur,
  mandatsImportes: readonly (MandatImporte & { id: number })[],
): Statements {
  const { db } = auteur;
  const parties = mandatsImportes.flatMap(({ id, mandants }) =>
    mandants.map((ClientId) => [id, ClientId] as const),
  );
  const biens = mandatsImportes.flatMap(({ id, biens }) =>
    biens.map((AppartementId) => [id, AppartementId] as const),
  );
  const entite = "Mission";
  const histoire = [
    ...parties.map(([entiteId, ClientId]) => ({
      ...{ entite, entiteId, etat: "Commanditaire ajouté" },
      details: { ClientId },
    })),
    ...biens.map(([entiteId, AppartementId]) => ({
      ...{ entite, entiteId, etat: "Appartement ajouté" },
      details: { AppartementId },
    })),
  ];
  return {
    mandants: db.run(sql`INSERT INTO ${missionClients} ("MissionId", "ClientId")
      SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(parties)})`),
    biens: db.run(sql`INSERT INTO ${missionAppartements} ("MissionId", "AppartementId")
      SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(biens)})`),
    histoireDesParties: raconter(auteur, histoire),
  };
}

const garantiesDe = (fiches: readonly FicheNumerotee[]): LigneHistoire[] =>
  fiches.flatMap(({ id, liens: [DossierId] }) =>
    DossierId === undefined
      ? []
      : [
          {
            entite: "Dossier",
            entiteId: DossierId,
            etat: "Caution ajoutée",
            details: { CautionId: id },
          },
        ],
  );

const entreesDe = (fiches: readonly FicheNumerotee[]): LigneHistoire[] =>
  baux(fiches).flatMap(({ AppartementId, LocataireId, dateEntree }) => [
    {
      entite: "Appartement",
      entiteId: AppartementId,
      etat: "Entrée d’un locataire",
      details: { LocataireId, dateEntree },
    },
    {
      entite: "Locataire",
      entiteId: LocataireId,
      etat: "Entrée dans un appartement",
      details: { AppartementId, dateEntree },
    },
  ]);

/**
 * The statements that give dwellings the rent of their last lease, and keep the former rent, so that undoing the
 * import can give it back.
 */
function poserLoyers(db: Db, poses: ReturnType<typeof loyersPoses>): Statements {
  const json = JSON.stringify(
    poses.map(({ AppartementId, ligne, loyerHC, charge }) => [
      AppartementId,
      enCentimes(loyerHC),
      enCentimes(charge),
      ligne,
    ]),
  );
  const a = sql.identifier(getTableName(appartements));
  const change = sql`(${a}."loyerHC" <> value ->> 1 OR ${a}.charge <> value ->> 2)`;
  return {
    loyersAvant:
      db.run(sql`INSERT INTO ${importFiches} ("ImportId", entite, "entiteId", ligne, version, avant)
      SELECT ${newestId(imports)}, 'Appartement', ${a}.id, value ->> 3, ${a}.version + 1,
        json_object('version', ${a}.version, 'loyerHC', ${a}."loyerHC", 'charge', ${a}.charge)
      FROM json_each(${json}) JOIN ${a} ON ${a}.id = value ->> 0 WHERE ${change}`),
    loyers:
      db.run(sql`UPDATE ${a} SET "loyerHC" = value ->> 1, charge = value ->> 2, "updatedAt" = ${MAINTENANT}
      FROM json_each(${json}) WHERE ${a}.id = value ->> 0 AND ${change}`),
  };
}
