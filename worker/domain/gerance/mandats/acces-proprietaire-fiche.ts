import * as z from "zod/mini";

/** The secret of a link: 256 random bits in base64url. */
const secret = () => z.string().check(z.regex(/^[\w-]{43}$/, "Ce lien n’est pas entier."));

export const demandeDeLien = z.strictObject({ jeton: secret() });

export const demandeDeVisite = z.strictObject({
  jeton: secret(),
  code: z.string().check(z.regex(/^\d{6}$/, "Six chiffres.")),
});
