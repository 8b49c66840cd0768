import { sql } from "drizzle-orm";
import { storedFiles } from "#worker/db/schema/fichiers.ts";

/** The identifier of the file with this key, once it is recorded. */
export const idDuDepot = (key: string) =>
  sql`(SELECT ${storedFiles.id} FROM ${storedFiles} WHERE ${storedFiles.key} = ${key})`;
