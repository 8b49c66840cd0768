import { stringify } from "csv-stringify/browser/esm/sync";
import { formatInstant, formatJour } from "#domain/dates.ts";

export interface CsvColumn<Row> {
  titre: string;
  valeur(row: Row): string | number | boolean | null;
  /** Writes an amount with its two decimals: « 7,70 ». */
  euros?: true;
}

/** One chunk of a file that French spreadsheets read correctly: `;`, CRLF, decimal comma, dd/mm/yyyy. */
export function csvChunk<Row>(columns: CsvColumn<Row>[], rows: Row[], first: boolean): string {
  return stringify(
    rows.map((row) =>
      columns.map(({ valeur, euros }) => {
        const value = valeur(row);
        return euros && typeof value === "number" ? amount(value) : cell(value);
      }),
    ),
    {
      bom: first,
      header: first,
      columns: columns.map(({ titre }, key) => ({ key: String(key), header: titre })),
      delimiter: ";",
      record_delimiter: "windows",
      // A text of several lines is quoted even when its line ends are not those of the file: otherwise it would end the
      // record.
      quoted_match: /[\r\n]/,
      cast: { number: (value) => String(value).replace(".", ",") },
    },
  );
}

const amount = (euros: number): string => euros.toFixed(2).replace(".", ",");

function cell(value: string | number | boolean | null): string | number {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "oui" : "non";
  if (typeof value === "number") return value;
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatJour(value);
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return formatInstant(new Date(value));
  if (FORMULA.test(value)) return `'${value}`;
  if (/^0\d{9}$/.test(value)) return value.replace(/\d\d(?=\d)/g, "$& ");
  return TAKEN_FOR_A_NUMBER.test(value) ? `\t${value}` : value;
}

/** The first characters by which a spreadsheet recognises a formula; the full-width signs are recognised too. */
const FORMULA = /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;

/**
 * Texts that a spreadsheet would take for a number or a date: « 06000 » would lose its zero; « 1/2 », « 2026-11 » and
 * « 1E5 » would become something else. A tab before such a text keeps it unchanged.
 */
const TAKEN_FOR_A_NUMBER = /^(?:0\d+|\d{12,}|\d+e\d+|\d{1,4}(?:[/.:-]\d{1,4}){1,2})$/i;
