import { lazyColumns } from "#web/components/lazy-select-dialog.ts";
import { appartements } from "./api.ts";

/** To choose an apartment in a dialog. */
export const appartementChoice = {
  resource: appartements,
  columns: lazyColumns(() => import("./columns.tsx")),
  title: "Choisir un appartement",
  search: "Adresse, ville, numéro de clef",
  sort: "adresse",
};
