import type { Ancre } from "./chaine.ts";

/** What was known of the chain at an instant, and is kept outside of the database. */
export interface AncreConnue extends Ancre {
  /** The instant. */
  connue: string;
  /** Of a copy of the database: its name, and the key that verifies what its own one signs. */
  copie?: string;
  clePublique?: string;
}

/** Beside the copies: what each of them knew, those that are gone included, and the last sealed line of all. */
export const ANCRES_DES_COPIES = "ancres.json";
export const DERNIERE_ANCRE = "derniere-ancre.json";
/** The objects that hold what is known of the chain outside of the database. */
export const OBJETS_DES_ANCRES = [ANCRES_DES_COPIES, DERNIERE_ANCRE] as const;

/** What those objects hold, as they were read; null: there is none. */
export const ancresLues = (textes: readonly (string | null)[]): AncreConnue[] =>
  textes.flatMap((texte) => (texte === null ? [] : JSON.parse(texte)));
