import * as z from "zod/mini";
import { requis } from "../../fields.ts";
import { ReleveRefuse } from "./releve.ts";

/** The columns that a person may name in a bank's CSV file (banque/README §12.5). */
export const COLONNES_A_DIRE = {
  date: "Date",
  libelle: "Libellé",
  montant: "Montant",
  debit: "Débit",
  credit: "Crédit",
  sens: "Sens (débit ou crédit)",
  tiers: "Payeur",
  reference: "Référence",
  solde: "Solde",
} as const;

export type ColonneDite = keyof typeof COLONNES_A_DIRE;

const entete = () => requis(200);
const autre = () => z.optional(entete());

/** The header of each column of a bank's CSV file, as a person named them once for a bank account. */
export const correspondance = z
  .strictObject({
    date: entete(),
    libelle: entete(),
    montant: autre(),
    debit: autre(),
    credit: autre(),
    sens: autre(),
    tiers: autre(),
    reference: autre(),
    solde: autre(),
  })
  .check(
    z.refine(
      ({ montant, debit, credit }) =>
        montant === undefined
          ? debit !== undefined && credit !== undefined
          : debit === undefined && credit === undefined,
      "Le montant, ou le débit et le crédit, sont attendus.",
    ),
  );

export type Correspondance = z.output<typeof correspondance>;

/** A table with unknown headers, and its first lines as examples. */
export interface TableInconnue {
  entetes: string[];
  exemples: string[][];
}

/** The refusal of a table with unknown headers; `table` lets a person name its columns. */
export class ColonnesInconnues extends ReleveRefuse {
  readonly table: TableInconnue;
  constructor(table: TableInconnue) {
    super("Les colonnes de ce fichier ne sont pas connues : dites ce que chacune contient.");
    this.table = table;
  }
}
