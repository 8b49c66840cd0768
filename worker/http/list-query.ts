import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import * as z from "zod/mini";
import type { Jour } from "#domain/dates.ts";
import { Invalid } from "#domain/erreurs.ts";
import { motsCherches } from "#domain/recherche.ts";
import type { App } from "./types.ts";

type Expression = SQLiteColumn | SQL;

/** One filter of a list: what its value may be, and the rows it keeps. */
export interface Filter {
  schema: z.core.$ZodType;
  where(value: string, today: Jour): SQL | undefined;
}

/** What a list may be searched in, sorted by and filtered on. */
export interface ListQuery {
  /** Folded text, written by `crud()`; several when the list joins tables. */
  search: Expression[];
  sort: Record<string, Expression>;
  /** « nom », « -date ». */
  defaultSort: string;
  filters: Record<string, Filter>;
}

const whole = (max: number, message: string) =>
  z.string().check(z.refine((text) => /^[1-9]\d{0,8}$/.test(text) && Number(text) <= max, message));

const PAGE = whole(1_000_000, "Un numéro de page est attendu.");
const LIMIT = whole(150, "Entre 1 et 150 lignes par page.");
const IDENTIFIER = whole(999_999_999, "Un identifiant est attendu.");

/** Keeps the rows whose column is this identifier. */
export const byId = (column: SQLiteColumn): Filter => ({
  schema: IDENTIFIER,
  where: (value) => eq(column, Number(value)),
});

/** Keeps what meets the condition (« true ») or what does not (« false »). */
export const byBoolean = (condition: SQLiteColumn | ((today: Jour) => SQL)): Filter => ({
  schema: z.enum(["true", "false"], "« true » ou « false » est attendu."),
  where: (value, today) => {
    const met = typeof condition === "function" ? condition(today) : sql`${condition}`;
    return value === "true" ? met : sql`NOT (${met})`;
  },
});

/** Keeps what the named condition keeps. */
export const byChoice = <const T extends Record<string, (today: Jour) => SQL | undefined>>(
  conditions: T,
): Filter => ({
  schema: z.enum(
    Object.keys(conditions),
    `Valeurs possibles : ${Object.keys(conditions).join(", ")}.`,
  ),
  where: (value, today) => conditions[value]?.(today),
});

export const byMatch = (pattern: RegExp, message: string, where: Filter["where"]): Filter => ({
  schema: z.string().check(z.refine((text) => pattern.test(text), message)),
  where,
});

export interface Page {
  where: SQL | undefined;
  orderBy: SQL[];
  /** Undefined: every row. */
  limit: number | undefined;
  offset: number;
  today: Jour;
}

/** Reads `?page&limit&sort&q&…filters` or throws `Invalid` naming each parameter that is not right. */
export function readListQuery(c: Context<App>, list: ListQuery, id: SQLiteColumn): Page {
  const { page, limit, sort = list.defaultSort, q = "", ...filters } = c.req.query();
  const fields: Record<string, string> = {};
  const check = (name: string, schema: z.core.$ZodType, value: string | undefined) => {
    if (value === undefined) return;
    const result = z.safeParse(schema, value);
    if (!result.success) fields[name] = result.error.issues[0]?.message ?? "Valeur refusée.";
  };
  check("page", PAGE, page);
  check("limit", LIMIT, limit);
  const column = list.sort[sort.replace(/^-/, "")];
  if (!column) fields.sort = `Tris possibles : ${Object.keys(list.sort).join(", ")}.`;
  if (q.length > 200 || q.includes("\0") || !q.isWellFormed())
    fields.q = "Cette recherche n’est pas valable.";
  for (const [name, value] of Object.entries(filters)) {
    const filter = list.filters[name];
    if (filter) check(name, filter.schema, value);
    else fields[name] = "Filtre inconnu.";
  }
  if (!column || Object.keys(fields).length > 0) throw new Invalid(fields);

  const kept = Object.entries(filters).map(([name, value]) =>
    list.filters[name]?.where(value, c.var.today),
  );
  const size = limit ? Number(limit) : page ? 20 : undefined;
  return {
    where: and(...kept, ...motsCherches(q).map((word) => contains(list.search, word))),
    orderBy: sort.startsWith("-")
      ? [sql`${column} DESC`, sql`${id} DESC`]
      : [sql`${column}`, sql`${id}`],
    limit: size,
    offset: size && page ? (Number(page) - 1) * size : 0,
    today: c.var.today,
  };
}

/** A list that searches nothing finds nothing. */
function contains(search: Expression[], word: string): SQL {
  const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
  const text = sql.join(search, sql` || ' ' || `);
  return search.length === 0 ? sql`0` : sql`(${text}) LIKE ${pattern} ESCAPE '\\'`;
}
