import { ELEMENTS, type Element, NOMS_DES_ELEMENTS } from "../../biens/elements.ts";
import type { CoteEtatLieux, EtatLieux, Piece } from "../../biens/etat-lieux.ts";
import { etatLu } from "../../biens/etat-lu.ts";
import { rechercheNormalisee } from "../../recherche.ts";

/** The change of an element between the two inventories, in words (departs/README §14.5). */
export const ECARTS = {
  identique: "Identique",
  usure: "Usure",
  degrade: "Dégradé",
  ameliore: "Amélioré",
  a_preciser: "À préciser",
  non_releve_entree: "Non relevé à l’entrée",
} as const;

export type Ecart = keyof typeof ECARTS;

/** The person proposed to pay for a difference; `a_decider`: staff must choose; null: there is nothing to pay. */
export type Proposition = "bailleur" | "a_decider" | null;

/** An element of a room, or the keys, as the two inventories describe it. */
export interface Difference {
  /** The key of the element, « Séjour/mur », which does not depend on the descriptions. */
  cle: string;
  piece: string;
  element: Element | "clef";
  avant: string | null;
  apres: string | null;
  ecart: Ecart;
  proposition: Proposition;
  /** The only inventory that has this room; null when both have it, and for the keys. */
  seulement: CoteEtatLieux | null;
}

type Constat = Pick<EtatLieux, "clef" | "pieces">;

/** The name under which the keys are listed, as if they were a room. */
const CLES = "Clés et badges";

/** The name of a difference in an account: « Séjour, murs ». */
export const nomDeLaDifference = ({ piece, element }: Difference): string =>
  element === "clef" ? piece : `${piece}, ${NOMS_DES_ELEMENTS[element].toLowerCase()}`;

/**
 * Compares the two inventories of a lease: one row for each element that either inventory describes, in the order of
 * the entry inventory, then the rooms that only the exit inventory has, then the keys. Meters are compared elsewhere.
 * Rooms are paired by name (departs/README §14.5).
 */
export function differencesEntre(entree: Constat, sortie: Constat): Difference[] {
  return [
    ...piecesAppariees(entree.pieces, sortie.pieces).flatMap(differencesDeLaPiece),
    ...differenceDesCles(entree.clef, sortie.clef),
  ];
}

/** The rooms that only one of the inventories has, even without a description. */
export const piecesSeules = (
  entree: Constat,
  sortie: Constat,
): { nom: string; cote: CoteEtatLieux }[] =>
  piecesAppariees(entree.pieces, sortie.pieces).flatMap((paire) => {
    const cote = seulCote(paire);
    return cote === null ? [] : [{ nom: paire.nom, cote }];
  });

interface Paire {
  nom: string;
  /** The rank of the room among the rooms of the same name, from 1. */
  rang: number;
  avant: Piece | undefined;
  apres: Piece | undefined;
}

const seulCote = ({ avant, apres }: Paire): CoteEtatLieux | null => {
  if (avant && apres) return null;
  return avant ? "entree" : "sortie";
};

/** Pairs the rooms of the two inventories by name; rooms of the same name are paired in their order. */
function piecesAppariees(entree: readonly Piece[], sortie: readonly Piece[]): Paire[] {
  const avant = piecesParNom(entree);
  const apres = piecesParNom(sortie);
  return [...new Set([...avant.keys(), ...apres.keys()])].flatMap((nom) => {
    const dEntree = avant.get(nom) ?? [];
    const deSortie = apres.get(nom) ?? [];
    return Array.from({ length: Math.max(dEntree.length, deSortie.length) }, (_, place) => ({
      nom: (dEntree[place] ?? deSortie[place])?.nom ?? nom,
      rang: place + 1,
      avant: dEntree[place],
      apres: deSortie[place],
    }));
  });
}

const piecesParNom = (pieces: readonly Piece[]): Map<string, Piece[]> =>
  Map.groupBy(pieces, ({ nom }) => rechercheNormalisee(nom));

function differencesDeLaPiece(paire: Paire): Difference[] {
  const { nom, rang, avant, apres } = paire;
  return ELEMENTS.flatMap((element) => {
    const textes = { avant: texteReleve(avant?.[element]), apres: texteReleve(apres?.[element]) };
    if (textes.avant === null && textes.apres === null) return [];
    return {
      cle: rang === 1 ? `${nom}/${element}` : `${nom}/${element}/${rang}`,
      piece: rang === 1 ? nom : `${nom} (${rang})`,
      element,
      ...textes,
      ...verdict(textes),
      seulement: seulCote(paire),
    };
  });
}

const SANS_RELEVE = /^non releve/;

/** The description of an element in an inventory; null when it is empty or says « non relevé ». */
function texteReleve(texte: string | null | undefined): string | null {
  const ecrit = texte?.trim() ?? "";
  return ecrit === "" || SANS_RELEVE.test(rechercheNormalisee(ecrit)) ? null : ecrit;
}

interface Textes {
  avant: string | null;
  apres: string | null;
}

export type Verdict = Pick<Difference, "ecart" | "proposition">;

const MAUVAIS = 3;

const IDENTIQUE: Verdict = { ecart: "identique", proposition: null };

/** The change between two descriptions of an element, and the person proposed to pay for the change; staff decide. */
export function verdict({ avant, apres }: Textes): Verdict {
  if (avant === null) return { ecart: "non_releve_entree", proposition: "bailleur" };
  if (apres === null) return { ecart: "a_preciser", proposition: "a_decider" };
  if (memeTexte(avant, apres)) return IDENTIQUE;
  const { rang: rangAvant, seul: seulAvant } = etatLu(avant);
  const { rang: rangApres, seul: seulApres } = etatLu(apres);
  if (rangAvant === null || rangApres === null)
    return { ecart: "a_preciser", proposition: "a_decider" };
  if (rangApres < rangAvant) return { ecart: "ameliore", proposition: null };
  if (rangApres > rangAvant) {
    return rangApres === MAUVAIS
      ? { ecart: "degrade", proposition: "a_decider" }
      : { ecart: "usure", proposition: "bailleur" };
  }
  if (seulAvant && seulApres) return IDENTIQUE;
  return { ecart: "a_preciser", proposition: rangAvant === MAUVAIS ? null : "a_decider" };
}

const COMME_A_L_ENTREE =
  /^(?:idem|identique|inchange|sans changement|meme etat)(?: (?:a|qu a) l entree)?$/;

const nu = (texte: string) => rechercheNormalisee(texte).replace(/[\s.;,]+$/, "");

const memeTexte = (avant: string, apres: string): boolean =>
  nu(avant) === nu(apres) || COMME_A_L_ENTREE.test(nu(apres));

function differenceDesCles(clefEntree: string, clefSortie: string): Difference[] {
  const textes = { avant: texteReleve(clefEntree), apres: texteReleve(clefSortie) };
  if (textes.avant === null && textes.apres === null) return [];
  const cles = { cle: CLES, piece: CLES, element: "clef", ...textes, seulement: null } as const;
  return [{ ...cles, ...verdictDesCles(textes) }];
}

function verdictDesCles({ avant, apres }: Textes): Verdict {
  if (avant === null || apres === null || memeTexte(avant, apres)) return verdict({ avant, apres });
  if (clesManquantes(avant, apres).length > 0)
    return { ecart: "degrade", proposition: "a_decider" };
  const remises = clesComptees(avant);
  const rendues = clesComptees(apres);
  const rendu = [...remises].every(
    ([nature, { nombre }]) => rendues.get(nature)?.nombre === nombre,
  );
  return remises.size > 0 && rendu ? IDENTIQUE : { ecart: "a_preciser", proposition: "a_decider" };
}

/** A kind of keys of which fewer came back than the tenant was given. */
export interface ClesManquantes {
  /** The name of the kind in the entry inventory: « clefs de porte ». */
  nom: string;
  remises: number;
  rendues: number;
}

/**
 * The kinds of keys of which fewer came back than were given, by the numbers in both texts. A kind that one text does
 * not count is not compared.
 */
export function clesManquantes(avant: string | null, apres: string | null): ClesManquantes[] {
  const comptesRendus = clesComptees(apres ?? "");
  return [...clesComptees(avant ?? "")].flatMap(([nature, { nom, nombre: remises }]) => {
    const rendues = comptesRendus.get(nature)?.nombre ?? remises;
    return rendues < remises ? [{ nom, remises, rendues }] : [];
  });
}

const COMPTE = /^(\d{1,3})\s*(?:[x×]\s*)?(\p{L}.*)$/su;

const NOMBRE_SEUL = /^\d{1,3}$/;

/**
 * Counts the keys of a text by kind: « 2 clefs de porte, 1 badge (parking) ». A key without a number is not counted;
 * a lone number, « 3 », counts keys.
 */
function clesComptees(dit: string): Map<string, { nom: string; nombre: number }> {
  const comptes = new Map<string, { nom: string; nombre: number }>();
  const texte = NOMBRE_SEUL.test(dit.trim()) ? `${dit.trim()} clés` : dit;
  for (const partie of texte.split(/[\n;,+]+(?![^(]*\))|\bet (?=\d)/)) {
    const [, nombre, nom] = COMPTE.exec(partie.trim()) ?? [];
    if (nombre === undefined || nom === undefined) continue;
    const nature = natureDe(rechercheNormalisee(nom));
    const compte = comptes.get(nature);
    comptes.set(nature, {
      nom: compte?.nom ?? nom,
      nombre: (compte?.nombre ?? 0) + Number(nombre),
    });
  }
  return comptes;
}

/** The kind of a key: the same for « clefs de porte (palière) » and « clé de porte ». */
const natureDe = (nom: string): string =>
  nom
    .replace(/ ?\(.*|[.!]+$| sur \d+.*| (?:remis|rendu|restitue)e?s?$/g, "")
    .replace(/\b(?:clefs?|cles)\b/g, "cle")
    .replace(/\b([a-z]{3,})s\b/g, "$1")
    .trim();
