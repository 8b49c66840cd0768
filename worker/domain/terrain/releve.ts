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

/** An element, or a piece of furniture, that the grid of the wire has no column for. */
export interface Ajout {
  /** Made on the device: the same at the exit as at the entry. */
  cle: string;
  nom: string;
  genre: "element" | "meuble";
  nombre: number;
  /** Its state at the head, as in the grid. */
  constat: string | null;
  fonctionne: Fonctionnement | null;
  /** The rank of the furniture that décret n° 2015-981 asks for, 1 to 11. */
  obligatoire: number | null;
}

/** What is told of a room beside the grid. */
export interface ComplementDePiece {
  cle: string;
  /** Of the room when it was written: the complement of a room follows its name. */
  nom: string;
  proprete: Proprete | null;
  ajouts: readonly Ajout[];
}

/** What an inventory tells beside the grid of the wire (terrain/README §19.2). */
export interface Complements {
  pieces: readonly ComplementDePiece[];
  /** Who is there, as one reads it. */
  presents: string | null;
  /** The reserves of the tenant. */
  reserves: string | null;
}

/** A whole inventory as the field writes it; the rooms of both lists are the same, in the same order. */
export interface Releve {
  valeurs: Omit<EtatLieux, "AppartementId">;
  complements: Complements;
  /** The electricity meter, which the dossier keeps. */
  edf: string | null;
}

export const SANS_COMPLEMENTS: Complements = { pieces: [], presents: null, reserves: null };

/** What the wire requires and nobody has read yet. */
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

/** The fields that the wire requires, as they stand until somebody reads them. */
export const nonReleves = (): Requis =>
  Object.fromEntries(SUR_LE_FIL.map((champ) => [champ, NON_RELEVE])) as Requis;

/**
 * The complements of these rooms: each room's own, by its place and its name, else by its name alone. A room that has
 * none gets empty ones, under a key that its name makes, so that two devices give it the same.
 */
export function complementsAlignes(
  pieces: readonly Piece[],
  complements: Complements | null,
): Complements {
  const { pieces: connus, ...reste } = complements ?? SANS_COMPLEMENTS;
  const memeNom = (connu: ComplementDePiece | undefined, { nom }: Piece) =>
    connu !== undefined && nu(connu.nom) === nu(nom);
  const pris = new Set<ComplementDePiece>();
  const prendre = (connu: ComplementDePiece | undefined) => {
    if (connu) pris.add(connu);
    return connu;
  };
  const enPlace = pieces.map((piece, rang) =>
    memeNom(connus[rang], piece) ? prendre(connus[rang]) : undefined,
  );
  const trouves = pieces.map(
    (piece, rang) =>
      enPlace[rang] ?? prendre(connus.find((connu) => !pris.has(connu) && memeNom(connu, piece))),
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

/** « chambre-2 »: the name of a room as a key that no other room has. */
export function cleDePiece(nom: string, prises: ReadonlySet<string>): string {
  const base =
    nu(nom)
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 60) || "piece";
  for (let rang = 1; ; rang++) {
    const cle = rang === 1 ? base : `${base}-${rang}`;
    if (!prises.has(cle)) return cle;
  }
}

/** A room in both lists. */
export interface PieceDuReleve {
  piece: Piece;
  complement: ComplementDePiece;
}

/** The rooms of an inventory, each with what is told of it beside the grid. */
export function piecesDuReleve({ valeurs, complements }: Releve): PieceDuReleve[] {
  const alignes = complementsAlignes(valeurs.pieces, complements);
  return valeurs.pieces.map((piece, rang) => ({
    piece,
    complement: alignes.pieces[rang] ?? { cle: "", nom: piece.nom, proprete: null, ajouts: [] },
  }));
}

/** The inventory with these rooms. */
export const avecPieces = (releve: Releve, pieces: readonly PieceDuReleve[]): Releve => ({
  ...releve,
  valeurs: { ...releve.valeurs, pieces: pieces.map(({ piece }) => piece) },
  complements: {
    ...releve.complements,
    pieces: pieces.map(({ piece, complement }) => ({ ...complement, nom: piece.nom })),
  },
});

/** Observations are for what is out of the ordinary: a room is complete without any. */
export const ELEMENTS_DECRITS = ELEMENTS.filter((element) => element !== "observation");

/** Something that is described: an element of the grid, or an addition. */
export interface Ligne {
  /** The element, or the key of the addition. */
  cle: string;
  nom: string;
  texte: string | null;
}

const vide = (texte: string | null | undefined) => (texte ?? "").trim() === "";

/** How far a room is: « 6/8 ». */
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

/** The room with this text wherever nothing is written yet; `texteDe` gives null to leave it so. */
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

/** The place of a photo: an element or an addition of a room, a meter, the keys. */
export const placeDe = (piece: string, element: Element | string): string => `${piece}/${element}`;

/**
 * An exit starts from its entry: its rooms and their furniture, in the same order, nothing of it described yet.
 * @param avant the entry; null when the dossier has none.
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
