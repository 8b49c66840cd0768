import type { FournisseurRow } from "#domain/gerance/mandats/fournisseur.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { formatCount } from "#web/lib/format.ts";
import { fournisseurs } from "./fournisseurs.ts";

const nom: Column<FournisseurRow> = {
  id: "nom",
  header: "Nom",
  sort: true,
  className: "font-medium",
  cell: (row) => row.nom,
};
const ville: Column<FournisseurRow> = {
  id: "ville",
  header: "Ville",
  sort: true,
  from: "md",
  card: "line",
  cell: (row) => row.ville,
};

export const fournisseurColumns: readonly Column<FournisseurRow>[] = [
  nom,
  ville,
  { id: "tel", header: "Téléphone", from: "lg", card: "line", cell: (row) => row.tel },
  { id: "mail", header: "E-mail", from: "lg", card: "line", cell: (row) => row.mail },
  {
    id: "siret",
    header: "SIRET",
    from: "xl",
    card: "fact",
    className: "tabular-nums",
    cell: (row) => row.siret,
  },
  {
    id: "nbDepenses",
    header: "Dépenses",
    sort: true,
    align: "right",
    cell: (row) => (row.nbDepenses === 0 ? "" : formatCount(row.nbDepenses, "dépense")),
  },
];

export const fournisseurChoice = {
  resource: fournisseurs,
  columns: [nom, ville],
  title: "Choisir un fournisseur",
  search: "Nom, ville, SIRET",
  sort: "nom",
};
