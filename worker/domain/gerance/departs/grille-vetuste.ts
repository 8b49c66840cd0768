import { rechercheNormalisee } from "../../recherche.ts";
import type { GrilleVetuste, LigneDeVetuste } from "./vetuste.ts";

const LIGNES_AU_PLUS = 60;
const NOM_AU_PLUS = 200;
const ELEMENT_AU_PLUS = 100;
const ANNEES_AU_PLUS = 100;

const FORME =
  "« Peinture ; 7 ; 2 ; 18 ; 10 » : élément, durée de vie, franchise, % par an, % résiduel";

/** A wear grid read from a text, or the French reason why the text cannot be read; both null for an empty text. */
export type GrilleLue =
  | { grille: GrilleVetuste; refus: null }
  | { grille: null; refus: string | null };

/**
 * Reads the wear grid that a text describes: the name of the collective agreement on its first line (loi n° 86-1290,
 * art. 41 ter; décret n° 2016-382, art. 4), then one element a line, « Peinture ; 7 ; 2 ; 18 ; 10 ». An empty text
 * gives no grid.
 */
export function lireGrille(texte: string | null): GrilleLue {
  const [nom, ...elements] = (texte ?? "")
    .split("\n")
    .map((ecrit, rang) => ({ ecrit: ecrit.trim(), numero: rang + 1 }))
    .filter(({ ecrit }) => ecrit !== "");
  const refuse = (refus: string): GrilleLue => ({ grille: null, refus });
  if (nom === undefined) return { grille: null, refus: null };
  if (nom.ecrit.includes(";") || nom.ecrit.length > NOM_AU_PLUS)
    return refuse("La première ligne nomme l’accord collectif d’où vient la grille.");
  if (elements.length === 0) return refuse(`Un élément par ligne : ${FORME}.`);
  if (elements.length > LIGNES_AU_PLUS) return refuse(`${LIGNES_AU_PLUS} éléments au plus.`);
  const lignes: LigneDeVetuste[] = [];
  for (const { ecrit, numero } of elements) {
    const ligne = ligneLue(ecrit);
    if (typeof ligne === "string")
      return refuse(`Ligne ${numero}, « ${extrait(ecrit)} » : ${ligne}`);
    if (lignes.some(({ element }) => memeNom(element, ligne.element)))
      return refuse(`Ligne ${numero} : « ${ligne.element} » y est déjà.`);
    lignes.push(ligne);
  }
  return { grille: { nom: nom.ecrit, lignes }, refus: null };
}

const extrait = (ecrit: string) => (ecrit.length > 40 ? `${ecrit.slice(0, 40)}…` : ecrit);

const memeNom = (nom: string, autre: string) =>
  rechercheNormalisee(nom) === rechercheNormalisee(autre);

const NOMBRE = /^(\d{1,3}(?:[.,]\d{1,2})?)\s*(?:%|ans?)?$/;

/** A line of the grid, or the sentence that says why it cannot be read. */
function ligneLue(ecrit: string): LigneDeVetuste | string {
  const [element = "", ...valeurs] = ecrit.split(";").map((valeur) => valeur.trim());
  if (element === "" || valeurs.length !== 4) return `écrivez ${FORME}.`;
  if (element.length > ELEMENT_AU_PLUS) return "le nom de l’élément est trop long.";
  const nombres = valeurs.map((valeur) => NOMBRE.exec(valeur)?.[1]?.replace(",", "."));
  const illisible = nombres.indexOf(undefined);
  if (illisible >= 0) return `« ${valeurs[illisible]} » n’est pas un nombre.`;
  const [dureeDeVie = 0, franchise = 0, taux = 0, residuel = 0] = nombres.map(Number);
  if (dureeDeVie < 1 || dureeDeVie > ANNEES_AU_PLUS)
    return `la durée de vie est de 1 à ${ANNEES_AU_PLUS} ans.`;
  if (franchise > dureeDeVie) return "la franchise dépasse la durée de vie.";
  if (taux > 100 || residuel > 100) return "un pourcentage est compris entre 0 et 100.";
  return { element, dureeDeVie, franchise, taux, residuel };
}
