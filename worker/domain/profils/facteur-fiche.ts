import * as z from "zod/mini";
import { booleen, requis } from "../fields.ts";
import { ALPHABET_SECOURS, SIGNES_SECOURS } from "./facteur.ts";
import { cleAppareil } from "./user.ts";

/** A field for the six digits of an authenticator application, spaces ignored. */
export const codeTotp = z.string({ error: "Un code de six chiffres est attendu." }).check(
  z.maxLength(20, "Un code de six chiffres est attendu."),
  z.overwrite((texte) => texte.replace(/\s/g, "")),
  z.regex(/^\d{6}$/, "Un code de six chiffres est attendu."),
);

/** A field for a recovery code, spaces and dashes ignored. */
export const codeSecours = z.string({ error: "Un code de secours est attendu." }).check(
  z.maxLength(60, "Ce code est trop long."),
  z.overwrite((texte) => texte.toLowerCase().replace(/[\s-]/g, "")),
  z.regex(
    new RegExp(`^[${ALPHABET_SECOURS}]{${SIGNES_SECOURS}}$`),
    "Un code de secours a 24 lettres et chiffres.",
  ),
);

const octets = (max: number) =>
  z.string().check(z.maxLength(max), z.regex(/^[\w-]+$/, "Du base64url est attendu."));
/** A field for at most 1,023 bytes in base64url. */
const identifiant = octets(1364);
const cle = { id: identifiant, rawId: identifiant, type: z.literal("public-key") };

/** A field for the answer of `navigator.credentials.get()`; unknown fields are dropped. */
export const assertion = z.object({
  ...cle,
  response: z.object({
    clientDataJSON: octets(4096),
    authenticatorData: octets(4096),
    signature: octets(4096),
    userHandle: z.nullish(octets(88)),
  }),
});

/** A field for the answer of `navigator.credentials.create()`. */
export const attestation = z.object({
  ...cle,
  response: z.object({
    clientDataJSON: octets(4096),
    attestationObject: octets(20_000),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
});

export const nouvellePasskey = z.strictObject({ nom: requis(60), attestation });
export const renommage = z.strictObject({ nom: requis(60) });
export const confirmationTotp = z.strictObject({ code: codeTotp });

/** The body of the second step of a sign-in: its token, and one proof. */
export const secondFacteur = z
  .strictObject({
    jeton: octets(60),
    code: z.optional(codeTotp),
    secours: z.optional(codeSecours),
    assertion: z.optional(assertion),
    appareil: cleAppareil,
  })
  .check(
    z.refine(
      ({ code, secours, assertion: cle }) =>
        [code, secours, cle].filter((preuve) => preuve !== undefined).length === 1,
      "Une preuve, et une seule, est attendue.",
    ),
  );

/** The body of a sign-in with a passkey alone. */
export const connexionPasskey = z.strictObject({
  assertion,
  remember: z.optional(booleen()),
  appareil: cleAppareil,
});
