import type { Compteur } from "../../biens/index-des-compteurs.ts";
import { ajouterJours, ecartEnJours, formatJour, type Jour } from "../../dates.ts";
import { ordre } from "../../ordre.ts";

export interface ReleveCompteur {
  compteur: Compteur;
  /** The serial number of the meter: after a replacement, the index starts anew. */
  numero: string | null;
  date: Jour;
  /** The reading of the meter in thousandths of its unit: litres for water. */
  index: number;
}

/** The quantity counted since the first reading of a meter, in thousandths of its unit. */
interface Cumul {
  date: Jour;
  cumul: number;
}

/**
 * The readings of a meter and of its replacements, by day, with the missing serial numbers filled in where they can
 * be. A reading without a number takes the number of the reading before it. The first readings take the first number
 * noted, unless one of them is higher than the reading that has this number; then their number stays null.
 */
function suivis(releves: readonly ReleveCompteur[]): ReleveCompteur[] {
  const dates = releves.toSorted((releve, autre) => ordre(releve.date, autre.date));
  const rangNomme = dates.findIndex(({ numero }) => numero !== null);
  const nomme = dates[rangNomme];
  const sansNumero = dates.slice(0, Math.max(0, rangNomme));
  const premier =
    nomme && sansNumero.every(({ index }) => index <= nomme.index) ? nomme.numero : null;
  return dates.map((releve, rang) => ({
    ...releve,
    numero: dates.slice(0, rang + 1).findLast(({ numero }) => numero !== null)?.numero ?? premier,
  }));
}

/** The readings of a meter and of its replacements as one growing count. */
function cumuls(releves: readonly ReleveCompteur[]): Cumul[] {
  const dates = suivis(releves);
  let cumul = 0;
  return dates.map(({ date, index, numero }, rang) => {
    const avant = dates[rang - 1];
    if (avant && avant.numero === numero) cumul += Math.max(0, index - avant.index);
    return { date, cumul };
  });
}

/**
 * The count of a meter at the start of a day: the reading of that day or of the eve, else an estimate in proportion
 * to the days between the two nearest readings (charges/README §16.3). Before the first reading or after the last,
 * the nearest count.
 */
function cumulAu(jour: Jour, connus: readonly Cumul[]): { cumul: number; estime: boolean } {
  const veille = ajouterJours(jour, -1);
  const exact =
    connus.find(({ date }) => date === jour) ?? connus.findLast(({ date }) => date === veille);
  if (exact) return { cumul: exact.cumul, estime: false };
  const avant = connus.findLast(({ date }) => date < veille);
  const apres = connus.find(({ date }) => date > jour);
  if (!avant || !apres) return { cumul: (avant ?? apres)?.cumul ?? 0, estime: true };
  const depart = ajouterJours(avant.date, 1);
  const part = ecartEnJours(depart, jour) / ecartEnJours(depart, apres.date);
  return { cumul: avant.cumul + Math.round((apres.cumul - avant.cumul) * part), estime: true };
}

/**
 * The quantity that a meter counted from the start of the day `du` to the start of the day `lendemain`; thousandths of
 * its unit.
 */
export interface Mesure {
  quantite: (du: Jour, lendemain: Jour) => number;
  /** Whether the index of a day is worked out instead of read. */
  estimee: (jour: Jour) => boolean;
}

/** A function that measures a meter of a dwelling between any two days, from its readings. */
export function mesureDe(releves: readonly ReleveCompteur[], compteur: Compteur): Mesure {
  const connus = cumuls(releves.filter((releve) => releve.compteur === compteur));
  return {
    quantite: (du, lendemain) => cumulAu(lendemain, connus).cumul - cumulAu(du, connus).cumul,
    estimee: (jour) => cumulAu(jour, connus).estime,
  };
}

/** The quantity that a meter counted over some days, and its first and last index, all in one unit. */
export interface Consommation {
  compteur: Compteur;
  quantite: number;
  /**
   * The readings of the first day and of the day after the last, or of the eves of these days. Null when one reading
   * is missing, or when the meter was replaced between the two.
   */
  index: { debut: number; fin: number } | null;
}

/** The quantity that a meter counted over the days of a lease, both included; thousandths of its unit. */
export function consommationDuBail(
  releves: readonly ReleveCompteur[],
  compteur: Compteur,
  { du, au }: { du: Jour; au: Jour },
): Consommation {
  const siens = suivis(releves.filter((releve) => releve.compteur === compteur));
  const lu = (jour: Jour) =>
    siens.find(({ date }) => date === jour) ??
    siens.find(({ date }) => date === ajouterJours(jour, -1));
  const lendemain = ajouterJours(au, 1);
  const [debut, fin] = [lu(du), lu(lendemain)];
  return {
    compteur,
    quantite: mesureDe(siens, compteur).quantite(du, lendemain),
    index:
      debut && fin && debut.numero === fin.numero ? { debut: debut.index, fin: fin.index } : null,
  };
}

/**
 * Adds the readings of the inventories to the readings of meters (charges/README §16.3). An inventory gives no serial
 * number: its reading takes the number of the last meter reading before it, else of the first. A meter reading of the
 * same day prevails over the inventory.
 */
export function relevesAvecConstats(
  releves: readonly ReleveCompteur[],
  constats: readonly ReleveCompteur[],
): ReleveCompteur[] {
  const ajoutes = constats.flatMap((constat): ReleveCompteur[] => {
    const siens = releves
      .filter(({ compteur }) => compteur === constat.compteur)
      .toSorted((releve, autre) => ordre(releve.date, autre.date));
    if (siens.some(({ date }) => date === constat.date)) return [];
    const voisin = siens.findLast(({ date }) => date < constat.date) ?? siens[0];
    return [{ ...constat, numero: voisin?.numero ?? null }];
  });
  return [...releves, ...ajoutes];
}

/** The French reason why a reading contradicts the other readings of its meter; null when it does not. */
export function refusDeReleve(
  releve: ReleveCompteur,
  autres: readonly ReleveCompteur[],
): string | null {
  const duCompteur = suivis([
    ...autres.filter(({ compteur, date }) => compteur === releve.compteur && date !== releve.date),
    releve,
  ]);
  const sien = duCompteur.find(({ date }) => date === releve.date)?.numero;
  const recule = duCompteur.find(
    ({ date, index, numero }) =>
      numero === sien &&
      (date < releve.date ? index > releve.index : date > releve.date && index < releve.index),
  );
  return recule
    ? `Ce compteur indiquait déjà autre chose le ${formatJour(recule.date)} : il ne recule pas. S’il a été remplacé, donnez son nouveau numéro.`
    : null;
}
