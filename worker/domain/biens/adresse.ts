/** The short name of an apartment: « 27 bis bd Saint-Michel, 3e ». */
export function nomAppartement({ adresse, etage }: { adresse: string; etage?: string | null }) {
  return etage ? `${adresse}, ${etageCourt(etage)}` : adresse;
}

/** A floor in short: « RdC », « 1er », « 4e »; a text that is no number stays as written. */
export function etageCourt(etage: string): string {
  if (/^0+$/.test(etage)) return "RdC";
  if (etage === "1") return "1er";
  return /^\d+$/.test(etage) ? `${etage}e` : etage;
}

/**
 * The name of a dwelling within its building: « 1er, porte gauche ». The address comes first when it differs from the
 * address of the building. The address is the whole name when the floor and the position are unknown.
 *
 * @param adresseDeLImmeuble null: the dwelling is in no building
 */
export function nomDuLot(
  {
    adresse,
    etage,
    situation,
  }: { adresse: string; etage: string | null; situation: string | null },
  adresseDeLImmeuble: string | null,
): string {
  const place = [etage && etageCourt(etage), situation?.trim()].filter(Boolean).join(", ");
  if (!place) return adresse;
  return adresse === adresseDeLImmeuble ? place : `${adresse}, ${place}`;
}

export interface Adresse {
  adresse: string | null;
  codePostal: string | null;
  ville: string | null;
}

const renseigne = (texte: string | null): boolean => Boolean(texte?.trim());

const EN_UN_TEXTE = /^(.+?)[\s,]+(\d{5})\s+(\S.*)$/s;

/**
 * Splits an address typed as one text: « 8 rue Neuve, 35000 Rennes ». Without a postal code and a town, the whole
 * text is the street.
 */
export function adresseEcrite(texte: string): Adresse {
  const [, adresse, codePostal = "", ville = ""] = texte.trim().match(EN_UN_TEXTE) ?? [];
  return { adresse: (adresse ?? texte).trim(), codePostal, ville: ville.trim() };
}

/** Whether the street is filled in, and the postal code or the town. */
export const adresseComplete = ({ adresse, codePostal, ville }: Adresse): boolean =>
  renseigne(adresse) && (renseigne(codePostal) || renseigne(ville));

/** Whether some part of an address is filled in. */
export const adresseConnue = ({ adresse, codePostal, ville }: Adresse): boolean =>
  renseigne(adresse) || renseigne(codePostal) || renseigne(ville);

export interface AppartementResume {
  id: number;
  adresse: string;
  codePostal: string;
  ville: string;
  etage: string | null;
}
