import type { Jour } from "../../dates.ts";
import type { Centimes } from "./repartition.ts";

/**
 * A line of an account that may get a letter, the mark shared by lines that settle each other; cents, either the
 * debit or the credit is zero.
 */
export interface LigneALettrer {
  id: number;
  date: Jour;
  debit: Centimes;
  credit: Centimes;
}

/** A line and the line that settles it (`par`), for at most `montant` cents; absent: as much as both lines allow. */
export interface Reglant {
  ligne: number;
  par: number;
  montant?: Centimes;
}

/** The letter of a line, with the day on which the lines of that letter balanced. */
export interface Lettre {
  lettre: string;
  date: Jour;
}

/** The letter of a rank counted from zero: « A », « B » … « Z », « AA ». */
export function lettreDuRang(rang: number): string {
  const suite = Math.floor(rang / 26);
  return (suite > 0 ? lettreDuRang(suite - 1) : "") + String.fromCharCode(65 + (rang % 26));
}

/**
 * Gives letters to the lines of one account (livres/README §12.1): lines that settle each other share a letter once
 * they balance.
 *
 * @param lignes in the order of the account
 * @param desLaPlusAncienne true: lines without a link settle each other too, the oldest first
 * @returns the letter of each line that has one, by the id of the line
 */
export function lettrer(
  lignes: readonly LigneALettrer[],
  liens: readonly Reglant[],
  { desLaPlusAncienne }: { desLaPlusAncienne: boolean },
): Map<number, Lettre> {
  const restes = new Map(lignes.map(({ id, debit, credit }) => [id, debit - credit]));
  const groupes = new Map(lignes.map(({ id }) => [id, id]));
  const groupeDe = (id: number): number => {
    let tete = id;
    for (let haut = groupes.get(tete) ?? tete; haut !== tete; haut = groupes.get(tete) ?? tete) {
      tete = haut;
    }
    groupes.set(id, tete);
    return tete;
  };
  const compenser = (ligne: number, autre: number, auPlus = Number.POSITIVE_INFINITY) => {
    const [reste, resteDeLAutre] = [restes.get(ligne) ?? 0, restes.get(autre) ?? 0];
    if (reste === 0 || resteDeLAutre === 0 || Math.sign(reste) === Math.sign(resteDeLAutre)) return;
    const montant = Math.min(Math.abs(reste), Math.abs(resteDeLAutre), auPlus);
    restes.set(ligne, reste - Math.sign(reste) * montant);
    restes.set(autre, resteDeLAutre - Math.sign(resteDeLAutre) * montant);
    const [premier, second] = [groupeDe(ligne), groupeDe(autre)];
    groupes.set(Math.max(premier, second), Math.min(premier, second));
  };
  for (const { ligne, par, montant } of liens) compenser(ligne, par, montant);
  if (desLaPlusAncienne) {
    const attente: number[] = [];
    for (const { id } of lignes) {
      for (const ouverte of attente) compenser(ouverte, id);
      while (attente[0] !== undefined && restes.get(attente[0]) === 0) attente.shift();
      if (restes.get(id) !== 0) attente.push(id);
    }
  }
  const parGroupe = Map.groupBy(lignes, ({ id }) => groupeDe(id));
  const soldes = [...parGroupe.values()].filter(
    (lignesDuGroupe) =>
      lignesDuGroupe.length > 1 && lignesDuGroupe.every(({ id }) => restes.get(id) === 0),
  );
  return new Map(
    soldes.flatMap((lignesDuGroupe, rang) => {
      const date = lignesDuGroupe
        .map((ligne) => ligne.date)
        .reduce((jour, autre) => (jour > autre ? jour : autre));
      return lignesDuGroupe.map(({ id }): [number, Lettre] => [
        id,
        { lettre: lettreDuRang(rang), date },
      ]);
    }),
  );
}
