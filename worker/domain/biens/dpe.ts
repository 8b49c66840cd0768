import { type Jour, terme } from "../dates.ts";

const ANNEES_DE_DPE = 10;
/** The last day of validity of a DPE (energy diagnosis) made by a former method, on `faitDepuis` or later. */
const ANCIENS_DPE: readonly { faitDepuis: Jour; jusquau: Jour }[] = [
  { faitDepuis: "2018-01-01", jusquau: "2024-12-31" },
  { faitDepuis: "2013-01-01", jusquau: "2022-12-31" },
];
const METHODE_PRESENTE_DEPUIS: Jour = "2021-07-01";

/**
 * The last day of validity of a DPE (energy diagnosis; Code de la construction et de l'habitation, art. D. 126-19).
 */
export function finDuDpe(faitLe: Jour): Jour {
  const dixAns = terme(faitLe, ANNEES_DE_DPE * 12);
  if (faitLe >= METHODE_PRESENTE_DEPUIS) return dixAns;
  return ANCIENS_DPE.find(({ faitDepuis }) => faitLe >= faitDepuis)?.jusquau ?? dixAns;
}
