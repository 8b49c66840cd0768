import * as z from "zod/mini";
import {
  booleen,
  facultatif,
  identifiant,
  isoDate,
  ouDefaut,
  paragraphe,
  requis,
  texte,
} from "../fields.ts";
import type { AppartementResume } from "./adresse.ts";

export const PIECES_PAR_DEFAUT = ["Entrée", "Séjour", "Cuisine", "Salle d'eau", "W.C"] as const;

const piece = z.strictObject({
  nom: requis(100),
  mur: facultatif(texte(2000)),
  sol: facultatif(texte(2000)),
  plafond: facultatif(texte(2000)),
  fenetre: facultatif(texte(2000)),
  electricite: facultatif(texte(2000)),
  plomberie: facultatif(texte(2000)),
  serrure: facultatif(texte(2000)),
  observation: facultatif(texte(2000)),
});

export type Piece = z.output<typeof piece>;

const CHAMBRES_AU_PLUS = 20;

/**
 * The rooms of an inventory to fill by hand: the usual rooms, and a bedroom for each main room besides the living
 * room, 20 at most (biens/README §4.1); no bedroom when the number of main rooms is unknown.
 */
export function nomsDesPieces(nbPiece: number | null | undefined): string[] {
  const [entree, sejour, ...reste] = PIECES_PAR_DEFAUT;
  const nombre = Math.min(Math.max((nbPiece ?? 1) - 1, 0), CHAMBRES_AU_PLUS);
  const chambres =
    nombre === 1 ? ["Chambre"] : Array.from({ length: nombre }, (_, rang) => `Chambre ${rang + 1}`);
  return [entree, sejour, ...chambres, ...reste];
}

/** The usual five rooms of an inventory, empty. */
export const piecesParDefaut = (): Piece[] => PIECES_PAR_DEFAUT.map((nom) => ({ nom }));

/** The inventory of an apartment (état des lieux), as the form sends it (biens/README §4.1). */
export const record = z.strictObject({
  AppartementId: facultatif(identifiant()),
  lieu: requis(100),
  date: isoDate(),
  clef: paragraphe(2000),
  eauFroide: paragraphe(500),
  eauChaude: paragraphe(500),
  chauffage: paragraphe(500),
  antenne: paragraphe(500),
  amenagement: paragraphe(2000),
  interphone: facultatif(texte(500)),
  doubleVitrage: ouDefaut(booleen(), false),
  releveGaz: facultatif(texte(500)),
  pieces: ouDefaut(z.array(piece).check(z.maxLength(60, "60 pièces au plus.")), piecesParDefaut()),
});

export const modification = z.partial(record);

export const creation = z.extend(record, {
  doubleVitrage: z._default(record.shape.doubleVitrage, false),
  pieces: z._default(record.shape.pieces, piecesParDefaut),
});

export type EtatLieux = z.output<typeof creation>;

/** The two inventories of a dossier: at the tenant's entry and at his exit. */
export type CoteEtatLieux = "entree" | "sortie";

/** The field of a dossier that holds each inventory. */
export const CHAMPS_DES_COTES = { entree: "etatIn", sortie: "etatOut" } as const;

export interface EtatLieuxRow {
  id: number;
  AppartementId: number | null;
  appartement: string | null;
  lieu: string;
  date: string;
  /** The dossier of the inventory, and its side, entry or exit; null: the inventory belongs to no dossier. */
  DossierId: number | null;
  cote: CoteEtatLieux | null;
  /** Whether the inventory is signed, so that it can no longer change. */
  signe: boolean;
  updatedAt: string;
  version: number;
}

export interface EtatLieuxDetail extends EtatLieux {
  id: number;
  createdAt: string;
  updatedAt: string;
  version: number;
  Appartement: AppartementResume | null;
  DossierId: number | null;
  cote: CoteEtatLieux | null;
  /** The address of the signed inventory; null without a signed copy. */
  signed: string | null;
  /** The number of replaced or removed files of this record, which `GET /Remplacement` lists. */
  remplaces: number;
  /** The number of photos; an inventory with photos is kept when another replaces it. */
  photos: number;
  canDelete: boolean;
}

type Texte = string | null | undefined;

const normalise = (texte: Texte) => (texte ?? "").trim().toLowerCase();

export type Evolution = "identique" | "à préciser" | "non relevé à l'entrée";

/** The change of an element between the entry and the exit, from its two texts (biens/README §4.1). */
export function evolution(avant: Texte, apres: Texte): Evolution {
  if (normalise(avant) === "") return "non relevé à l'entrée";
  return normalise(avant) === normalise(apres) ? "identique" : "à préciser";
}
