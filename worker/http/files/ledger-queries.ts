import type { Context } from "hono";
import * as z from "zod/mini";
import { type Jour, premierJour } from "#domain/dates.ts";
import { Invalid } from "#domain/erreurs.ts";
import { isoDate } from "#domain/fields.ts";
import {
  GENRES,
  type Genre,
  JOURNAUX,
  type Journal,
  type Livre,
} from "#domain/gerance/livres/ecritures.ts";
import type { PageLue } from "#domain/gerance/livres/grand-livre.ts";
import { parse } from "#worker/http/api/validate.ts";
import type { App } from "#worker/http/types.ts";

export const livre = z.enum(["G", "H"], "« G » ou « H » est attendu.");
export const genre = z.enum(Object.keys(GENRES) as [Genre, ...Genre[]], "Ce compte n’existe pas.");
export const journal = z.enum(
  Object.keys(JOURNAUX) as [Journal, ...Journal[]],
  "Ce journal n’existe pas.",
);
export const de = z.string().check(z.regex(/^-?[1-9]\d{0,8}$/, "Un identifiant est attendu."));
export const PERIODE = { du: z.optional(isoDate()), au: z.optional(isoDate()) };
export const AU = { au: z.optional(isoDate()) };
const PAGE = {
  page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,6}$/, "Un numéro de page est attendu."))),
  limit: z.optional(
    z.string().check(z.regex(/^([1-9]\d?|1[0-4]\d|150)$/, "Entre 1 et 150 lignes par page.")),
  ),
};
const q = z.optional(z.string().check(z.maxLength(200, "200 caractères au plus.")));

export const LEDGER_QUERIES = {
  comptes: { livre, ...PERIODE },
  auxiliaires: { genre, q, ...PERIODE, ...PAGE },
  "grand-livre": { genre, de: z.optional(de), ...PERIODE, ...PAGE },
  journal: { livre, journal: z.optional(journal), ...PERIODE, ...PAGE },
  locataires: { q, ...AU, ...PAGE },
  fournisseurs: { q, ...AU, ...PAGE },
  exercices: PERIODE,
} as const satisfies Record<string, Record<string, z.core.$ZodType>>;

/** The days that a visit may read; null for staff, who may read all days. */
export type Bounds = { du: Jour; au: Jour } | null;

const ROWS_PER_PAGE = 100;

const pageOf = ({ page, limit }: Asked): PageLue => {
  const size = Number(limit ?? ROWS_PER_PAGE);
  return { limit: size, offset: (Number(page ?? 1) - 1) * size };
};

/**
 * The first and last days to read: those of the query, else those of the bounds. Without bounds, the last day is
 * today, and the first is 1 January of the year of the last day.
 * @throws Invalid for a period that ends before it begins, or that goes beyond the bounds
 */
export function daysOf(c: Context<App>, bounds: Bounds, asked: Pick<Asked, "du" | "au">) {
  const au = asked.au ?? bounds?.au ?? c.var.today;
  const du = asked.du ?? bounds?.du ?? premierJour(`${au.slice(0, 4)}-01`);
  if (du > au) throw new Invalid({ au: "La période finit avant de commencer." });
  if (bounds && (du < bounds.du || au > bounds.au))
    throw new Invalid({ du: "Ces jours ne sont pas de votre période." });
  return { du, au };
}

export interface LedgerQuery extends PageLue {
  du: Jour;
  au: Jour;
  livre: Livre;
  genre: Genre;
  de?: number | undefined;
  journal?: Journal | undefined;
  q?: string | undefined;
}

type Asked = Partial<Record<"du" | "au" | "de" | "q" | "page" | "limit", string>> &
  Partial<Pick<LedgerQuery, "livre" | "genre" | "journal">>;

/**
 * Reads and checks the query parameters of a view of the books.
 * @throws Invalid for a wrong parameter, or a period beyond the bounds
 */
export function ledgerQuery(
  c: Context<App>,
  name: keyof typeof LEDGER_QUERIES,
  bounds: Bounds,
): LedgerQuery {
  const asked: Asked = parse(z.strictObject(LEDGER_QUERIES[name]), c.req.query());
  const { genre = "411", livre = GENRES[genre].livre, de, journal, q } = asked;
  return {
    ...daysOf(c, bounds, asked),
    ...pageOf(asked),
    ...{ livre, genre, de: de === undefined ? undefined : Number(de), journal, q },
  };
}
