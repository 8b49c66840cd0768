import { ajouterMois, type Jour, jourDuMois, moisDe } from "#domain/dates.ts";

/**
 * Reads the rows of a table drawn with bars, one a line; its first line names the columns.
 * @throws Error when a row has not as many cells as the first.
 */
export function readTable<Column extends string>(table: string): Record<Column, string>[] {
  const [columns = [], ...lines] = table
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return lines.map((cells) => {
    if (cells.length !== columns.length) throw new Error(`Table: ${cells.join(" | ")}`);
    return Object.fromEntries(columns.map((column, rang) => [column, cells[rang]])) as Record<
      Column,
      string
    >;
  });
}

/** A day from a text: « -14/15 » is the 15th of the month 14 months before that of `today`; "" gives null. */
export function readRelativeDay(text: string, today: Jour): Jour | null {
  if (text === "") return null;
  const [mois, day] = text.split("/").map(Number);
  return jourDuMois(ajouterMois(moisDe(today), mois ?? 0), day ?? 1);
}

/** The same, where the table must hold a day. */
export function relativeDay(text: string, today: Jour): Jour {
  const jour = readRelativeDay(text, today);
  if (jour === null) throw new Error("Table: a day is missing");
  return jour;
}

export const orNull = (text: string): string | null => text || null;
