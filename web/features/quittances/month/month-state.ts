import { ajouterMois, type Mois } from "#domain/dates.ts";
import { useListState } from "#web/components/list/list-state.ts";
import { useShortcuts } from "#web/lib/use-shortcuts.ts";
import { type MonthMode, type MonthShown, monthShown } from "../reads.ts";

export interface MonthState extends MonthShown {
  goTo(mois: Mois): void;
  setMode(mode: MonthMode): void;
  change(change: Readonly<Record<string, string>>): void;
}

/** The state of the month screen, kept in the URL. */
export function useMonthState(): MonthState {
  const [state, change] = useListState();
  const shown = monthShown(state);
  const { current } = shown;
  return {
    ...shown,
    goTo: (mois) => change({ mois: mois === current ? "" : mois }),
    setMode: (mode) => change({ mode: mode === "lecture" ? "" : mode, etat: "", sort: "" }),
    change,
  };
}

const TAKES_ARROWS = "input, textarea, select, [role=menu], [role=dialog], [role=alertdialog]";

/**
 * The left and right arrows go to the previous and the next month, except in an element that uses the arrows itself.
 */
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
