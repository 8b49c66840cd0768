import * as z from "zod/mini";
import { texte } from "./fields.ts";

const POINTS = "••••";

/** « FR7630006000011234567890189 »: without what people put between its groups. */
export const ibanNu = (iban: string): string => iban.replace(/[\s.-]/g, "").toUpperCase();

/** « FR76 3000 6000 … »: as papers and screens write it. */
export const ibanEnGroupes = (iban: string): string => ibanNu(iban).replace(/.{4}(?=.)/g, "$& ");

/**
 * How many signs the IBAN of each country has that takes part in SEPA (EPC409-09, list of countries of the schemes, as
 * recalled in November 2026; lengths: IBAN registry, ISO 13616).
 */
const SIGNES: Readonly<Record<string, number>> = {
  ...{ AD: 24, AL: 28, AT: 20, BE: 16, BG: 22, CH: 21, CY: 28, CZ: 24, DE: 22, DK: 18, EE: 20 },
  ...{ ES: 24, FI: 18, FR: 27, GB: 22, GI: 23, GR: 27, HR: 21, HU: 28, IE: 22, IS: 26, IT: 27 },
  ...{ LI: 21, LT: 20, LU: 20, LV: 21, MC: 27, MD: 24, ME: 22, MK: 19, MT: 31, NL: 18, NO: 15 },
  ...{ PL: 28, PT: 25, RO: 24, RS: 22, SE: 24, SI: 19, SK: 24, SM: 27, VA: 22 },
};

/** Of SEPA, and not of the European Economic Area: a transfer there names the bank. */
const HORS_EEE = ["AD", "AL", "CH", "GB", "GI", "MC", "MD", "ME", "MK", "RS", "SM", "VA"];

const paysDe = (iban: string): string => ibanNu(iban).slice(0, 2);

/** Whether the country of an IBAN, whole or masked, takes part in SEPA. */
export const estSepa = (iban: string): boolean => paysDe(iban) in SIGNES;

/** Whether a transfer to this account, whole or masked, names its bank by its BIC. */
export const demandeUnBic = (iban: string): boolean => HORS_EEE.includes(paysDe(iban));

/** A country, two check digits and an account that agree (ISO 13616, ISO 7064 mod 97-10), of the length of its country. */
export function ibanValable(iban: string): boolean {
  const nu = ibanNu(iban);
  if (!/^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(nu)) return false;
  if (nu.length !== (SIGNES[paysDe(nu)] ?? nu.length)) return false;
  const chiffres = [...nu.slice(4), ...nu.slice(0, 4)].map((signe) => Number.parseInt(signe, 36));
  return chiffres.reduce((reste, un) => (reste * (un > 9 ? 100 : 10) + un) % 97, 0) === 1;
}

/** Why an account can neither pay nor be paid by SEPA, in a sentence; null when it can. */
export function refusDuCompte(iban: string): string | null {
  const nu = ibanNu(iban);
  const signes = SIGNES[paysDe(nu)];
  if (/^[A-Z]{2}\d\d/.test(nu) && signes !== undefined && nu.length !== signes)
    return `Un IBAN ${paysDe(nu)} compte ${signes} signes, celui-ci en a ${nu.length} : relisez-le.`;
  if (!ibanValable(nu)) return "Cet IBAN n’est pas valable : relisez ses chiffres.";
  return signes === undefined
    ? `Un compte ${paysDe(nu)} n’est pas de la zone SEPA : aucun virement SEPA n’y va ni n’en part.`
    : null;
}

/** What a letter of an account counts for in its key: A to I, J to R and S to Z are 1 to 9, 1 to 9 and 2 to 9. */
const chiffreDuCompte = (signe: string): string => {
  const rang = signe.charCodeAt(0) - 65;
  if (rang < 0) return signe;
  return String(rang < 18 ? (rang % 9) + 1 : rang - 16);
};

/**
 * Whether the key of a French or Monegasque account agrees with its bank, branch and number:
 * 97 − (89·bank + 15·branch + 3·number) mod 97 (norme NF Z 10-051). Other countries have no such key.
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

/** The identifier of a bank, of 8 or 11 signs. */
export const bic = () =>
  texte().check(
    z.overwrite((valeur) => valeur.replace(/\s/g, "").toUpperCase()),
    z.regex(/^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/, "Ce BIC n’est pas valable : 8 ou 11 signes."),
  );

/** « FR76 •••• •••• •••• 1234 »: what anyone may see of it; a text too short to be one shows nothing of itself. */
export function ibanMasque(iban: string): string {
  const nu = ibanNu(iban);
  if (nu === "") return "";
  if (nu.includes("•")) return iban;
  const [debut, fin] = nu.length < 15 ? [POINTS, POINTS] : [nu.slice(0, 4), nu.slice(-4)];
  return [debut, POINTS, POINTS, POINTS, fin].join(" ");
}

export const estMasque = (iban: string): boolean => iban.includes("•");

/** An IBAN, or what anyone may see of the one that is there: a form sends it back as it was shown. */
export const iban = () =>
  texte(60).check((lu) => {
    const refus = estMasque(lu.value) ? null : refusDuCompte(lu.value);
    if (refus) lu.issues.push({ code: "custom", message: refus, input: lu.value, path: [] });
  });
