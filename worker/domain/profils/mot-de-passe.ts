import * as z from "zod/mini";

/** The fewest characters of a password, unless the setting `longueurMotDePasse` asks for more. */
export const LONGUEUR_MOT_DE_PASSE = 6;

/** How many hours a temporary password is valid (http/README §9.7). */
export const HEURES_PROVISOIRE = 72;

export const motDePasseCourt = (longueur: number): string =>
  `Votre mot de passe doit contenir au moins ${longueur} charactères.`;
export const MOTS_DE_PASSE_DIFFERENTS = "Les deux champs ne contiennent pas le meme mot de passe.";
export const MOT_DE_PASSE_COURANT = "Ce mot de passe est trop courant, choisissez-en un autre.";
export const MOT_DE_PASSE_DEVINABLE =
  "Ce mot de passe se devine : il reprend votre adresse, l’agence, sa ville ou un mot du métier.";
export const PROVISOIRE_EXPIRE =
  "Ce mot de passe provisoire a expiré. Demandez-en un autre à un administrateur.";
export const MOT_DE_PASSE_PROVISOIRE =
  "C’est le mot de passe provisoire : choisissez-en un que vous seul connaissez.";

/** A field for a password; {@link refusMotDePasse} adds the rules that depend on the account. */
export const motDePasse = z.string({ error: motDePasseCourt(LONGUEUR_MOT_DE_PASSE) }).check(
  z.minLength(LONGUEUR_MOT_DE_PASSE, motDePasseCourt(LONGUEUR_MOT_DE_PASSE)),
  z.maxLength(256, "256 caractères au plus."),
  z.refine((valeur) => valeur.isWellFormed() && !valeur.includes("\0"), "Caractère interdit."),
);

/** The words that anybody would try as the password of an agency, singular, in lower case without accents. */
const MOTS_DU_METIER =
  `achat administrateur admin agence agent appart appartement azerty bail bailleur baux bonjour bureau
  bienvenue caution charge client comptabilite compte copropriete direction directeur directrice dossier garant gerance
  gerant gerante gestion gestionnaire habitat immeuble immo immobilier immobiliere intendance investissement invest
  locataire locatif locative location logement loyer maison mandat mdp motdepasse notaire passe password patrimoine
  proprietaire propriete quittance qwerty residence secretaire secretariat secret studio syndic transaction vente`.split(
    /\s+/,
  );

const LIAISONS = [
  "a",
  "au",
  "d",
  "de",
  "des",
  "du",
  "en",
  "et",
  "l",
  "la",
  "le",
  "les",
  "ma",
  "mon",
  "notre",
];

/** A password made of at most this many known words is easy to guess. */
const MOTS_DEVINABLES = 3;

/** The fewest letters of a word of the agency's name or town that counts as a known word. */
const MOT_PARLANT = 4;

/** A text reduced to the letters a to z. */
const lettres = (texte: string): string =>
  texte
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]+/g, "");

const motsDe = (nom: string): string[] =>
  nom.split(/[^\p{L}]+/u).filter((mot) => lettres(mot).length >= MOT_PARLANT);

/**
 * Whether a text is made only of known words, {@link MOTS_DEVINABLES} at most besides linking words; a word may be
 * plural.
 */
function faitDe(texte: string, mots: ReadonlySet<string>): boolean {
  const fewest = new Map([[0, 0]]);
  for (let fin = 1; fin <= texte.length; fin++) {
    for (const [debut, combien] of [...fewest]) {
      const mot = texte.slice(debut, fin);
      const cout = LIAISONS.includes(mot) ? 0 : 1;
      const connu = cout === 0 || mots.has(mot) || mots.has(mot.replace(/[sx]$/, ""));
      if (connu)
        fewest.set(fin, Math.min(fewest.get(fin) ?? Number.POSITIVE_INFINITY, combien + cout));
    }
  }
  const combien = fewest.get(texte.length) ?? 0;
  return combien > 0 && combien <= MOTS_DEVINABLES;
}

/** A text of more letters is hard to guess, so no known words are searched in it. */
const LETTRES_AU_PLUS = 60;

/**
 * The French reason to refuse a password; null when it is accepted. Digits, capitals and punctuation do not make known
 * words harder to guess.
 *
 * @param longueur the fewest characters, from the settings
 * @param email the address of the account
 * @param agence, ville the name and the town of the agency; "" when unknown
 */
export function refusMotDePasse(
  valeur: string,
  {
    longueur,
    email,
    agence,
    ville = "",
  }: { longueur: number; email: string; agence: string; ville?: string },
): string | null {
  if ([...valeur].length < longueur) return motDePasseCourt(longueur);
  const [nom = "", domaine = ""] = email.split("@");
  const noms = [email, nom, domaine, domaine.split(".")[0] ?? "", agence, ville];
  const mots = new Set(
    [...MOTS_DU_METIER, ...noms, ...motsDe(agence), ...motsDe(ville)]
      .map(lettres)
      .filter((mot) => mot.length > 1),
  );
  const essai = lettres(valeur);
  return essai.length <= LETTRES_AU_PLUS && faitDe(essai, mots) ? MOT_DE_PASSE_DEVINABLE : null;
}
