import { ELEMENTS, type Element } from "../biens/elements.ts";
import type { EtatLieux, Piece } from "../biens/etat-lieux.ts";
import { rechercheNormalisee } from "../recherche.ts";

export const FONCTIONNEMENTS = {
  oui: "Fonctionne",
  non: "Ne fonctionne pas",
  non_essaye: "Non essayé",
} as const;
export type Fonctionnement = keyof typeof FONCTIONNEMENTS;

export const PROPRETES = { propre: "Propre", a_nettoyer: "À nettoyer" } as const;
export type Proprete = keyof typeof PROPRETES;

/** An addition to a room: furniture, or an element outside the usual list. */
export interface Ajout {
  /** A key made by the device; the exit inventory keeps the key of the entry. */
  cle: string;
  nom: string;
  genre: "element" | "meuble";
  nombre: number;
  /** The description, which begins with the state. */
  constat: string | null;
  fonctionne: Fonctionnement | null;
  /** The item of the furniture in décret n° 2015-981, 1 to 11; null when it is not required. */
  obligatoire: number | null;
}

/** The facts recorded about a room beside the usual elements. */
export interface ComplementDePiece {
  cle: string;
  /** The name of the room when these facts were written; it links the facts to their room. */
  nom: string;
  proprete: Proprete | null;
  ajouts: readonly Ajout[];
}

/** The facts of an inventory beside its usual fields (terrain/README §19.2). */
export interface Complements {
  pieces: readonly ComplementDePiece[];
  /** The people present, as free text. */
  presents: string | null;
  reserves: string | null;
}

/** A whole inventory as it is written on site; `valeurs` and `complements` list the same rooms in the same order. */
export interface Releve {
  valeurs: Omit<EtatLieux, "AppartementId">;
  complements: Complements;
  /** The reading of the electricity meter, which the dossier stores. */
  edf: string | null;
}

export const SANS_COMPLEMENTS: Complements = { pieces: [], presents: null, reserves: null };

/** The text of a required field that nobody has filled in yet. */
export const NON_RELEVE = "Non relevé";

const SUR_LE_FIL = [
  "clef",
  "eauFroide",
  "eauChaude",
  "chauffage",
  "antenne",
  "amenagement",
] as const;

type Requis = Record<(typeof SUR_LE_FIL)[number], string>;

/** The required fields, each with the text for a field that nobody has filled in yet. */
export const nonReleves = (): Requis =>
  Object.fromEntries(SUR_LE_FIL.map((champ) => [champ, NON_RELEVE])) as Requis;

/**
 * Matches each room with its facts beside the usual elements: by rank and name, else by name. A room without such
 * facts gets an empty entry, with a key made from its name, so that two devices make the same key.
 */
export function complementsAlignes(
  pieces: readonly Piece[],
  complements: Complements | null,
): Complements {
  const { pieces: connus, ...reste } = complements ?? SANS_COMPLEMENTS;
  const memeNom = (connu: ComplementDePiece | undefined, { nom }: Piece) =>
    connu !== undefined && nu(connu.nom) === nu(nom);
  const apparies = new Set<ComplementDePiece>();
  const prendre = (connu: ComplementDePiece | undefined) => {
    if (connu) apparies.add(connu);
    return connu;
  };
  const enPlace = pieces.map((piece, rang) =>
    memeNom(connus[rang], piece) ? prendre(connus[rang]) : undefined,
  );
  const trouves = pieces.map(
    (piece, rang) =>
      enPlace[rang] ??
      prendre(connus.find((connu) => !apparies.has(connu) && memeNom(connu, piece))),
  );
  const cles = new Set(trouves.flatMap((trouve) => trouve?.cle ?? []));
  return {
    ...reste,
    pieces: pieces.map(({ nom }, rang) => {
      const trouve = trouves[rang];
      if (trouve) return { ...trouve, nom };
      const cle = cleDePiece(nom, cles);
      cles.add(cle);
      return { cle, nom, proprete: null, ajouts: [] };
    }),
  };
}

const nu = rechercheNormalisee;

/** A key made from the name of a room, such as « chambre-2 », that no other room has. */
export function cleDePiece(nom: string, clesPrises: ReadonlySet<string>): string {
  const base =
    nu(nom)
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 60) || "piece";
  for (let rang = 1; ; rang++) {
    const cle = rang === 1 ? base : `${base}-${rang}`;
    if (!clesPrises.has(cle)) return cle;
  }
}

/** A room: its usual elements, and the facts beside them. */
export interface PieceDuReleve {
  piece: Piece;
  complement: ComplementDePiece;
}

/** The rooms of an inventory, each with the facts beside its usual elements. */
export function piecesDuReleve({ valeurs, complements }: Releve): PieceDuReleve[] {
  const alignes = complementsAlignes(valeurs.pieces, complements);
  return valeurs.pieces.map((piece, rang) => ({
    piece,
    complement: alignes.pieces[rang] ?? { cle: "", nom: piece.nom, proprete: null, ajouts: [] },
  }));
}

/** The inventory with other rooms in place of its own. */
export const avecPieces = (releve: Releve, pieces: readonly PieceDuReleve[]): Releve => ({
  ...releve,
  valeurs: { ...releve.valeurs, pieces: pieces.map(({ piece }) => piece) },
  complements: {
    ...releve.complements,
    pieces: pieces.map(({ piece, complement }) => ({ ...complement, nom: piece.nom })),
  },
});

/** The elements to describe; observations are optional. */
export const ELEMENTS_DECRITS = ELEMENTS.filter((element) => element !== "observation");

/** Something to describe in a room: an element, or an addition. */
export interface Ligne {
  /** The element, or the key of the addition. */
  cle: string;
  nom: string;
  texte: string | null;
}

const vide = (texte: string | null | undefined) => (texte ?? "").trim() === "";

/** How many things of a room are described, and how many it has: « 6/8 ». */
export function avancement({ piece, complement }: PieceDuReleve): {
  decrits: number;
  total: number;
} {
  const textes = [
    ...ELEMENTS_DECRITS.map((element) => piece[element]),
    ...complement.ajouts.map(({ constat }) => constat),
  ];
  return { decrits: textes.filter((texte) => !vide(texte)).length, total: textes.length };
}

/**
 * The room with a text for each element and addition not described yet.
 *
 * @param texteDe gives the text of an element or an addition, by its key; null leaves it empty
 */
export function remplie(
  { piece, complement }: PieceDuReleve,
  texteDe: (cle: string) => string | null,
): PieceDuReleve {
  const remplis = ELEMENTS_DECRITS.filter((element) => vide(piece[element])).map((element) => [
    element,
    texteDe(element),
  ]);
  return {
    piece: { ...piece, ...Object.fromEntries(remplis) },
    complement: {
      ...complement,
      ajouts: complement.ajouts.map((ajout) =>
        vide(ajout.constat) ? { ...ajout, constat: texteDe(ajout.cle) } : ajout,
      ),
    },
  };
}

/** The place of a photo in a room: the key of the room, then the element or the key of the addition. */
export const placeDe = (piece: string, element: Element | string): string => `${piece}/${element}`;

/**
 * The exit inventory to start with: the rooms, furniture and equipment of the entry, with no state described yet.
 *
 * @param avant the entry inventory; null without one
 */
export function departDeSortie(
  avant: Releve | null,
  jour: Pick<EtatLieux, "lieu" | "date">,
): Releve {
  const vierge: Releve = {
    valeurs: { ...nonReleves(), ...jour, doubleVitrage: false, pieces: [] },
    complements: SANS_COMPLEMENTS,
    edf: null,
  };
  if (!avant) return vierge;
  const { interphone, antenne, doubleVitrage, amenagement } = avant.valeurs;
  const generaux = { interphone, antenne, doubleVitrage, amenagement };
  return avecPieces(
    { ...vierge, valeurs: { ...vierge.valeurs, ...generaux } },
    piecesDuReleve(avant).map(({ piece, complement }) => ({
      piece: { nom: piece.nom },
      complement: {
        ...complement,
        proprete: null,
        ajouts: complement.ajouts.map((ajout) => ({ ...ajout, constat: null, fonctionne: null })),
      },
    })),
  );
}
