import type { TITRES } from "../personnes/personne.ts";
import { mot, refuser } from "./valeurs.ts";

const CIVILITES: Readonly<Record<string, (typeof TITRES)[number]>> = {
  m: "Monsieur",
  mr: "Monsieur",
  monsieur: "Monsieur",
  h: "Monsieur",
  homme: "Monsieur",
  masculin: "Monsieur",
  mme: "Madame",
  madame: "Madame",
  mrs: "Madame",
  f: "Madame",
  femme: "Madame",
  feminin: "Madame",
  mlle: "Mademoiselle",
  melle: "Mademoiselle",
  mademoiselle: "Mademoiselle",
};

/** The title in a cell: « M. », « Mr », « Mme », « Mlle ». @throws ValeurRefusee when the text is no title */
export function titreLu(texte: string): (typeof TITRES)[number] {
  const titre = CIVILITES[mot(texte)];
  if (titre) return titre;
  return refuser(
    texte,
    / et | ou |&|\//.test(texte)
      ? "désigne deux personnes : une ligne n’en nomme qu’une"
      : "n’est pas une civilité : M., Mme ou Mlle",
  );
}

const MORALES =
  /^(sci|sarl|sas|sasu|sa|eurl|snc|scp|scpi|selarl|gfa|societe|association|indivision|fonciere|commune|mairie|entreprise|personne morale|morale)\b/;

/** The kind of company that a name or a title begins with; null for a natural person. */
export function qualiteDite(texte: string): "sci_familiale" | "personne_morale" | null {
  if (/^sci familiale\b/.test(mot(texte))) return "sci_familiale";
  return MORALES.test(mot(texte)) ? "personne_morale" : null;
}

/**
 * The kind of person in a cell: « Particulier », « SCI », « Société ».
 *
 * @throws ValeurRefusee when the text is no kind of person
 */
export function qualiteLue(texte: string): string {
  const qualite = qualiteDite(texte);
  if (qualite) return qualite;
  return /^(particulier|personne physique|physique|individu)/.test(mot(texte))
    ? "personne_physique"
    : refuser(texte, "n’est ni un particulier ni une société");
}

const TITRE_DEVANT = /^(m\.?|mr\.?|mme\.?|mlle\.?|melle\.?|monsieur|madame|mademoiselle)\s+/i;

/** A name without its title: « DUPONT Jeanne » for « Mme DUPONT Jeanne ». */
export const sansTitre = (texte: string): string => texte.replace(TITRE_DEVANT, "").trim();

const TITRE = "(?:m|mr|mme|mlle|melle|monsieur|madame|mademoiselle)\\.?";
const DEUX_TITRES = new RegExp(`^(${TITRE})\\s*(?:et|ou|&|/)\\s*(${TITRE})(?=\\s|$)`, "i");
const DEUX_PERSONNES = new RegExp(`^(${TITRE}\\s.+?)\\s*(?:\\bet\\b|&|/)\\s*(${TITRE}\\s.+)$`, "i");

/** The title of a tenant, or the two titles of « M. et Mme ». @throws ValeurRefusee when the text is no title */
export function titreDuLocataire(texte: string): Record<string, string> {
  const [couple, titre = "", autre = ""] = texte.trim().match(DEUX_TITRES) ?? [];
  return couple ? { titre: titreLu(titre), autreTitre: titreLu(autre) } : { titre: titreLu(texte) };
}

/** The two first names of a couple, « Jean et Marie »; null for another text. */
export function prenomsDuCouple(texte: string): [string, string] | null {
  const [premier, second, ...reste] = texte.split(/\bet\b|[&/,]/i).map((prenom) => prenom.trim());
  return premier && second && reste.length === 0 ? [premier, second] : null;
}

/**
 * The names of one or two tenants in a cell: « M. et Mme DUPONT Jean et Marie », « M. DUPONT Jean et Mme MARTIN
 * Zoé ».
 *
 * @throws ValeurRefusee when the cell names two persons in another form
 */
export function nomsDuLocataire(texte: string): Record<string, string | null> {
  const [titres] = texte.match(DEUX_TITRES) ?? [];
  if (titres) {
    const [, prenoms = ""] = texte.match(/(\S+\s*(?:\bet\b|&|\/)\s*\S+)\s*$/i) ?? [];
    const deux = prenomsDuCouple(prenoms);
    const reste = texte.slice(titres.length).trim();
    const [prenom, autrePrenom] = deux ?? [];
    const { nom = "", prenom: seul = null } = nomEntier(
      prenom ? `${reste.slice(0, reste.length - prenoms.length)} ${prenom}`.trim() : reste,
    );
    return {
      ...titreDuLocataire(titres),
      nom,
      prenom: seul,
      autreNom: nom,
      autrePrenom: autrePrenom ?? null,
    };
  }
  const [, premier, second] = texte.match(DEUX_PERSONNES) ?? [];
  if (!premier || !second) return nomEntier(texte);
  const autre = nomEntier(second);
  return {
    ...nomEntier(premier),
    autreTitre: autre.titre ?? null,
    autreNom: autre.nom ?? null,
    autrePrenom: autre.prenom ?? null,
  };
}

const PARTICULE = /^(de|du|des|la|le|les|van|von|der|den|el|al|ben|di|da|dos)$/i;

/**
 * Splits a whole name. When only some of the words are in capitals, they are the family name; else the first word is,
 * with its particles (« de La Tour »). The result holds the title too, if any. A company has no first name.
 *
 * @throws ValeurRefusee for two persons
 */
export function nomEntier(texte: string): Record<string, string | null> {
  const qualite = qualiteDite(texte);
  if (qualite) return { nom: texte, prenom: null, qualite };
  if (/ (et|ou) (m\.?|mr\.?|mme\.?|monsieur|madame) |&/i.test(` ${texte} `)) {
    return refuser(texte, "désigne deux personnes : une ligne n’en nomme qu’une");
  }
  const [titre] = texte.match(TITRE_DEVANT) ?? [];
  const mots = sansTitre(texte).replace(",", " ").split(/\s+/).filter(Boolean);
  const enCapitales = (mot: string) =>
    mot.length > 1 && mot === mot.toUpperCase() && mot !== mot.toLowerCase();
  const capitales = mots.filter(enCapitales);
  const particules = Math.max(
    0,
    mots.findIndex((mot) => !PARTICULE.test(mot)),
  );
  const [noms, prenoms] =
    capitales.length > 0 && capitales.length < mots.length
      ? [capitales, mots.filter((mot) => !enCapitales(mot))]
      : [mots.slice(0, particules + 1), mots.slice(particules + 1)];
  return {
    ...(titre ? { titre: titreLu(titre.trim()) } : {}),
    nom: noms.join(" "),
    prenom: prenoms.join(" ") || null,
  };
}
