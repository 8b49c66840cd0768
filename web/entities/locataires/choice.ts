import { lazyColumns } from "#web/components/lazy-select-dialog.ts";
import { locataires } from "./api.ts";

/** To choose a tenant in a dialog. */
export const locataireChoice = {
  resource: locataires,
  columns: lazyColumns(() => import("./columns.tsx")),
  title: "Choisir un locataire",
  search: "Nom, téléphone, e-mail",
  sort: "nom",
};
