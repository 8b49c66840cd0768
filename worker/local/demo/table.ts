import { ajouterMois, type Jour, jourDuMois, moisDe } from "#domain/dates.ts";

/**
 * Reads a table whose cells are separated by bars; the first line names the columns.
 * @throws Error when a row has more or fewer cells than the first line
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

/**
 * A day relative to today: « -14/15 » is the 15th of the month, fourteen months before the present one; "" gives
 * null.
 */
export function readRelativeDay(text: string, today: Jour): Jour | null {
  if (text === "") return null;
  const [mois, day] = text.split("/").map(Number);
  return jourDuMois(ajouterMois(moisDe(today), mois ?? 0), day ?? 1);
}

/**
 * A day relative to today, as {@link readRelativeDay} reads it.
 * @throws Error for an empty text
 */
export function relativeDay(text: string, today: Jour): Jour {
  const jour = readRelativeDay(text, today);
  if (jour === null) throw new Error("Table: a day is missing");
  return jour;
}

export const orNull = (text: string): string | null => text || null;
