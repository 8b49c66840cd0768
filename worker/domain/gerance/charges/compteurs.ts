import type { Compteur } from "../../biens/elements.ts";
import { ajouterJours, ecartEnJours, formatJour, type Jour } from "../../dates.ts";
import { ordre } from "../../ordre.ts";

/** The index of a meter of a dwelling on a day. */
export interface ReleveCompteur {
  compteur: Compteur;
  /** Of the meter itself: another one begins from its own index. */
  numero: string | null;
  date: Jour;
  /** In thousandths of its unit: litres for water. */
  index: number;
}

/** The count of a meter on a day, from its first reading on; thousandths. */
interface Cumul {
  date: Jour;
  cumul: number;
}

/** The readings of a meter, and of those that took its place, as one count that only grows. */
function cumuls(releves: readonly ReleveCompteur[]): Cumul[] {
  const dates = releves.toSorted((un, autre) => ordre(un.date, autre.date));
  let cumul = 0;
  return dates.map(({ date, index, numero }, rang) => {
    const avant = dates[rang - 1];
    if (avant && avant.numero === numero) cumul += Math.max(0, index - avant.index);
    return { date, cumul };
  });
}

/**
 * The count of a meter at the first hour of a day: as read that day or on the eve, else in proportion to the days between
 * the readings around it (charges/README §16.3).
 */
function cumulAu(jour: Jour, lus: readonly Cumul[]): { cumul: number; estime: boolean } {
  const veille = ajouterJours(jour, -1);
  const exact =
    lus.find(({ date }) => date === jour) ?? lus.findLast(({ date }) => date === veille);
  if (exact) return { cumul: exact.cumul, estime: false };
  const avant = lus.findLast(({ date }) => date < veille);
  const apres = lus.find(({ date }) => date > jour);
  if (!avant || !apres) return { cumul: (avant ?? apres)?.cumul ?? 0, estime: true };
  const depart = ajouterJours(avant.date, 1);
  const part = ecartEnJours(depart, jour) / ecartEnJours(depart, apres.date);
  return { cumul: avant.cumul + Math.round((apres.cumul - avant.cumul) * part), estime: true };
}

/** The count of a meter from a day to another, not included; thousandths. */
export interface Mesure {
  quantite: (du: Jour, lendemain: Jour) => number;
  /** Whether the index of that day is worked out, and not read. */
  estimee: (jour: Jour) => boolean;
}

/** The count of a meter of a dwelling between any two days, from its readings. */
export function mesureDe(releves: readonly ReleveCompteur[], compteur: Compteur): Mesure {
  const lus = cumuls(releves.filter((releve) => releve.compteur === compteur));
  return {
    quantite: (du, lendemain) => cumulAu(lendemain, lus).cumul - cumulAu(du, lus).cumul,
    estimee: (jour) => cumulAu(jour, lus).estime,
  };
}

/** What a meter counted over some days, and its index at both ends, in thousandths or in its unit. */
export interface Consommation {
  compteur: Compteur;
  quantite: number;
  /** As read on these days or on the eve; null where one was not read, or where the meter was replaced between them. */
  index: { debut: number; fin: number } | null;
}

/** What a meter of a dwelling counted over the days of a lease, both included. */
export function consommationDuBail(
  releves: readonly ReleveCompteur[],
  compteur: Compteur,
  { du, au }: { du: Jour; au: Jour },
): Consommation {
  const siens = releves.filter((releve) => releve.compteur === compteur);
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
 * The readings of meters, with those of the inventories of the dwelling: these tell no number, and are of the meter that
 * was read last, else of the next one. A reading of the same day counts before them (charges/README §16.3).
 */
export function relevesAvecConstats(
  releves: readonly ReleveCompteur[],
  constats: readonly ReleveCompteur[],
): ReleveCompteur[] {
  const ajoutes = constats.flatMap((constat): ReleveCompteur[] => {
    const siens = releves
      .filter(({ compteur }) => compteur === constat.compteur)
      .toSorted((un, autre) => ordre(un.date, autre.date));
    if (siens.some(({ date }) => date === constat.date)) return [];
    const voisin = siens.findLast(({ date }) => date < constat.date) ?? siens[0];
    return [{ ...constat, numero: voisin?.numero ?? null }];
  });
  return [...releves, ...ajoutes];
}

/** The reason why a reading may not be noted among the others of its meter, in a sentence; null when it may. */
export function refusDeReleve(
  releve: ReleveCompteur,
  autres: readonly ReleveCompteur[],
): string | null {
  const relevesSuivants = autres.filter(
    ({ compteur, numero }) => compteur === releve.compteur && numero === releve.numero,
  );
  const recule = relevesSuivants.find(({ date, index }) =>
    date < releve.date ? index > releve.index : date > releve.date && index < releve.index,
  );
  return recule
    ? `Ce compteur indiquait déjà autre chose le ${formatJour(recule.date)} : il ne recule pas. S’il a été remplacé, donnez son nouveau numéro.`
    : null;
}
