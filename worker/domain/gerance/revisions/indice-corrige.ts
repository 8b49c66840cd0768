import type { Centimes } from "../livres/repartition.ts";
import { montantsRevises } from "./indices.ts";

/** A revision as it was computed, in cents, with its two indices as they are known today, in hundredths. */
export interface RevisionComptee {
  loyerAvant: Centimes;
  loyerApres: Centimes;
  chargeAvant: Centimes;
  chargeApres: Centimes;
  ancien: number;
  nouveau: number;
}

/** The right amounts of a revision; cents. */
export interface RevisionJuste {
  loyerJuste: Centimes;
  chargeJuste: Centimes;
  /** The sum that the tenant should add each month, charges included; below zero when he pays too much. */
  ecart: Centimes;
}

/**
 * Computes a revision again with its corrected indices (revisions/README §15.3); null when its amounts are right.
 * Charges that the revision did not change follow no index, and stay.
 */
export function revisionARefaire(
  { loyerAvant, loyerApres, chargeAvant, chargeApres, ...indices }: RevisionComptee,
  reglages: { baisseIndice: boolean },
): RevisionJuste | null {
  const suit = chargeApres !== chargeAvant;
  const juste = montantsRevises(
    { loyer: loyerAvant, forfait: suit ? chargeAvant : 0 },
    indices,
    reglages,
  );
  const chargeJuste = suit ? juste.forfait : chargeAvant;
  if (juste.loyer === loyerApres && chargeJuste === chargeApres) return null;
  const ecart = juste.loyer + chargeJuste - loyerApres - chargeApres;
  return { loyerJuste: juste.loyer, chargeJuste, ecart };
}
