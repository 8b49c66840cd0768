import type { TYPES_BAIL } from "../biens/dossier.ts";
import { dansMois, type Jour } from "../dates.ts";
import { sousLoi89 } from "./bail.ts";

/**
 * The last day to give the deposit back: one month after the return of the keys when the exit inventory agrees with
 * the entry inventory (`conforme`), else two months (`sinon`) (bail/README §3.6). Null outside the law of 1989.
 */
export function restitutionDepot(
  clesRendues: Jour,
  regimeDuBail: (typeof TYPES_BAIL)[number],
): { conforme: Jour; sinon: Jour } | null {
  if (!sousLoi89({ regime: regimeDuBail })) return null;
  return { conforme: dansMois(clesRendues, 1), sinon: dansMois(clesRendues, 2) };
}
