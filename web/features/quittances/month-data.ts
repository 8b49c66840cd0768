import type { Mois } from "#domain/dates.ts";
import type { DossierRow } from "#domain/dossier.ts";
import { somme } from "#domain/montants.ts";
import { type MontantsDuMois, montantsDuMois } from "#domain/quittance.ts";
import type { QuittanceRow } from "#domain/quittance-fiche.ts";
import { motsCherches, rechercheNormalisee } from "#domain/recherche.ts";
import { receivedOf } from "#web/entities/quittances/facts.ts";

/** The receipts in the order of the tenants of these dossiers; those of other tenants come last. */
export function byLocataire(
  receipts: readonly QuittanceRow[],
  dossiers: readonly DossierRow[],
): readonly QuittanceRow[] {
  const ranks = new Map(dossiers.map((dossier, rank) => [dossier.LocataireId, rank]));
  const rank = (row: QuittanceRow) => ranks.get(row.LocataireId) ?? dossiers.length;
  return receipts.toSorted((one, other) => rank(one) - rank(other));
}

/** A dossier whose rent runs in the month: what it owes, and its receipts. */
export interface MonthDossier extends DossierRow {
  montants: MontantsDuMois;
  /** The automatic one, else the first made by hand; null when none was found for the month. */
  receipt: QuittanceRow | null;
}

export function dossiersOfMonth(
  dossiers: readonly DossierRow[],
  receipts: readonly QuittanceRow[],
  mois: Mois,
): MonthDossier[] {
  const found = new Map<number, QuittanceRow>();
  for (const receipt of receipts) {
    if (receipt.automatique || !found.has(receipt.DossierId)) found.set(receipt.DossierId, receipt);
  }
  return dossiers.flatMap((dossier) => {
    const montants = montantsDuMois(dossier, mois);
    return montants ? [{ ...dossier, montants, receipt: found.get(dossier.id) ?? null }] : [];
  });
}

export interface MonthSummary {
  generated: number;
  missing: number;
  payee: number;
  impayee: number;
  inconnue: number;
  late: number;
  /** Euros: receipts and what is still to generate. */
  expected: number;
  /** Euros: receipts paid, and parts of those that are not. */
  received: number;
  toGenerate: number;
}

export function summaryOf(
  receipts: readonly QuittanceRow[],
  dossiers: readonly MonthDossier[],
): MonthSummary {
  const missing = dossiers.filter((dossier) => dossier.receipt === null);
  const count = (etat: QuittanceRow["etat"]) => receipts.filter((row) => row.etat === etat).length;
  const toGenerate = somme(...missing.map((dossier) => dossier.montants.total));
  return {
    generated: receipts.length,
    missing: missing.length,
    payee: count("payee"),
    impayee: count("impayee"),
    inconnue: count("inconnue"),
    late: receipts.filter((row) => row.retard > 0).length,
    expected: somme(toGenerate, ...receipts.map((row) => row.total)),
    received: somme(...receipts.map(receivedOf)),
    toGenerate,
  };
}

/** Does every word of the search occur, whatever its case and accents? */
export function searcher(search: string): (...texts: string[]) => boolean {
  const words = motsCherches(search);
  return (...texts) => {
    const text = rechercheNormalisee(texts.join(" "));
    return words.every((word) => text.includes(word));
  };
}

type Key<Row> = (row: Row) => string | number;

/** The rows, given by tenant, in the order of « name » or « -name ». */
export function sorted<Row>(
  rows: readonly Row[],
  sort: string,
  keys: Readonly<Record<string, Key<Row>>>,
): readonly Row[] {
  if (sort === "-locataire") return rows.toReversed();
  const desc = sort.startsWith("-");
  const key = keys[sort.slice(desc ? 1 : 0)];
  if (!key) return rows;
  return rows
    .map((row) => ({ row, key: key(row) }))
    .sort((one, other) => (desc ? -1 : 1) * compare(one.key, other.key))
    .map(({ row }) => row);
}

const { compare: compareText } = new Intl.Collator("fr", { numeric: true });

function compare(one: string | number, other: string | number): number {
  return typeof one === "number" && typeof other === "number"
    ? one - other
    : compareText(String(one), String(other));
}
