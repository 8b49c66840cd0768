import * as z from "zod/mini";

/** A secret of 256 bits at random, in base64url. */
const secret = () => z.string().check(z.regex(/^[\w-]{43}$/, "Ce lien n’est pas entier."));

export const demandeDeLien = z.strictObject({ jeton: secret() });

export const demandeDeVisite = z.strictObject({
  jeton: secret(),
  code: z.string().check(z.regex(/^\d{6}$/, "Six chiffres.")),
});
