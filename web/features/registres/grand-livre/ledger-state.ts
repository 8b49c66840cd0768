import { useSearch } from "wouter";
import { aujourdhui } from "#domain/dates.ts";
import { GENRES, type Genre, type Livre } from "#domain/gerance/livres/ecritures.ts";
import type { GenreDePiece, PieceDEcriture } from "#domain/gerance/livres/grand-livre.ts";
import { formatEuros } from "#domain/montants.ts";
import { PAGE_SIZES } from "#web/components/list/list-parameters.ts";
import { useListState } from "#web/components/list/list-state.ts";
import type { Days } from "#web/entities/agence/etats-des-livres.ts";
import { daysOfThisYear } from "../period.tsx";

/** The prefix of the ledger's parameters in the address. */
const PREFIX = "livre";

export const VIEWS = ["comptes", "journal", "locataires", "fournisseurs"] as const;
export type View = (typeof VIEWS)[number];

/**
 * The reader of the books: `visite` is the token of the accountant's visit, limited to the days of `bounds`. Both are
 * null for a user of the agency.
 */
export interface Reader {
  visite: string | null;
  bounds: Days | null;
}

const ROWS = 100;

const isOne = <Value extends string>(values: readonly Value[], value = ""): value is Value =>
  values.some((known) => known === value);

const isDay = (text = "") => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The day, or the nearest day that the reader may see. */
const within = (day: string, bounds: Days | null): string => {
  if (!bounds) return day;
  if (day < bounds.du) return bounds.du;
  return day > bounds.au ? bounds.au : day;
};

/** The ledger as the address asks for it, so that it can be shared, printed, and found again with « back ». */
export function useLedger({ bounds }: Reader) {
  const [state, change] = useListState(PREFIX);
  const search = useSearch();
  const initial = bounds ?? daysOfThisYear();
  const au = within(isDay(state.au) ? (state.au ?? "") : initial.au, bounds);
  const du = within(isDay(state.du) ? (state.du ?? "") : initial.du, bounds);
  const livre: Livre = state.livre === "H" ? "H" : "G";
  const genre =
    isOne(Object.keys(GENRES) as Genre[], state.compte) && GENRES[state.compte].livre === livre
      ? state.compte
      : null;
  const limit = Number(state.limit);
  return {
    view: isOne(VIEWS, state.vue) ? state.vue : VIEWS[0],
    days: { du: du <= au ? du : au, au },
    livre,
    genre,
    de: state.de ?? "",
    journal: state.journal ?? "",
    q: state.q ?? "",
    piece: pieceOf(state.piece),
    page: Math.max(1, Math.trunc(Number(state.page)) || 1),
    limit: PAGE_SIZES.includes(limit) ? limit : ROWS,
    change,
    onLimit: (next: number) => change({ limit: next === ROWS ? "" : String(next) }),
    /** Opens a record over the page. */
    open: (piece: PieceDEcriture | null) =>
      change({ page: state.page ?? "", piece: piece ? `${piece.genre}-${piece.id}` : "" }),
    /** The address with the same days and book; `parameters` replace the other parameters of the ledger. */
    hrefOf(parameters: Readonly<Record<string, string>>): string {
      const kept = [...new URLSearchParams(search)].filter(
        ([name]) => !name.startsWith(`${PREFIX}.`) || /\.(du|au|livre)$/.test(name),
      );
      const next = new URLSearchParams(kept);
      for (const [name, value] of Object.entries(parameters)) {
        if (value === "") next.delete(`${PREFIX}.${name}`);
        else next.set(`${PREFIX}.${name}`, value);
      }
      return `${window.location.pathname}?${next}`;
    },
  };
}

export type LedgerState = ReturnType<typeof useLedger>;

/** The evening shown, never later than today. */
export const eveningOf = ({ days }: LedgerState): string => {
  const today = aujourdhui(new Date());
  return days.au < today ? days.au : today;
};

function pieceOf(text = ""): PieceDEcriture | null {
  const [genre, id] = text.split("-");
  return (genre === "quittance" || genre === "reglement") && /^[1-9]\d{0,14}$/.test(id ?? "")
    ? { genre: genre satisfies GenreDePiece, id: Number(id) }
    : null;
}

/** A balance as accountants write it: « 1 250,00 € D », « 300,00 € C ». */
export const formatBalance = (euros: number): string => {
  if (euros === 0) return formatEuros(0);
  return `${formatEuros(Math.abs(euros))}\u00A0${euros > 0 ? "D" : "C"}`;
};

/** A debit or a credit in euros; nothing for zero. */
export const amount = (euros: number) => (euros === 0 ? null : formatEuros(euros));
