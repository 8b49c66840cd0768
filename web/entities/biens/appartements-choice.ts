import { lazyColumns } from "#web/components/fields/lazy-select-dialog.ts";
import { appartements } from "./appartements.ts";

export const appartementChoice = {
  resource: appartements,
  columns: lazyColumns(() => import("./appartements-columns.tsx")),
  title: "Choisir un appartement",
  search: "Adresse, ville, numéro de clef",
  sort: "adresse",
};
