import { clsx } from "clsx";
import { CircleDashed, Clock, RefreshCcw, Stamp, TriangleAlert } from "lucide-react";
import { formatJour } from "#domain/dates.ts";
import type { IntendanceRow } from "#domain/missions/intendance.ts";
import { formatEuros } from "#domain/montants.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { CircleCheck, CircleX } from "#web/components/ui/row-icons.tsx";
import { formatCount } from "#web/lib/format.ts";

export function intendanceName(row: IntendanceRow): string {
  if (row.nature === "depense") return `${row.intitule}, ${row.appartement}`;
  return `Intendance, ${row.appartement}`;
}

/** Whether the caretaking mission is paid; when the client has withdrawn from the order, the day of the withdrawal. */
function PaidBadge({ regle, retracteeLe }: Pick<IntendanceRow, "regle" | "retracteeLe">) {
  if (retracteeLe)
    return (
      <Badge tone="red" icon={CircleX}>
        Rétractée le {formatJour(retracteeLe)}
      </Badge>
    );
  return (
    <Badge tone={regle ? "green" : "red"} icon={regle ? CircleCheck : CircleX}>
      {regle ? "Réglée" : "Non réglée"}
    </Badge>
  );
}

/** The progress of an expense that the agency pays for the owner. */
function ExpenseBadge({ row }: { row: IntendanceRow }) {
  if (row.etat === "payee") {
    return (
      <Badge tone="green" icon={CircleCheck}>
        Payée
      </Badge>
    );
  }
  if (row.etat === "bon_a_payer") {
    return (
      <Badge tone="blue" icon={Stamp}>
        Bon à payer
      </Badge>
    );
  }
  if (row.etat === "en_virement") {
    return (
      <Badge tone="blue" icon={Clock}>
        En virement
      </Badge>
    );
  }
  return row.accordManquant ? (
    <Badge tone="orange" icon={TriangleAlert}>
      Accord à noter
    </Badge>
  ) : (
    <Badge tone="grey" icon={CircleDashed}>
      Notée
    </Badge>
  );
}

function RenewalBadge({ row }: { row: IntendanceRow }) {
  if (row.renouvele) {
    return (
      <Badge tone="blue" icon={RefreshCcw}>
        Renouvelée
      </Badge>
    );
  }
  if (!row.renouvellementAttendu) return <span className="text-muted">Non</span>;
  return (
    <Badge tone="orange" icon={TriangleAlert}>
      À renouveler
    </Badge>
  );
}

const MONTHS_FROM = 60;
const MONTH = 30.4;

/** « dans 12 jours », « depuis 4 mois », « aujourd’hui ». */
export function endsIn(joursRestants: number): string {
  const days = Math.abs(joursRestants);
  if (days === 0) return "aujourd’hui";
  const length =
    days < MONTHS_FROM ? formatCount(days, "jour") : `${Math.round(days / MONTH)} mois`;
  return `${joursRestants < 0 ? "depuis" : "dans"} ${length}`;
}

/** The class of a text column: the column shrinks when room is short, and its text is cut. */
const yielding =
  "max-w-0 truncate print:max-w-none print:whitespace-normal [&>button]:block [&>button]:w-full [&>button]:truncate [&>button]:text-left";

const place: Column<IntendanceRow> = {
  id: "appartement",
  header: "Appartement",
  sort: true,
  className: clsx(yielding, "w-[26%] font-medium"),
  cell: (row) => row.appartement,
  title: (row) => row.appartement,
};
const city: Column<IntendanceRow> = {
  id: "ville",
  header: "Ville",
  from: "xl",
  card: "line",
  cell: (row) => row.ville,
};
const subject: Column<IntendanceRow> = {
  id: "objet",
  header: "Objet",
  from: "lg",
  card: "line",
  className: clsx(yielding, "w-[18%]"),
  cell: (row) =>
    row.nature === "depense" ? (
      <>
        {row.intitule}
        {row.fournisseur && <span className="text-muted">, {row.fournisseur}</span>}
      </>
    ) : (
      <span className="text-muted">Mission</span>
    ),
  title: (row) => (row.nature === "depense" ? titleOf(row) : undefined),
};
const titleOf = ({ intitule, fournisseur, numFacture }: IntendanceRow) =>
  [intitule, fournisseur, `facture ${numFacture}`].filter(Boolean).join(", ");

const period: Column<IntendanceRow> = {
  id: "dateDepart",
  header: "Période",
  sort: true,
  from: "lg",
  card: "line",
  className: "whitespace-nowrap tabular-nums",
  cell: (row) => daysOf(row),
};
const priceHT: Column<IntendanceRow> = {
  id: "prixHT",
  header: "Prix HT",
  align: "right",
  from: "lg",
  card: "fact",
  className: "whitespace-nowrap",
  cell: (row) => row.prixHT !== null && formatEuros(row.prixHT),
};
const price: Column<IntendanceRow> = {
  id: "prix",
  header: "Prix TTC",
  sort: true,
  card: "amount",
  align: "right",
  className: "whitespace-nowrap",
  cell: (row) => {
    const amount = row.prix ?? row.montant;
    return amount !== null && formatEuros(amount);
  },
};
const paid: Column<IntendanceRow> = {
  id: "regle",
  header: "Réglée",
  cell: (row) => (row.payePar === "agence" ? <ExpenseBadge row={row} /> : <PaidBadge {...row} />),
};
const term: readonly Column<IntendanceRow>[] = [
  {
    id: "renouvele",
    header: "Renouvelée",
    from: "md",
    card: "fact",
    cell: (row) => row.nature === "mission" && <RenewalBadge row={row} />,
  },
  {
    id: "dateFin",
    header: "Fin",
    sort: true,
    from: "md",
    card: "fact",
    className: "whitespace-nowrap tabular-nums",
    title: (row) => (row.dateFin === null ? undefined : formatJour(row.dateFin)),
    cell: (row) => row.dateFin !== null && row.joursRestants !== null && endsIn(row.joursRestants),
  },
];

function daysOf({ dateDepart, dateFin, date }: IntendanceRow): string | null {
  if (dateDepart && dateFin) return `${formatJour(dateDepart)} – ${formatJour(dateFin)}`;
  return date && formatJour(date);
}

export const intendanceColumns: readonly Column<IntendanceRow>[] = [
  place,
  city,
  period,
  priceHT,
  price,
  paid,
  ...term,
];

/** The columns of a list that mixes expenses and missions. */
export const mixedColumns: readonly Column<IntendanceRow>[] = [
  place,
  subject,
  period,
  price,
  paid,
  ...term,
];

/** The columns without the apartment's address, which the page already shows. */
export const missionColumns: readonly Column<IntendanceRow>[] = [
  { ...period, from: undefined, className: `${period.className} font-medium` },
  priceHT,
  price,
  paid,
  ...term,
];

const expense: readonly Column<IntendanceRow>[] = [
  { id: "numFacture", header: "Facture", from: "md", card: "fact", cell: (row) => row.numFacture },
  {
    id: "date",
    header: "Date",
    sort: true,
    card: "fact",
    cell: (row) => row.date && formatJour(row.date),
  },
  {
    id: "montant",
    header: "Montant",
    sort: true,
    card: "amount",
    align: "right",
    className: "whitespace-nowrap",
    cell: (row) => formatEuros(row.montant ?? 0),
  },
  paid,
];

export const depenseColumns = [place, { ...subject, header: "Intitulé" }, ...expense];

/** The columns of expenses on the page of an apartment. */
export const ownDepenseColumns: readonly Column<IntendanceRow>[] = [
  {
    id: "intitule",
    header: "Intitulé",
    cell: (row) => (
      <>
        <span className="font-medium">{row.intitule}</span>
        {row.fournisseur && <span className="text-muted">, {row.fournisseur}</span>}
      </>
    ),
    title: titleOf,
  },
  ...expense,
];
