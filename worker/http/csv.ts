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
      escape_formulas: true,
    },
  );
}

function cell(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "oui" : "non";
  if (typeof value === "number") return String(value).replace(".", ",");
  return /^\d{4}-\d\d-\d\d$/.test(value) ? formatJour(value) : value;
}
