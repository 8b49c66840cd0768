import { type Mois, moisDe } from "#domain/dates.ts";
import { somme } from "#domain/montants.ts";
import type { EtatQuittance } from "#domain/quittance.ts";
import type { QuittanceRow } from "#domain/quittance-fiche.ts";
import { receivedOf } from "#web/entities/quittances/facts.ts";

/** A month of a dossier: its receipts, and the state that deserves attention first. */
export interface YearCell {
  mois: Mois;
  receipts: readonly QuittanceRow[];
  etat: EtatQuittance | null;
  expected: number;
  received: number;
}

/** A year of a dossier. */
export interface YearLine {
  DossierId: number;
  AppartementId: number;
  locataire: string;
  appartement: string;
  ville: string;
  months: readonly YearCell[];
  expected: number;
  received: number;
}

const GRAVEST_FIRST = ["impayee", "inconnue", "payee"] as const;

export function monthsOf(year: number): Mois[] {
  return Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, "0")}`);
}

function cellOf(mois: Mois, receipts: readonly QuittanceRow[]): YearCell {
  const etat = GRAVEST_FIRST.find((name) => receipts.some((row) => row.etat === name)) ?? null;
  return { mois, receipts, etat, ...sumsOf(receipts) };
}

function sumsOf(receipts: readonly QuittanceRow[]) {
  return {
    expected: somme(...receipts.map((row) => row.total)),
    received: somme(...receipts.map(receivedOf)),
  };
}

/** The receipts of a year, a line a dossier, by street, number and tenant. */
export function yearLines(receipts: readonly QuittanceRow[], year: number): YearLine[] {
  const months = monthsOf(year);
  const byDossier = Map.groupBy(receipts, (row) => row.DossierId);
  const { compare } = new Intl.Collator("fr", { numeric: true });
  const street = ({ appartement }: YearLine) =>
    appartement.replace(/^\d+\s*(bis|ter|quater)?\s+/, "");
  return [...byDossier.values()]
    .flatMap((rows) => {
      const [first] = rows;
      if (!first) return [];
      const byMonth = Map.groupBy(rows, (row) => moisDe(row.date));
      return [
        {
          DossierId: first.DossierId,
          AppartementId: first.AppartementId,
          locataire: first.locataire,
          appartement: first.appartement,
          ville: first.ville,
          months: months.map((mois) => cellOf(mois, byMonth.get(mois) ?? [])),
          ...sumsOf(rows),
        },
      ];
    })
    .sort(
      (one, other) =>
        compare(street(one), street(other)) ||
        compare(one.appartement, other.appartement) ||
        one.AppartementId - other.AppartementId ||
        compare(one.locataire, other.locataire),
    );
}

/** The sums of each month over these lines. */
export function monthTotals(lines: readonly YearLine[], year: number): YearCell[] {
  return monthsOf(year).map((mois, index) => ({
    ...cellOf(mois, []),
    expected: somme(...lines.map((line) => line.months[index]?.expected ?? 0)),
    received: somme(...lines.map((line) => line.months[index]?.received ?? 0)),
  }));
}
