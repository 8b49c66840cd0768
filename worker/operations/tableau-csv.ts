import { parse } from "csv-parse/browser/esm/sync";
import { Invalid } from "#domain/erreurs.ts";

const SEPARATEURS = [";", "\t", ",", "|"] as const;
const LIGNES_REGARDEES = 10;
/** The most characters of a line of a table. */
const LIGNE_AU_PLUS = 100_000;

/** The separator of the cells: the most frequent one in the first lines, outside quotes. */
export function separateurDe(texte: string): string {
  const debut = texte
    .split("\n", LIGNES_REGARDEES)
    .join("\n")
    .replace(/"[^"]*"/g, "");
  const comptes = SEPARATEURS.map((separateur) => debut.split(separateur).length);
  return SEPARATEURS[comptes.indexOf(Math.max(...comptes))] ?? ";";
}

/**
 * Every row of a CSV file. Blank rows are kept, so that the rank of a row is its line in the spreadsheet.
 * @param atMost the most rows that are read.
 * @throws Invalid, on the field `champ`, when a quote is never closed or a line is too long.
 */
export function decouperCsv(texte: string, atMost: number, champ: string): string[][] {
  const separateur = separateurDe(texte);
  const ouvert = guillemetOuvert(texte, separateur);
  if (ouvert !== null) {
    throw refus(
      champ,
      `Ligne ${ouvert} : un guillemet (") s’ouvre et ne se ferme pas. Fermez-le ou retirez-le dans votre fichier, puis recommencez.`,
    );
  }
  if (aUneLigneTropLongue(texte)) throw refus(champ, TROP_LONGUE);
  try {
    return parse(texte, {
      delimiter: separateur,
      bom: true,
      relax_quotes: true,
      relax_column_count: true,
      max_record_size: LIGNE_AU_PLUS,
      to: atMost,
    });
  } catch {
    throw refus(champ, TROP_LONGUE);
  }
}

const TROP_LONGUE = "Ce texte n’est pas un tableau CSV : une de ses lignes est trop longue.";

/**
 * Whether a line is too long. A line of separators alone counts too: its millions of empty cells would fill the
 * memory.
 */
function aUneLigneTropLongue(texte: string): boolean {
  const retour = texte.includes("\n") ? "\n" : "\r";
  for (let debut = 0; debut < texte.length; ) {
    const trouve = texte.indexOf(retour, debut);
    const fin = trouve < 0 ? texte.length : trouve;
    if (fin - debut > LIGNE_AU_PLUS) return true;
    debut = fin + 1;
  }
  return false;
}

const refus = (champ: string, message: string) => new Invalid({ [champ]: message }, message);

/**
 * The number of the line where a cell begins with a quote that is never closed: the lines below would become part of
 * this cell. Null when there is none. A quote in the middle of a cell is plain text.
 */
function guillemetOuvert(texte: string, separateur: string): number | null {
  const bords = new Set([separateur, "\n", "\r", "\uFEFF", undefined]);
  for (let debut = texte.indexOf('"'); debut >= 0; debut = texte.indexOf('"', debut + 1)) {
    if (!bords.has(texte[debut - 1])) continue;
    let fin = texte.indexOf('"', debut + 1);
    while (texte[fin + 1] === '"') fin = texte.indexOf('"', fin + 2);
    const dedans = texte.slice(debut, fin < 0 ? undefined : fin);
    const ferme = fin >= 0 && dedans.length < LIGNE_AU_PLUS && bords.has(texte[fin + 1]);
    if (!ferme && (fin < 0 || /[\r\n]/.test(dedans)))
      return texte.slice(0, debut).split(/\r\n|\r|\n/).length;
    debut = fin;
  }
  return null;
}
