import * as z from "zod/mini";
import { facultatif, requis, texte } from "../fields.ts";
import { lireGrille } from "../gerance/departs/grille-vetuste.ts";
import { refusReglage, reglageVoisin } from "./agence.ts";

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

/** Refuses an invalid wear grid. The check is in this file, so that forms do not load the code that reads grids. */
const refusGrille = (nom: string, valeur: string | null): string | null =>
  nom === "grilleVetuste" ? lireGrille(valeur).refus : null;

/** The address of a host on the public network: no IP address, no port. */
const PUBLIQUE =
  /^https:\/\/(?:[a-z\d-]+\.)+(?!(?:local|localhost|internal|intranet|lan|home|corp|arpa)\b)[a-z]{2,}(?:\/\S*)?$/i;

/** Refuses a timestamp authority on a private network, since the worker itself calls the address. */
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
  /** French warnings, for instance that the change waits for a second administrator. */
  warnings?: string[];
}
