import { ajouterJours, type Jour } from "../../dates.ts";

/** Days of each year on which the system of European transfers is closed, besides those of Easter. */
const FERMES = new Set(["01-01", "05-01", "12-25", "12-26"]);

/** Banks settle transfers on this day (reversements/README §12.18): neither a week-end nor a holiday of TARGET. */
export function estJourTarget(jour: Jour): boolean {
  const rang = new Date(jour).getUTCDay();
  if (rang === 0 || rang === 6 || FERMES.has(jour.slice(5))) return false;
  const paques = dimancheDePaques(Number(jour.slice(0, 4)));
  return jour !== ajouterJours(paques, -2) && jour !== ajouterJours(paques, 1);
}

/** The first day on which banks settle transfers, from this one on. */
export function jourTarget(jour: Jour): Jour {
  let trouve = jour;
  while (!estJourTarget(trouve)) trouve = ajouterJours(trouve, 1);
  return trouve;
}

/** Gregorian Easter (Meeus, Jones and Butcher). */
function dimancheDePaques(annee: number): Jour {
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
