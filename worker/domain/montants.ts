// Absorbs the error of a product of decimals (1.005 × 100 = 100.49999…); on the largest amount it stays
// under a thousandth of a cent, so it never reaches a real difference.
const MARGE = 1 + 4 * Number.EPSILON;

const ESPACE_INSECABLE = "\u00A0";
const SIGNE_MOINS = "\u2212";
const MONTANT_MAXIMAL_EN_LETTRES = 999_999_999.99;

/** The nearest integer; halves go away from zero; never -0. */
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

/** The sum in euros, made in cents: each term is first rounded to the cent. */
export function somme(...euros: number[]): number {
  let centimes = 0;
  for (const montant of euros) centimes += enCentimes(montant);
  return enEuros(centimes);
}

/** The rent with charges, in euros: a dossier's `loyerTTC`, an apartment's `loyerTCC`. */
export function loyerTTC(loyerHC: number, charges: number): number {
  return somme(loyerHC, charges);
}

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

/** The share of a monthly amount in euros, by real days, rounded to the cent (domain/README §2.3). */
export function prorata(mensuel: number, joursOccupes: number, joursDuMois: number): number {
  return enEuros(arrondirEntier((enCentimes(mensuel) * joursOccupes) / joursDuMois));
}

/**
 * The revised rent without charges in euros: rent × new IRL / reference IRL, rounded to the cent
 * (art. 17-1 of loi n° 89-462). Both indices are those of the same quarter.
 */
export function loyerRevise(
  loyerHC: number,
  indiceNouveau: number,
  indiceReference: number,
): number {
  return enEuros(arrondirEntier((enCentimes(loyerHC) * indiceNouveau) / indiceReference));
}

/** « 1 234,56 » with this many decimals, grouped with U+00A0 (domain/README §8.4). */
export function formatNombre(nombre: number, decimales: number): string {
  const unites = arrondirEntier(nombre * 10 ** decimales);
  const chiffres = String(Math.abs(unites)).padStart(decimales + 1, "0");
  const coupure = chiffres.length - decimales;
  const entiers = chiffres.slice(0, coupure).replace(/\B(?=(?:\d{3})+$)/g, ESPACE_INSECABLE);
  const fraction = decimales > 0 ? `,${chiffres.slice(coupure)}` : "";
  return `${unites < 0 ? SIGNE_MOINS : ""}${entiers}${fraction}`;
}

/** « 1 234,56 € », « −12,00 € »: always two decimals, spaces are U+00A0 (domain/README §8.4). */
export function formatEuros(montant: number): string {
  return `${formatNombre(montant, 2)}${ESPACE_INSECABLE}€`;
}

/**
 * An amount in euros in French words, classic spelling (domain/README §8.4):
 * 1234.56 gives « mille deux cent trente-quatre euros et cinquante-six centimes ».
 * @throws RangeError outside 0 to 999 999 999,99.
 */
export function montantEnLettres(montant: number): string {
  const total = enCentimes(montant);
  if (!(total >= 0 && total <= enCentimes(MONTANT_MAXIMAL_EN_LETTRES)))
    throw new RangeError(`Montant impossible à écrire en lettres : ${montant}`);
  const euros = Math.floor(total / 100);
  const centimes = total % 100;
  const parties: string[] = [];
  if (euros > 0 || centimes === 0) {
    const nombre = nombreEnLettres(euros);
    const de = /millions?$/.test(nombre) ? " d'" : " ";
    parties.push(`${nombre}${de}${euros > 1 ? "euros" : "euro"}`);
  }
  if (centimes > 0)
    parties.push(`${nombreEnLettres(centimes)} ${centimes > 1 ? "centimes" : "centime"}`);
  return parties.join(" et ");
}

const PETITS_NOMBRES =
  "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf".split(
    " ",
  );
const DIZAINES = ["", "", "vingt", "trente", "quarante", "cinquante", "soixante"];

function nombreEnLettres(nombre: number): string {
  if (nombre === 0) return "zéro";
  const millions = Math.floor(nombre / 1_000_000);
  const milliers = Math.floor(nombre / 1000) % 1000;
  const reste = nombre % 1000;
  const mots: string[] = [];
  if (millions > 0) mots.push(moinsDeMille(millions, true), millions > 1 ? "millions" : "million");
  if (milliers > 1) mots.push(moinsDeMille(milliers, false));
  if (milliers > 0) mots.push("mille");
  if (reste > 0) mots.push(moinsDeMille(reste, true));
  return mots.join(" ");
}

// Multiplied « cent » and « vingt » take an s at the end of the number and before « millions », a noun,
// but not before « mille », an adjective.
function moinsDeMille(nombre: number, accord: boolean): string {
  const centaines = Math.floor(nombre / 100);
  const reste = nombre % 100;
  if (centaines === 0) return moinsDeCent(reste, accord);
  const cent = centaines === 1 ? "cent" : `${PETITS_NOMBRES[centaines]} cent`;
  if (reste > 0) return `${cent} ${moinsDeCent(reste, accord)}`;
  return centaines > 1 && accord ? `${cent}s` : cent;
}

function moinsDeCent(nombre: number, accord: boolean): string {
  if (nombre < 20) return PETITS_NOMBRES[nombre] ?? "";
  if (nombre === 80) return accord ? "quatre-vingts" : "quatre-vingt";
  if (nombre > 80) return `quatre-vingt-${PETITS_NOMBRES[nombre - 80]}`;
  const dizaine = Math.min(Math.floor(nombre / 10), 6);
  const unite = nombre - dizaine * 10;
  if (unite === 0) return DIZAINES[dizaine] ?? "";
  const liaison = unite === 1 || unite === 11 ? " et " : "-";
  return `${DIZAINES[dizaine]}${liaison}${PETITS_NOMBRES[unite]}`;
}
