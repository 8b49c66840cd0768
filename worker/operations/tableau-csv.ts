import { parse } from "csv-parse/browser/esm/sync";
import { Invalid } from "#domain/erreurs.ts";

const SEPARATEURS = [";", "\t", ",", "|"] as const;
const LIGNES_REGARDEES = 10;

/** What separates the cells: what stands most, outside of quotes, in the first lines. */
export function separateurDe(texte: string): string {
  const debut = texte
    .split("\n", LIGNES_REGARDEES)
    .join("\n")
    .replace(/"[^"]*"/g, "");
  const comptes = SEPARATEURS.map((un) => debut.split(un).length);
  return SEPARATEURS[comptes.indexOf(Math.max(...comptes))] ?? ";";
}

/**
 * Every row of a CSV file, blank ones too: a rank is a line of the spreadsheet that would show it.
 * @param atMost rows that are read.
 * @throws Invalid, of this field, when it is no such table.
 */
export function decouperCsv(texte: string, atMost: number, champ: string): string[][] {
  try {
    return parse(texte, {
      delimiter: separateurDe(texte),
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: 100_000,
      to: atMost,
    });
  } catch {
    throw new Invalid({
      [champ]: "Ce texte n’est pas un tableau CSV : un guillemet n’est pas fermé.",
    });
  }
}
