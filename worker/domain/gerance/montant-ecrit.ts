import { type Jour, lireJour } from "../dates.ts";
import { cite, ReleveRefuse } from "./releve.ts";
import type { Centimes } from "./repartition.ts";

const illisible = (texte: string, pourquoi = "n’est pas lisible"): ReleveRefuse =>
  new ReleveRefuse(`Le montant ${cite(texte)} ${pourquoi}.`);

/** Euros and the digits after them, in cents; further digits are zeros. */
function enCentimes(texte: string, entiers: string, decimales: string): Centimes {
  if (/[1-9]/.test(decimales.slice(2))) throw illisible(texte, "a plus de deux décimales");
  const centimes = Number(entiers) * 100 + Number(decimales.slice(0, 2).padEnd(2, "0"));
  if (!Number.isSafeInteger(centimes)) throw illisible(texte);
  return centimes;
}

/**
 * An amount without thousands apart, as machines write it: « -32.21 », « +950,00 », « 950 ».
 * @throws ReleveRefuse
 */
export function montantDeMachine(texte: string): Centimes {
  const [, signe, entiers = "", decimales = ""] =
    texte.trim().match(/^([+-]?)(\d{1,15})(?:[.,](\d*))?$/) ?? [];
  if (entiers === "") throw illisible(texte);
  return (signe === "-" ? -1 : 1) * enCentimes(texte, entiers, decimales) + 0;
}

/**
 * An amount as banks write it for people: « 1 234,56 », « 1.234,56 », « −45,00 € ».
 * @throws ReleveRefuse, for « 1.234 » too, which may be more than a thousand or less than two.
 */
export function montantEcrit(texte: string): Centimes {
  const nu = texte
    .replace(/[\s\u00A0\u202F'’]|€|EUR$/giu, "")
    .replace(/^[−–]/, "-")
    .replace(/^(.*\d)-$/, "-$1");
  const [, signe, corps = ""] = nu.match(/^([+-]?)(\d[\d.,]*|[.,]\d+)$/) ?? [];
  if (corps === "") throw illisible(texte);
  const separe = Math.max(corps.lastIndexOf("."), corps.lastIndexOf(","));
  const [entiers, decimales] =
    separe < 0 ? [corps, ""] : [corps.slice(0, separe), corps.slice(separe + 1)];
  const milliers: string[] = entiers.match(/[.,]/g) ?? [];
  if (
    separe >= 0 &&
    decimales.length === 3 &&
    milliers.length === 0 &&
    /^[1-9]\d{0,2}$/.test(entiers)
  )
    throw illisible(texte, "peut se lire de deux façons");
  if (milliers.length > 0 && !/^\d{1,3}([.,]\d{3})+$/.test(entiers)) throw illisible(texte);
  if (milliers.includes(corps[separe] ?? "")) throw illisible(texte);
  return (
    (signe === "-" ? -1 : 1) * enCentimes(texte, entiers.replace(/[.,]/g, "") || "0", decimales) + 0
  );
}

/**
 * A day as banks write it: « 05/10/2026 », « 05.10.26 », « 2026-10-05 », with the hour or without.
 * @throws ReleveRefuse
 */
export function jourEcrit(texte: string): Jour {
  const nu = texte.trim();
  const iso = nu.match(/^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ].*)?$/);
  const francais = nu.match(/^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)(?: .*)?$/);
  const [, annee = "", mois = "", jour = ""] =
    iso ?? (francais ? [nu, francais[3], francais[2], francais[1]] : []);
  const siecle = annee.length === 2 ? `20${annee}` : annee;
  const lu = lireJour(`${siecle}-${mois.padStart(2, "0")}-${jour.padStart(2, "0")}`);
  if (lu === null) throw new ReleveRefuse(`La date ${cite(nu)} n’existe pas.`);
  return lu;
}
