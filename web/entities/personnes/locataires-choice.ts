import { lazyColumns } from "#web/components/fields/lazy-select-dialog.ts";
import { locataires } from "./locataires.ts";

export const locataireChoice = {
  resource: locataires,
  columns: lazyColumns(() => import("./locataires-columns.tsx")),
  title: "Choisir un locataire",
  search: "Nom, téléphone, e-mail",
  sort: "nom",
};
