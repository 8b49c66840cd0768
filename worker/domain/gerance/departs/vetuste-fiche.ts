import * as z from "zod/mini";
import { decimal, requis, taux } from "../../fields.ts";

const ANNEES_AU_PLUS = 100;

const ligne = z.strictObject({
  element: requis(100),
  dureeDeVie: decimal(ANNEES_AU_PLUS),
  franchise: decimal(ANNEES_AU_PLUS),
  taux: taux(),
  residuel: taux(),
});

/** A wear grid as a dossier stores it (departs/README §14.2). */
export const grilleVetuste = z.strictObject({
  nom: requis(200),
  lignes: z
    .array(ligne)
    .check(
      z.minLength(1, "Une grille a un élément au moins."),
      z.maxLength(60, "60 éléments au plus."),
    ),
});
