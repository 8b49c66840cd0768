/** La Poste: not all of its establishments follow the usual key (INSEE). */
const LA_POSTE = "356000000";

/** Whether the last of these digits is the right check digit of the others (Luhn). */
const cleJuste = (chiffres: string): boolean =>
  [...chiffres].reverse().reduce((total, chiffre, rang) => {
    const valeur = Number(chiffre) * (rang % 2 === 0 ? 1 : 2);
    return total + (valeur > 9 ? valeur - 9 : valeur);
  }, 0) %
    10 ===
  0;

const chiffresDe = (ecrit: string | null): string => (ecrit ?? "").replace(/\D/g, "");

/**
 * The number of a company found in a text.
 * @param ecrit « RCS Paris 552 100 554 », or the SIRET of one of its establishments
 * @returns nine digits; null where the text has neither, or its key is wrong
 */
export function sirenLu(ecrit: string | null): string | null {
  const chiffres = siretLu(ecrit)?.slice(0, 9) ?? chiffresDe(ecrit);
  return chiffres.length === 9 && cleJuste(chiffres) ? chiffres : null;
}

/**
 * The number of an establishment found in a text.
 * @returns fourteen digits; null where the text has fewer or more, or a key is wrong
 */
export function siretLu(ecrit: string | null): string | null {
  const chiffres = chiffresDe(ecrit);
  const siren = chiffres.slice(0, 9);
  return chiffres.length === 14 && cleJuste(siren) && (cleJuste(chiffres) || siren === LA_POSTE)
    ? chiffres
    : null;
}
