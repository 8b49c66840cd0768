import type { ListFilter } from "#web/components/list/list-parameters.ts";
import { intendances } from "#web/entities/mandats/intendances.ts";

const SCOPE: ListFilter = {
  name: "filtre",
  label: "Intendances",
  initial: "encours",
  choices: [
    { value: "encours", label: "En cours" },
    { value: "passees", label: "Terminées" },
    { value: "nonrenouvelees", label: "Non renouvelées" },
    { value: "toutes", label: "Toutes" },
  ],
};
/** The filter that the link from the dashboard sets. */
const SOON: ListFilter = { name: "aRenouveler", label: "À renouveler", value: "true" };
/** Only the complete list offers this filter: expenses have no end and are never renewed. */
const NATURE: ListFilter = {
  name: "nature",
  label: "Nature",
  folded: true,
  choices: [
    { value: "", label: "Toutes natures" },
    { value: "mission", label: "Missions" },
    { value: "depense", label: "Dépenses" },
  ],
};

/** The bills of owners, by their state. */
const BILLS: ListFilter = {
  name: "suivi",
  label: "Factures",
  choices: [
    { value: "", label: "Toutes" },
    { value: "a_payer", label: "À payer" },
    { value: "payees", label: "Payées" },
    { value: "sans_facture", label: "Sans facture" },
    { value: "accord_manquant", label: "Accord manquant" },
  ],
};

const LATEST_FIRST: Readonly<Record<string, string>> = {
  "": "-dateFin",
  mission: "-dateFin",
  depense: "-date",
};

function filtersOf(whole: boolean, bills: boolean): ListFilter[] {
  if (!whole) return [SCOPE, SOON];
  return bills ? [SCOPE, NATURE, BILLS] : [SCOPE, SOON, NATURE];
}

/** The list that an address asks for. `nature` is the nature of its rows, empty or null for both natures. */
export function intendanceList(search: URLSearchParams) {
  const whole = search.get("filtre") === "toutes";
  const nature = whole ? search.get("nature") : "mission";
  return {
    resource: intendances,
    filters: filtersOf(whole, nature === "depense"),
    sort: whole ? LATEST_FIRST[nature ?? ""] : "dateFin",
    nature,
  };
}
