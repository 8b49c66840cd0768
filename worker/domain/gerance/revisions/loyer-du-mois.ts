import { ajouterJours, type Jour, nombreDeJours, plusTard, plusTot } from "../../dates.ts";
import { arrondir, type Centimes } from "../livres/repartition.ts";
import {
  type LoyerDepuis,
  loyersVivants,
  type Montants,
  type Occupation,
  totalDuMois,
} from "./loyers.ts";

/** The days of a month under one row of rent, and the rent and charges owed for them; cents. */
export interface SegmentDeLoyer {
  du: Jour;
  au: Jour;
  jours: number;
  loyerHC: Centimes;
  charge: Centimes;
}

/** The rent and charges owed for the days of a month; cents. */
export interface LoyerDuMois extends Occupation {
  loyerHC: Centimes;
  charge: Centimes;
  total: Centimes;
  /**
   * The parts of the month, one for each row of rent in force on some of its days, in the order of their days; their
   * amounts add up exactly to the rent and the charges.
   */
  segments: SegmentDeLoyer[];
}

/**
 * The rent owed for a month in which rows of rent may change (revisions/README §15.2). Rent and charges are each
 * rounded once, on all the days owed. The cents left by rounding go to the rows with the largest remainders, the
 * earlier row first.
 *
 * @param periode the days owed, all in one month
 */
export function loyerDuMois(loyers: readonly LoyerDepuis[], periode: Occupation): LoyerDuMois {
  const vivants = loyersVivants(loyers);
  const regnes = regnesDuMois(vivants, periode);
  const partager = (montant: keyof Montants) => {
    const total = totalDuMois(vivants, periode, montant);
    return {
      total,
      parts: arrondir(
        total,
        regnes.map(({ ligne, jours }) => BigInt(ligne[montant] * jours)),
        BigInt(periode.joursDuMois),
      ),
    };
  };
  const loyer = partager("loyerHC");
  const charges = partager("loyerCharge");
  return {
    ...periode,
    loyerHC: loyer.total,
    charge: charges.total,
    total: loyer.total + charges.total,
    segments: regnes.map(({ du, au, jours }, rang) => ({
      du,
      au,
      jours,
      loyerHC: loyer.parts[rang] ?? 0,
      charge: charges.parts[rang] ?? 0,
    })),
  };
}

/** The days of a period under each row of rent, in the order of the rows. */
function regnesDuMois(vivants: readonly LoyerDepuis[], { debut, fin }: Occupation) {
  return vivants.flatMap((ligne, rang) => {
    const suivante = vivants[rang + 1];
    const du = rang === 0 ? debut : plusTard(ligne.depuis, debut);
    const au = suivante ? plusTot(ajouterJours(suivante.depuis, -1), fin) : fin;
    return au < du ? [] : [{ ligne, du, au, jours: nombreDeJours(du, au) }];
  });
}
