import { ajouterMois, aujourdhui, moisDe, premierJour } from "#domain/dates.ts";
import type { ListFilter } from "#web/components/list/list-parameters.ts";
import { useListState } from "#web/components/list/list-state.ts";
import type { Period } from "#web/entities/comptes/comptes.ts";

const YEARS_SHOWN = 4;
const USUAL = "12";

export interface AccountPeriod {
  days: Period;
  filter: ListFilter;
  state: Readonly<Record<string, string>>;
  change(change: Readonly<Record<string, string>>): void;
}

/** The period of the account, kept in the address; the last twelve months when the address holds none. */
export function usePeriod(): AccountPeriod {
  const [state, change] = useListState("Compte");
  const today = aujourdhui(new Date());
  const year = Number(today.slice(0, 4));
  const years = Array.from({ length: YEARS_SHOWN }, (_, rank) => String(year - rank));
  const choices = [
    { value: USUAL, label: "12 derniers mois" },
    ...years.map((value) => ({ value, label: `Année ${value}` })),
    { value: "tout", label: "Depuis le début" },
  ];
  return {
    days: daysOf(state.periode ?? USUAL, today),
    filter: { name: "periode", label: "Période", initial: USUAL, folded: true, choices },
    state,
    change,
  };
}

function daysOf(wanted: string, today: string): Period {
  if (wanted === "tout") return {};
  if (/^\d{4}$/.test(wanted)) return { du: `${wanted}-01-01`, au: `${wanted}-12-31` };
  return { du: premierJour(ajouterMois(moisDe(today), -11)) };
}
