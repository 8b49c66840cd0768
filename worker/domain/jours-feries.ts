import { ajouterJours, type Jour } from "./dates.ts";

/** The public holidays of fixed date, `MM-DD` (Code du travail, art. L. 3133-1). */
const FETES = new Set(["01-01", "05-01", "05-08", "07-14", "08-15", "11-01", "11-11", "12-25"]);

/** The movable holidays, in days after Easter: Easter Monday, Ascension Day, Whit Monday. */
const DE_PAQUES = [1, 39, 50];

/** This day, or the first later day that is no Saturday, Sunday or public holiday (CPC art. 642). */
export function jourOuvrable(jour: Jour): Jour {
  let trouve = jour;
  while (estChome(trouve)) trouve = ajouterJours(trouve, 1);
  return trouve;
}

function estChome(jour: Jour): boolean {
  const rang = new Date(jour).getUTCDay();
  if (rang === 0 || rang === 6 || FETES.has(jour.slice(5))) return true;
  const paques = dimancheDePaques(Number(jour.slice(0, 4)));
  return DE_PAQUES.some((jours) => jour === ajouterJours(paques, jours));
}

/** Easter Sunday of a year, by the algorithm of Meeus, Jones and Butcher. */
export function dimancheDePaques(annee: number): Jour {
  const lune = annee % 19;
  const siecle = Math.floor(annee / 100);
  const reste = annee % 100;
  const correction =
    siecle - Math.floor(siecle / 4) - Math.floor((siecle - Math.floor((siecle + 8) / 25) + 1) / 3);
  const epacte = (19 * lune + correction + 15) % 30;
  const dimanche = (32 + 2 * (siecle % 4) + 2 * Math.floor(reste / 4) - epacte - (reste % 4)) % 7;
  const report = Math.floor((lune + 11 * epacte + 22 * dimanche) / 451);
  const rang = epacte + dimanche - 7 * report + 114;
  const deuxChiffres = (nombre: number) => String(nombre).padStart(2, "0");
  return `${annee}-${deuxChiffres(Math.floor(rang / 31))}-${deuxChiffres((rang % 31) + 1)}`;
}
