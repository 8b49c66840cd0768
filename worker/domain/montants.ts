/** An amount in euros, of two decimals at most. */
export type Euros = number;

// This factor absorbs the error of a product of decimals (1.005 × 100 = 100.49999…). On the largest amount it stays
// under a thousandth of a cent, so it never changes a real difference.
const MARGE = 1 + 4 * Number.EPSILON;

const ESPACE_INSECABLE = "\u00A0";
const SIGNE_MOINS = "\u2212";

/** The nearest integer; halves are rounded away from zero, and the result is never -0. */
function arrondirEntier(valeur: number): number {
  return Math.sign(valeur) * Math.round(Math.abs(valeur) * MARGE) + 0;
}

/** Euros to integer cents, half a cent rounded away from zero. */
export function enCentimes(euros: number): number {
  return arrondirEntier(euros * 100);
}

/** Integer cents to euros. */
export function enEuros(centimes: number): number {
  return centimes / 100;
}

/** Euros rounded to the cent, half a cent away from zero: 1.005 gives 1.01. */
export function arrondir(euros: number): number {
  return enEuros(enCentimes(euros));
}

/** The sum in euros, computed in cents: each term is first rounded to the cent. */
export function somme(...euros: number[]): number {
  let centimes = 0;
  for (const montant of euros) centimes += enCentimes(montant);
  return enEuros(centimes);
}

/** The rent with charges, in euros: a dossier's `loyerTTC`, an apartment's `loyerTCC`. */
export function loyerTTC(loyerHC: number, charges: number): number {
  return somme(loyerHC, charges);
}

/** The usual VAT rate in percent, used when no rate was given. */
export const TVA_USUELLE = 20;

/**
 * The amount before VAT in euros: TTC / (1 + taux/100), rounded to the cent (domain/README §7.6).
 * @param taux in percent: 20 for 20 %.
 */
export function horsTaxe(ttc: number, taux: number): number {
  return enEuros(arrondirEntier((enCentimes(ttc) * 100) / (100 + taux)));
}

/** The VAT in euros: TTC − HT (domain/README §7.6), so that HT + TVA = TTC to the cent. */
export function montantTva(ttc: number, taux: number): number {
  return somme(ttc, -horsTaxe(ttc, taux));
}

/** The part of a monthly amount for some days of the month, in euros rounded to the cent (quittances/README §2.3). */
export function prorata(mensuel: number, joursOccupes: number, joursDuMois: number): number {
  return enEuros(arrondirEntier((enCentimes(mensuel) * joursOccupes) / joursDuMois));
}

/**
 * A number with `decimales` decimals, in groups of three digits: « 1 234,56 ». Spaces are U+00A0 (documents/README
 * §8.4).
 */
export function formatNombre(nombre: number, decimales: number): string {
  const unites = arrondirEntier(nombre * 10 ** decimales);
  const chiffres = String(Math.abs(unites)).padStart(decimales + 1, "0");
  const coupure = chiffres.length - decimales;
  const entiers = chiffres.slice(0, coupure).replace(/\B(?=(?:\d{3})+$)/g, ESPACE_INSECABLE);
  const fraction = decimales > 0 ? `,${chiffres.slice(coupure)}` : "";
  return `${unites < 0 ? SIGNE_MOINS : ""}${entiers}${fraction}`;
}

/** An amount in figures: « 1 234,56 € », « −12,00 € ». Two decimals, spaces are U+00A0 (documents/README §8.4). */
export function formatEuros(montant: number): string {
  return `${formatNombre(montant, 2)}${ESPACE_INSECABLE}€`;
}
