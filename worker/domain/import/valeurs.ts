import { ajouterJours, aujourdhui, type Jour, lireJour, moisEnLettres } from "../dates.ts";
import { centimesEcrits, MontantIllisible } from "../montant-ecrit.ts";
import { enEuros } from "../montants.ts";
import { rechercheNormalisee } from "../recherche.ts";
import { cite } from "../texte-lu.ts";

/**
 * The error for a cell whose text is no value of its column; its message is one French sentence that quotes the cell.
 */
export class ValeurRefusee extends Error {
  override name = "ValeurRefusee";
}

export interface Autour {
  /**
   * The text of another cell of the line, by field; when the cell is empty or absent, the value given for every line,
   * else an empty text.
   */
  dit(champ: string): string;
  /** The workbook numbers days from 1904, as on old Macs. */
  depuis1904: boolean;
}

/** A function that reads the text of a filled cell. @throws ValeurRefusee when the text is no value of the column */
export type Lecture = (texte: string, today: Jour, autour: Autour) => unknown;

/**
 * Refuses the text of a cell.
 *
 * @param pourquoi the French sentence after the quoted cell, without its full stop
 * @throws ValeurRefusee always
 */
export const refuser = (texte: string, pourquoi: string): never => {
  throw new ValeurRefusee(`${cite(texte)} ${pourquoi}.`);
};

/**
 * The text of a cell, without outer spaces and without the signs by which spreadsheets force a text (« ="0105" », «
 * '+33 6 »).
 */
export const texteLu = (cellule: string): string =>
  cellule
    .replace(/[\u00A0\u2007\u202F]/g, " ")
    .trim()
    .replace(/^="(.*)"$/s, "$1")
    .replace(/^'(?=[=+\-@\d])/, "")
    .trim();

/** A text ready to compare: lower case letters and digits, without accents. */
export const mot = (texte: string): string =>
  rechercheNormalisee(texte)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

const MOIS = Array.from({ length: 12 }, (_, rang) =>
  mot(moisEnLettres(`2000-${String(rang + 1).padStart(2, "0")}`).replace(/ .*/, "")),
);

/** Day 0 of spreadsheets. It is right from March 1900 on, since spreadsheets give 1900 a 29 February. */
const JOUR_ZERO: Jour = "1899-12-30";
const JOUR_ZERO_DE_1904: Jour = "1904-01-01";

/** An instant with a UTC offset; its day is the day in Paris. */
const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s?(Z|[+-]\d\d:?\d\d)$/i;
const HEURE_AMERICAINE = /\d\s?[ap]\.?m\.?$/i;

/**
 * The day in a text of another software: « 01/02/2024 » (day first), « 2024-02-01 », « 1er février 2024 », «
 * 01-févr.-24 », or the number of a spreadsheet (45323), with or without the hour.
 *
 * @throws ValeurRefusee when the text is no date, or has an American hour (« 2:30 PM »)
 */
export const jourLu = (texte: string): Jour => jourEcrit(texte, null);

/**
 * The day in a cell, as {@link jourLu}, in a workbook that may number days from 1904.
 *
 * @throws ValeurRefusee as {@link jourLu}
 */
export const jourDeLaCellule: Lecture = (texte, _today, autour) => jourEcrit(texte, null, autour);

/**
 * A day of birth, from 1900 to today; a two-digit year takes the latest possible century.
 *
 * @throws ValeurRefusee when the text is no date, or is a day before 1900 or after today
 */
export function naissanceLue(
  texte: string,
  today: Jour,
  autour?: Pick<Autour, "depuis1904">,
): Jour {
  if (/(^|\D)1[0-8]\d\d(\D|$)/.test(texte))
    return refuser(texte, "est une naissance d’avant 1900 : corrigez l’année");
  const jour = jourEcrit(texte, today, autour);
  return jour > today ? refuser(texte, "est une naissance à venir : corrigez l’année") : jour;
}

function jourEcrit(
  texte: string,
  auPlusTard: Jour | null,
  autour?: Pick<Autour, "depuis1904">,
): Jour {
  if (INSTANT.test(texte)) {
    const instant = new Date(texte.replace(" ", "T").replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));
    if (!Number.isNaN(instant.getTime())) return aujourdhui(instant);
  }
  if (HEURE_AMERICAINE.test(texte)) {
    return refuser(
      texte,
      "est écrit à l’américaine, où le mois vient d’abord : écrivez jj/mm/aaaa",
    );
  }
  const nu = texte
    .replace(/[T ]\d{1,2}[:h]\d{2}.*$/, "")
    .replace(/^(lun|mar|mer|jeu|ven|sam|dim)\w*\.? /i, "");
  if (/^\d{5}([.,]\d+)?$/.test(nu))
    return ajouterJours(
      autour?.depuis1904 ? JOUR_ZERO_DE_1904 : JOUR_ZERO,
      Math.floor(Number(nu.replace(",", "."))),
    );
  const [, jour = "", nom = "", annee = ""] =
    mot(nu).match(/^(\d{1,2})(?:er)? ([a-z]{3,}) (\d{4}|\d{2})$/) ?? [];
  const mois =
    nom === ""
      ? -1
      : MOIS.findIndex((connu) => connu === nom || (connu.startsWith(nom) && nom !== "jui"));
  const jourLu =
    mois >= 0
      ? lireJour(`${jour}/${mois + 1}/${annee}`, auPlusTard)
      : lireJour(nu.replace(/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/, dansLOrdre), auPlusTard);
  return jourLu ?? refuser(texte, "n’est pas une date : écrivez jj/mm/aaaa");
}

/**
 * A day of each year, as `MM-DD`: « 01/07 », « 1er juillet », « le 1-7 ». The year of a full date is ignored, because
 * a spreadsheet turns « 01/07 » into a date.
 *
 * @throws ValeurRefusee when the text is no day of the year
 */
export const jourDeLAnneeLu: Lecture = (texte, _today, autour) => {
  const jourEtMois = /^\d{1,2}([/.\-\s]+\d{1,2}|(er)?[\s-]\p{L}+\.?)$/iu;
  const nu = texte.replace(/^le /i, "");
  try {
    return jourEcrit(jourEtMois.test(nu) ? `${nu} ${BISSEXTILE}` : nu, null, autour).slice(5);
  } catch (error) {
    if (!(error instanceof ValeurRefusee)) throw error;
    return refuser(texte, "n’est pas un jour de l’année : écrivez jj/mm");
  }
};

const BISSEXTILE = 2000;

const dansLOrdre = (_: string, annee: string, mois: string, jour: string) =>
  `${jour}/${mois}/${annee}`;

/**
 * An amount in euros: « 1 234,50 € », « 1234.5 », « 850 €/mois ».
 *
 * @throws ValeurRefusee when the text is no amount, or has two readings
 */
export function montantLu(texte: string): number {
  try {
    return enEuros(
      centimesEcrits(
        texte.replace(/\s*(€|eur(os?)?)?\s*(\/|par)\s*(mois|an)$/i, "").replace(/euros?$/i, ""),
      ),
    );
  } catch (error) {
    if (!(error instanceof MontantIllisible)) throw error;
    return refuser(texte, `${error.message} : écrivez 1234,50`);
  }
}

/** A number without its unit: « 45,5 m² », « 140.5 ». @throws ValeurRefusee when the text is no number */
export function nombreLu(texte: string): number {
  const nu = texte.replace(/\s|m2$|m²$|%$/gi, "").replace(",", ".");
  return /^-?\d+(\.\d+)?$/.test(nu) ? Number(nu) : refuser(texte, "n’est pas un nombre");
}

/** An integer: « 5 », « 5.0 », « le 5 », « 12 mois ». @throws ValeurRefusee when the text is no integer */
export function entierLu(texte: string): number {
  const [, nombre] = texte.match(/^(?:le )?(\d{1,9})(?:[.,]0+|er)?(?: (?:mois|jours?))?$/i) ?? [];
  return nombre === undefined ? refuser(texte, "n’est pas un nombre entier") : Number(nombre);
}

/**
 * A number of rooms: « 3 », « T3 », « F2 bis », « Studio », « 3 pièces ».
 *
 * @throws ValeurRefusee when the text is no number of rooms
 */
export function piecesLues(texte: string): number {
  const [, nombre] =
    mot(texte).match(
      /^(?:appartement |maison |type )?(?:[tf] ?)?(\d{1,2})(?: 0)?(?: ?bis| p| pieces?)?$/,
    ) ?? [];
  if (nombre !== undefined) return Number(nombre);
  return /^(studio|studette|chambre)/.test(mot(texte))
    ? 1
    : refuser(texte, "n’est pas un nombre de pièces");
}

const OUI = new Set(["oui", "o", "vrai", "true", "1", "x", "yes", "y", "actif"]);
const NON = new Set(["non", "n", "faux", "false", "0", "no", "aucun", "inactif"]);

/** A yes or a no: « Oui », « Non », « x », « 1 », « VRAI ». @throws ValeurRefusee when the text is neither */
export function ouiNonLu(texte: string): boolean {
  if (OUI.has(mot(texte))) return true;
  return NON.has(mot(texte)) ? false : refuser(texte, "n’est ni oui ni non");
}

/**
 * Builds a reader for a field with a list of values: it finds the value that the words of other software mean.
 *
 * @param mots the pattern of each value
 */
export const choixLu =
  <T extends string>(mots: Readonly<Record<T, RegExp>>): Lecture =>
  (texte) => {
    const valeurs = Object.entries(mots) as [T, RegExp][];
    const trouvee = valeurs.find(
      ([valeur, expression]) => mot(valeur) === mot(texte) || expression.test(mot(texte)),
    );
    return (
      trouvee?.[0] ??
      refuser(
        texte,
        `n’est pas reconnu. Valeurs possibles : ${valeurs.map(([valeur]) => valeur).join(", ")}`,
      )
    );
  };

/**
 * The period of construction, from its words or from a year.
 *
 * @throws ValeurRefusee when the text has no year from 1000 to 2199
 */
export function periodeLue(texte: string): string {
  const [annee = ""] = texte.match(/\d{4}/g)?.slice(-1) ?? [];
  const avant = /avant/i.test(texte) ? Number(annee) - 1 : Number(annee);
  if (annee === "" || avant < 1000 || avant > 2199)
    return refuser(texte, "n’est ni une année ni une période de construction");
  if (/apr[eè]s|depuis/i.test(texte) && Number(annee) >= 1989) return "après 1990";
  if (avant < 1946) return "avant 1946";
  if (avant <= 1970) return "1946-1970";
  return avant <= 1990 ? "1971-1990" : "après 1990";
}
