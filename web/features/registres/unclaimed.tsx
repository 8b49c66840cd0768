import { useQuery } from "@tanstack/react-query";
import { Handshake, Inbox } from "lucide-react";
import { Suspense, useState } from "react";
import { Link } from "wouter";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import {
  ANCIENNETES,
  anciennete,
  type FondsNonReclame,
  GENRES_NON_RECLAMES,
} from "#domain/gerance/livres/fonds-non-reclames.ts";
import type { MissionRow } from "#domain/missions/mission-fiche.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { LazySelectDialog } from "#web/components/fields/lazy-select-dialog.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { RelatedList } from "#web/components/record/related-list.tsx";
import { Badge } from "#web/components/ui/badge.tsx";
import { unclaimedFunds } from "#web/entities/agence/etats-des-livres.ts";
import { giveToMandate, LIGNE_RELEVE } from "#web/entities/banque/rapprochement.ts";
import { missionChoice, missionName } from "#web/entities/mandats/missions-columns.tsx";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";

/** An unclaimed sum; `line` is the identifier of the record that holds the sum. */
type Row = FondsNonReclame & { line: number; today: string };

const TOUCHED = [LIGNE_RELEVE, "FondsNonReclames", "CompteRendu", "CompteMandat", "dashboard"];

const TONES = { recent: "grey", mois: "orange", annee: "red" } as const;

const pageOf = ({ entite, genre, line: id }: Row): string => {
  if (entite === "LigneReleve") return "/banque";
  if (entite === "CompteRendu") return "/reversements";
  return genre === "avance" ? `/dossiers/${id}?tab=compte` : `/dossiers/${id}?tab=depart`;
};

const COLUMNS: readonly Column<Row>[] = [
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

/** The funds that nobody has claimed, oldest first. */
export function Unclaimed() {
  const query = useQuery(unclaimedFunds);
  const rows = query.data?.data;
  const [given, setGiven] = useState<Row | null>(null);
  const mayModify = usePeut("modifier");
  const give = useWrite(
    ({ line, MissionId }: { line: number; MissionId: number }) => giveToMandate(line, MissionId),
    TOUCHED,
  );
  if (query.error && !rows)
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  const today = aujourdhui(new Date());
  const total = somme(...(rows ?? []).map(({ montant }) => montant));
  return (
    <>
      <RelatedList
        title={`En attente de leur propriétaire : ${formatEuros(total)}`}
        noun={["somme", "sommes"]}
        rows={rows?.map((row, rank) => ({ ...row, line: row.id, today, id: rank + 1 }))}
        columns={COLUMNS}
        name={({ qui }) => qui}
        stale={query.isFetching}
        actions={(row) =>
          mayModify && row.entite === "LigneReleve"
            ? [{ label: "Attribuer à un mandat", icon: Handshake, onSelect: () => setGiven(row) }]
            : []
        }
        empty={{
          icon: Inbox,
          title: "Rien n’attend",
          text: "Les sommes sans payeur connu, les avances et les dépôts des locataires partis, les reversements non virés s’affichent ici.",
        }}
      />
      <p className="mt-3 px-1 text-sm text-muted">
        Une somme reçue se règle dans « Banque » une fois son payeur connu, ou s’attribue à un
        mandat. Rendue par un virement, elle est proposée dès que le relevé le montre.
      </p>
      {given && (
        <Suspense>
          <LazySelectDialog
            {...missionChoice}
            name={missionName}
            fixed={{ type: "gestion" }}
            title={`Attribuer ${formatEuros(given.montant)} à un mandat`}
            open
            onOpenChange={() => setGiven(null)}
            onChoose={({ id }: MissionRow) => {
              give.mutate(
                { line: given.line, MissionId: id },
                { onSuccess: () => notify("Le prochain compte du mandat rend cette somme.") },
              );
              setGiven(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
