import { ajouterJours, dansMois, type Jour } from "../dates.ts";
import type { EcheanceSuivie } from "./suivi.ts";

export interface FaitsDeCaution {
  id: number;
  /** The day of the deed of guarantee. */
  signeLe: Jour | null;
  acteJoint: boolean;
  /** The last day of the guarantee, as staff typed it. */
  dateFinCaution: Jour | null;
  /** The day on which the guarantor was recorded in this product. */
  creeLe: Jour;
}

const MOIS_AVANT_LA_FIN = 6;
const JOURS_APRES_LA_FIN = 30;
const JOURS_DE_L_ACTE = { depuis: 3, date: 10, jusquau: 180 };

type DeCaution = Omit<EcheanceSuivie, "entite" | "id">;

/** The deadlines of a guarantor of a running lease (suivi/README §17.2). */
export function echeancesDeCaution(caution: FaitsDeCaution, today: Jour): EcheanceSuivie[] {
  return [...information(caution, today), ...fin(caution), ...acte(caution, today)].map(
    (echeance) => ({
      ...echeance,
      entite: "Caution",
      id: caution.id,
    }),
  );
}

/**
 * The deadline to inform a guarantor each year: by 30 March, from the year after the deed, staff send him the debt at
 * the end of the previous year (Code civil, art. 2302). From July on, the result is the deadline of the next year.
 */
function information({ signeLe, dateFinCaution }: FaitsDeCaution, today: Jour): DeCaution[] {
  if (signeLe === null) return [];
  const passee = today.slice(5) > "06-30";
  const courante = Number(today.slice(0, 4)) + Number(passee);
  const annee = Math.max(courante, Number(signeLe.slice(0, 4)) + 1);
  const depuis = `${annee}-02-01`;
  if (dateFinCaution !== null && dateFinCaution < `${annee - 1}-12-31`) return [];
  return [
    {
      genre: "caution_information",
      date: `${annee}-03-30`,
      depuis,
      jusquau: `${annee}-06-30`,
      quoi: `Informer la caution de ce qui était dû au 31/12/${annee - 1}`,
    },
  ];
}

function fin({ dateFinCaution: date }: FaitsDeCaution): DeCaution[] {
  if (date === null) return [];
  return [
    {
      genre: "caution_fin",
      date,
      depuis: dansMois(date, -MOIS_AVANT_LA_FIN),
      jusquau: ajouterJours(date, JOURS_APRES_LA_FIN),
      quoi: "L’engagement finit : demander une nouvelle caution s’il en faut une",
    },
  ];
}

function acte({ acteJoint, creeLe, dateFinCaution }: FaitsDeCaution, today: Jour): DeCaution[] {
  if (acteJoint || (dateFinCaution !== null && dateFinCaution < today)) return [];
  return [
    {
      genre: "caution_a_signer",
      date: ajouterJours(creeLe, JOURS_DE_L_ACTE.date),
      depuis: ajouterJours(creeLe, JOURS_DE_L_ACTE.depuis),
      jusquau: ajouterJours(creeLe, JOURS_DE_L_ACTE.jusquau),
      quoi: "Joindre l’acte de cautionnement signé",
    },
  ];
}
