import * as z from "zod/mini";
import { choix, euros, facultatif, isoDate, requis } from "../../fields.ts";
import type { NatureEcheance } from "./imputation.ts";

/** The sums that the agency may call from a tenant besides the rent, with their names. */
export const SOMMES_A_APPELER = {
  depot: "Dépôt de garantie",
  reparation: "Réparation",
  assurance: "Assurance",
  regularisation: "Régularisation de charges",
  contribution: "Contribution",
} as const satisfies Partial<Record<NatureEcheance, string>>;

export type SommeAAppeler = keyof typeof SOMMES_A_APPELER;

const AU_PLUS = 100_000;

/** `POST /Dossier/{id}/appel`: a sum called from a tenant besides the rent; euros. */
export const demandeAppel = z.strictObject({
  nature: choix(Object.keys(SOMMES_A_APPELER) as SommeAAppeler[]),
  montant: euros().check(
    z.gt(0, "Un montant de plus de 0 € est attendu."),
    z.lte(AU_PLUS, "Au plus 100 000 €."),
  ),
  exigibleLe: isoDate(),
  libelle: facultatif(requis(120)),
});

export type DemandeAppel = z.output<typeof demandeAppel>;

/** `?ailleurs=` of a charges statement: the provisions of the year that were called outside this product; euros. */
export const demandeDecompte = z.object({
  ailleurs: z.optional(
    z.pipe(
      z
        .string()
        .check(
          z.regex(/^\d{1,6}(\.\d{1,2})?$/, "Un montant en euros est attendu."),
          z.meta({ type: "number", minimum: 0 }),
        ),
      z.transform(Number),
    ),
  ),
});

/**
 * `POST /Dossier/{id}/avance`: a tenant who stays wants a sum back that he paid in advance; without `montant`, the
 * whole advance. Euros.
 */
export const demandeTropPercu = z.strictObject({
  montant: facultatif(euros().check(z.gt(0, "Un montant de plus de 0 € est attendu."))),
});

/** The reason to cancel the refund of an advance. */
export const annulationTropPercu = z.strictObject({ motif: requis(200) });

/**
 * `POST /Dossier/{id}/abandon`, a multipart form with the owner's written agreement: the owner waives a debt; euros.
 */
export const demandeAbandon = z.strictObject({
  montant: euros().check(z.gt(0, "Un montant de plus de 0 € est attendu.")),
  date: isoDate(),
  commentaire: facultatif(requis(255)),
});
