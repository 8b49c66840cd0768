import type { Jour } from "../dates.ts";

interface BailNouveau {
  ligne: number;
  AppartementId: number;
  dateDebutBail: Jour;
  loyerHC: number;
  loyerCharge: number;
}

/**
 * The rent and the charges, in euros, that each dwelling takes from its last imported lease. A dwelling with a later
 * lease in the database takes none (import/README §13.5).
 */
export function loyersPoses(
  nouveaux: readonly BailNouveau[],
  connus: readonly Pick<BailNouveau, "AppartementId" | "dateDebutBail">[],
): { AppartementId: number; ligne: number; loyerHC: number; charge: number }[] {
  const dernierConnu = new Map<number, Jour>();
  for (const { AppartementId, dateDebutBail } of connus) {
    const deja = dernierConnu.get(AppartementId);
    if (deja === undefined || deja < dateDebutBail) dernierConnu.set(AppartementId, dateDebutBail);
  }
  const derniers = new Map<number, BailNouveau>();
  for (const bail of nouveaux) {
    const deja =
      derniers.get(bail.AppartementId)?.dateDebutBail ?? dernierConnu.get(bail.AppartementId);
    if (deja === undefined || deja <= bail.dateDebutBail) derniers.set(bail.AppartementId, bail);
  }
  return [...derniers.values()].map(({ AppartementId, ligne, loyerHC, loyerCharge }) => ({
    AppartementId,
    ligne,
    loyerHC,
    charge: loyerCharge,
  }));
}
