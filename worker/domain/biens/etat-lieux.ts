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
 * The rooms that a form to fill by hand names: those of the apartment by its main rooms, a living room and bedrooms
 * (biens/README §4.1); the usual five while their number is unknown.
 */
export function nomsDesPieces(nbPiece: number | null | undefined): string[] {
  const [entree, sejour, ...reste] = PIECES_PAR_DEFAUT;
  const nombre = Math.min(Math.max((nbPiece ?? 1) - 1, 0), CHAMBRES_AU_PLUS);
  const chambres =
    nombre === 1 ? ["Chambre"] : Array.from({ length: nombre }, (_, rang) => `Chambre ${rang + 1}`);
  return [entree, sejour, ...chambres, ...reste];
}

/** The usual five rooms, empty. */
export const piecesParDefaut = (): Piece[] => PIECES_PAR_DEFAUT.map((nom) => ({ nom }));

/** État des lieux, entry or exit (biens/README §4.1). */
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

/** The two inventories of a dossier: when the tenant comes in, when the tenant leaves. */
export type CoteEtatLieux = "entree" | "sortie";

/** The field of a dossier where the inventory of each side stands, and the document made of it. */
export const CHAMPS_DES_COTES = { entree: "etatIn", sortie: "etatOut" } as const;

export interface EtatLieuxRow {
  id: number;
  AppartementId: number | null;
  appartement: string | null;
  lieu: string;
  date: string;
  /** The dossier it belongs to, and its side; null while it belongs to none. */
  DossierId: number | null;
  cote: CoteEtatLieux | null;
  /** Signed: it can't be changed. */
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
  /** The address of the signed inventory. */
  signed: string | null;
  /** How many former files of this record are kept: `GET /Remplacement`. */
  remplaces: number;
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

/** The meters of a dwelling, in the words of people; electricity is read on the dossier. */
export const COMPTEURS = {
  eauFroide: "d’eau froide",
  eauChaude: "d’eau chaude",
  releveGaz: "de gaz",
  chauffage: "de chauffage",
} as const;

export type Compteur = keyof typeof COMPTEURS;

/** « 214 m³ », « n° 4471, 1 214,5 m³ », « 214 » → the reading of the meter; null without a figure. */
export function indexLu(texte: Texte): number | null {
  const [, avecUnite] = /(\d[\d\s]*(?:[.,]\d+)?)\s*(?:m3|m³|kwh)/i.exec(texte ?? "") ?? [];
  const [seul] = /^\s*\d[\d\s]*(?:[.,]\d+)?\s*$/.exec(texte ?? "") ?? [];
  const releve = avecUnite ?? seul;
  return releve === undefined ? null : Number(releve.replaceAll(/\s/g, "").replace(",", "."));
}

/** A meter runs forwards: one that reads less than at the entry was replaced, or misread. */
export function compteurRecule(avant: Texte, apres: Texte): boolean {
  const [entree, sortie] = [indexLu(avant), indexLu(apres)];
  return entree !== null && sortie !== null && sortie < entree;
}

type Relevant = Partial<Record<Compteur, Texte>> | null | undefined;

/** The meters that read less at the exit than at the entry: asked about, never refused (biens/README §4.1). */
export const avertissementsCompteurs = (entree: Relevant, sortie: Relevant): string[] =>
  (Object.keys(COMPTEURS) as Compteur[])
    .filter((compteur) => compteurRecule(entree?.[compteur], sortie?.[compteur]))
    .map(
      (compteur) =>
        `Le compteur ${COMPTEURS[compteur]} indique moins à la sortie (${sortie?.[compteur]}) qu’à l’entrée (${entree?.[compteur]}) : a-t-il été remplacé, ou mal relevé ?`,
    );
