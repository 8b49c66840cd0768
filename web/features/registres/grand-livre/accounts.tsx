import { useQuery } from "@tanstack/react-query";
import type { Genre } from "#domain/gerance/livres/ecritures.ts";
import {
  aDesTiers,
  type CompteDuLivre,
  genresDuLivre,
} from "#domain/gerance/livres/grand-livre.ts";
import { somme } from "#domain/montants.ts";
import { ErrorState } from "#web/components/error-state.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { NothingFound } from "#web/components/list/list-foot.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Button } from "#web/components/ui/button.tsx";
import { ledgerReading } from "#web/entities/agence/grand-livre.ts";
import { formatCount } from "#web/lib/format.ts";
import { formatBalance } from "./ledger-state.ts";
import { Lines } from "./lines.tsx";
import {
  accountWords,
  BOOKS,
  BookSelects,
  Heading,
  Nothing,
  Pages,
  type PartProps,
  PrintButton,
  SIDES,
  Totals,
} from "./parts.tsx";

/** The value of `de` that means all the holders. */
const TOGETHER = "tous";

/** The accounts of a book, the holders of one account, or the lines of one account, as the address asks. */
export function Accounts({ ledger, reader }: PartProps) {
  const { genre, de } = ledger;
  if (genre === null) return <AllAccounts ledger={ledger} reader={reader} />;
  if (aDesTiers(genre) && de === "")
    return <Holders ledger={ledger} reader={reader} genre={genre} />;
  const holder = de === TOGETHER || de === "" ? undefined : Number(de);
  return (
    <Lines
      {...{ ledger, reader, genre }}
      de={holder}
      tools={
        aDesTiers(genre) && (
          <Button size="sm" onClick={() => ledger.change({ de: "", q: "" })}>
            {holder === undefined ? "Compte par compte" : "Autre compte"}
          </Button>
        )
      }
    />
  );
}

const SUMS: readonly Column<CompteDuLivre>[] = [
  {
    id: "report",
    header: "Report",
    card: "fact",
    from: "md",
    align: "right",
    className: "whitespace-nowrap",
    cell: ({ report }) => formatBalance(report),
  },
  ...SIDES,
  {
    id: "solde",
    header: "Solde",
    card: "amount",
    align: "right",
    className: "font-medium whitespace-nowrap",
    cell: ({ solde }) => formatBalance(solde),
  },
];

const OF_BOOK: readonly Column<CompteDuLivre>[] = [
  {
    id: "intitule",
    header: "Compte",
    card: "title",
    className: "whitespace-normal",
    cell: ({ numero, intitule }) => (
      <>
        <span className="mr-1 text-muted tabular-nums">{numero}</span>{" "}
        <span className="font-medium">{intitule}</span>
      </>
    ),
  },
  ...SUMS,
];

const OF_HOLDERS: readonly Column<CompteDuLivre>[] = [
  {
    id: "tiers",
    header: "Tiers",
    card: "title",
    className: "font-medium whitespace-normal",
    cell: ({ tiers }) => tiers,
  },
  ...SUMS,
];

/** Every account of a book, with its debits and credits, and its balance before and after them. */
function AllAccounts({ ledger, reader }: PartProps) {
  const { livre, days, hrefOf } = ledger;
  const query = useQuery(ledgerReading(reader.visite, "comptes", { livre, ...days }));
  const rows = query.data?.lignes;
  if (query.error && !rows) return <ErrorState error={query.error} onRetry={query.refetch} />;
  const known = new Set<string>(genresDuLivre(livre));
  return (
    <ListFrame
      heading={<Heading words={BOOKS.find(({ value }) => value === livre)?.label ?? ""} />}
      filters={<BookSelects ledger={ledger} />}
      count={rows && formatCount(rows.length, "compte")}
      tools={<PrintButton />}
    >
      {rows && rows.length > 0 && (
        <Totals
          debit={somme(...rows.map(({ debit }) => debit))}
          credit={somme(...rows.map(({ credit }) => credit))}
        />
      )}
      <DataTable
        label="Comptes du livre"
        columns={OF_BOOK}
        rows={rows}
        name={({ numero, intitule }) => `${numero} ${intitule}`}
        href={({ genre }) => hrefOf(known.has(genre) ? { compte: genre } : {})}
        stale={query.isPlaceholderData}
        empty={<Nothing />}
      />
    </ListFrame>
  );
}

/** The holders of the accounts of one kind, a page at a time. */
function Holders({ ledger, reader, genre }: PartProps & { genre: Genre }) {
  const { days, q, page, limit, change, hrefOf } = ledger;
  const query = useQuery(
    ledgerReading(reader.visite, "auxiliaires", { genre, ...days, q, page, limit }),
  );
  const rows = query.data?.lignes;
  const total = query.data?.total ?? 0;
  if (query.error && !rows) return <ErrorState error={query.error} onRetry={query.refetch} />;
  return (
    <ListFrame
      heading={<Heading words={accountWords(genre)} />}
      filters={<BookSelects ledger={ledger} />}
      search={{
        placeholder: "Nom, adresse, numéro",
        value: q,
        onSearch: (text) => change({ q: text }),
      }}
      count={rows && formatCount(total, "compte")}
      tools={
        <>
          <Button size="sm" onClick={() => change({ de: TOGETHER, q: "" })}>
            Toutes les lignes
          </Button>
          <PrintButton />
        </>
      }
    >
      <DataTable
        label={accountWords(genre)}
        columns={OF_HOLDERS}
        rows={rows}
        name={({ tiers }) => tiers ?? ""}
        href={({ id }) => hrefOf({ compte: genre, de: String(id) })}
        stale={query.isPlaceholderData}
        empty={q ? <NothingFound showAll={() => change({ q: "" })} /> : <Nothing />}
      />
      <Pages ledger={ledger} total={total} />
    </ListFrame>
  );
}
