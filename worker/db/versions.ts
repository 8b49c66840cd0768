import { and, eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { Conflict, FICHE_MODIFIEE } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";

/** A table whose every row counts its versions. */
export type VersionedTable = SQLiteTable & {
  id: SQLiteColumn;
  updatedAt: SQLiteColumn;
  version: SQLiteColumn;
};

export interface Version {
  version: number;
  updatedAt: string;
}

/** The row is the one that was read; whatever it is, when its reader did not say. */
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
 * A change that reads a record, then writes on the version it read: `attempt` gives undefined when someone else wrote
 * in between. It is then made again on the new version, unless its author named the one it is based on.
 * @throws Conflict
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
