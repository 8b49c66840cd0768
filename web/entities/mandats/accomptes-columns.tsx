import { Clock, TriangleAlert } from "lucide-react";
import { formatJour } from "#domain/dates.ts";
import type { AccompteRow } from "#domain/missions/accompte-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import { PAIEMENTS } from "#domain/quittances/paiement.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { CircleCheck } from "#web/components/ui/row-icons.tsx";

/** « Acompte du 01/03/2026 » */
export const accompteName = ({ dateDepart }: AccompteRow) => `Acompte du ${formatJour(dateDepart)}`;

function AccompteBadge({ row }: { row: AccompteRow }) {
  if (row.regle) {
    return (
      <Badge tone="green" icon={CircleCheck}>
        Réglé
      </Badge>
    );
  }
  if (row.enRetard) {
    return (
      <Badge tone="red" icon={TriangleAlert}>
        En retard
      </Badge>
    );
  }
  return (
    <Badge tone="orange" icon={Clock}>
      À régler
    </Badge>
  );
}

const apartment: Column<AccompteRow> = {
  id: "appartement",
  header: "Appartement",
  sort: true,
  from: "lg",
  card: "line",
  cell: (row) => row.appartement,
};

/**
 * The columns of instalments.
 * @param several whether the mission has several apartments: a column then names the apartment of each instalment
 */
export const accompteColumns = (several: boolean): readonly Column<AccompteRow>[] => [
  {
    id: "dateDepart",
    header: "Période",
    sort: true,
    className: "whitespace-nowrap",
    cell: (row) => (
      <span className="font-medium tabular-nums">
        {formatJour(row.dateDepart)} – {formatJour(row.dateFin)}
      </span>
    ),
  },
  ...(several ? [apartment] : []),
  {
    id: "prixHT",
    header: "Prix HT",
    align: "right",
    from: "md",
    card: "fact",
    className: "whitespace-nowrap",
    cell: (row) => formatEuros(row.prixHT),
  },
  {
    id: "prix",
    header: "Prix TTC",
    sort: true,
    card: "amount",
    align: "right",
    className: "whitespace-nowrap",
    cell: (row) => formatEuros(row.prix),
  },
  {
    id: "mode",
    header: "Mode",
    from: "xl",
    card: "fact",
    cell: (row) => PAIEMENTS[row.mode].libelle,
  },
  { id: "etat", header: "État", cell: (row) => <AccompteBadge row={row} /> },
  {
    id: "datePaiement",
    header: "Payé le",
    sort: true,
    from: "md",
    card: "fact",
    className: "whitespace-nowrap",
    cell: (row) => row.regle && row.datePaiement && formatJour(row.datePaiement),
  },
  {
    id: "montant",
    header: "Reçu",
    align: "right",
    from: "lg",
    card: "fact",
    className: "whitespace-nowrap",
    cell: (row) => row.regle && formatEuros(row.montant ?? row.prix),
  },
];
