import { dernierJour, moisDe, premierJour } from "#domain/dates.ts";
import { somme } from "#domain/montants.ts";
import type { QuittanceRow } from "#domain/quittances/quittance-fiche.ts";

/** The sum of the totals of receipts, in euros. */
export const totalOf = (rows: readonly Pick<QuittanceRow, "total">[]) =>
  rows.reduce((sum, { total }) => somme(sum, total), 0);

/** Euros received for a receipt; 0 for a payment that only the tenant has declared. */
export function receivedOf({ etat, total, montantPaye }: QuittanceRow): number {
  if (etat === "payee") return total;
  return etat === "impayee" ? (montantPaye ?? 0) : 0;
}

export function coversMonth({ date, dateFin }: Pick<QuittanceRow, "date" | "dateFin">): boolean {
  const mois = moisDe(date);
  return date === premierJour(mois) && dateFin === dernierJour(mois);
}
