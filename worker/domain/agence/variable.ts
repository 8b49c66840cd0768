import * as z from "zod/mini";
import { facultatif, requis, texte } from "../fields.ts";
import { lireGrille } from "../gerance/departs/grille-vetuste.ts";
import { refusReglage, reglageVoisin } from "./agence.ts";

/** A setting: text, or a number that is kept as text. */
export const record = z.strictObject({
  nom: requis(100),
  valeur: facultatif(
    z.pipe(
      z.transform((valeur) => (typeof valeur === "number" ? String(valeur) : valeur)),
      texte(10_000),
    ),
  ),
});
export const modification = z.partial(record);
export const creation = record.check(({ value, issues }) => {
  const voisin = reglageVoisin(value.nom);
  if (voisin) {
    const message = `Ce réglage s’écrit « ${voisin} ».`;
    issues.push({ code: "custom", path: ["nom"], message, input: value.nom });
  }
  const valeur = value.valeur ?? null;
  const message =
    refusReglage(value.nom, valeur) ??
    refusGrille(value.nom, valeur) ??
    refusHorodatage(value.nom, valeur);
  if (message) issues.push({ code: "custom", path: ["valeur"], message, input: value.valeur });
});

/**
 * Refuses an invalid wear grid. It stands here, where settings are kept, so that the forms need not load what reads the
 * grid.
 */
const refusGrille = (nom: string, valeur: string | null): string | null =>
  nom === "grilleVetuste" ? lireGrille(valeur).refus : null;

/** A host name of the public network: no IP address, and no port other than the usual one. */
const PUBLIQUE =
  /^https:\/\/(?:[a-z\d-]+\.)+(?!(?:local|localhost|internal|intranet|lan|home|corp|arpa)\b)[a-z]{2,}(?:\/\S*)?$/i;

/** Refuses a timestamp authority inside the worker's own network, because the worker calls the address itself. */
const refusHorodatage = (nom: string, valeur: string | null): string | null =>
  nom === "horodatageUrl" && valeur && !PUBLIQUE.test(valeur)
    ? "Une adresse publique en « https:// » est attendue."
    : null;

export interface VariableRow {
  id: number;
  nom: string;
  valeur: string | null;
  updatedAt: string;
  version: number;
}

export interface VariableDetail extends VariableRow {
  createdAt: string;
  canDelete: boolean;
  /** Told when the change waits for somebody else. */
  warnings?: string[];
}
