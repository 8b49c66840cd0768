import { useQuery } from "@tanstack/react-query";
import { ReceiptEuro } from "lucide-react";
import { useSearchParams } from "wouter";
import { aujourdhui, formatPeriode } from "#domain/dates.ts";
import type { LigneDeLAnnee } from "#domain/gerance/charges/annee-lue.ts";
import { estCivil } from "#domain/gerance/charges/exercice.ts";
import { formatEuros } from "#domain/montants.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge, type Tone } from "#web/components/ui/badge.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { yearsOfCharges } from "#web/entities/comptes/annee-de-charges.ts";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePageTitle } from "#web/lib/page-title.ts";

const Wizard = lazyNamed(() => import("./wizard.tsx"), "ChargesWizard");

const YEARS_OFFERED = 5;

/** The charges of a year: the list of the buildings and dwellings to settle, or the steps for one of them. */
export function Charges() {
  const [search] = useSearchParams();
  const today = aujourdhui(new Date());
  const present = Number(today.slice(0, 4));
  const asked = Number(search.get("annee"));
  // The present year opens when a year of charges ended in it and still has statements to send; else last year opens.
  const lately = useQuery({ ...yearsOfCharges(present), enabled: !asked });
  const ready = lately.data?.some(
    ({ baux, envoyes, exercice, recuperable }) =>
      exercice.au < today && envoyes < baux && recuperable > 0,
  );
  const annee = asked || (ready ? present : present - 1);
  const [genre, id] = search.get("immeuble")
    ? (["immeuble", Number(search.get("immeuble"))] as const)
    : (["logement", Number(search.get("logement"))] as const);
  return id > 0 ? (
    <Wizard key={`${genre} ${id} ${annee}`} place={{ genre, id }} annee={annee} />
  ) : (
    <YearOfCharges annee={annee} present={present} />
  );
}

/**
 * A row of the list, with an identifier of its own, because a building and a dwelling may have the same identifier.
 */
interface Row extends LigneDeLAnnee {
  placeId: number;
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: "nom",
    header: "Immeuble ou logement",
    className: "max-w-0 w-[40%]",
    cell: ({ exercice, genre, locataires, lots, nom }) => (
      <>
        <span className="block truncate font-medium">{nom}</span>
        <span className="block truncate text-xs text-muted">
          {genre === "immeuble" ? formatCount(lots, "logement") : `Logement seul, ${locataires}`}
          {!estCivil(exercice) && `, ${formatPeriode(exercice.du, exercice.au)}`}
        </span>
      </>
    ),
  },
  {
    id: "recuperable",
    header: "Récupérable",
    card: "amount",
    align: "right",
    from: "md",
    className: "whitespace-nowrap",
    cell: ({ recuperable }) => formatEuros(recuperable),
  },
  {
    id: "baux",
    header: "Locataires",
    card: "fact",
    align: "right",
    from: "md",
    cell: ({ baux }) => baux,
  },
  {
    id: "etat",
    header: "État",
    cell: (row) => {
      const [tone, text] = stateOf(row);
      return <Badge tone={tone}>{text}</Badge>;
    },
  },
];

function stateOf({
  aPoster,
  baux,
  envoyes,
  exercice,
  nonPartis,
  recuperable,
}: Row): [Tone, string] {
  if (exercice.au >= aujourdhui(new Date()))
    return ["grey", `${estCivil(exercice) ? "Année" : "Exercice"} en cours`];
  if (nonPartis > 0) return ["red", formatCount(nonPartis, "non parti", "non partis")];
  const toPost = aPoster > 0 && `${aPoster} à poster`;
  if (envoyes >= baux) return toPost ? ["orange", toPost] : ["green", "Envoyé"];
  if (envoyes > 0) {
    const sent = `${envoyes} sur ${baux} envoyés`;
    return toPost ? ["orange", `${sent}, ${toPost}`] : ["blue", sent];
  }
  return recuperable === 0 ? ["grey", "À saisir"] : ["blue", "À envoyer"];
}

function YearOfCharges({ annee, present }: { annee: number; present: number }) {
  const [, setSearch] = useSearchParams();
  usePageTitle(`Charges ${annee}`);
  const query = useQuery(yearsOfCharges(annee));
  const rows = query.data?.map((line, rank) => ({ ...line, id: rank + 1, placeId: line.id }));
  if (query.isError && !rows) {
    return (
      <Card>
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      </Card>
    );
  }
  return (
    <ListFrame
      filters={
        <div className="w-40">
          <Select
            aria-label="Exercice"
            value={String(annee)}
            options={Array.from({ length: YEARS_OFFERED }, (_, rank) => {
              const year = String(present - rank);
              return { value: year, label: `Exercice ${year}` };
            })}
            onChange={(event) => setSearch({ tab: "charges", annee: event.target.value })}
          />
        </div>
      }
    >
      <DataTable
        label={`Charges de ${annee}`}
        columns={COLUMNS}
        rows={rows}
        name={({ nom }) => nom}
        href={(row) => `/annee?tab=charges&annee=${row.annee}&${row.genre}=${row.placeId}`}
        empty={
          <EmptyState
            icon={ReceiptEuro}
            title={`Aucune charge à régler pour ${annee}`}
            text="Chaque immeuble, et chaque logement seul dont les charges sont provisionnées, est ici pour son exercice."
          />
        }
      />
    </ListFrame>
  );
}
