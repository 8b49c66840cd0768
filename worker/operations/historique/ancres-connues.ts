import type { Ancre } from "./chaine.ts";

/** A known point of the chain, kept outside the database. */
export interface AncreConnue extends Ancre {
  /** The instant at which the point was kept. */
  connue: string;
  /**
   * For the anchor of a copy: the name of the copy, and the public key that verifies the signatures of the copy's
   * key.
   */
  copie?: string;
  clePublique?: string;
}

/**
 * The keys of the objects stored beside the copies: the last line of history in each copy, deleted copies included,
 * and the last sealed line.
 */
export const ANCRES_DES_COPIES = "ancres.json";
export const DERNIERE_ANCRE = "derniere-ancre.json";
export const OBJETS_DES_ANCRES = [ANCRES_DES_COPIES, DERNIERE_ANCRE] as const;

/** The known points of the chain, from the content of {@link OBJETS_DES_ANCRES}, where a missing object is null. */
export const ancresLues = (textes: readonly (string | null)[]): AncreConnue[] =>
  textes.flatMap((texte) => (texte === null ? [] : JSON.parse(texte)));
