import { etatQuittance, type ReglementQuittance } from "./quittance.ts";

/** How many days after the receipt the tenant may answer by the public link. */
const JOURS_DU_LIEN = 90;

/** The public link works only for receipts made since this instant. */
export const lienOuvertDepuis = (now: Date): string =>
  new Date(now.getTime() - JOURS_DU_LIEN * 86_400_000).toISOString();

/**
 * Whether the tenant may answer by the public link (quittances/README §2.5): once, within ninety days, on a receipt
 * without a recorded state. Never once the data of the tenant were erased.
 */
export function lienOuvert(
  quittance: ReglementQuittance & { reponduLe: string | null; createdAt: string },
  { efface, now }: { efface: boolean; now: Date },
): boolean {
  const inconnue = etatQuittance(quittance) === "inconnue";
  const recente = quittance.createdAt >= lienOuvertDepuis(now);
  return inconnue && recente && quittance.reponduLe === null && !efface;
}
