import { parution, type Trimestre } from "../../bail/irl.ts";
import { ajouterAnnees, ajouterJours, type Jour, jourDuMois, jourEnLettres } from "../../dates.ts";

/** The dates of a lease that determine its days of revision. */
export interface DatesDeRevision {
  debut: Jour;
  /** The day and the month that the lease agrees on, `MM-DD`; null for the anniversary of its first day. */
  convenue: string | null;
}

/** A revision may be requested from the tenant this many days before its anniversary. */
const JOURS_AVANT = 45;

const dansLAnnee = (annee: number, convenue: string): Jour =>
  jourDuMois(`${annee}-${convenue.slice(0, 2)}`, Number(convenue.slice(3)));

/**
 * The day of a revision by its rank, 1 for the first: the day agreed on in the lease, else the anniversary of the
 * first day of the lease. Outside leap years, a 29 February becomes the 28th (loi n° 89-462, art. 17-1, I;
 * revisions/README §15.3).
 */
export function anniversaire({ debut, convenue }: DatesDeRevision, rang: number): Jour {
  if (convenue === null) return ajouterAnnees(debut, rang);
  const annee = Number(debut.slice(0, 4));
  const premiere = dansLAnnee(annee, convenue) > debut ? annee : annee + 1;
  return dansLAnnee(premiere + rang - 1, convenue);
}

/**
 * The day of each year on which a rent is revised, in French words: « 1er juillet », « dernier jour de février » for
 * a 29 February.
 */
export function jourDeRevisionEnLettres({ debut, convenue }: DatesDeRevision): string {
  const jour = convenue ?? debut.slice(5);
  return jour === "02-29"
    ? "dernier jour de février"
    : jourEnLettres(`2000-${jour}`).replace(/ 2000$/, "");
}

/** The days of revision after `du` and until `au`; `du` is excluded, `au` included. */
export function anniversairesEntre(dates: DatesDeRevision, du: Jour, au: Jour): Jour[] {
  const trouves: Jour[] = [];
  for (let rang = 1; ; rang++) {
    const jour = anniversaire(dates, rang);
    if (jour > au) return trouves;
    if (jour > du) trouves.push(jour);
  }
}

/**
 * The day on which the reference index of a lease was last used (revisions/README §15.3): the first day of the lease
 * for the index of its clause. An index published later was used by a revision made outside the product, on the first
 * day of revision that could use it. When the first agreed day of revision comes too early for the index of the same
 * quarter a year later, the index counts as used on that day, and the rent stays.
 */
export function depuisQuand(dates: DatesDeRevision, indice: Trimestre): Jour {
  const connu = parution(indice);
  const demandable = ajouterJours(connu, -JOURS_AVANT);
  const premier = anniversaire(dates, 1);
  if (premier >= ajouterAnnees(demandable, 1)) return dates.debut;
  if (dates.convenue === null && connu < premier) return dates.debut;
  for (let rang = 1; ; rang++) {
    const jour = anniversaire(dates, rang);
    if (jour >= demandable) return jour;
  }
}

/**
 * The first day on which the revision of an anniversary is lost: one year after the anniversary (art. 17-1, I of loi
 * n° 89-462).
 */
export const renoncementDe = (anniversaireLe: Jour): Jour => ajouterAnnees(anniversaireLe, 1);

/** The first day on which the revision of an anniversary may be requested. */
export const ouvertureDe = (anniversaireLe: Jour): Jour =>
  ajouterJours(anniversaireLe, -JOURS_AVANT);

/**
 * The anniversaries whose revision may be requested on a day: the next anniversary when it is near, and the past ones
 * whose revision is not lost yet.
 */
export const anniversairesOuverts = (dates: DatesDeRevision, today: Jour): Jour[] =>
  anniversairesEntre(dates, ajouterAnnees(today, -2), ajouterJours(today, JOURS_AVANT)).filter(
    (jour) => today < renoncementDe(jour),
  );
