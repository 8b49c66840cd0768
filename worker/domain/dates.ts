import { ordre } from "./ordre.ts";
import { deNom } from "./orthographe.ts";

/** A calendar day, `YYYY-MM-DD`: no time, no zone, comparable with `<`. */
export type Jour = string;
/** A calendar month, `YYYY-MM`. */
export type Mois = string;

export const MOIS_ECRIT = /^\d{4}-(0[1-9]|1[0-2])$/;

const MILLISECONDES_PAR_JOUR = 86_400_000;

const NOMS_DES_MOIS = [
  "janvier",
  "février",
  "mars",
  "avril",
  "mai",
  "juin",
  "juillet",
  "août",
  "septembre",
  "octobre",
  "novembre",
  "décembre",
] as const;

const PARIS = "Europe/Paris";
let horloge: Intl.DateTimeFormat | undefined;

const annee = (jour: Jour | Mois): number => Number(jour.slice(0, 4));
const rangDuMois = (jour: Jour | Mois): number => Number(jour.slice(5, 7));
const quantieme = (jour: Jour): number => Number(jour.slice(8));
const deuxChiffres = (nombre: number): string => String(nombre).padStart(2, "0");

/** The date and time in Paris at an instant: « 2026-03-05 14:30 ». */
function aParis(instant: Date): string {
  // `Temporal` comes first: building the first date formatter takes 100 ms on a slow machine.
  if (typeof Temporal !== "undefined") {
    const aParis = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(
      PARIS,
    );
    return aParis.toPlainDateTime().toString({ smallestUnit: "minute" }).replace("T", " ");
  }
  // Swedish writes dates as ISO does.
  horloge ??= new Intl.DateTimeFormat("sv-SE", {
    timeZone: PARIS,
    dateStyle: "short",
    timeStyle: "short",
  });
  return horloge.format(instant);
}

/** The day in Paris at an instant (http/README §9.3). */
export const aujourdhui = (instant: Date): Jour => aParis(instant).slice(0, 10);

/** The day `nombre` days later, or earlier when `nombre` is negative. */
export function ajouterJours(jour: Jour, nombre: number): Jour {
  return new Date(Date.parse(jour) + nombre * MILLISECONDES_PAR_JOUR).toISOString().slice(0, 10);
}

/** The month `nombre` months later, or earlier when `nombre` is negative. */
export function ajouterMois(mois: Mois, nombre: number): Mois {
  const rang = annee(mois) * 12 + rangDuMois(mois) - 1 + nombre;
  return `${Math.floor(rang / 12)}-${deuxChiffres((((rang % 12) + 12) % 12) + 1)}`;
}

/** The same day of the month, `nombre` months later, or earlier when negative; a shorter month gives its last day. */
export function dansMois(jour: Jour, nombre: number): Jour {
  return jourDuMois(ajouterMois(moisDe(jour), nombre), quantieme(jour));
}

/** The same day `nombre` years later; 29 February becomes the 28th outside leap years. */
export function ajouterAnnees(jour: Jour, nombre: number): Jour {
  return dansMois(jour, nombre * 12);
}

/**
 * The last day of a term of `mois` months from `debut`, both days included: the eve of the day with the same number,
 * or the last day of a month that has no such day (« de quantième à quantième », art. 641 du code de procédure
 * civile).
 */
export function terme(debut: Jour, mois: number): Jour {
  const cible = ajouterMois(moisDe(debut), mois);
  if (quantieme(debut) > joursDuMois(cible)) return dernierJour(cible);
  return ajouterJours(jourDuMois(cible, quantieme(debut)), -1);
}

/** The number of days of the month, 28 to 31. */
export function joursDuMois(mois: Mois): number {
  return new Date(Date.UTC(annee(mois), rangDuMois(mois), 0)).getUTCDate();
}

/** The day of the month with this number (1 to 31), clamped to the last day of a shorter month. */
export function jourDuMois(mois: Mois, numero: number): Jour {
  return `${mois}-${deuxChiffres(Math.min(numero, joursDuMois(mois)))}`;
}

export function premierJour(mois: Mois): Jour {
  return `${mois}-01`;
}

export function dernierJour(mois: Mois): Jour {
  return `${mois}-${joursDuMois(mois)}`;
}

export function moisDe(jour: Jour): Mois {
  return jour.slice(0, 7);
}

/** The number of days from `debut` to `fin`, both included; 0 when `fin` comes before `debut`. */
export function nombreDeJours(debut: Jour, fin: Jour): number {
  return Math.max(0, (Date.parse(fin) - Date.parse(debut)) / MILLISECONDES_PAR_JOUR + 1);
}

/** The number of days between two days; negative when the second comes first. */
export function ecartEnJours(de: Jour, a: Jour): number {
  return (Date.parse(a) - Date.parse(de)) / MILLISECONDES_PAR_JOUR;
}

/** The months from the month of `debut` to the month of `fin`, both included. */
export function moisDeLaPeriode(debut: Jour, fin: Jour): Mois[] {
  const tous: Mois[] = [];
  for (let mois = moisDe(debut); mois <= moisDe(fin); mois = ajouterMois(mois, 1)) tous.push(mois);
  return tous;
}

/** The earlier of two days. */
export function plusTot(jour: Jour, autre: Jour): Jour {
  return jour < autre ? jour : autre;
}

/** The later of two days. */
export function plusTard(jour: Jour, autre: Jour): Jour {
  return jour > autre ? jour : autre;
}

/** A day in figures: « 05/03/2026 » (documents/README §8.4). */
export function formatJour(jour: Jour): string {
  return `${jour.slice(8)}/${jour.slice(5, 7)}/${jour.slice(0, 4)}`;
}

/** A period in figures, both days included: « 01/03/2026 – 31/03/2026 », or « 31/01/2026 » for one day. */
export const formatPeriode = (debut: Jour, fin: Jour): string =>
  [...new Set([debut, fin])].map(formatJour).join(" – ");

/** An instant in figures, at the time of Paris: « 05/03/2026 14:30 ». */
export function formatInstant(instant: Date): string {
  return `${formatJour(aujourdhui(instant))} ${heureDeParis(instant)}`;
}

/** The time in Paris at an instant: « 14:30 ». */
export const heureDeParis = (instant: Date): string => aParis(instant).slice(11);

/** A day in words: « 5 mars 2026 », « 1er mars 2026 » (documents/README §8.4). */
export function jourEnLettres(jour: Jour): string {
  return `${numeroEnLettres(jour)} ${moisEnLettres(moisDe(jour))}`;
}

/**
 * The period in words, both days included, without repeating a common month or year: « du 1er au 31 mars 2026 »,
 * « du 15 décembre 2025 au 14 janvier 2026 », « le 31 janvier 2026 » (documents/README §8.4).
 */
export function periodeEnLettres(debut: Jour, fin: Jour): string {
  if (debut === fin) return `le ${jourEnLettres(debut)}`;
  let depart = jourEnLettres(debut);
  if (moisDe(debut) === moisDe(fin)) depart = numeroEnLettres(debut);
  else if (annee(debut) === annee(fin)) depart = `${numeroEnLettres(debut)} ${nomDuMois(debut)}`;
  return `du ${depart} au ${jourEnLettres(fin)}`;
}

/** A period placed after a noun: « avis d’échéance du 29 février 2024 ». Even a single day begins with « du ». */
export const duPeriodeEnLettres = (debut: Jour, fin: Jour): string =>
  debut === fin ? `du ${jourEnLettres(debut)}` : periodeEnLettres(debut, fin);

/** A period placed after « pour »: « la période du 1er au 31 mars 2026 », « le 31 janvier 2026 ». */
export function laPeriodeEnLettres(debut: Jour, fin: Jour): string {
  return `${debut === fin ? "" : "la période "}${periodeEnLettres(debut, fin)}`;
}

/** A month in words: « mars 2026 ». */
export function moisEnLettres(mois: Mois): string {
  return `${nomDuMois(mois)} ${mois.slice(0, 4)}`;
}

/** A month after « de »: « de mars 2026 », « d’octobre 2026 ». */
export const deMoisEnLettres = (mois: Mois): string => `${deMois(mois)} ${mois.slice(0, 4)}`;

/** The name of a month after « de », without the year: « de mars », « d’avril ». */
export function deMois(mois: Mois): string {
  return deNom(nomDuMois(mois));
}

/**
 * Reads a date typed by hand: « 05/03/2026 », « 5/3/26 », « 5-3-2026 », « 05032026 », or pasted as ISO. Two-digit
 * years: 00 to 49 are 2000 to 2049, 50 to 99 are 1950 to 1999.
 * @param auPlusTard the latest day possible, such as today for a birth: a two-digit year that gives a later day is
 * moved back one century.
 * @returns null when the text is no calendar day from 1900 to 2199.
 */
export function lireJour(texte: string, auPlusTard: Jour | null = null): Jour | null {
  const saisie = texte.trim();
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(saisie);
  if (iso) return jourDuCalendrier(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const francais =
    /^(\d{1,2})[/.\-\s]+(\d{1,2})[/.\-\s]+(\d{4}|\d{2})$/.exec(saisie) ??
    /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(saisie);
  if (!francais) return null;
  const [, numero, mois, annee = ""] = francais;
  const jour = jourDuCalendrier(anneeComplete(annee), Number(mois), Number(numero));
  if (jour === null || auPlusTard === null || annee.length === 4) return jour;
  return jour > auPlusTard ? ajouterAnnees(jour, -100) : jour;
}

function anneeComplete(chiffres: string): number {
  const nombre = Number(chiffres);
  if (chiffres.length === 4) return nombre;
  return nombre < 50 ? 2000 + nombre : 1900 + nombre;
}

function jourDuCalendrier(annee: number, mois: number, numero: number): Jour | null {
  if (annee < 1900 || annee > 2199 || mois < 1 || mois > 12 || numero < 1) return null;
  const leMois = `${annee}-${deuxChiffres(mois)}`;
  return numero <= joursDuMois(leMois) ? `${leMois}-${deuxChiffres(numero)}` : null;
}

function nomDuMois(jour: Jour | Mois): string {
  return NOMS_DES_MOIS[rangDuMois(jour) - 1] ?? "";
}

function numeroEnLettres(jour: Jour): string {
  return quantieme(jour) === 1 ? "1er" : String(quantieme(jour));
}

/** A count for each month, named without its year, the latest month first: « novembre (8), octobre (4) ». */
export const nombresParMois = (comptes: readonly { mois: Mois; nombre: number }[]): string =>
  comptes
    .toSorted((mois, autre) => ordre(autre.mois, mois.mois))
    .map(({ mois, nombre }) => `${moisEnLettres(mois).replace(/ \d+$/, "")} (${nombre})`)
    .join(", ");
