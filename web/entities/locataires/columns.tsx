import type { LocataireRow } from "#domain/locataire.ts";
import { nomComplet } from "#domain/personne.ts";
import type { Column } from "#web/components/table-column.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { formatPhone } from "#web/lib/format.ts";
import { locataires } from "./api.ts";

export function LocataireBadge({ actuel }: { actuel: boolean }) {
  return <Badge tone={actuel ? "green" : "grey"}>{actuel ? "Dossier en cours" : "Ancien"}</Badge>;
}

export const locataireColumns: readonly Column<LocataireRow>[] = [
  {
    id: "nom",
    header: "Nom",
    sort: true,
    cell: (locataire) => <span className="font-medium">{nomComplet(locataire)}</span>,
  },
  { id: "appartement", header: "Appartement", cell: (locataire) => locataire.appartement },
  {
    id: "tel",
    header: "Téléphone",
    from: "md",
    className: "whitespace-nowrap",
    cell: (locataire) => formatPhone(locataire.tel),
  },
  { id: "mail", header: "E-mail", sort: true, from: "lg", cell: (locataire) => locataire.mail },
];

/** To choose a tenant in a dialog. */
export const locataireChoice = {
  resource: locataires,
  columns: [
    ...locataireColumns,
    {
      id: "actuel",
      header: "État",
      cell: (locataire) => <LocataireBadge actuel={locataire.actuel} />,
    },
  ] satisfies readonly Column<LocataireRow>[],
  title: "Choisir un locataire",
  search: "Nom, téléphone, e-mail",
  sort: "nom",
};
