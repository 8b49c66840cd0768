/**
 * A fact missing or doubtful in a record and its documents. It is shown to staff and never blocks (documents/README
 * §8.1).
 */
export interface Avertissement<Champ extends string = string> {
  /** The field of the form that it concerns, as the wire spells it; null when it concerns none. */
  champ: Champ | null;
  phrase: string;
  /** Something is missing rather than wrong: the form shows it only once the other fields are filled. */
  manque: boolean;
}

/** Something is wrong, or may be. */
export function doute(champ: null, phrase: string): Avertissement<never>;
export function doute<Champ extends string>(champ: Champ, phrase: string): Avertissement<Champ>;
export function doute(champ: string | null, phrase: string): Avertissement {
  return { champ, phrase, manque: false };
}

/** Something is missing. */
export function manque(champ: null, phrase: string): Avertissement<never>;
export function manque<Champ extends string>(champ: Champ, phrase: string): Avertissement<Champ>;
export function manque(champ: string | null, phrase: string): Avertissement {
  return { champ, phrase, manque: true };
}

/** The warnings whose condition holds, in the order given: `condition && doute(champ, phrase)`. */
export const retenus = <Champ extends string>(
  regles: readonly (Avertissement<Champ> | false)[],
): Avertissement<Champ>[] => regles.filter((regle) => regle !== false);

/** The sentences, as documents report them. */
export const phrasesDe = (avertissements: readonly Avertissement[]): string[] =>
  avertissements.map(({ phrase }) => phrase);

/** The sentences whose condition holds, for faults that no field of a form can mend. */
export const phrases = (manques: readonly [boolean, string][]): string[] =>
  manques.filter(([manque]) => manque).map(([, phrase]) => phrase);
