import { formatJour } from "#domain/dates.ts";
import { etatDeCloture } from "#domain/gerance/cloture/cloture.ts";
import type { CompteRenduRow } from "#domain/gerance/cloture/compte-rendu.ts";
import { formatEuros } from "#domain/montants.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { AnomalyBadges, CloseBadge } from "#web/entities/cloture/comptes-rendus-words.tsx";

const amount = (euros: number) =>
  euros === 0 ? <span className="text-muted">–</span> : formatEuros(euros);

/** « 000042 » in « 2026-10 / 000042 ». */
export const mandateNumber = (numero: string): string => numero.split(" / ").at(-1) ?? numero;

const MONEY = { align: "right", className: "whitespace-nowrap" } as const;

/** The columns of a month's accounts, one row for each mandate. */
export const CLOSE_COLUMNS: readonly Column<CompteRenduRow>[] = [
  {
    id: "mandat",
    header: "Mandat",
    sort: true,
    className: "w-[26%] max-w-0",
    cell: (row) => (
      <>
        <span className="block truncate font-medium" title={row.mandat}>
          {row.mandat}
        </span>
        <span className="flex items-center gap-1.5 truncate text-xs text-muted tabular-nums">
          {mandateNumber(row.numero)}
          {row.modeFonds === "proprietaire" && <Badge tone="grey">Loyers directs</Badge>}
          {!sameMonth(row) && <span>depuis le {formatJour(row.du)}</span>}
        </span>
      </>
    ),
  },
  {
    id: "encaissements",
    header: "Reçu",
    sort: true,
    ...MONEY,
    card: "fact",
    cell: (row) => amount(row.encaissements),
  },
  {
    id: "depenses",
    header: "Dépensé",
    sort: true,
    from: "lg",
    ...MONEY,
    card: "fact",
    cell: (row) => amount(row.depenses),
  },
  {
    id: "honorairesTTC",
    header: "Honoraires",
    from: "md",
    ...MONEY,
    card: "fact",
    cell: (row) => amount(row.honorairesTTC),
  },
  {
    id: "solde",
    header: "Solde",
    sort: true,
    from: "lg",
    ...MONEY,
    card: "fact",
    cell: (row) => (
      <span className={row.solde < 0 ? "font-medium text-red" : undefined}>
        {amount(row.solde)}
      </span>
    ),
  },
  {
    id: "reversement",
    header: "À reverser",
    sort: true,
    align: "right",
    card: "amount",
    className: "whitespace-nowrap font-medium",
    cell: (row) => amount(row.reversement),
  },
  {
    id: "etat",
    header: "État",
    className: "w-[24%] py-1.5 whitespace-normal",
    cell: (row) => (
      <span className="flex flex-wrap gap-1">
        <CloseBadge etat={etatDeCloture(row)} />
        {row.etat === "brouillon" && <AnomalyBadges anomalies={row.anomalies} />}
      </span>
    ),
  },
];

const sameMonth = ({ du, mois }: CompteRenduRow): boolean => du.startsWith(mois);
