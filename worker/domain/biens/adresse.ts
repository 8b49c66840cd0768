/** The short name of an apartment, as people say it: « 27 bis bd Saint-Michel, 3e ». */
export function nomAppartement({ adresse, etage }: { adresse: string; etage?: string | null }) {
  return etage ? `${adresse}, ${etageCourt(etage)}` : adresse;
}

/** « RdC », « 1er », « 4e »; a floor that is not a number is kept as written. */
export function etageCourt(etage: string): string {
  if (/^0+$/.test(etage)) return "RdC";
  if (etage === "1") return "1er";
  return /^\d+$/.test(etage) ? `${etage}e` : etage;
}

export interface Adresse {
  adresse: string | null;
  codePostal: string | null;
  ville: string | null;
}

const renseigne = (texte: string | null): boolean => Boolean(texte?.trim());

/** The street is known, and the town or its code. */
const EN_UN_TEXTE = /^(.+?)[\s,]+(\d{5})\s+(\S.*)$/s;

/**
 * An address typed as one text: « 8 rue Neuve, 35000 Rennes ». Without a postal code, the whole text is the first line.
 */
export function adresseEcrite(texte: string): Adresse {
  const [, adresse, codePostal = "", ville = ""] = texte.trim().match(EN_UN_TEXTE) ?? [];
  return { adresse: (adresse ?? texte).trim(), codePostal, ville: ville.trim() };
}

export const adresseComplete = ({ adresse, codePostal, ville }: Adresse): boolean =>
  renseigne(adresse) && (renseigne(codePostal) || renseigne(ville));

/** Some part of it is known. */
export const adresseConnue = ({ adresse, codePostal, ville }: Adresse): boolean =>
  renseigne(adresse) || renseigne(codePostal) || renseigne(ville);

/** An apartment as other records name it. */
export interface AppartementResume {
  id: number;
  adresse: string;
  codePostal: string;
  ville: string;
  etage: string | null;
}
