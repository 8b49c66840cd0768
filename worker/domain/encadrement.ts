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

/** Rent cap of art. 140 loi ELAN, none of it required (domain/README §8.1); `montantBase` and `complementLoyer` are computed, whatever is sent. */
export const encadrement = z.strictObject({
  surface: facultatif(decimal(100_000)),
  nbPiece: facultatif(entier(0, 100)),
  periodeConstruction: facultatif(choix(PERIODES_ENCADREMENT)),
  loyerReference: facultatif(decimal(10_000)),
  loyerReferenceMajore: facultatif(decimal(10_000)),
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

/**
 * The rent complement in euros, signed: what exceeds the base rent, or what is left below it, negative then
 * (domain/README §3.7). Only a positive one is a complement on paper.
 */
export function complementLoyer(loyerHC: number, montantBase: number): number {
  return somme(loyerHC, -montantBase);
}

/**
 * A rent cap with its base and complement, in euros (domain/README §3.7).
 * @returns null for both while the surface or the reference is missing.
 */
export function encadrementComplet<
  T extends { surface?: number | null; loyerReferenceMajore?: number | null },
>(declare: T, loyerHC: number) {
  const { surface, loyerReferenceMajore } = declare;
  const connu = typeof surface === "number" && typeof loyerReferenceMajore === "number";
  const montantBase = connu ? montantBaseEncadrement({ surface, loyerReferenceMajore }) : null;
  return {
    ...declare,
    montantBase,
    complementLoyer: montantBase === null ? null : complementLoyer(loyerHC, montantBase),
  };
}

export type EncadrementDeclare = ReturnType<typeof encadrementDeclare>;
