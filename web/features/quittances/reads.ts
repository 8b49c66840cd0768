import { aujourdhui, type Mois, moisDe } from "#domain/dates.ts";
import { type ListParameters, readParameters } from "#web/components/list/list-parameters.ts";
import { quittances } from "#web/entities/quittances/quittances.ts";

export type MonthMode = "lecture" | "generation";

export interface MonthShown {
  mois: Mois;
  /** The month of today. */
  current: Mois;
  mode: MonthMode;
  q: string;
  /** The filter by state; each mode has its own values. */
  etat: string;
  sort: string;
  page: number;
  limit: number;
}

/** The month and the view that an address asks for. */
export function monthShown(state: ListParameters): MonthShown {
  const current = moisDe(aujourdhui(new Date()));
  const asked = state.mois ?? "";
  const { page, limit } = readParameters(state);
  return {
    mois: /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(asked) ? asked : current,
    current,
    mode: state.mode === "generation" ? "generation" : "lecture",
    q: state.q ?? "",
    etat: state.etat ?? "",
    sort: state.sort ?? "",
    page,
    limit,
  };
}

/** The page of a year that an address asks for. */
export function yearShown(state: ListParameters) {
  const current = Number(aujourdhui(new Date()).slice(0, 4));
  const year = /^[12]\d{3}$/.test(state.annee ?? "") ? Number(state.annee) : current;
  const { page, limit } = readParameters(state);
  return { year, current, q: state.q ?? "", page, limit };
}

/** The receipts with a mail that may not have arrived. */
export const failedMailList = {
  resource: quittances,
  filters: [
    {
      name: "courriel",
      label: "Courriels",
      initial: "incertain",
      choices: [
        { value: "incertain", label: "Incertains" },
        { value: "refuse", label: "Refusés" },
        { value: "retenu", label: "Retenus" },
      ],
    },
  ],
  sort: "-date",
};
