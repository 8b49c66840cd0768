import * as z from "zod/mini";
import { choix, decimal, entier, facultatif, texte } from "./fields.ts";
import { arrondir, somme } from "./montants.ts";

export const PERIODES_ENCADREMENT = ["Avant 1946", "1946-1970", "1971-1990", "apres 1990"] as const;
/** How the rent cap names the period in which an apartment says it was built. */
export const PERIODE_ENCADREE = {
  "avant 1946": "Avant 1946",
  "1946-1970": "1946-1970",
  "1971-1990": "1971-1990",
  "après 1990": "apres 1990",
} as const satisfies Record<string, (typeof PERIODES_ENCADREMENT)[number]>;

/** Rent cap of art. 140 loi ELAN; `montantBase` and `complementLoyer` are computed, whatever is sent. */
export const encadrement = z.strictObject({
  surface: decimal(100_000),
  nbPiece: facultatif(entier(0, 100)),
  periodeConstruction: facultatif(choix(PERIODES_ENCADREMENT)),
  loyerReference: decimal(10_000),
  loyerReferenceMajore: decimal(10_000),
  montantBase: facultatif(z.number()),
  complementLoyer: facultatif(z.number()),
  caracteristiqueLoyer: facultatif(texte(2000)),
});

/** What is kept of a rent cap: all but its two computed amounts. */
export function encadrementDeclare({
  montantBase: _base,
  complementLoyer: _complement,
  ...declare
}: z.output<typeof encadrement>) {
  return declare;
}

/**
 * The capped base rent in euros: reference rent majoré (€/m²) × surface (m²), rounded to the cent
 * (loi n° 2018-1021, art. 140).
 */
export function montantBaseEncadrement(declare: {
  loyerReferenceMajore: number;
  surface: number;
}): number {
  return arrondir(declare.loyerReferenceMajore * declare.surface);
}

/** The rent complement in euros: what exceeds the base rent, never negative (domain/README §3.7). */
export function complementLoyer(loyerHC: number, montantBase: number): number {
  return Math.max(0, somme(loyerHC, -montantBase));
}

/** A rent cap with its base and complement, in euros (domain/README §3.7). */
export function encadrementComplet<T extends { surface: number; loyerReferenceMajore: number }>(
  declare: T,
  loyerHC: number,
) {
  const montantBase = montantBaseEncadrement(declare);
  return { ...declare, montantBase, complementLoyer: complementLoyer(loyerHC, montantBase) };
}

export type EncadrementDeclare = ReturnType<typeof encadrementDeclare>;
