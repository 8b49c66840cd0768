import * as z from "zod/mini";
import { booleen, choix, decimal, entier, facultatif, texte } from "../fields.ts";
import { PERIODES_ENCADREMENT } from "./encadrement.ts";

/**
 * The rent cap of art. 140 loi ELAN, as the form sends it (documents/README §8.1); `montantBase` and `complementLoyer`
 * are computed, and the values sent are ignored.
 */
export const encadrement = z.strictObject({
  /** False: staff said that no cap applies. Absent: a described cap applies (bail/README §3.7). */
  soumis: facultatif(booleen()),
  surface: facultatif(decimal(100_000)),
  nbPiece: facultatif(entier(0, 100)),
  periodeConstruction: facultatif(choix(PERIODES_ENCADREMENT)),
  loyerReference: facultatif(decimal(10_000)),
  loyerReferenceMajore: facultatif(decimal(10_000)),
  montantBase: facultatif(z.number()),
  complementLoyer: facultatif(z.number()),
  caracteristiqueLoyer: facultatif(texte(2000)),
});

/** A rent cap without its two computed amounts, as it is stored. */
export function encadrementDeclare({
  montantBase: _base,
  complementLoyer: _complement,
  ...declare
}: z.output<typeof encadrement>) {
  return declare;
}

export type EncadrementDeclare = ReturnType<typeof encadrementDeclare>;
