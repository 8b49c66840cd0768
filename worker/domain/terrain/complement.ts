import { ajouterJours, dansMois, type Jour } from "../dates.ts";
import { jourOuvrable } from "../jours-feries.ts";

/** Until when the tenant may ask for the inventory of his entry to be completed (terrain/README §19.7). */
export interface DelaiPourCompleter {
  /** The last day that the law gives. */
  dernierJour: Jour;
  /** The day until which the house takes the request: the next one that is worked. */
  accepteJusquau: Jour;
}

const JOURS = 10;

const delai = (dernierJour: Jour): DelaiPourCompleter => ({
  dernierJour,
  accepteJusquau: jourOuvrable(dernierJour),
});

/** The ten days that follow the inventory of the entry (loi n° 89-462, art. 3-2). */
export const dernierJourPourCompleter = (etabliLe: Jour): DelaiPourCompleter =>
  delai(ajouterJours(etabliLe, JOURS));

/** The days of the year between which dwellings are heated, « MM-JJ »; the law fixes none. */
export interface PeriodeDeChauffe {
  du: string;
  au: string;
}

export const PERIODE_DE_CHAUFFE: PeriodeDeChauffe = { du: "10-15", au: "04-15" };

/**
 * For what heats: a month from the entry when it falls in a period of heating, else from the start of the next one
 * (loi n° 89-462, art. 3-2: the first month of the period).
 */
export function dernierJourPourLeChauffage(
  etabliLe: Jour,
  { du, au }: PeriodeDeChauffe = PERIODE_DE_CHAUFFE,
): DelaiPourCompleter {
  const [annee, quantieme] = [etabliLe.slice(0, 4), etabliLe.slice(5)];
  const chauffe = du > au ? quantieme >= du || quantieme <= au : quantieme >= du && quantieme <= au;
  const debut = quantieme < du ? `${annee}-${du}` : `${Number(annee) + 1}-${du}`;
  return delai(dansMois(chauffe ? etabliLe : debut, 1));
}
