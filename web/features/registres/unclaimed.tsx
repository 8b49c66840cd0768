import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { Link } from "wouter";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import {
  ANCIENNETES,
  anciennete,
  type FondsNonReclame,
  GENRES_NON_RECLAMES,
} from "#domain/gerance/livres/fonds-non-reclames.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedList } from "#web/components/record/related-list.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { unclaimedFunds } from "#web/entities/agence/etats-des-livres.ts";

type Row = FondsNonReclame & { rank: number; today: string };

const TONES = { recent: "grey", mois: "orange", annee: "red" } as const;

/** The page where something may be done about it. */
const pageOf = ({ entite, genre, id }: FondsNonReclame): string => {
  if (entite === "LigneReleve") return "/banque";
  if (entite === "CompteRendu") return "/reversements";
  return genre === "avance" ? `/dossiers/${id}?tab=compte` : `/dossiers/${id}?tab=depart`;
};

const COLUMNS: readonly Column<Row & { id: number }>[] = [
  {
    id: "qui",
    header: "À qui",
    className: "whitespace-normal",
    cell: (row) => (
      <>
        <Link href={pageOf(row)} className="font-medium underline-offset-4 hover:underline">
          {row.qui}
        </Link>
        <p className="text-sm text-muted">{GENRES_NON_RECLAMES[row.genre]}</p>
      </>
    ),
  },
  { id: "depuis", header: "Depuis", card: "fact", cell: ({ depuis }) => formatJour(depuis) },
  {
    id: "age",
    header: "Âge",
    card: "badge",
    from: "md",
    cell: ({ depuis, today }) => {
      const age = anciennete(depuis, today);
      return <Badge tone={TONES[age]}>{ANCIENNETES[age]}</Badge>;
    },
  },
  {
    id: "montant",
    header: "Montant",
    card: "amount",
    align: "right",
    cell: ({ montant }) => formatEuros(montant),
  },
];

/** The funds that nobody has claimed, the oldest first: to whom, since when and why. */
export function Unclaimed() {
  const query = useQuery(unclaimedFunds);
  const rows = query.data?.data;
  if (query.error && !rows)
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  const today = aujourdhui(new Date());
  const total = somme(...(rows ?? []).map(({ montant }) => montant));
  return (
    <RelatedList
      title={`En attente de leur propriétaire : ${formatEuros(total)}`}
      noun={["somme", "sommes"]}
      rows={rows?.map((row, rank) => ({ ...row, rank, today, id: rank + 1 }))}
      columns={COLUMNS}
      name={({ qui }) => qui}
      stale={query.isFetching}
      empty={{
        icon: Inbox,
        title: "Rien n’attend",
        text: "Les sommes sans payeur connu, les avances et les dépôts des locataires partis, les reversements non virés s’affichent ici.",
      }}
    />
  );
}
