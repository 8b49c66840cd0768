import { rechercheNormalisee } from "../recherche.ts";

// A person signs a waiting paper under his own name (signature/README §18.7).

const CIVILITES: Readonly<Record<string, "M." | "Mme">> = {
  m: "M.",
  mr: "M.",
  monsieur: "M.",
  mme: "Mme",
  mlle: "Mme",
  madame: "Mme",
  mademoiselle: "Mme",
};

/** Words found in many names that identify nobody. */
const LIAISONS = "d de des du et l la le les ne nee epouse veuve".split(" ");

/** A name ready to compare: its words in lower case without accents, and which of these words are first names. */
interface NomLu {
  civilite: "M." | "Mme" | null;
  mots: string[];
  prenoms: string[];
}

const motsDe = (texte: string): string[] =>
  rechercheNormalisee(texte)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((mot) => mot !== "");

const utiles = (mots: readonly string[]) => mots.filter((mot) => !LIAISONS.includes(mot));

const enCapitales = (groupe: string) =>
  groupe.length > 1 && groupe === groupe.toUpperCase() && /\p{L}/u.test(groupe);

/**
 * Splits a name into first names and family name: the first names come first, unless the family name is in capitals
 * (« Mme Anne-Marie DURAND », « DURAND Anne-Marie »).
 */
function lireNom(nom: string): NomLu {
  const groupes = nom.trim().split(/\s+/);
  const civilite = CIVILITES[motsDe(groupes[0] ?? "").join()] ?? null;
  const nommes = groupes.filter((groupe) => !motsDe(groupe).every((mot) => mot in CIVILITES));
  const tous = nommes.flatMap(motsDe);
  const mots = utiles(tous).length > 0 ? utiles(tous) : tous;
  const enTete = nommes.filter((groupe) => motsDe(groupe).some((mot) => mots.includes(mot)));
  const premier = enTete.find((groupe) => !enCapitales(groupe)) ?? enTete[0] ?? "";
  return { civilite, mots, prenoms: motsDe(premier).filter((mot) => mots.includes(mot)) };
}

const contient = (mots: readonly string[], tous: readonly string[]) =>
  tous.every((mot) => mots.includes(mot));

/**
 * Whether two names may be one person's. It is enough that `nom` has a first name of `autre`, even if marriage
 * changed the family name. Otherwise the titles must agree, and each word of `nom` must be a word of `autre` or the
 * initial of one of its first names. « Paul Durand » is not « Marie Durand ».
 */
export function memePersonne(nom: string, autre: string): boolean {
  const [signe, attendu] = [lireNom(nom), lireNom(autre)];
  const connus = signe.mots.filter((mot) => attendu.mots.includes(mot));
  if (connus.some((mot) => attendu.prenoms.includes(mot))) return true;
  const initiale = (mot: string) =>
    mot.length === 1 && attendu.prenoms.some((prenom) => prenom.startsWith(mot));
  const tousConnus = signe.mots.every((mot) => connus.includes(mot) || initiale(mot));
  const civilites = new Set([signe.civilite, attendu.civilite].filter(Boolean));
  return connus.length > 0 && tousConnus && civilites.size < 2;
}

/**
 * Whether a typed name holds the whole name of another signer, although the expected name does not. A family name
 * added by marriage is accepted: « Léa Roy-Martin » for « Léa Martin », even beside « Léa Roy ».
 */
function nommeUnAutre(signe: string, attendu: string, autre: string): boolean {
  const [{ mots }, nomAttendu, sonNom] = [lireNom(signe), lireNom(attendu), lireNom(autre)];
  const ajoute = contient(mots, nomAttendu.mots) && contient(nomAttendu.prenoms, sonNom.prenoms);
  return contient(mots, sonNom.mots) && !contient(nomAttendu.mots, sonNom.mots) && !ajoute;
}

/**
 * The French reason to refuse a typed name; null when it is accepted. A signer may correct the spelling of his name,
 * but not take another first name or the name of another signer.
 *
 * @param autres the names of the other signers of the paper
 */
export const refusDuNom = (
  signe: string,
  attendu: string,
  autres: readonly string[] = [],
): string | null =>
  memePersonne(signe, attendu) && !autres.some((autre) => nommeUnAutre(signe, attendu, autre))
    ? null
    : `Ce document attend la signature de\u00A0: ${attendu}. Si ce nom est faux, demandez à l’agence de le corriger.`;

/** Whether a text, such as « gérante de SCI Les Lilas », holds the whole name of a person. */
export const nomme = (texte: string, nom: string): boolean =>
  contient(motsDe(texte), lireNom(nom).mots);
