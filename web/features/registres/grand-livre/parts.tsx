import { BookOpenText, Printer } from "lucide-react";
import { ajouterJours, formatJour } from "#domain/dates.ts";
import type { Genre, Livre } from "#domain/gerance/livres/ecritures.ts";
import { libelleDuCompte, numeroDuCompte } from "#domain/gerance/livres/fec.ts";
import { genresDuLivre } from "#domain/gerance/livres/grand-livre.ts";
import { formatEuros } from "#domain/montants.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { Pagination } from "#web/components/list/pages/pagination.tsx";
import type { Column } from "#web/components/list/table-column.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Select } from "#web/components/ui/select.tsx";
import { amount, type LedgerState, type Reader } from "./ledger-state.ts";

export const BOOKS: readonly { value: Livre; label: string }[] = [
  { value: "G", label: "Fonds des mandants" },
  { value: "H", label: "Honoraires de l’agence" },
];

export const accountWords = (genre: Genre): string =>
  `${numeroDuCompte(genre)} ${libelleDuCompte(genre)}`;

export const SIDES: readonly Column<{ debit: number; credit: number }>[] = [
  {
    id: "debit",
    header: "Débit",
    card: "fact",
    align: "right",
    className: "whitespace-nowrap",
    cell: ({ debit }) => amount(debit),
  },
  {
    id: "credit",
    header: "Crédit",
    card: "fact",
    align: "right",
    className: "whitespace-nowrap",
    cell: ({ credit }) => amount(credit),
  },
];

export interface PartProps {
  ledger: LedgerState;
  reader: Reader;
}

/** The choice of a book, then of one of its accounts. */
export function BookSelects({ ledger }: Pick<PartProps, "ledger">) {
  const { livre, genre, change } = ledger;
  const genres = genresDuLivre(livre).toSorted((a, b) =>
    numeroDuCompte(a).localeCompare(numeroDuCompte(b)),
  );
  return (
    <>
      <BookSelect ledger={ledger} />
      <Select
        aria-label="Compte"
        className="w-64 max-sm:w-full"
        value={genre ?? ""}
        onChange={({ target }) => change({ compte: target.value, de: "", q: "" })}
        options={[
          { value: "", label: "Tous les comptes" },
          ...genres.map((value) => ({ value, label: accountWords(value) })),
        ]}
      />
    </>
  );
}

export function BookSelect({ ledger: { livre, change } }: Pick<PartProps, "ledger">) {
  return (
    <Select
      aria-label="Livre"
      className="w-52 max-sm:w-full"
      value={livre}
      onChange={({ target }) =>
        change({
          livre: target.value === "G" ? "" : target.value,
          ...{ compte: "", de: "", q: "", journal: "" },
        })
      }
      options={BOOKS}
    />
  );
}

export const Heading = ({ words }: { words: string }) => (
  <h3 className="w-full font-semibold">{words}</h3>
);

/** The pagination of a part of the books, a hundred rows a page unless the user chooses otherwise. */
export function Pages({ ledger, total }: Pick<PartProps, "ledger"> & { total: number }) {
  const { page, limit, change, onLimit } = ledger;
  if (total <= 5) return null;
  return (
    <Pagination
      {...{ page, limit, total, onLimit }}
      onPage={(next) => change({ page: String(next) })}
    />
  );
}

export const PrintButton = () => (
  <Button
    variant="ghost"
    size="icon"
    aria-label="Imprimer"
    title="Imprimer"
    onClick={() => window.print()}
  >
    <Printer />
  </Button>
);

/** Sums above the rows, each under its name. */
export const Figures = ({ facts }: { facts: readonly (readonly [string, string])[] }) => (
  <dl className="flex flex-wrap gap-x-10 gap-y-2 border-b px-3 py-3">
    {facts.map(([label, value]) => (
      <div key={label}>
        <dt className="text-sm text-muted">{label}</dt>
        <dd className="font-semibold whitespace-nowrap tabular-nums">{value}</dd>
      </div>
    ))}
  </dl>
);

export const Totals = ({ debit, credit }: { debit: number; credit: number }) => (
  <Figures
    facts={[
      ["Total des débits", formatEuros(debit)],
      ["Total des crédits", formatEuros(credit)],
    ]}
  />
);

export const Nothing = () => (
  <EmptyState
    icon={BookOpenText}
    title="Rien dans cette période"
    text="Aucune écriture n’est datée de ces jours, et aucun solde ne vient d’avant."
  />
);

/** The day before, as « 30/11/2026 ». */
export const eveOf = (day: string): string => formatJour(ajouterJours(day, -1));
