import * as z from "zod/mini";
import { decimal, euros, facultatif, isoDate } from "../../fields.ts";
import { MAJORATION_AU_PLUS, souscriptibleLe } from "./assurance-pour-compte.ts";

/** The highest yearly premium, in euros: a greater amount is taken for a typing mistake. */
const PRIME_AU_PLUS = 5000;

/**
 * `POST /Dossier/{id}/assurance`: the insurance that the owner takes out for the tenant, for a year; premium in euros,
 * increase in percent.
 */
export const souscription = z
  .strictObject({
    miseEnDemeureLe: isoDate(),
    du: isoDate(),
    prime: euros().check(
      z.gt(0, "Un montant de plus de 0 € est attendu."),
      z.lte(PRIME_AU_PLUS, "Au plus 5 000 €."),
    ),
    majoration: decimal(100).check(z.lte(MAJORATION_AU_PLUS, "Au plus 10 % (décret n° 2016-383).")),
  })
  .check((contexte) => {
    const { miseEnDemeureLe, du } = contexte.value;
    if (du >= souscriptibleLe(miseEnDemeureLe)) return;
    contexte.issues.push({
      code: "custom",
      path: ["du"],
      message: "Un mois au moins après la mise en demeure (article 7, g).",
      input: du,
    });
  });

export type Souscription = z.output<typeof souscription>;

/**
 * `POST /Dossier/{id}/assurance/{assuranceId}/fin`: ends the contract once the tenant has proved his own insurance.
 */
export const finDAssurance = z.strictObject({
  finLe: isoDate(),
  /** The last day of the tenant's own insurance. */
  assuranceFin: facultatif(isoDate()),
});

export type FinDAssurance = z.output<typeof finDAssurance>;
