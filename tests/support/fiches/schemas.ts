import * as z from "zod/mini";

/** The reasons why a schema refuses this value, by path of field; {} when it accepts the value. */
export function refus(schema: z.core.$ZodType, valeur: unknown): Record<string, string> {
  const essai = z.safeParse(schema, valeur);
  const issues = essai.success ? [] : essai.error.issues;
  return Object.fromEntries(issues.map(({ path, message }) => [path.join("."), message]));
}

export const accepte = (schema: z.core.$ZodType, valeur: unknown): boolean =>
  z.safeParse(schema, valeur).success;
