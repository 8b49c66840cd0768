import * as z from "zod/mini";

/** Characters of a password, unless the setting `longueurMotDePasse` asks for more. */
export const LONGUEUR_MOT_DE_PASSE = 6;

export const motDePasseCourt = (longueur: number): string =>
  `Votre mot de passe doit contenir au moins ${longueur} charactères.`;
export const MOTS_DE_PASSE_DIFFERENTS = "Les deux champs ne contiennent pas le meme mot de passe.";
export const MOT_DE_PASSE_COURANT = "Ce mot de passe est trop courant, choisissez-en un autre.";
export const MOT_DE_PASSE_DEVINABLE =
  "Ce mot de passe se devine : il reprend votre adresse ou le nom de l’agence.";
export const MOT_DE_PASSE_PROVISOIRE =
  "C’est le mot de passe provisoire : choisissez-en un que vous seul connaissez.";

/** What any password must be; the rest depends on who chooses it ({@link refusMotDePasse}). */
export const motDePasse = z.string({ error: motDePasseCourt(LONGUEUR_MOT_DE_PASSE) }).check(
  z.minLength(LONGUEUR_MOT_DE_PASSE, motDePasseCourt(LONGUEUR_MOT_DE_PASSE)),
  z.maxLength(256, "256 caractères au plus."),
  z.refine((valeur) => valeur.isWellFormed() && !valeur.includes("\0"), "Caractère interdit."),
);

/** Words that anyone would try on an agency. */
const MOTS_DU_METIER = [
  "agence",
  "agences",
  "agence immobiliere",
  "immobilier",
  "immobiliere",
  "immo",
  "patrimoine",
  "patrimoine locatif",
  "locatif",
  "gestion locative",
];

/** Of the name of an agency, the words that say something. */
const MOT_PARLANT = 4;

/** Small letters without accents, and digits. */
const nu = (texte: string): string =>
  texte
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "");

const sansChiffresAutour = (texte: string): string => texte.replace(/^\d+|\d+$/g, "");

/**
 * Why someone may not choose this password, in French; null when they may. What surrounds a word (digits, capitals,
 * punctuation) makes it no harder to guess.
 * @param longueur characters at least, from the settings.
 * @param email of the account.
 * @param agence the agency's name; "" when it has none yet.
 */
export function refusMotDePasse(
  valeur: string,
  { longueur, email, agence }: { longueur: number; email: string; agence: string },
): string | null {
  if ([...valeur].length < longueur) return motDePasseCourt(longueur);
  const [nom = "", domaine = ""] = email.split("@");
  const mots = agence.split(/[^\p{L}\p{N}]+/u).filter((mot) => nu(mot).length >= MOT_PARLANT);
  const devinables = new Set(
    [...MOTS_DU_METIER, email, nom, domaine, domaine.split(".")[0] ?? "", agence, ...mots]
      .map(nu)
      .flatMap((mot) => [mot, sansChiffresAutour(mot)])
      .filter((mot) => mot !== ""),
  );
  const essai = nu(valeur);
  const devine = devinables.has(essai) || devinables.has(sansChiffresAutour(essai));
  return devine ? MOT_DE_PASSE_DEVINABLE : null;
}
