import { is, sql } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { ajouterJours } from "#domain/dates.ts";
import type { Db } from "#worker/db/client.ts";
import { morceauxExport } from "#worker/db/schema/exports.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { tables } from "#worker/db/tables.ts";
import type { Env } from "#worker/env.ts";
import { cleOriginale, effacer } from "#worker/files.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { oublierTeleversement, PREFIXE_TELEVERSEMENTS } from "./televersements.ts";

const PAR_PAGE = 1000;
/** One run reads 200,000 objects; the next one goes on from there. */
const PAGES_PAR_PASSAGE = 200;
const ABSENTS_AU_PLUS = 100;
/** The object of R2 that keeps the last key examined, when a run could not read everything. */
const SIGNET = "balayage";

export interface Balayage {
  /** The number of objects deleted: those whose file no record held, and those that no row owned. */
  supprimes: number;
  /** The keys of rows whose object is missing, a hundred at most: a person must look. */
  sansObjet: string[];
}

/**
 * Makes R2 and the database agree again. It deletes, once they are over a day old, the files that no record holds any
 * more, the objects that no row owns and the unfinished uploads. It reports the rows whose object is missing.
 * @param today objects stored since yesterday, in UTC, are left alone.
 */
export async function balayerFichiers({
  env,
  db,
  today,
}: Pick<Contexte, "env" | "db" | "today">): Promise<Balayage> {
  const limite = `${ajouterJours(today, -1)}T00:00:00.000Z`;
  const delaisses = await oublierDelaisses(db, limite);
  await effacer(env, delaisses);
  const balayage: Balayage = { supprimes: delaisses.length, sansObjet: [] };
  let apres = (await (await env.FILES.get(SIGNET))?.text()) ?? "";
  for (let page = 1; ; page++) {
    const { objects, truncated } = await env.FILES.list({
      limit: PAR_PAGE,
      ...(apres && { startAfter: apres }),
    });
    const jusquA = truncated ? (objects.at(-1)?.key ?? apres) : null;
    const vue = { objets: objects, apres, jusquA, limite };
    const orphelins = await orphelinsDe(db, vue);
    await supprimer(env, orphelins);
    balayage.supprimes += orphelins.length;
    balayage.sansObjet.push(...(await rangeesSansObjet(db, vue)));
    if (jusquA === null) {
      await env.FILES.delete(SIGNET);
      break;
    }
    apres = jusquA;
    if (page === PAGES_PAR_PASSAGE) {
      await env.FILES.put(SIGNET, apres);
      break;
    }
  }
  balayage.sansObjet.splice(ABSENTS_AU_PLUS);
  if (balayage.supprimes > 0 || balayage.sansObjet.length > 0) {
    console.warn(JSON.stringify({ message: "Files swept", ...balayage }));
  }
  return balayage;
}

/** Every column that holds a file, read from the schema, so that no future table is forgotten. */
const DETENTEURS = Object.values(tables)
  .filter((value) => is(value, SQLiteTable))
  .flatMap((table) => {
    const { name, foreignKeys } = getTableConfig(table);
    return foreignKeys
      .map((key) => key.reference())
      .filter(({ foreignTable }) => foreignTable === storedFiles)
      .flatMap(({ columns }) => columns.map((column) => ({ table: name, colonne: column.name })));
  });

/**
 * Deletes the rows of files that no record holds any more, such as those of a deleted record; a thousand at most.
 * @returns the R2 keys of these files
 */
async function oublierDelaisses(db: Db, limite: string): Promise<string[]> {
  const detenu = DETENTEURS.map(
    ({ table, colonne }) =>
      sql`EXISTS (SELECT 1 FROM ${sql.identifier(table)}
        WHERE ${sql.identifier(table)}.${sql.identifier(colonne)} = "StoredFile".id)`,
  );
  const rows = await db.all<{ key: string }>(sql`
    DELETE FROM ${storedFiles} WHERE id IN (
      SELECT "StoredFile".id FROM ${storedFiles}
      WHERE "StoredFile"."createdAt" < ${limite} AND NOT (${sql.join(detenu, sql` OR `)})
      LIMIT ${PAR_PAGE})
    RETURNING key`);
  return rows.map(({ key }) => key);
}

interface Vue {
  objets: readonly R2Object[];
  /** The keys examined: after `apres`, up to `jusquA`, or to the end when `jusquA` is null. */
  apres: string;
  jusquA: string | null;
  limite: string;
}

/** The keys of old objects that belong to no file, receipt or archive. */
async function orphelinsDe(db: Db, { objets, limite }: Vue): Promise<string[]> {
  const anciens = objets
    .filter(({ key, uploaded }) => key !== SIGNET && uploaded.toISOString() < limite)
    .map(({ key }) => ({ key, proprietaire: cleOriginale(key) }));
  if (anciens.length === 0) return [];
  const rows = await db.all<{ key: string }>(sql`
    SELECT value ->> 'key' AS key FROM json_each(${JSON.stringify(anciens)})
    WHERE value ->> 'proprietaire' NOT IN (SELECT key FROM ${storedFiles})
      AND value ->> 'key' NOT IN (
        SELECT key FROM ${morceauxExport} UNION ALL SELECT "cleIndex" FROM ${morceauxExport})
      AND value ->> 'key' NOT IN (
        SELECT file FROM ${quitances} WHERE file BETWEEN ${anciens[0]?.key} AND ${anciens.at(-1)?.key})`);
  return rows.map(({ key }) => key);
}

/** Deletes objects; for an unfinished upload, also the parts that R2 keeps apart. */
async function supprimer(env: Pick<Env, "FILES">, cles: readonly string[]): Promise<void> {
  const televersements = new Set(
    cles
      .filter((key) => key.startsWith(PREFIXE_TELEVERSEMENTS))
      .map((key) => key.slice(PREFIXE_TELEVERSEMENTS.length).split("/")[0] ?? ""),
  );
  for (const id of televersements) await oublierTeleversement(env, id);
  await effacer(
    env,
    cles.filter((key) => !key.startsWith(PREFIXE_TELEVERSEMENTS)),
  );
}

async function rangeesSansObjet(db: Db, { objets, apres, jusquA, limite }: Vue): Promise<string[]> {
  const rows = await db.all<{ key: string }>(sql`
    SELECT key FROM ${storedFiles}
    WHERE key > ${apres} ${jusquA === null ? sql`` : sql`AND key <= ${jusquA}`}
      AND "createdAt" < ${limite}
      AND key NOT IN (SELECT value FROM json_each(${JSON.stringify(objets.map(({ key }) => key))}))
    LIMIT ${ABSENTS_AU_PLUS}`);
  return rows.map(({ key }) => key);
}
