import type { ClientRow } from "#domain/personnes/client-fiche.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { formatPhone } from "#web/lib/format.ts";
import { clients } from "./clients.ts";

export const clientColumns: readonly Column<ClientRow>[] = [
  {
    id: "nom",
    header: "Nom",
    sort: true,
    className: "font-medium",
    cell: (client) => nomComplet(client),
  },
  {
    id: "ville",
    header: "Ville",
    sort: true,
    from: "md",
    card: "line",
    cell: (client) => client.ville,
  },
  {
    id: "tel",
    header: "Téléphone",
    card: "line",
    className: "whitespace-nowrap",
    cell: (client) => client.tel && formatPhone(client.tel),
  },
  { id: "mail", header: "E-mail", from: "lg", card: "line", cell: (client) => client.mail },
  {
    id: "nbBiens",
    header: "Appartements",
    sort: true,
    align: "right",
    card: "fact",
    cell: (client) => client.nbBiens,
  },
];

/** The columns of the clients of a mission. */
export const linkedColumns = clientColumns.filter(({ id }) => id !== "nbBiens");

export const clientChoice = {
  resource: clients,
  columns: clientColumns,
  title: "Choisir un client",
  search: "Nom, téléphone, e-mail",
  sort: "nom",
};
