import * as z from "zod/mini";
import { texte } from "./fields.ts";

const POINTS = "••••";

/** « FR7630006000011234567890189 »: without what people put between its groups. */
export const ibanNu = (iban: string): string => iban.replace(/[\s.-]/g, "").toUpperCase();

/** « FR76 3000 6000 … »: as papers and screens write it. */
export const ibanEnGroupes = (iban: string): string => ibanNu(iban).replace(/.{4}(?=.)/g, "$& ");

/** A country, two check digits and an account that agree (ISO 13616, ISO 7064 mod 97-10); a French one has 27 signs. */
export function ibanValable(iban: string): boolean {
  const nu = ibanNu(iban);
  if (!/^[A-Z]{2}\d\d[A-Z\d]{11,30}$/.test(nu)) return false;
  if (nu.startsWith("FR") && nu.length !== 27) return false;
  const chiffres = [...nu.slice(4), ...nu.slice(0, 4)].map((signe) => Number.parseInt(signe, 36));
  return chiffres.reduce((reste, un) => (reste * (un > 9 ? 100 : 10) + un) % 97, 0) === 1;
}

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
  texte(60).check(
    z.refine(
      (valeur) => estMasque(valeur) || ibanValable(valeur),
      "Cet IBAN n’est pas valable : relisez ses chiffres.",
    ),
  );
