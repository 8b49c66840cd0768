import { stringify } from "csv-stringify/browser/esm/sync";
import { formatJour } from "#domain/dates.ts";

export interface CsvColumn<Row> {
  titre: string;
  valeur(row: Row): string | number | boolean | null;
}

/** One chunk of a file that French spreadsheets open right: `;`, CRLF, decimal comma, dd/mm/yyyy. */
export function csvChunk<Row>(columns: CsvColumn<Row>[], rows: Row[], first: boolean): string {
  return stringify(
    rows.map((row) => columns.map(({ valeur }) => cell(valeur(row)))),
    {
      bom: first,
      header: first,
      columns: columns.map(({ titre }, key) => ({ key: String(key), header: titre })),
      delimiter: ";",
      record_delimiter: "windows",
      // Amounts below zero stay numbers: only a text can be a formula.
      escape_formulas: true,
      cast: { number: (value) => String(value).replace(".", ",") },
    },
  );
}

function cell(value: string | number | boolean | null): string | number {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "oui" : "non";
  if (typeof value === "number") return value;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatJour(value);
  // A spreadsheet takes ten digits for a number and drops the first zero of a telephone.
  return /^0\d{9}$/.test(value) ? value.replace(/\d\d(?=\d)/g, "$& ") : value;
}
