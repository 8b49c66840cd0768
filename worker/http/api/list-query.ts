import { and, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Context } from "hono";
import * as z from "zod/mini";
import { type Jour, MOIS_ECRIT } from "#domain/dates.ts";
import { Invalid } from "#domain/erreurs.ts";
import { motsCherches } from "#domain/recherche.ts";
import type { Session } from "#worker/http/session/session.ts";
import type { App } from "#worker/http/types.ts";

type Expression = SQLiteColumn | SQL;

/** A filter of a list: the values that it takes, and the condition on the rows that it keeps. */
export interface Filter {
  schema: z.core.$ZodType;
  where(value: string, today: Jour, session: Session): SQL | undefined;
}

export interface ListQuery {
  /** The expressions whose joined text is searched, in lower case without accents, as `folded` writes it. */
  search: Expression[];
  sort: Record<string, Expression>;
  /** The name of a sort, « nom », or « -date » for descending order. */
  defaultSort: string;
  filters: Record<string, Filter>;
  /** Conditions that apply when the filter with the same name is absent. */
  unasked?: Record<string, SQL>;
}

const whole = (max: number, message: string) =>
  z.string().check(
    z.refine((text) => /^[1-9]\d{0,8}$/.test(text) && Number(text) <= max, message),
    z.meta({ type: "integer", minimum: 1, maximum: max }),
  );

/** The number of rows on a page when the caller gives a `page` and no `limit`. */
export const ROWS_PER_PAGE = 20;

const PAGE = whole(1_000_000, "Un numéro de page est attendu.");
const LIMIT = whole(150, "Entre 1 et 150 lignes par page.");
const IDENTIFIER = whole(999_999_999, "Un identifiant est attendu.");
const SEARCH = z.string().check(
  z.maxLength(200, "200 caractères au plus."),
  z.refine((q) => !q.includes("\0") && q.isWellFormed(), "Cette recherche n’est pas valable."),
);

export const byId = (column: SQLiteColumn): Filter => ({
  schema: IDENTIFIER,
  where: (value) => eq(column, Number(value)),
});

export const byLink = (condition: (id: number) => SQL): Filter => ({
  schema: IDENTIFIER,
  where: (value) => condition(Number(value)),
});

/** « true » keeps the rows that meet the condition, « false » the others. */
export const byBoolean = (condition: SQLiteColumn | ((today: Jour) => SQL)): Filter => ({
  schema: z.enum(["true", "false"], "« true » ou « false » est attendu."),
  where: (value, today) => {
    const met = typeof condition === "function" ? condition(today) : sql`${condition}`;
    return value === "true" ? met : sql`(${met}) IS NOT TRUE`;
  },
});

/** Keeps the rows that meet the condition with this name. */
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
  schema: z.string().check(z.regex(pattern, message)),
  where,
});

export const byMonth = (where: Filter["where"]): Filter =>
  byMatch(MOIS_ECRIT, "Un mois AAAA-MM est attendu.", where);

/** The query parameters of a list, all optional: for each name, the schema of its values. */
export function parametersOf(list: ListQuery): Record<string, z.core.$ZodType> {
  const columns = Object.keys(list.sort);
  const sort = z.enum(
    columns.flatMap((column) => [column, `-${column}`]),
    `Tris possibles : ${columns.join(", ")}.`,
  );
  const filters = Object.entries(list.filters).map(([name, { schema }]) => [name, schema] as const);
  const schemas = [
    ...Object.entries({ page: PAGE, limit: LIMIT, sort, q: SEARCH }),
    ...filters,
  ] as const;
  return Object.fromEntries(schemas.map(([name, schema]) => [name, z.optional(schema)]));
}

/**
 * A limit that no list reaches, for a query inside a count. Because of the limit, SQLite computes the inner query
 * separately: each column once, without the left joins that no column needs.
 */
export const EVERY_ROW = Number.MAX_SAFE_INTEGER;

export interface Page {
  where: SQL | undefined;
  orderBy: SQL[];
  /** Undefined when the page has every row. */
  limit: number | undefined;
  offset: number;
  today: Jour;
}

/**
 * Reads `?page&limit&sort&q&…filters`.
 * @throws Invalid with a message for each wrong parameter
 */
export function readListQuery(
  c: Context<App>,
  list: ListQuery,
  parameters: ReturnType<typeof parametersOf>,
  id: SQLiteColumn,
): Page {
  const query = c.req.query();
  // Without a prototype, `__proto__` is an ordinary name.
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(query)) {
    const schema = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const result = schema && z.safeParse(schema, value);
    if (!result) fields[name] = "Filtre inconnu.";
    else if (!result.success) fields[name] = result.error.issues[0]?.message ?? "Valeur refusée.";
  }
  const { page, limit, sort = list.defaultSort, q = "", ...filters } = query;
  const column = list.sort[sort.replace(/^-/, "")];
  if (!column || Object.keys(fields).length > 0) throw new Invalid(fields);

  const kept = [
    ...Object.entries(filters).map(([name, value]) =>
      list.filters[name]?.where(value, c.var.today, c.var.session),
    ),
    ...Object.entries(list.unasked ?? {})
      .filter(([name]) => !(name in filters))
      .map(([, condition]) => condition),
  ];
  const size = limit ? Number(limit) : page ? ROWS_PER_PAGE : undefined;
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

/** A condition that the searched columns contain the word; always false for a list without searched columns. */
function contains(search: Expression[], word: string): SQL {
  const pattern = `%${word.replace(/[\\%_]/g, "\\$&")}%`;
  const text = sql.join(search, sql` || ' ' || `);
  return search.length === 0 ? sql`0` : sql`(${text}) LIKE ${pattern} ESCAPE '\\'`;
}
