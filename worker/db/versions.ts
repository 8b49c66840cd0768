import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { Conflict, FICHE_MODIFIEE } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import type { Db } from "./client.ts";
import { isLostRace } from "./failures.ts";

export type VersionedTable = SQLiteTable & {
  id: SQLiteColumn;
  updatedAt: SQLiteColumn;
  version: SQLiteColumn;
};

export interface Version {
  version: number;
  updatedAt: string;
}

/** A condition that the row is still as it was read; undefined when the reader gave no version. */
export const asRead = (
  table: Pick<VersionedTable, "version" | "updatedAt">,
  { version, updatedAt }: VersionLue,
): SQL | undefined =>
  and(
    version === undefined ? undefined : eq(table.version, version),
    updatedAt === undefined ? undefined : eq(table.updatedAt, updatedAt),
  );

export const isStale = (row: Version, { version, updatedAt }: VersionLue): boolean =>
  (version !== undefined && version !== row.version) ||
  (updatedAt !== undefined && updatedAt !== row.updatedAt);

const TRIES = 25;

/**
 * Runs a change that reads a record, then writes only if the record still has the version read. `attempt` returns
 * undefined when somebody else wrote in between. It then runs again on the new version, except when the author named
 * the version that his change is based on.
 * @throws Conflict when somebody else wrote in between at every try
 */
export async function onVersionRead<T>(
  { version, updatedAt }: VersionLue,
  attempt: () => Promise<T | undefined>,
): Promise<T> {
  const tries = version === undefined && updatedAt === undefined ? TRIES : 1;
  for (let count = 0; count < tries; count++) {
    const made = await attempt();
    if (made !== undefined) return made;
  }
  throw new Conflict(FICHE_MODIFIEE);
}

/** A statement that changes nothing, but makes its whole write fail as a lost race when the condition is false. */
export const provided = (db: Db, condition: SQL) =>
  db.all(sql`SELECT iif(${condition}, 1, json('the condition does not hold'))`);

/** Thrown when somebody else wrote between several reads, so that their results disagree. */
export class LostRace extends Error {
  override name = "LostRace";
}

/**
 * Runs a change that reads, computes its writes, and writes only if nothing that it read has changed. The change runs
 * again when somebody else wrote in between.
 * @throws Conflict when somebody else wrote in between at every try
 */
export async function onWhatIsRead<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 0; count < TRIES; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof LostRace || isLostRace(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20 * (count + 1)));
    }
  }
  throw new Conflict(FICHE_MODIFIEE);
}
