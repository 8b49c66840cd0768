import * as z from "zod/mini";
import { texte } from "./fields.ts";
import { paysDe, SIGNES_SEPA } from "./zone-sepa.ts";

export const POINTS = "••••";

/** An IBAN in capitals, without spaces, dots and hyphens: « FR7630006000011234567890189 ». */
export const ibanNu = (iban: string): string => iban.replace(/[\s.-]/g, "").toUpperCase();

/** An IBAN in groups of four: « FR76 3000 6000 … ». */
export const ibanEnGroupes = (iban: string): string => ibanNu(iban).replace(/.{4}(?=.)/g, "$& ");

/**
 * Whether an IBAN is valid: right check digits (ISO 13616, ISO 7064 mod 97-10), and the length of its country when
 * known.
 */
export function ibanValable(iban: string): boolean {
  const nu = ibanNu(iban);
  if (!/^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(nu)) return false;
  if (nu.length !== (SIGNES_SEPA[paysDe(nu)] ?? nu.length)) return false;
  const chiffres = [...nu.slice(4), ...nu.slice(0, 4)].map((signe) => Number.parseInt(signe, 36));
  return (
    chiffres.reduce((reste, chiffre) => (reste * (chiffre > 9 ? 100 : 10) + chiffre) % 97, 0) === 1
  );
}

/** The French reason why an account cannot be used in SEPA (European transfers); null when it can. */
export function refusDuCompte(iban: string): string | null {
  const nu = ibanNu(iban);
  const signes = SIGNES_SEPA[paysDe(nu)];
  if (/^[A-Z]{2}\d\d/.test(nu) && signes !== undefined && nu.length !== signes)
    return `Un IBAN ${paysDe(nu)} compte ${signes} signes, celui-ci en a ${nu.length} : relisez-le.`;
  if (!ibanValable(nu)) return "Cet IBAN n’est pas valable : relisez ses chiffres.";
  return signes === undefined
    ? `Un compte ${paysDe(nu)} n’est pas de la zone SEPA : aucun virement SEPA n’y va ni n’en part.`
    : null;
}

/**
 * The digit that replaces a letter when the key of a French account is computed: A to I are 1 to 9, J to R are 1 to 9,
 * S to Z are 2 to 9.
 */
const chiffreDuCompte = (signe: string): string => {
  const rang = signe.charCodeAt(0) - 65;
  if (rang < 0) return signe;
  return String(rang < 18 ? (rang % 9) + 1 : rang - 16);
};

/**
 * Whether the key of a French or Monegasque account agrees with its bank, branch and number: 97 − (89·bank + 15·branch
 * + 3·number) mod 97 (norme NF Z 10-051). Accounts of other countries have no such key and pass.
 */
export function ribValable(iban: string): boolean {
  const nu = ibanNu(iban);
  if (!/^(FR|MC)/.test(nu)) return true;
  const [, banque = "", guichet = "", compte = "", cle = ""] =
    nu.match(/^..\d\d(\d{5})(\d{5})([A-Z\d]{11})(\d\d)$/) ?? [];
  if (cle === "") return false;
  const nombre = Number([...compte].map(chiffreDuCompte).join(""));
  return Number(cle) === 97 - ((89 * Number(banque) + 15 * Number(guichet) + 3 * nombre) % 97);
}

/** A BIC, the identifier of a bank, of 8 or 11 characters. */
export const bic = () =>
  texte().check(
    z.overwrite((valeur) => valeur.replace(/\s/g, "").toUpperCase()),
    z.regex(/^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/, "Ce BIC n’est pas valable : 8 ou 11 signes."),
  );

/**
 * An IBAN with its middle hidden: « FR76 •••• •••• •••• 1234 ». A text too short for an IBAN is hidden whole; a text
 * already masked stays as it is.
 */
export function ibanMasque(iban: string): string {
  const nu = ibanNu(iban);
  if (nu === "") return "";
  if (nu.includes("•")) return iban;
  const [debut, fin] = nu.length < 15 ? [POINTS, POINTS] : [nu.slice(0, 4), nu.slice(-4)];
  return [debut, POINTS, POINTS, POINTS, fin].join(" ");
}

export const estMasque = (iban: string): boolean => iban.includes("•");

/** A field that takes an IBAN usable in SEPA, or the masked IBAN already stored, which a form sends back. */
export const iban = () =>
  texte(60).check((iban) => {
    const refus = estMasque(iban.value) ? null : refusDuCompte(iban.value);
    if (refus) iban.issues.push({ code: "custom", message: refus, input: iban.value, path: [] });
  });
