/**
 * A missing or doubtful fact in a record or its documents, shown to staff; it never blocks anything (documents/README
 * §8.1).
 */
export interface Avertissement<Champ extends string = string> {
  /**
   * The field of the form that the warning is about, as the wire spells it; null when no single field is concerned.
   */
  champ: Champ | null;
  phrase: string;
  /**
   * True when a fact is missing: the form shows the warning only once all required fields are filled. False when a
   * fact looks wrong.
   */
  manque: boolean;
}

/** Builds a warning about a fact that is wrong, or may be. @param phrase a French sentence */
export function doute(champ: null, phrase: string): Avertissement<never>;
export function doute<Champ extends string>(champ: Champ, phrase: string): Avertissement<Champ>;
export function doute(champ: string | null, phrase: string): Avertissement {
  return { champ, phrase, manque: false };
}

/** Builds a warning about a missing fact. @param phrase a French sentence */
export function manque(champ: null, phrase: string): Avertissement<never>;
export function manque<Champ extends string>(champ: Champ, phrase: string): Avertissement<Champ>;
export function manque(champ: string | null, phrase: string): Avertissement {
  return { champ, phrase, manque: true };
}

/** Keeps the warnings whose condition is true, in order. Each rule is written `condition && doute(champ, phrase)`. */
export const retenus = <Champ extends string>(
  regles: readonly (Avertissement<Champ> | false)[],
): Avertissement<Champ>[] => regles.filter((regle) => regle !== false);

/** The sentences of some warnings, as documents print them. */
export const phrasesDe = (avertissements: readonly Avertissement[]): string[] =>
  avertissements.map(({ phrase }) => phrase);

/** Keeps the French sentences whose condition is true, in order. */
export const phrases = (manques: readonly [boolean, string][]): string[] =>
  manques.filter(([manque]) => manque).map(([, phrase]) => phrase);
