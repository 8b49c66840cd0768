import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "wouter";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import type { Creance } from "#domain/gerance/livres/creances.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { usePagedRows } from "#web/components/list/pages/paged-rows.ts";
import { searchedList } from "#web/components/list/pages/searched-list.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedList } from "#web/components/record/related-list.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { WaitingList } from "#web/components/waiting.tsx";
import { banksOn, debtsOn, downloadState } from "#web/entities/agence/etats-des-livres.ts";
import { BankState } from "#web/entities/banque/state.tsx";
import { EveningSelect } from "./period.tsx";

type Row = Creance & { id: number };

const wordsOf = ({ locataire, lot, mandat, dossier }: Row): string =>
  [locataire, lot, mandat, dossier].join(" ");

const AGES = [
  ["aEchoir", "À échoir"],
  ["jusqua30", "Jusqu’à 30 j"],
  ["jusqua60", "31 à 60 j"],
  ["jusqua90", "61 à 90 j"],
  ["auDela", "Plus de 90 j"],
] as const satisfies readonly (readonly [keyof Creance, string])[];

const COLUMNS: readonly Column<Row>[] = [
  {
    id: "locataire",
    header: "Locataire",
    className: "whitespace-normal",
    cell: ({ locataire, DossierId, lot }) => (
      <>
        <Link
          href={`/dossiers/${DossierId}?tab=compte`}
          className="font-medium underline-offset-4 hover:underline"
        >
          {locataire}
        </Link>
        <p className="text-sm text-muted">{lot}</p>
      </>
    ),
  },
  ...AGES.map(
    ([id, header]): Column<Row> => ({
      id,
      header,
      card: "fact",
      from: id === "auDela" ? "md" : "lg",
      align: "right",
      cell: (row) => (row[id] === 0 ? "" : formatEuros(row[id])),
    }),
  ),
  {
    id: "total",
    header: "Dû",
    card: "amount",
    align: "right",
    cell: ({ total }) => formatEuros(total),
  },
];

/** The bank compared with the books, and the debts of tenants, on a chosen evening. */
export function Balances() {
  const [au, setAu] = useState(() => aujourdhui(new Date()));
  const banks = useQuery(banksOn(au));
  const debts = useQuery(debtsOn(au));
  const rows = useMemo(
    () => debts.data?.data.map((row) => ({ ...row, id: row.DossierId })),
    [debts.data],
  );
  const { state, shown, found, list } = usePagedRows(rows, { tabbed: "soldes", words: wordsOf });
  const failed = banks.error ?? debts.error;
  if (failed && !(banks.data && debts.data)) {
    return (
      <ErrorState error={failed} onRetry={() => Promise.all([banks.refetch(), debts.refetch()])} />
    );
  }
  const total = somme(...(found ?? []).map((row) => row.total));
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-base font-semibold">Soldes au {formatJour(au)}</h2>
        <EveningSelect au={au} onChange={setAu} />
      </div>
      {banks.data ? (
        <div className="grid gap-4 lg:grid-cols-2">
          {banks.data.data.map(({ id, nom, livres, etat }) =>
            etat ? (
              <BankState key={id} nom={nom} state={etat} />
            ) : (
              <Card key={id} className="px-4 py-3.5 sm:px-5">
                <h3 className="font-medium">{nom}</h3>
                <p className="mt-2 text-sm text-muted">
                  Aucun relevé ne dit ce que la banque tenait ce soir-là. Solde des livres :{" "}
                  <span className="tabular-nums">{formatEuros(livres)}</span>
                </p>
              </Card>
            ),
          )}
        </div>
      ) : (
        <WaitingList />
      )}
      <RelatedList
        title={`Dû par les locataires : ${formatEuros(total)}`}
        noun={["locataire", "locataires"]}
        rows={shown}
        columns={COLUMNS}
        name={({ locataire }) => locataire}
        csv={() => downloadState("creances.csv", { au })}
        stale={debts.isFetching}
        {...searchedList({ rows, state, list, placeholder: "Locataire, adresse, mandat" })}
        empty={{
          icon: Scale,
          title: "Aucune créance",
          text: "Aucun locataire ne devait rien ce soir-là.",
        }}
      />
    </div>
  );
}
