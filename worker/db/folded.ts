import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

const FOLDED: [string, string][] = [
  ["a", "àâäÀÂÄ"],
  ["c", "çÇ"],
  ["e", "éèêëÉÈÊË"],
  ["i", "îïÎÏ"],
  ["o", "ôöÔÖ"],
  ["u", "ùûüÙÛÜ"],
  ["oe", "œŒ"],
  [" ", "-'’"],
];

/**
 * A short text column of a small table as `rechercheNormalisee()` folds it, but for the case, which LIKE
 * ignores. Large tables keep a folded column instead.
 */
export const folded = (column: SQLiteColumn): SQL =>
  FOLDED.flatMap(([plain, letters]) => [...letters].map((letter) => [letter, plain])).reduce(
    (text, [letter, plain]) =>
      sql`replace(${text}, ${sql.raw(quoted(letter))}, ${sql.raw(quoted(plain))})`,
    sql`coalesce(${column}, '')`,
  );

const quoted = (text = "") => `'${text.replaceAll("'", "''")}'`;
