import * as z from "zod/mini";

/** Why a schema refuses this value, by field path; {} when it accepts it. */
export function refus(schema: z.core.$ZodType, valeur: unknown): Record<string, string> {
  const essai = z.safeParse(schema, valeur);
  const issues = essai.success ? [] : essai.error.issues;
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
}

/** Does a schema accept this? */
export const accepte = (schema: z.core.$ZodType, valeur: unknown): boolean =>
  z.safeParse(schema, valeur).success;
