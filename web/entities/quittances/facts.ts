import { dernierJour, moisDe, premierJour } from "#domain/dates.ts";
import type { QuittanceRow } from "#domain/quittance-fiche.ts";

/** Euros received on a receipt: all, a part, or nothing. */
export function receivedOf(row: QuittanceRow): number {
  return row.regle ? row.total : (row.montantPaye ?? 0);
}

/** Does the period cover its month whole? */
export function coversMonth({ date, dateFin }: Pick<QuittanceRow, "date" | "dateFin">): boolean {
  const mois = moisDe(date);
  return date === premierJour(mois) && dateFin === dernierJour(mois);
}
