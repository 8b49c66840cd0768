import * as z from "zod/mini";
import { booleen, choix, decimal, entier, facultatif, texte } from "../fields.ts";
import { PERIODES_ENCADREMENT } from "./encadrement.ts";

/**
 * Rent cap of art. 140 loi ELAN, none of it required (documents/README §8.1); `montantBase` and `complementLoyer` are
 * always computed, never taken from the caller.
 */
export const encadrement = z.strictObject({
  /** False: staff said that no cap applies. Without an answer, a described cap applies (bail/README §3.7). */
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

/** The stored part of a rent cap: all but its two computed amounts. */
export function encadrementDeclare({
  montantBase: _base,
  complementLoyer: _complement,
  ...declare
}: z.output<typeof encadrement>) {
  return declare;
}

export type EncadrementDeclare = ReturnType<typeof encadrementDeclare>;
