import { asc, getTableColumns, getTableName, is, type SQL, sql } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  type Bornes,
  EN_CENTIEMES,
  estTue,
  intituleDeColonne,
  TABLES_BORNEES,
  TABLES_TUES,
} from "#domain/agence/export-complet.ts";
import { enEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { isTooLarge } from "#worker/db/failures.ts";
import type { changements, variables } from "#worker/db/schema/agence.ts";
import { tables } from "#worker/db/tables.ts";
import type { Env } from "#worker/env.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { csvChunk } from "#worker/operations/fichiers/csv.ts";
import { ibanDuCompteLu } from "#worker/operations/gerance/banque/comptes-bancaires.ts";
import { ibanDeLaLigne } from "#worker/operations/gerance/banque/releves.ts";
import { ibanLisible } from "#worker/operations/gerance/mandats/coordonnees-bancaires.ts";
import { valeursLues } from "#worker/operations/profils/changements.ts";
import { enClair } from "#worker/operations/reglages.ts";
import { cheminsDesFichiers } from "./export-fichiers.ts";

type Cles = Pick<Env, "DATA_KEYS">;
type Ligne = Record<string, unknown>;

/** The most rows of one query; when the answer is too large, the query runs again with fewer rows. */
const LIGNES_PAR_LECTURE = 500;

/** The tables of the archive, under the names of the database. */
export const EXPORTEES: ReadonlyMap<string, SQLiteTable> = new Map(
  Object.values(tables)
    .filter((value) => is(value, SQLiteTable))
    .map((table) => [getTableName(table), table] as const)
    .filter(([nom]) => !(nom in TABLES_TUES)),
);

const ROWID = sql<number>`rowid`;

/**
 * The number of rows of all exported tables together and, for each table that only grows, its last row; read at one
 * instant.
 */
export async function compterTables(db: Db): Promise<{ lignes: number; bornes: Bornes }> {
  const page = await db.read(
    Object.fromEntries(
      [...EXPORTEES].map(([nom, table]) => [
        nom,
        db
          .select({ lignes: sql<number>`count(*)`, derniere: sql<number>`coalesce(max(rowid), 0)` })
          .from(table),
      ]),
    ),
  );
  const comptes = new Map(Object.entries(page).map(([nom, [compte]]) => [nom, compte]));
  return {
    lignes: [...comptes.values()].reduce((total, compte) => total + (compte?.lignes ?? 0), 0),
    bornes: Object.fromEntries(TABLES_BORNEES.map((nom) => [nom, comptes.get(nom)?.derniere ?? 0])),
  };
}

/** Some rows of a table, in the form that the archive gives them. */
export interface LignesLues {
  lignes: Ligne[];
  /** The last row read; the next reading begins after it. */
  derniere: number;
  /** Whether these are the last rows of the table. */
  fin: boolean;
}

/**
 * At most 500 rows of a table that come after the row `apres`, in order of creation, without secrets. Amounts are in
 * euros, encrypted values in clear; each file has its path in the archive.
 */
export async function lireLignes(
  { env, db }: Pick<Contexte, "env" | "db">,
  { nom, apres, bornes }: { nom: string; apres: number; bornes: Bornes },
): Promise<LignesLues> {
  const table = tableDe(nom);
  const borne = bornes[nom];
  const apresElle: SQL = sql`rowid > ${apres} ${borne === undefined ? sql`` : sql`AND rowid <= ${borne}`}`;
  for (let limite = LIGNES_PAR_LECTURE; ; limite = Math.ceil(limite / 5)) {
    try {
      const rangees = await db
        .select({ rowid: ROWID, rangee: getTableColumns(table) })
        .from(table)
        .where(apresElle)
        .orderBy(asc(ROWID))
        .limit(limite);
      const completes = rangees.map(({ rangee }) => rangee as Ligne);
      const ajouts = await ajoutsDe(db, nom, completes);
      return {
        lignes: completes.map((rangee, rang) => ({
          ...presentee(env, nom, rangee),
          ...ajouts?.[rang],
        })),
        derniere: rangees.at(-1)?.rowid ?? apres,
        fin: rangees.length < limite,
      };
    } catch (error) {
      if (limite === 1 || !isTooLarge(error)) throw error;
    }
  }
}

/**
 * Rows as a part of a JSON file, which is an array with one row a line.
 * @param debut true when the file begins with these rows
 */
export function enJson({ lignes, fin }: LignesLues, debut: boolean): string {
  const suite = lignes.map((ligne) => `\n${JSON.stringify(ligne)}`).join(",");
  const tete = debut ? "[" : lignes.length > 0 ? "," : "";
  return `${tete}${suite}${fin ? "\n]\n" : ""}`;
}

/**
 * Rows as a part of a file for spreadsheets, under the columns of their table.
 * @param debut true when the file begins with these rows
 */
export function enCsv(nom: string, { lignes }: LignesLues, debut: boolean): string {
  const colonnes = [
    ...Object.keys(getTableColumns(tableDe(nom))).filter((colonne) => !estTue(nom, colonne)),
    ...(nom === "StoredFile" ? ["chemin"] : []),
  ];
  return csvChunk(
    colonnes.map((colonne) => ({
      titre: intituleDeColonne(colonne),
      valeur: (ligne: Ligne) => cellule(ligne[colonne]),
    })),
    lignes,
    debut,
  );
}

function tableDe(nom: string): SQLiteTable {
  const table = EXPORTEES.get(nom);
  if (!table) throw new Error(`${nom} is not carried away.`);
  return table;
}

function cellule(valeur: unknown): string | number | boolean | null {
  if (valeur === null || valeur === undefined) return null;
  if (typeof valeur === "object") return JSON.stringify(valeur);
  return valeur as string | number | boolean;
}

/** The exported columns of a row, in the form of the archive. */
function presentee(env: Cles, nom: string, rangee: Ligne): Ligne {
  const claire = { ...rangee, ...EN_CLAIR[nom]?.(env, rangee) };
  const centiemes = EN_CENTIEMES[nom] ?? [];
  return Object.fromEntries(
    Object.entries(claire)
      .filter(([colonne]) => !estTue(nom, colonne))
      .map(([colonne, valeur]) => [
        colonne,
        typeof valeur === "number" && centiemes.includes(colonne) ? enEuros(valeur) : valeur,
      ]),
  );
}

/**
 * The encrypted values of a row, in clear. When the key was lost, an IBAN or a setting keeps the part that the
 * database shows, and the values of a change are null.
 */
const EN_CLAIR: Readonly<Record<string, (env: Cles, rangee: Ligne) => Ligne>> = {
  CompteBancaire: (env, { iban, secret }) => ({
    iban: ibanDuCompteLu(env, String(secret)) || iban,
  }),
  CoordonneesBancaires: (env, { iban, secret }) => ({
    iban: ibanLisible(env, String(secret)) || iban,
  }),
  LigneReleve: (env, { iban, ibanSecret }) => ({
    iban: ibanSecret === null ? iban : sinon(iban, () => ibanDeLaLigne(env, String(ibanSecret))),
  }),
  Variable: (env, rangee) => ({
    valeur: sinon(rangee.valeur, () => enClair(env, rangee as typeof variables.$inferSelect)),
  }),
  Changement: (env, rangee) => {
    const valeurs = () => valeursLues(env, rangee as typeof changements.$inferSelect);
    return { avant: sinon(null, () => valeurs().avant), apres: sinon(null, () => valeurs().apres) };
  },
};

function sinon(valeur: unknown, lire: () => unknown): unknown {
  try {
    return lire();
  } catch {
    return valeur;
  }
}

/**
 * The values that the archive adds to rows although they are no columns: for a file, its path in the archive. Null
 * when it adds none.
 */
async function ajoutsDe(db: Db, nom: string, rangees: readonly Ligne[]): Promise<Ligne[] | null> {
  if (nom !== "StoredFile" || rangees.length === 0) return null;
  const chemins = await cheminsDesFichiers(
    db,
    rangees.map(({ id }) => Number(id)),
  );
  return rangees.map(({ id }) => ({ chemin: chemins.get(Number(id)) ?? null }));
}
