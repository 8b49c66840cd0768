import { useQuery } from "@tanstack/react-query";
import { Percent } from "lucide-react";
import { useMemo, useState } from "react";
import { formatJour, moisEnLettres } from "#domain/dates.ts";
import { type LigneDeTva, REGIMES_TVA } from "#domain/gerance/cloture/tva-des-honoraires.ts";
import { formatEuros, formatNombre, somme } from "#domain/montants.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { ListFoot } from "#web/components/list/list-foot.tsx";
import { usePagedRows } from "#web/components/list/pages/paged-rows.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedList } from "#web/components/record/related-list.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { downloadState, vatOf } from "#web/entities/agence/etats-des-livres.ts";
import { daysOfThisYear, PeriodSelect } from "./period.tsx";

type Row = LigneDeTva & { id: number };

const monthOf = ({ mois }: Row): string => {
  const words = moisEnLettres(mois);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
};

/** « Encaissements, 20 % » */
const regimeOf = ({ regime, tauxTva }: Row): string =>
  tauxTva === 0
    ? REGIMES_TVA[regime]
    : `${REGIMES_TVA[regime]}, ${formatNombre(tauxTva / 100, 2).replace(/,?0+$/, "")}\u00A0%`;

const COLUMNS: readonly Column<Row>[] = [
  { id: "mois", header: "Mois", className: "font-medium", cell: monthOf },
  {
    id: "regime",
    header: "Régime, taux",
    card: "line",
    className: "whitespace-normal",
    cell: regimeOf,
  },
  {
    id: "factureHT",
    header: "Facturé HT",
    card: "fact",
    from: "md",
    align: "right",
    cell: ({ factureHT }) => formatEuros(factureHT),
  },
  {
    id: "factureTva",
    header: "TVA facturée",
    card: "fact",
    from: "md",
    align: "right",
    cell: ({ factureTva }) => formatEuros(factureTva),
  },
  {
    id: "baseHT",
    header: "Base exigible",
    card: "fact",
    from: "md",
    align: "right",
    cell: ({ baseHT }) => formatEuros(baseHT),
  },
  {
    id: "tva",
    header: "TVA exigible",
    card: "amount",
    align: "right",
    cell: ({ tva }) => formatEuros(tva),
  },
];

/** The totals shown beside the VAT due; each has the name of its column. */
const TOTALS = [
  ["factureHT", "Facturé HT"],
  ["factureTva", "TVA facturée"],
  ["baseHT", "Base exigible"],
] as const satisfies readonly (readonly [keyof LigneDeTva, string])[];

/** The VAT due on the fees of a period, and the fees not received yet. */
export function Vat() {
  const [days, setDays] = useState(daysOfThisYear);
  const { data, error, isFetching, refetch } = useQuery(vatOf(days));
  const rows = useMemo(
    () => data?.lignes.map((ligne, rank) => ({ ...ligne, id: rank + 1 })),
    [data],
  );
  const { shown, list } = usePagedRows(rows, {
    tabbed: "tva",
    words: ({ mois }) => moisEnLettres(mois),
  });
  if (error && !data) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <WaitingList />;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold">TVA des honoraires</h2>
        <PeriodSelect days={days} onChange={setDays} />
      </div>
      <Card className="flex flex-wrap items-baseline gap-x-6 gap-y-1 p-4">
        <p>
          <span className="text-sm text-muted">Exigible</span>{" "}
          <span className="text-lg font-semibold tabular-nums">{formatEuros(data.exigible)}</span>
        </p>
        {TOTALS.map(([name, label]) => (
          <p key={name}>
            <span className="text-sm text-muted">{label}</span>{" "}
            <span className="tabular-nums">
              {formatEuros(somme(...data.lignes.map((ligne) => ligne[name])))}
            </span>
          </p>
        ))}
        <p>
          <span className="text-sm text-muted">
            En attente d’encaissement au {formatJour(data.au)}
          </span>{" "}
          <span className="tabular-nums">
            {formatEuros(somme(data.enAttente, data.aReprendre))}
          </span>
        </p>
        {data.aReprendre > 0 && (
          <p>
            <span className="text-sm text-muted">À reprendre une fois les avoirs remboursés</span>{" "}
            <span className="tabular-nums">{formatEuros(data.aReprendre)}</span>
          </p>
        )}
      </Card>
      <RelatedList
        title="Par mois, régime et taux"
        noun={["ligne", "lignes"]}
        rows={shown}
        total={list.total}
        columns={COLUMNS}
        name={monthOf}
        csv={() => downloadState("tva.csv", { ...days })}
        stale={isFetching}
        foot={<ListFoot list={list} />}
        empty={{
          icon: Percent,
          title: "Aucun honoraire dans cette période",
          text: "Chaque compte rendu validé facture les honoraires de son mandat.",
        }}
      />
    </div>
  );
}
