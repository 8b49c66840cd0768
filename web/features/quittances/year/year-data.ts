import type { Mois } from "#domain/dates.ts";
import { somme } from "#domain/montants.ts";
import type { EtatQuittance } from "#domain/quittances/quittance.ts";
import type { CaseAnnuelle, LigneDeLAnnee } from "#domain/quittances/quittance-fiche.ts";

/**
 * A month of a dossier: its receipts, and the gravest of their states; null without a receipt. The sums, in euros,
 * leave out cancelled receipts.
 */
export interface YearCell {
  mois: Mois;
  receipts: readonly CaseAnnuelle[];
  etat: EtatQuittance | null;
  expected: number;
  received: number;
}

export interface YearLine extends LigneDeLAnnee {
  months: readonly YearCell[];
  expected: number;
  received: number;
}

const GRAVEST_FIRST = ["impayee", "inconnue", "declaree", "payee", "annulee"] as const;

export function monthsOf(year: number): Mois[] {
  return Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, "0")}`);
}

function cellOf(mois: Mois, receipts: readonly CaseAnnuelle[]): YearCell {
  const etat = GRAVEST_FIRST.find((name) => receipts.some((row) => row.etat === name)) ?? null;
  return { mois, receipts, etat, ...sumsOf(receipts) };
}

function sumsOf(receipts: readonly CaseAnnuelle[]) {
  const standing = receipts.filter((row) => row.etat !== "annulee");
  return {
    expected: somme(...standing.map((row) => row.total)),
    received: somme(...standing.map((row) => row.recu)),
  };
}

export function yearLines(lines: readonly LigneDeLAnnee[], year: number): YearLine[] {
  const months = monthsOf(year);
  return lines.map((line) => {
    const byMonth = Map.groupBy(line.quittances, ({ mois }) => mois);
    return {
      ...line,
      months: months.map((mois) => cellOf(mois, byMonth.get(mois) ?? [])),
      ...sumsOf(line.quittances),
    };
  });
}
