import type { Ancre } from "./chaine.ts";

/** A known point of the chain, kept outside of the database. */
export interface AncreConnue extends Ancre {
  /** The instant. */
  connue: string;
  /** Of a copy of the database: its name, and the key that verifies the signatures of its own key. */
  copie?: string;
  clePublique?: string;
}

/**
 * Beside the copies: the point of the chain that each of them knew, deleted copies included, and the last sealed line
 * of all.
 */
export const ANCRES_DES_COPIES = "ancres.json";
export const DERNIERE_ANCRE = "derniere-ancre.json";
/** The objects that hold the known points of the chain, outside of the database. */
export const OBJETS_DES_ANCRES = [ANCRES_DES_COPIES, DERNIERE_ANCRE] as const;

/** The content of those objects, as they were read; null: there is none. */
export const ancresLues = (textes: readonly (string | null)[]): AncreConnue[] =>
  textes.flatMap((texte) => (texte === null ? [] : JSON.parse(texte)));
