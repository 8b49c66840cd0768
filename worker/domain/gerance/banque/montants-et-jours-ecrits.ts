import { aujourdhui, type Jour, lireJour } from "../../dates.ts";
import { centimesDe, centimesEcrits, MontantIllisible } from "../../montant-ecrit.ts";
import { cite } from "../../texte-lu.ts";
import type { Centimes } from "../livres/repartition.ts";
import { ReleveRefuse } from "./releve.ts";

/** Reads an amount, and turns an unreadable one into the refusal of the file. */
function ouRefus(texte: string, lire: () => Centimes): Centimes {
  try {
    return lire();
  } catch (error) {
    if (!(error instanceof MontantIllisible)) throw error;
    throw new ReleveRefuse(`Le montant ${cite(texte)} ${error.message}.`);
  }
}

/**
 * The cents of an amount written by a machine, without thousands separators: « -32.21 », « +950,00 », « 950 ».
 *
 * @throws ReleveRefuse for an unreadable amount
 */
export function montantDeMachine(texte: string): Centimes {
  const [, signe, entiers = "", decimales = ""] =
    texte.trim().match(/^([+-]?)(\d{1,15})(?:[.,](\d*))?$/) ?? [];
  return ouRefus(texte, () => {
    if (entiers === "") throw new MontantIllisible("n’est pas lisible");
    return (signe === "-" ? -1 : 1) * centimesDe(entiers, decimales) + 0;
  });
}

/**
 * The cents of an amount written for people: « 1 234,56 », « 1.234,56 », « −45,00 € ».
 *
 * @throws ReleveRefuse for an unreadable amount, and for « 1.234 », which may be 1 234 or 1,234
 */
export const montantEcrit = (texte: string): Centimes =>
  ouRefus(texte, () => centimesEcrits(texte));

/** An instant with its time zone: « 2026-10-31T23:30:00Z », « 2026-10-31T23:30:00.000+01:00 ». */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/**
 * The day in Paris of an instant; the day as written when no time zone is given.
 *
 * @throws ReleveRefuse for a day that does not exist
 */
export const jourDeParis = (texte: string): Jour =>
  INSTANT.test(texte) ? aujourdhui(new Date(texte)) : jourEcrit(texte.slice(0, 10));

/**
 * The day of a date as banks write it: « 05/10/2026 », « 05.10.26 », « 2026-10-05 », with or without the hour. An
 * instant with a time zone gives the day in Paris.
 *
 * @param enUtc true: the hour, when given, is in UTC
 * @throws ReleveRefuse for a day that does not exist
 */
export function jourEcrit(texte: string, enUtc = false): Jour {
  const nu = texte.trim();
  if (INSTANT.test(nu)) return aujourdhui(new Date(nu));
  const iso = nu.match(/^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ].*)?$/);
  const francais = nu.match(/^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d\d)(?: .*)?$/);
  const [, annee = "", mois = "", jour = ""] =
    iso ?? (francais ? [nu, francais[3], francais[2], francais[1]] : []);
  const siecle = annee.length === 2 ? `20${annee}` : annee;
  const jourLu = lireJour(`${siecle}-${mois.padStart(2, "0")}-${jour.padStart(2, "0")}`);
  if (jourLu === null) throw new ReleveRefuse(`La date ${cite(nu)} n’existe pas.`);
  const [heure] = enUtc ? (nu.match(/\b\d\d:\d\d(:\d\d)?\b/) ?? []) : [];
  return heure ? aujourdhui(new Date(`${jourLu}T${heure}Z`)) : jourLu;
}
