import { ajouterJours, type Jour } from "../../dates.ts";
import { dimancheDePaques } from "../../jours-feries.ts";

/** The fixed days of each year, Easter apart, on which TARGET (the system of European transfers) is closed. */
const FERMES = new Set(["01-01", "05-01", "12-25", "12-26"]);

/**
 * Whether banks settle transfers on this day (reversements/README §12.18): not on weekends, nor on the holidays of
 * TARGET.
 */
export function estJourTarget(jour: Jour): boolean {
  const rang = new Date(jour).getUTCDay();
  if (rang === 0 || rang === 6 || FERMES.has(jour.slice(5))) return false;
  const paques = dimancheDePaques(Number(jour.slice(0, 4)));
  return jour !== ajouterJours(paques, -2) && jour !== ajouterJours(paques, 1);
}

/** The first day, from `jour` on, on which banks settle transfers. */
export function jourTarget(jour: Jour): Jour {
  let trouve = jour;
  while (!estJourTarget(trouve)) trouve = ajouterJours(trouve, 1);
  return trouve;
}
