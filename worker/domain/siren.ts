/** The SIREN of La Poste, whose establishments do not all follow the usual key (INSEE). */
const LA_POSTE = "356000000";

/** Whether digits end with the right check digit (Luhn). */
const cleJuste = (chiffres: string): boolean =>
  [...chiffres].reverse().reduce((total, chiffre, rang) => {
    const valeur = Number(chiffre) * (rang % 2 === 0 ? 1 : 2);
    return total + (valeur > 9 ? valeur - 9 : valeur);
  }, 0) %
    10 ===
  0;

const chiffresDe = (ecrit: string | null): string => (ecrit ?? "").replace(/\D/g, "");

/**
 * The SIREN (company number) found in a text.
 *
 * @param ecrit a text such as « RCS Paris 552 100 554 », or a SIRET
 * @returns nine digits; null when there is none, or its key is wrong
 */
export function sirenLu(ecrit: string | null): string | null {
  const chiffres = siretLu(ecrit)?.slice(0, 9) ?? chiffresDe(ecrit);
  return chiffres.length === 9 && cleJuste(chiffres) ? chiffres : null;
}

/**
 * The SIRET (establishment number) found in a text.
 *
 * @returns fourteen digits; null when there is none, or a key is wrong
 */
export function siretLu(ecrit: string | null): string | null {
  const chiffres = chiffresDe(ecrit);
  const siren = chiffres.slice(0, 9);
  return chiffres.length === 14 && cleJuste(siren) && (cleJuste(chiffres) || siren === LA_POSTE)
    ? chiffres
    : null;
}
