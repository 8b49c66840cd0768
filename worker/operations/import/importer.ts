import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { CHAMPS_CHERCHES } from "#domain/agence/champs-cherches.ts";
import type { Dossier } from "#domain/biens/dossier-fiche.ts";
import type { Jour } from "#domain/dates.ts";
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
import { MAINTENANT } from "#worker/db/columns.ts";
import { registreOuvert } from "#worker/db/conditions.ts";
import { brokenConstraint } from "#worker/db/failures.ts";
import { newestId } from "#worker/db/rows.ts";
import { appartements, proprietes } from "#worker/db/schema.ts";
import { history } from "#worker/db/schema-agence.ts";
import { importFiches, imports } from "#worker/db/schema-imports.ts";
import { missionAppartements, missionClients } from "#worker/db/schema-missions.ts";
import { LostRace, onWhatIsRead, provided } from "#worker/db/versions.ts";
import { ecrirePremieresConditions } from "#worker/operations/gerance/mandats/conditions.ts";
import { noter } from "#worker/operations/profils/securite.ts";
import { lireConnus, lireSuites, suiteDe, TABLES_IMPORT } from "./connus.ts";
import { lireTableau } from "./lecture.ts";

interface Fichier {
  nom: string;
  octets: Uint8Array;
}

interface Quand {
  user: string;
  device?: string | null;
  today: Jour;
}

/** Records that a statement carries. */
const PAR_ENVOI = 1000;

/**
 * The records that a file would make, line by line; nothing is written (domain/README §13).
 * @throws Invalid when it is no table, or not the one whose columns were told.
 */
export async function essayerImport(
  db: Db,
  fichier: Fichier,
  correspondance: CorrespondanceImport,
  { today }: Pick<Quand, "today">,
): Promise<EssaiImport> {
  const table = tableDite(fichier, correspondance);
  return essaiDe(correspondance.genre, (await controler(db, table, today)).controle);
}

/** The lines of a file that can't be imported, as its table to mend: its heads, and the faults of each line. */
export interface LignesACorriger {
  entetes: string[];
  lignes: string[][];
}

/**
 * The wrong lines of a file, each with its faults in words; corrections made on the screen are kept.
 * @throws Invalid when it is no table.
 */
export async function lignesACorriger(
  db: Db,
  fichier: Fichier,
  correspondance: CorrespondanceImport,
  { today }: Pick<Quand, "today">,
): Promise<LignesACorriger> {
  const table = tableDite(fichier, correspondance);
  const { erreurs, fausses } = (await controler(db, table, today)).controle;
  const { rangs } = table;
  const entetes = rangs[table.rang] ?? [];
  // A fact without a column is reported once a file, though each of its lines lacks it.
  const partout = erreurs.filter(({ message }) => message === AUCUNE_COLONNE);
  const dites = Map.groupBy(
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
      [...(dites.get(ligne) ?? []), ...partout]
        .map(({ colonne, message }) => (colonne ? `${colonne} : ${message}` : message))
        .join(" "),
    ]),
  };
}

/**
 * Imports a file: every record it tells, or none, or those of its right lines where that was asked, in one
 * transaction that holds only while nobody made another record of the kind since it was checked; else it is checked
 * again (domain/README §13.6).
 * @returns the identifier of the import.
 * @throws Invalid when a line is wrong and the right ones were not asked for alone, or when nothing is left to
 *   make.
 */
export async function importerFichier(
  db: Db,
  fichier: Fichier,
  correspondance: CorrespondanceImport,
  auteur: Quand,
): Promise<number> {
  const table = tableDite(fichier, correspondance);
  return onWhatIsRead(async () => {
    const { controle, connus, suites } = await controler(db, table, auteur.today);
    refuserLesFautes(correspondance, controle);
    const parties = controle.parties.filter(({ fiches }) => fiches.length > 0);
    const inchangee = parties.map(({ genre }) => sql`${suiteDe(genre)} = ${suites[genre]}`);
    const { ecrit } = await db
      .write({
        premisse: provided(db, sql.join(inchangee, sql` AND `)),
        ...Object.assign(
          {},
          ...parties.map((partie) => importer(db, partie, { connus, nom: fichier.nom, auteur })),
        ),
        ecrit: db.all<{ id: number }>(sql`SELECT ${newestId(imports)} AS id`),
      })
      .catch((error: unknown) => {
        // A record named by a line was deleted since it was found.
        throw brokenConstraint(error) === "FOREIGN KEY" ? new LostRace() : error;
      });
    return ecrit[0]?.id ?? 0;
  });
}

/** The statements that make the records of one kind, as one import that can be undone. */
function importer(
  db: Db,
  { genre, fiches, existantes }: Partie,
  { connus, nom, auteur }: { connus: Connus; nom: string; auteur: Quand },
): Statements {
  const statements: Statements = {
    import: db.run(sql`INSERT INTO ${imports} (genre, nom, nombre, existantes, "user")
      VALUES (${genre}, ${nom.slice(0, 200)}, ${fiches.length}, ${existantes}, ${auteur.user})`),
    ...Object.assign(
      {},
      ...envoisDe(fiches).map((envoi, rang) => ecrire(db, genre, envoi, rang, auteur.user)),
    ),
    ...(genre === "Mission" ? poserConditions(db, mandats(fiches), { connus, auteur }) : {}),
    ...(genre === "Dossier" ? poserLoyers(db, loyersPoses(baux(fiches), connus.baux)) : {}),
    securite: noter(db, {
      evenement: "import",
      user: auteur.user,
      device: auteur.device ?? null,
      details: { genre, nombre: fiches.length },
    }),
    // After the history of the import itself: later lines tell how its records were used since.
    fini: db.run(
      sql`UPDATE ${imports} SET "createdAt" = ${MAINTENANT} WHERE id = ${newestId(imports)}`,
    ),
  };
  return Object.fromEntries(
    Object.entries(statements).map(([quoi, statement]) => [`${genre} ${quoi}`, statement]),
  );
}

/** The result of a table, with the records of the base when it was checked. */
async function controler(db: Db, table: TableDite, today: Jour) {
  const suites = await lireSuites(db);
  const connus = await lireConnus(db, table.correspondance.genre);
  return { connus, suites, controle: controlerFichier(table, connus, suites, today) };
}

/** The table of a file, as a person said and mended it. @throws Invalid when it is none. */
function tableDite({ octets }: Fichier, correspondance: CorrespondanceImport): TableDite {
  const { rangs, depuis1904 } = lireTableau(octets);
  return {
    rangs: corriges(rangs, correspondance.corrections),
    rang: rangDeLEntete(rangs, correspondance.genre),
    depuis1904,
    correspondance,
  };
}

/** @throws Invalid unless every line can be made, or the right ones alone are asked for, and one at least is. */
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
 * The statements that give mandates the terms that their lines tell. A signed mandate comes with the number of the former
 * register: it is in none here, as this register is not open yet (domain/README §12.19).
 */
function poserConditions(
  db: Db,
  mandats: readonly (MandatImporte & { id: number })[],
  { connus, auteur }: { connus: Connus; auteur: Quand },
): Statements {
  const { franchiseTva } = connus.mandats;
  const aUnRegistre = mandats.some((un) => un.dateSignature || un.numRegistre);
  const dites = mandats.flatMap(({ id, conditions }) =>
    conditions
      ? [{ MissionId: id, conditions: franchiseTva ? { ...conditions, tauxTva: 0 } : conditions }]
      : [],
  );
  return {
    ...(aUnRegistre ? { registreFerme: provided(db, sql`NOT ${registreOuvert}`) } : {}),
    ...ecrirePremieresConditions(db, dites, auteur.user),
  };
}

/** The statements that make these records, their dependents, and the history of all. */
function ecrire(
  db: Db,
  genre: GenreImport,
  fiches: readonly FicheNumerotee[],
  envoi: number,
  user: string,
): Statements {
  const statements = {
    fiches: inserer(db, genre, fiches),
    histoire: raconter(
      db,
      fiches.map(({ id }) => ({ entite: genre, entiteId: id, etat: "Création" })),
      user,
    ),
    origine:
      db.run(sql`INSERT INTO ${importFiches} ("ImportId", entite, "entiteId", ligne, reference, version)
      SELECT ${newestId(imports)}, ${genre}, value ->> 0, value ->> 1, value ->> 2, 1
      FROM json_each(${JSON.stringify(fiches.map(({ id, ligne, reference }) => [id, ligne, reference]))})`),
    ...suites(db, genre, fiches, user),
  };
  return Object.fromEntries(
    Object.entries(statements).map(([nom, statement]) => [`${nom} ${envoi}`, statement]),
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

/** The statement that writes these lines of history. */
const raconter = (db: Db, lignes: readonly LigneHistoire[], user: string) =>
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
 * The dependents that a creation by hand would also write: owners of a dwelling, the parties of a mandate, the lease of
 * a guarantor, the move of a tenant.
 */
function suites(
  db: Db,
  genre: GenreImport,
  fiches: readonly FicheNumerotee[],
  user: string,
): Statements {
  if (genre === "Appartement") {
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
      proprietaires: db.run(sql`INSERT INTO ${proprietes} ("AppartementId", "ClientId")
        SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(liens)})`),
      histoireDesProprietaires: raconter(db, histoire, user),
    };
  }
  if (genre === "Mission") {
    const lies = mandats(fiches);
    const parties = lies.flatMap(({ id, mandants }) =>
      mandants.map((ClientId) => [id, ClientId] as const),
    );
    const biens = lies.flatMap(({ id, biens }) =>
      biens.map((AppartementId) => [id, AppartementId] as const),
    );
    const dite = (entiteId: number, etat: string, details: Record<string, unknown>) => ({
      entite: "Mission",
      entiteId,
      etat,
      details,
    });
    const histoire = [
      ...parties.map(([id, ClientId]) => dite(id, "Commanditaire ajouté", { ClientId })),
      ...biens.map(([id, AppartementId]) => dite(id, "Appartement ajouté", { AppartementId })),
    ];
    return {
      mandants: db.run(sql`INSERT INTO ${missionClients} ("MissionId", "ClientId")
        SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(parties)})`),
      biens: db.run(sql`INSERT INTO ${missionAppartements} ("MissionId", "AppartementId")
        SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(biens)})`),
      histoireDesParties: raconter(db, histoire, user),
    };
  }
  if (genre === "Caution") {
    const histoire = fiches.flatMap(({ id, liens: [DossierId] }) =>
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
    return { histoireDesDossiers: raconter(db, histoire, user) };
  }
  if (genre === "Dossier") {
    const histoire = baux(fiches).flatMap(({ AppartementId, LocataireId, dateEntree }) => [
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
    return { histoireDesParties: raconter(db, histoire, user) };
  }
  return {};
}

/** The statements that give dwellings the rent of their last lease, and keep what it was: undoing gives it back. */
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
