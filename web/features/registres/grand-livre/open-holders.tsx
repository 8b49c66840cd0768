import { useQuery } from "@tanstack/react-query";
import { Scale } from "lucide-react";
import { useMemo } from "react";
import { Link } from "wouter";
import { formatJour } from "#domain/dates.ts";
import type { PieceOuverte, TiersOuvert } from "#domain/gerance/livres/grand-livre.ts";
import { ETATS_DEPENSE } from "#domain/missions/natures-de-depense.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { CsvButton } from "#web/components/list/csv-button.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { NothingFound } from "#web/components/list/list-foot.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { downloadLedger, ledgerReading } from "#web/entities/agence/grand-livre.ts";
import { formatCount } from "#web/lib/format.ts";
import { amount, eveningOf, formatBalance, type LedgerState, type Reader } from "./ledger-state.ts";
import { Heading, Pages, PrintButton } from "./parts.tsx";
import { Piece } from "./piece.tsx";

type Who = "locataires" | "fournisseurs";

const WORDS = {
  locataires: {
    title: "Locataires : ce que rien n’avait réglé",
    noun: ["locataire", "locataires"],
    file: "locataires-lettres",
    empty: "Tous les comptes de locataires étaient soldés ce soir-là.",
    search: "Nom, adresse, dossier",
    note: "Chaque ligne est au journal, et sans lettre ce soir-là : leur somme est le solde du compte 411000. Un fait d’un mois déjà clos compte du jour de son écriture.",
  },
  fournisseurs: {
    title: "Fournisseurs : factures à payer",
    noun: ["fournisseur", "fournisseurs"],
    file: "fournisseurs-dus",
    empty: "Aucune facture n’attendait son paiement ce soir-là.",
    search: "Fournisseur",
    note: "Les factures que l’agence paie pour les mandants, notées ce soir-là et pas encore payées. Les livres les inscrivent le jour de leur paiement.",
  },
} as const;

/** A row of the table: a holder with its balance, or an unsettled line of that holder. */
type Row = { id: number } & ({ holder: TiersOuvert } | { line: PieceOuverte });

const rowsOf = (holders: readonly TiersOuvert[]): Row[] =>
  holders
    .flatMap((holder) => [{ holder }, ...holder.pieces.map((line) => ({ line }))])
    .map((row, rank) => ({ ...row, id: rank + 1 }));

interface OpenHoldersProps {
  who: Who;
  ledger: LedgerState;
  reader: Reader;
}

/** The tenants or suppliers whose account was not settled on an evening, each with the unsettled lines. */
export function OpenHolders({ who, ledger, reader }: OpenHoldersProps) {
  const { q, page, limit, change } = ledger;
  const au = eveningOf(ledger);
  const query = useQuery(ledgerReading(reader.visite, who, { au, q, page, limit }));
  const { data } = query;
  const rows = useMemo(() => data && rowsOf(data.lignes), [data]);
  if (query.error && !data) return <ErrorState error={query.error} onRetry={query.refetch} />;
  const words = WORDS[who];
  return (
    <>
      <ListFrame
        heading={
          <Heading
            words={`${words.title} au soir du ${formatJour(au)}${data ? `, ${formatBalance(data.solde)}` : ""}`}
          />
        }
        search={{
          placeholder: words.search,
          value: q,
          onSearch: (text) => change({ q: text }),
        }}
        count={data && formatCount(data.total, words.noun[0], words.noun[1])}
        tools={
          <>
            <CsvButton download={() => downloadLedger(reader.visite, words.file, { au })} />
            <PrintButton />
          </>
        }
      >
        <DataTable
          label={words.title}
          columns={columnsOf({ who, ledger, reader })}
          rows={rows}
          name={(row) => ("holder" in row ? row.holder.tiers : row.line.libelle)}
          tone={(row) => ("holder" in row ? "grey" : null)}
          stale={query.isPlaceholderData}
          empty={
            q ? (
              <NothingFound showAll={() => change({ q: "" })} />
            ) : (
              <EmptyState icon={Scale} title="Rien n’était dû" text={words.empty} />
            )
          }
        />
        <Pages ledger={ledger} total={data?.total ?? 0} />
      </ListFrame>
      <p className="text-sm text-muted">{words.note}</p>
    </>
  );
}

const columnsOf = ({ who, ledger, reader }: OpenHoldersProps): readonly Column<Row>[] => [
  {
    id: "libelle",
    header: who === "locataires" ? "Locataire, ligne" : "Fournisseur, facture",
    card: "title",
    className: "w-[40%] whitespace-normal",
    cell: (row) =>
      "holder" in row ? (
        <Holder holder={row.holder} ledger={ledger} linked={who === "locataires"} />
      ) : (
        <span className="sm:pl-4">
          {row.line.libelle}
          {row.line.nature && <span className="text-muted">, {row.line.nature.toLowerCase()}</span>}
          {row.line.etat === "notee" && (
            <Badge tone="orange" className="ml-2">
              {ETATS_DEPENSE.notee}
            </Badge>
          )}
        </span>
      ),
  },
  {
    id: "date",
    header: "Date",
    card: "line",
    className: "whitespace-nowrap tabular-nums",
    cell: (row) =>
      "line" in row && (
        <>
          {formatJour(row.line.date)}
          {row.line.pieceDate !== row.line.date && (
            <span className="block text-xs text-muted">
              pièce du {formatJour(row.line.pieceDate)}
            </span>
          )}
        </>
      ),
  },
  {
    id: "piece",
    header: "Pièce",
    card: "line",
    className: "whitespace-nowrap tabular-nums",
    cell: (row) =>
      "line" in row && (
        <Piece
          piece={row.line.piece}
          source={row.line.source}
          reader={reader}
          onOpen={ledger.open}
        />
      ),
  },
  {
    id: "debit",
    header: "Débit",
    card: "fact",
    align: "right",
    className: "whitespace-nowrap",
    cell: (row) => "line" in row && amount(row.line.debit),
  },
  {
    id: "credit",
    header: "Crédit",
    card: "fact",
    align: "right",
    className: "whitespace-nowrap",
    cell: (row) => "line" in row && amount(row.line.credit),
  },
  {
    id: "solde",
    header: "Solde",
    card: "amount",
    align: "right",
    className: "font-semibold whitespace-nowrap",
    cell: (row) => "holder" in row && formatBalance(row.holder.solde),
  },
];

interface HolderProps {
  holder: TiersOuvert;
  ledger: LedgerState;
  linked: boolean;
}

/** The name of a holder; with `linked`, the name leads to the holder's account in the ledger. */
function Holder({ holder: { id, tiers }, ledger, linked }: HolderProps) {
  if (!linked) return <span className="font-medium">{tiers}</span>;
  return (
    <Link
      href={ledger.hrefOf({ vue: "", livre: "", compte: "411", de: String(id) })}
      className="font-medium underline-offset-4 hover:underline"
    >
      {tiers}
    </Link>
  );
}
