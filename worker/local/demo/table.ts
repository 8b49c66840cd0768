import { ajouterMois, type Jour, jourDuMois, moisDe } from "#domain/dates.ts";

/**
 * Reads the rows of a table drawn with bars, one a line, its first line naming the columns.
 * @throws Error when a row has not as many cells as the first.
 */
export function lireTable<Colonne extends string>(table: string): Record<Colonne, string>[] {
  const [colonnes = [], ...lignes] = table
    .trim()
    .split("\n")
    .map((ligne) => ligne.split("|").map((cellule) => cellule.trim()));
  return lignes.map((cellules) => {
    if (cellules.length !== colonnes.length) throw new Error(`Table: ${cellules.join(" | ")}`);
    return Object.fromEntries(colonnes.map((colonne, rang) => [colonne, cellules[rang]])) as Record<
      Colonne,
      string
    >;
  });
}

/** « -14/15 » is the 15th of the month 14 months before the one of `today`; "" is null. */
export function lireJourRelatif(texte: string, today: Jour): Jour | null {
  if (texte === "") return null;
  const [mois, numero] = texte.split("/").map(Number);
  return jourDuMois(ajouterMois(moisDe(today), mois ?? 0), numero ?? 1);
}

/** The same, where the table must hold a day. */
export function jourRelatif(texte: string, today: Jour): Jour {
  const jour = lireJourRelatif(texte, today);
  if (jour === null) throw new Error("Table: a day is missing");
  return jour;
}

export const ouNull = (texte: string): string | null => texte || null;
