import { ELEMENTS } from "../biens/elements.ts";
import type { Ajout, ComplementDePiece, PieceDuReleve, Releve } from "./releve.ts";
import { avecPieces, complementsAlignes, NON_RELEVE, piecesDuReleve } from "./releve.ts";

/** A line of an inventory that two people wrote differently. */
export interface Conflit {
  /** The path of the line, « piece/sejour/mur ». */
  chemin: string;
  mien: unknown;
  leur: unknown;
}

export type Choix = Readonly<Record<string, "mien" | "leur">>;

export interface Fusion {
  releve: Releve;
  /** The lines that both sides changed and nobody has settled; `releve` keeps the version `mien` of them. */
  conflits: Conflit[];
}

const PIECE = "piece";

/** An inventory as lines by path, which are merged one by one. */
type Lignes = ReadonlyMap<string, unknown>;

const chemin = (...parts: string[]) => parts.join("/");

function lignesDe(releve: Releve): Map<string, unknown> {
  const { pieces: _, ...valeurs } = releve.valeurs;
  const { pieces: __, ...complements } = releve.complements;
  const lignes = new Map<string, unknown>([
    ...Object.entries(valeurs).map(([champ, valeur]) => [champ, valeur] as const),
    ...Object.entries(complements).map(([champ, valeur]) => [champ, valeur] as const),
    ["edf", releve.edf],
  ]);
  for (const { piece, complement } of piecesDuReleve(releve)) {
    const ici = (...suite: string[]) => chemin(PIECE, complement.cle, ...suite);
    lignes.set(ici("nom"), piece.nom);
    lignes.set(ici("proprete"), complement.proprete);
    for (const element of ELEMENTS) lignes.set(ici(element), piece[element] || null);
    for (const ajout of complement.ajouts) lignes.set(ici("ajout", ajout.cle), ajout);
  }
  return lignes;
}

/** A value as JSON that does not depend on the order of keys or on how accents are composed (terrain/README §19.3). */
export function canonique(valeur: unknown): string {
  return JSON.stringify(valeur, (_, contenu: unknown) => {
    if (typeof contenu === "string") return contenu.normalize("NFC");
    if (typeof contenu !== "object" || contenu === null || Array.isArray(contenu)) return contenu;
    const champs = Object.entries(contenu).filter(([, champ]) => champ !== undefined);
    return Object.fromEntries(champs.sort(([cle], [autre]) => (cle < autre ? -1 : 1)));
  });
}

const pareil = (valeur: unknown, autre: unknown) =>
  canonique(valeur ?? null) === canonique(autre ?? null);

/** Whether two inventories have the same content; an empty line counts as absent. */
export const memeReleve = (releve: Releve, autre: Releve): boolean =>
  pareil(lignesDites(releve), lignesDites(autre)) && pareil(ordreDe(releve), ordreDe(autre));

const lignesDites = (releve: Releve) =>
  Object.fromEntries([...lignesDe(releve)].filter(([, valeur]) => (valeur ?? "") !== ""));

const ordreDe = (releve: Releve): string[] =>
  piecesDuReleve(releve).map(({ complement }) => complement.cle);

/**
 * Merges two inventories written from the same inventory, line by line. A change made by one side alone is taken. A
 * line changed by both in different ways is a conflict, except when one side left the line empty or `choix` names a
 * side. A room deleted by one side stays when the other side wrote in it.
 *
 * @param base the inventory that both started from; null without one
 */
export function fusion(
  base: Releve | null,
  { mien, leur, choix = {} }: { mien: Releve; leur: Releve; choix?: Choix },
): Fusion {
  const avant: Lignes = base ? lignesDe(base) : new Map();
  const ici = sansPerte(lignesDe(mien), lignesDe(leur), avant);
  const la = sansPerte(lignesDe(leur), lignesDe(mien), avant);
  const conflits: Conflit[] = [];
  const lignes = new Map<string, unknown>();
  for (const ligne of new Set([...avant.keys(), ...ici.keys(), ...la.keys()])) {
    const [deBase, deMoi, deLui] = [avant.get(ligne), ici.get(ligne), la.get(ligne)];
    const retenu = pareil(deMoi, deLui) || pareil(deBase, deLui) ? deMoi : deLui;
    const disputee = !pareil(deMoi, deLui) && !pareil(deBase, deMoi) && !pareil(deBase, deLui);
    if (!disputee) {
      lignes.set(ligne, retenu);
    } else if (choix[ligne]) {
      lignes.set(ligne, choix[ligne] === "mien" ? deMoi : deLui);
    } else if (estVide(deMoi) || estVide(deLui)) {
      lignes.set(ligne, estVide(deMoi) ? deLui : deMoi);
    } else {
      conflits.push({ chemin: ligne, mien: deMoi, leur: deLui });
      lignes.set(ligne, deMoi);
    }
  }
  const ordre = ordreFondu(base ? ordreDe(base) : [], ordreDe(mien), ordreDe(leur));
  return { releve: releveDe(lignes, { ordre, modele: mien }), conflits };
}

const estVide = (valeur: unknown) =>
  valeur === undefined || valeur === null || valeur === "" || valeur === NON_RELEVE;

/** The lines of one side, completed with the rooms that this side deleted while the other side wrote in them. */
function sansPerte(lignes: Lignes, autres: Lignes, avant: Lignes): Lignes {
  const ecrites = new Set(
    [...autres].flatMap(([ligne, valeur]) =>
      pareil(valeur, avant.get(ligne)) ? [] : (pieceDe(ligne) ?? []),
    ),
  );
  const reprises = [...avant].filter(([ligne]) => {
    const piece = pieceDe(ligne);
    return piece !== null && ecrites.has(piece) && !lignes.has(chemin(PIECE, piece, "nom"));
  });
  return new Map([...lignes, ...reprises]);
}

/** The key of the room of a line; null for a line outside the rooms. */
const pieceDe = (ligne: string): string | null => {
  const [debut, cle = ""] = ligne.split("/");
  return debut === PIECE ? cle : null;
};

/**
 * The order of the rooms on the side that changed it, when only one side did, or on both when they made the same
 * change; else the former order. New rooms come last, by key.
 */
function ordreFondu(
  base: readonly string[],
  mien: readonly string[],
  leur: readonly string[],
): string[] {
  const toutes = [...new Set([...base, ...mien, ...leur])];
  const suite = (debut: readonly string[]) => [
    ...debut,
    ...toutes.filter((cle) => !debut.includes(cle)).sort(),
  ];
  if (pareil(base, leur)) return suite(mien);
  if (pareil(base, mien) || pareil(mien, leur)) return suite(leur);
  return suite(base);
}

/** Makes an inventory from its lines. @param modele gives the names of the fields outside the rooms */
function releveDe(
  lignes: Lignes,
  { ordre, modele }: { ordre: readonly string[]; modele: Releve },
): Releve {
  const champs = <T extends object>(objet: T): T =>
    Object.fromEntries(Object.keys(objet).map((champ) => [champ, lignes.get(champ) ?? null])) as T;
  const { pieces: _, ...valeurs } = modele.valeurs;
  const { pieces: __, ...complements } = modele.complements;
  return avecPieces(
    {
      valeurs: { ...champs(valeurs), pieces: [] },
      complements: { ...champs(complements), pieces: [] },
      edf: (lignes.get("edf") ?? null) as string | null,
    },
    ordre.flatMap((cle) => pieceDesLignes(lignes, cle)),
  );
}

function pieceDesLignes(lignes: Lignes, cle: string): PieceDuReleve[] {
  const nom = lignes.get(chemin(PIECE, cle, "nom"));
  if (typeof nom !== "string") return [];
  const debut = `${chemin(PIECE, cle, "ajout")}/`;
  const complement: ComplementDePiece = {
    cle,
    nom,
    proprete: (lignes.get(chemin(PIECE, cle, "proprete")) ?? null) as ComplementDePiece["proprete"],
    ajouts: [...lignes]
      .filter(([ligne, ajout]) => ligne.startsWith(debut) && ajout !== undefined)
      .map(([, ajout]) => ajout as Ajout),
  };
  const textes = ELEMENTS.flatMap((element) => {
    const texte = lignes.get(chemin(PIECE, cle, element));
    return texte ? [[element, texte]] : [];
  });
  return [{ piece: { nom, ...Object.fromEntries(textes) }, complement }];
}

/** The inventory as the API returns it, with the additions of each room in the order of the rooms. */
export const releveAligne = (releve: Releve): Releve => ({
  ...releve,
  complements: complementsAlignes(releve.valeurs.pieces, releve.complements),
});
