import { CircleDot, CirclePlus } from "lucide-react";
import { formatJour } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import { echeanceDuMois } from "#domain/quittances/echeance.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { CircleCheck } from "#web/components/ui/row-icons.tsx";
import { Days, daysOf, Prorata, yielding } from "#web/entities/quittances/columns.tsx";
import type { MonthDossier } from "./month-data.ts";

const euros = "whitespace-nowrap tabular-nums";

/** The columns of the month's dossiers, in the mode that generates receipts. */
export const monthDossierColumns = (
  mois: string,
  selected: ReadonlySet<number>,
): readonly Column<MonthDossier>[] => [
  {
    id: "locataire",
    header: "Locataire",
    sort: true,
    className: `${yielding} font-medium`,
    cell: (dossier) => dossier.locataire,
    title: (dossier) => dossier.locataire,
  },
  {
    id: "appartement",
    header: "Appartement",
    sort: true,
    from: "md",
    card: "line",
    className: yielding,
    cell: (dossier) => dossier.appartement,
    title: (dossier) => dossier.appartement,
  },
  {
    id: "periode",
    header: "Période",
    from: "lg",
    card: "fact",
    cell: ({ montants }) => (
      <Days muted={montants.jours === montants.joursDuMois}>
        {daysOf(montants.debut, montants.fin)}
        {montants.jours < montants.joursDuMois && <Prorata {...montants} />}
      </Days>
    ),
  },
  {
    id: "echeance",
    header: "Échéance",
    sort: "jourQuitance",
    from: "lg",
    card: "fact",
    className: euros,
    cell: (dossier) => formatJour(echeanceDuMois(dossier, mois)).slice(0, 5),
  },
  {
    id: "loyerHC",
    header: "Loyer HC",
    align: "right",
    from: "lg",
    className: euros,
    cell: ({ montants }) => formatEuros(montants.loyerHC),
  },
  {
    id: "charge",
    header: "Charges",
    align: "right",
    from: "lg",
    className: euros,
    cell: ({ montants }) => formatEuros(montants.charge),
  },
  {
    id: "total",
    header: "Total",
    sort: "loyerTTC",
    align: "right",
    card: "amount",
    className: euros,
    cell: ({ montants: { assurance, total } }) => (
      <>
        {formatEuros(total)}
        {assurance > 0 && (
          <span className="block text-xs text-muted">dont assurance {formatEuros(assurance)}</span>
        )}
      </>
    ),
  },
  {
    id: "etat",
    header: "État",
    cell: (dossier) => <DossierState dossier={dossier} selected={selected.has(dossier.id)} />,
  },
];

/**
 * The state of a dossier's receipt: green once it is made, blue when selected, orange otherwise; always with a word
 * (web/README §10.3).
 */
function DossierState({ dossier, selected }: { dossier: MonthDossier; selected: boolean }) {
  if (dossier.receipt) {
    return (
      <span className="inline-flex items-center gap-2 align-middle whitespace-nowrap">
        <Badge tone="green" icon={CircleCheck}>
          {dossier.receipt.automatique ? "Générée" : "Générée à la main"}
        </Badge>
        <span className="hidden text-xs text-muted tabular-nums @6xl:inline">
          {dossier.receipt.numero}
        </span>
      </span>
    );
  }
  return selected ? (
    <Badge tone="blue" icon={CircleDot}>
      Sélectionnée
    </Badge>
  ) : (
    <Badge tone="orange" icon={CirclePlus}>
      À générer
    </Badge>
  );
}
