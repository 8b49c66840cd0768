import * as z from "zod/mini";
import { isoDate } from "../../fields.ts";

/** `PUT /Immeuble/{id}/exercice/{annee}`: the last day of this exercice. */
export const finDExercice = z.strictObject({ au: isoDate() });
