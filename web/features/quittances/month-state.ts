import { ajouterMois, aujourdhui, type Mois, moisDe } from "#domain/dates.ts";
import { useListState } from "#web/components/list-state.ts";
import { PAGE_SIZE, PAGE_SIZES } from "#web/components/pagination.tsx";
import { useShortcuts } from "#web/lib/use-shortcuts.ts";

export type MonthMode = "lecture" | "generation";

export interface MonthState {
  mois: Mois;
  /** The month we are in. */
  current: Mois;
  mode: MonthMode;
  q: string;
  /** The filter on the state; each mode has its own values. */
  etat: string;
  sort: string;
  page: number;
  limit: number;
  goTo(mois: Mois): void;
  setMode(mode: MonthMode): void;
  change(change: Readonly<Record<string, string>>): void;
}

/** What the month screen shows, in the URL. */
export function useMonthState(): MonthState {
  const [state, change] = useListState();
  const current = moisDe(aujourdhui(new Date()));
  const asked = state.mois ?? "";
  return {
    mois: /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(asked) ? asked : current,
    current,
    mode: state.mode === "generation" ? "generation" : "lecture",
    q: state.q ?? "",
    etat: state.etat ?? "",
    sort: state.sort ?? "",
    page: Math.max(1, Math.trunc(Number(state.page)) || 1),
    limit: PAGE_SIZES.includes(Number(state.limit)) ? Number(state.limit) : PAGE_SIZE,
    goTo: (mois) => change({ mois: mois === current ? "" : mois }),
    setMode: (mode) => change({ mode: mode === "lecture" ? "" : mode, etat: "", sort: "" }),
    change,
  };
}

const TAKES_ARROWS = "input, textarea, select, [role=menu], [role=dialog], [role=alertdialog]";

/** Left and right arrows lead to the month before and after, wherever they have no other use. */
export function useMonthKeys({ mois, goTo }: MonthState): void {
  useShortcuts("Quittances du mois", {
    "ArrowLeft ArrowRight": (event) => {
      const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      const elsewhere = event.target instanceof Element && event.target.closest(TAKES_ARROWS);
      if (modified || elsewhere || event.defaultPrevented) return;
      event.preventDefault();
      goTo(ajouterMois(mois, event.key === "ArrowLeft" ? -1 : 1));
    },
  });
}
