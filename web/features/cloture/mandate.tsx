import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { FileCheck2 } from "lucide-react";
import { formatPeriode, moisEnLettres } from "#domain/dates.ts";
import { etatDeCloture } from "#domain/gerance/cloture/cloture.ts";
import type { CompteRenduRow } from "#domain/gerance/cloture/compte-rendu.ts";
import { formatEuros } from "#domain/montants.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedRecords } from "#web/components/record/related-records.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { FileText } from "#web/components/ui/row-icons.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import {
  accountHref,
  accountPaper,
  comptesRendus,
  mandateAccount,
} from "#web/entities/cloture/comptes-rendus.ts";
import { AnomalyBadges, CloseBadge } from "#web/entities/cloture/comptes-rendus-words.tsx";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { FiscalYear } from "./fiscal-year.tsx";
import { InvoicesOfMandate } from "./invoices/invoices.tsx";

const COLUMNS: readonly Column<CompteRenduRow>[] = [
  {
    id: "mois",
    header: "Mois",
    className: "whitespace-nowrap",
    cell: ({ mois, du, au }) => (
      <>
        <span className="inline-block font-medium first-letter:uppercase">
          {moisEnLettres(mois)}
        </span>
        {!du.startsWith(mois) && (
          <span className="block text-xs text-muted">{formatPeriode(du, au)}</span>
        )}
      </>
    ),
  },
  {
    id: "encaissements",
    header: "Reçu",
    card: "fact",
    align: "right",
    cell: (row) => formatEuros(row.encaissements),
  },
  {
    id: "depenses",
    header: "Dépensé",
    card: "fact",
    align: "right",
    from: "lg",
    cell: (row) => formatEuros(row.depenses),
  },
  {
    id: "honorairesTTC",
    header: "Honoraires",
    card: "fact",
    align: "right",
    from: "md",
    cell: (row) => formatEuros(row.honorairesTTC),
  },
  {
    id: "reversement",
    header: "Reversement",
    card: "amount",
    align: "right",
    className: "font-medium",
    cell: (row) => formatEuros(row.reversement),
  },
  {
    id: "etat",
    header: "État",
    className: "whitespace-normal",
    cell: (row) => (
      <span className="flex flex-wrap gap-1">
        <CloseBadge etat={etatDeCloture(row)} />
        {row.etat === "brouillon" && <AnomalyBadges anomalies={row.anomalies} />}
      </span>
    ),
  },
];

/** The balances of a mandate's accounts, the accounts rendered to its owners, its invoices and its tax years. */
export function AccountsOfMandate({ id }: { id: number }) {
  const pdf = useWrite(
    (row: CompteRenduRow) => api.open(accountPaper(row.id).then(({ generated }) => generated)),
    ["Document"],
  );
  return (
    <div className="space-y-4">
      <Balance id={id} />
      <RelatedRecords
        title="Comptes rendus"
        noun={["compte rendu", "comptes rendus"]}
        resource={comptesRendus}
        fixed={{ MissionId: id }}
        sort="-mois"
        columns={COLUMNS}
        name={(row) => moisEnLettres(row.mois)}
        href={(row) => accountHref(row.id)}
        editable={false}
        actions={(row) => [
          { label: "Voir le PDF", icon: FileText, quick: true, onSelect: () => pdf.mutate(row) },
        ]}
        empty={{
          icon: FileCheck2,
          title: "Aucun compte rendu pour l’instant",
          text: "Les comptes de ce mandat apparaissent ici une fois le mois préparé dans « Clôture du mois ».",
        }}
      />
      <InvoicesOfMandate id={id} />
      <FiscalYear id={id} />
    </div>
  );
}

function Balance({ id }: { id: number }) {
  const { data } = useQuery(mandateAccount(id));
  const direct = data?.modeFonds === "proprietaire";
  return (
    <Card className="px-4 py-3.5 sm:px-5">
      <dl className="flex flex-wrap items-start gap-x-10 gap-y-3">
        <Sum
          label={data && data.solde < 0 ? "Dû par le mandant" : "Solde du mandant"}
          value={data && Math.abs(data.solde)}
          red={data !== undefined && data.solde < 0}
        />
        {(!direct || data.aReverser !== 0) && <Sum label="À reverser" value={data?.aReverser} />}
        <Sum label="Appelé, non reçu" value={data?.appele} />
        {data !== undefined && data.honorairesDus !== 0 && (
          <Sum
            label={direct ? "Honoraires à régler" : "Honoraires dus, pris sur les prochains fonds"}
            value={data.honorairesDus}
          />
        )}
        {data !== undefined && data.depots !== 0 && (
          <Sum label="Dépôts détenus" value={data.depots} />
        )}
      </dl>
    </Card>
  );
}

interface SumProps {
  label: string;
  /** Undefined while it loads. */
  value: number | undefined;
  red?: boolean;
}

export function Sum({ label, value, red }: SumProps) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd
        className={clsx(
          "text-xl font-semibold tracking-tight whitespace-nowrap tabular-nums",
          red && "text-red",
        )}
      >
        {value === undefined ? <Skeleton className="my-1 h-5 w-24" /> : formatEuros(value)}
      </dd>
    </div>
  );
}
