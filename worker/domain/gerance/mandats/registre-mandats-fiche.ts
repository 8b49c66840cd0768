import * as z from "zod/mini";
import { entier, identifiant, isoDate, paragraphe } from "../../fields.ts";
import { NATURES_OBSERVATION, type NatureObservation } from "./registre-mandats.ts";

const NUMERO_AU_PLUS = 9_999_999;

/**
 * The body that opens the register of mandates: the first number that the register will assign, and the numbers that
 * mandates already have on paper.
 */
export const ouverture = z.strictObject({
  premier: entier(1, NUMERO_AU_PLUS),
  mandats: z
    .array(z.strictObject({ MissionId: identifiant(), numero: entier(1, NUMERO_AU_PLUS) }))
    .check(z.maxLength(10_000, "10 000 mandats au plus.")),
});

export type Ouverture = z.output<typeof ouverture>;

export const observation = z.strictObject({
  nature: z.enum(
    Object.keys(NATURES_OBSERVATION) as [NatureObservation, ...NatureObservation[]],
    "Une nature est attendue.",
  ),
  date: isoDate(),
  texte: paragraphe(500),
});

export type Observation = z.output<typeof observation>;
