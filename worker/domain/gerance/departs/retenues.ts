import { etatLu } from "../../biens/etat-lu.ts";
import type { Jour } from "../../dates.ts";
import { enCentimes, formatEuros, formatNombre } from "../../montants.ts";
import { rechercheNormalisee } from "../../recherche.ts";
import type { Centimes } from "../livres/repartition.ts";
import { type ActionRetenue, PREUVES_RETENUE, type RetenueNotee } from "./depart.ts";
import { type Difference, nomDeLaDifference } from "./differences.ts";
import type { RetenueDeSortie } from "./solde-de-sortie.ts";
import {
  ageEnAnnees,
  type GrilleVetuste,
  type LigneDeVetuste,
  partDuLocataire,
  retenueApresVetuste,
} from "./vetuste.ts";

/** The materials that wear grids name, with the words that mean them in a text. */
const MATIERES = {
  papier: /\bpapiers?\b(?: peints?\b)?|\btapisseries?\b/,
  peinture: /\bpein(?:t|te|ts|tes|ture|tures)\b/,
  faience: /\bfaiences?\b/,
  carrelage: /\bcarrel\w*|\bcarreaux?\b/,
  parquet: /\bparquets?\b/,
  moquette: /\bmoquettes?\b/,
  stratifie: /\bstratifies?\b/,
  souple: /\blino\w*|\bvinyles?\b|\bpvc\b|\bsols? souples?\b/,
  robinetterie: /\brobinet\w*|\bmitigeurs?\b|\bmelangeurs?\b/,
  chauffeEau: /\bchauffe eau\b|\bcumulus\b|\bballons? d eau\b/,
  radiateur: /\bradiateurs?\b|\bconvecteurs?\b/,
  sanitaire:
    /\bsanitaires?\b|\bwc\b|\bcuvettes?\b|\blavabos?\b|\bvasques?\b|\bbaignoires?\b|\bdouches?\b|\beviers?\b/,
  volet: /\bvolets?\b|\bpersiennes?\b|\bstores?\b/,
} as const;

type Matiere = keyof typeof MATIERES;

/**
 * The materials of each element of a room, and the words for the element itself, used when no text names a material.
 */
const MATIERES_PAR_ELEMENT: Partial<
  Record<Difference["element"], { nom: RegExp; matieres: readonly Matiere[] }>
> = {
  mur: {
    nom: /\bmurs?\b|\bmura(?:l|ux)\b/,
    matieres: ["papier", "peinture", "faience", "carrelage"],
  },
  sol: {
    nom: /\bsols?\b/,
    matieres: ["parquet", "moquette", "carrelage", "stratifie", "souple", "peinture"],
  },
  plafond: { nom: /\bplafonds?\b/, matieres: ["papier", "peinture"] },
  fenetre: { nom: /\bfenetres?\b|\bmenuiseries?\b/, matieres: ["volet"] },
  electricite: { nom: /\belectri\w*/, matieres: [] },
  plomberie: {
    nom: /\bplomberie\b/,
    matieres: ["robinetterie", "chauffeEau", "radiateur", "sanitaire"],
  },
  serrure: { nom: /\bserrur\w*/, matieres: [] },
};

/** The materials that a text without accents names; « papier peint » does not also name paint. */
function matieresDites(texte: string, parmi: readonly Matiere[]): Matiere[] {
  let reste = texte;
  return parmi.filter((matiere) => {
    const nommee = MATIERES[matiere].test(reste);
    reste = reste.replace(MATIERES[matiere], " ");
    return nommee;
  });
}

/**
 * The line of the grid for an element: by the materials that the two descriptions name, else by the name of the
 * element; null when no line, or more than one line, covers them.
 */
export function ligneDeLaGrille(
  { element, avant, apres }: Pick<Difference, "element" | "avant" | "apres">,
  { lignes }: GrilleVetuste,
): LigneDeVetuste | null {
  const connu = MATIERES_PAR_ELEMENT[element];
  if (!connu) return null;
  const { nom, matieres } = connu;
  const matieresNommees = matieresDites(
    rechercheNormalisee(`${avant ?? ""} ${apres ?? ""}`),
    matieres,
  );
  const couvre = (ligne: LigneDeVetuste): boolean => {
    const intitule = rechercheNormalisee(ligne.element);
    if (matieresNommees.length === 0) return nom.test(intitule);
    const couvertes = matieresDites(intitule, Object.keys(MATIERES) as Matiere[]);
    return matieresNommees.every((matiere) => couvertes.includes(matiere));
  };
  const couvrantes = lignes.filter(couvre);
  return couvrantes.length === 1 ? (couvrantes[0] ?? null) : null;
}

/** The day from which an element ages: the day of the entry when the element was new then; else null, unknown. */
export const neufLe = ({ avant }: Pick<Difference, "avant">, entreeLe: Jour): Jour | null =>
  avant !== null && etatLu(avant).rang === 0 ? entreeLe : null;

/** The facts of a repair, besides the difference that it mends. */
export interface FaitsDeLaReparation {
  /** The price of the quote or the bill, in cents; null while unknown. */
  prix: Centimes | null;
  /** The day of the last works on the element; null when unknown. */
  refaitLe: Jour | null;
  /** The day when the keys came back; null until then. */
  clesLe: Jour | null;
  /** The wear grid joined to the lease; null without one. */
  grille: GrilleVetuste | null;
}

/**
 * The part of the price of a repair that the tenant bears by the wear grid, in cents, or the French reason why no part
 * is proposed. The reason is null for keys.
 */
export type RetenueProposee =
  | {
      montant: Centimes;
      ligne: LigneDeVetuste;
      /** The age of the element in whole years. */
      age: number;
      /** The tenant’s part in percent. */
      part: number;
      raison: null;
    }
  | { montant: null; ligne: LigneDeVetuste | null; raison: string | null };

/**
 * The part of a quote or a bill that the tenant bears by the wear grid joined to his lease (décret n° 2016-382, art.
 * 4; departs/README §14.2). Nothing is proposed without a grid, a line for the element, an age and a price.
 */
export function retenueProposee(
  difference: Difference,
  { prix, refaitLe, clesLe, grille }: FaitsDeLaReparation,
): RetenueProposee {
  const rien = (raison: string | null, ligne: LigneDeVetuste | null = null) => ({
    montant: null,
    ligne,
    raison,
  });
  if (difference.element === "clef") return rien(null);
  if (grille === null)
    return rien("Aucune grille de vétusté n’est jointe au bail : la part du locataire s’apprécie.");
  const ligne = ligneDeLaGrille(difference, grille);
  if (ligne === null)
    return rien(
      `Les états des lieux ne disent pas de quelle ligne de la grille relève « ${nomDeLaDifference(difference)} » : rien n’est proposé.`,
    );
  if (refaitLe === null)
    return rien("L’âge est inconnu : donnez la date des derniers travaux.", ligne);
  if (clesLe === null) return rien("Les clés ne sont pas rendues : l’âge n’est pas arrêté.", ligne);
  const age = ageEnAnnees(refaitLe, clesLe);
  if (prix === null) return rien("Donnez le prix du devis ou de la facture.", ligne);
  const montant = retenueApresVetuste(prix, age, ligne) ?? 0;
  return { montant, ligne, age, part: partDuLocataire(age, ligne), raison: null };
}

/** The French reason why a sum may not be kept from the tenant yet; null when it may (loi n° 89-462, art. 22). */
export function manqueDeLaRetenue({
  qui,
  prix,
  montant,
  preuve,
}: Pick<RetenueNotee, "qui" | "prix" | "montant" | "preuve">): string | null {
  if (qui !== "locataire") return null;
  if (montant <= 0) return "Le montant retenu est à écrire.";
  if (prix !== null && enCentimes(montant) > enCentimes(prix))
    return "Le montant retenu dépasse le prix.";
  if (preuve === null) return "Une preuve est à choisir.";
  return null;
}

/** The action proposed for a difference; null when only a person can decide. */
export function actionProposee({
  element,
  ecart,
}: Pick<Difference, "element" | "ecart">): ActionRetenue | null {
  if (ecart === "a_preciser") return null;
  if (ecart !== "degrade") return "rien";
  return element === "clef" ? "remplacer" : "reparer";
}

/** The words for an action in a line of an account. */
const ACTIONS_NOMMEES: Record<ActionRetenue, string | null> = {
  reparer: "réparation",
  remplacer: "remplacement",
  nettoyer: "nettoyage",
  rien: null,
};

/** A percentage in figures: « 64 % », « 62,50 % ». */
export const enPourCent = (part: number): string =>
  `${formatNombre(part, Number.isInteger(part) ? 0 : 2)}\u00A0%`;

/** An age in words: « 4 ans », « moins d’un an ». */
export const ageEnMots = (age: number): string =>
  age === 0 ? "moins d’un an" : `${age}\u00A0an${age === 1 ? "" : "s"}`;

/** The words before the price of a proof: « du devis de 480,00 € ». */
const DE_LA_PREUVE = { devis: "du devis de", facture: "de la facture de" } as const;

/**
 * The line of an account for a sum kept from the tenant: the action, then the proof, or the part of the price after
 * wear. « Séjour, murs, réparation : 64 % du devis de 480,00 €, après 4 ans de vétusté ».
 */
export function libelleDeLaRetenue({
  libelle,
  prix,
  montant,
  preuve,
  action,
  vetuste,
}: Omit<RetenueNotee, "difference" | "qui">): string {
  const nom = [libelle, action && ACTIONS_NOMMEES[action]].filter(Boolean).join(", ");
  const preuves = preuve ? PREUVES_RETENUE[preuve].toLowerCase() : null;
  const chiffree = preuve === "devis" || preuve === "facture";
  if (!vetuste || prix === null) {
    if (!preuves) return nom;
    return chiffree && prix !== null && prix !== montant
      ? `${nom} (${preuves} de ${formatEuros(prix)})`
      : `${nom} (${preuves})`;
  }
  const part = enPourCent(vetuste.part);
  const age = `après ${ageEnMots(vetuste.age)} de vétusté`;
  return chiffree
    ? `${nom}\u00A0: ${part} ${DE_LA_PREUVE[preuve]} ${formatEuros(prix)}, ${age}`
    : `${nom}\u00A0: ${part} de ${formatEuros(prix)}, ${age}${preuves ? ` (${preuves})` : ""}`;
}

/** The decisions that keep a sum from the tenant, in their order. */
export const aLaChargeDuLocataire = (retenues: readonly RetenueNotee[]): RetenueNotee[] =>
  retenues.filter(({ qui, montant }) => qui === "locataire" && montant > 0);

/** The sums kept from the tenant, in cents, as {@link soldeDeSortie} takes them. */
export const retenuesDe = (retenues: readonly RetenueNotee[]): RetenueDeSortie[] =>
  aLaChargeDuLocataire(retenues).map(({ libelle, montant }) => ({
    libelle,
    montant: enCentimes(montant),
  }));

/** The total of the sums kept from the tenant, in cents. */
export const totalDesRetenues = (retenues: readonly RetenueNotee[]): Centimes =>
  retenuesDe(retenues).reduce((somme, { montant }) => somme + montant, 0);
