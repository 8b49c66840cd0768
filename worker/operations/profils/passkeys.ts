import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/server";
import { and, eq, lt, type SQL } from "drizzle-orm";
import type * as z from "zod/mini";
import { Invalid } from "#domain/erreurs.ts";
import type { assertion, attestation } from "#domain/profils/facteur-fiche.ts";
import type { Db } from "#worker/db/client.ts";
import { passkeys } from "#worker/db/schema/agence.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { poserDefi, prendreDefi } from "./defis.ts";

/** The site of passkeys: a browser signs for this name and sends its own address. */
export interface Site {
  /** The name of the site: « agence.fr ». */
  rpID: string;
  origin: string;
}

export type Assertion = z.output<typeof assertion>;
export type Attestation = z.output<typeof attestation>;
type PasskeyRow = typeof passkeys.$inferSelect;

const NOM_DU_SITE = "Patrimoine Locatif";
/** The refusal of a signature by a device that is not this account's, or of a late answer. */
export const PASSKEY_REFUSEE = "Cette clé d’accès n’a pas été reconnue.";

/** The library of passkeys, 130 KB: loaded only when a passkey is made or used. */
async function webauthn() {
  // The reader of certificates needs this module first, and a bundle does not keep the order of files.
  await import("reflect-metadata");
  const [server, { decodeAttestationObject }] = await Promise.all([
    import("@simplewebauthn/server"),
    import("@simplewebauthn/server/helpers"),
  ]);
  return { ...server, decodeAttestationObject };
}

const octetsDe = (base64url: string) => new Uint8Array(Buffer.from(base64url, "base64url"));
/** The identifier of an account for authenticators: nothing in it names the person. */
const porteur = (UserId: number) => new Uint8Array(Buffer.from(`compte ${UserId}`));

/** The options of a new passkey for the browser, which then makes no second passkey for the account on one device. */
export async function optionsDeCreation(
  { db, now }: Pick<Contexte, "db" | "now">,
  { account, site }: { account: { id: number; email: string }; site: Site },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webauthn();
  const connues = await db.select().from(passkeys).where(eq(passkeys.UserId, account.id));
  const jeton = await poserDefi(db, { objet: "passkey", UserId: account.id, now });
  return generateRegistrationOptions({
    rpName: NOM_DU_SITE,
    rpID: site.rpID,
    userID: porteur(account.id),
    userName: account.email,
    userDisplayName: account.email,
    challenge: octetsDe(jeton),
    attestationType: "none",
    excludeCredentials: connues.map(descripteur),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/**
 * Reads the passkey that a browser made for this account; an answer of the browser is read once.
 * @throws Invalid when the passkey was not asked for, was made for another site, or can't be read.
 */
export async function lireCreation(
  { db, now }: Pick<Contexte, "db" | "now">,
  { UserId, reponse, site }: { UserId: number; reponse: Attestation; site: Site },
): Promise<Pick<PasskeyRow, "credentialId" | "publicKey" | "counter" | "transports">> {
  const refus = new Invalid({ attestation: PASSKEY_REFUSEE }, PASSKEY_REFUSEE);
  const jeton = jetonSigne(reponse);
  if (!(await prendreDefi(db, jeton, { objet: "passkey", UserId, now }))) throw refus;
  const { decodeAttestationObject, verifyRegistrationResponse } = await webauthn();
  const { transports = [], ...response } = reponse.response;
  try {
    // Certificates were not asked for, and reading one could query the network for revocations.
    const attestationObject = decodeAttestationObject(octetsDe(response.attestationObject));
    const format = attestationObject.get("fmt");
    if (format !== "none" && (format !== "packed" || attestationObject.get("attStmt").get("x5c"))) {
      throw refus;
    }
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...reponse, response, clientExtensionResults: {} },
      expectedChallenge: jeton,
      expectedOrigin: site.origin,
      expectedRPID: site.rpID,
      requireUserVerification: false,
    });
    if (!verified) throw refus;
    const { id, publicKey, counter } = registrationInfo.credential;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString("base64url"),
      counter,
      transports,
    };
  } catch {
    throw refus;
  }
}

/**
 * The options for a signature by one of the passkeys of `admises`. Without `admises`, any passkey of the site may sign
 * and the device must verify its user: that is a complete sign-in.
 */
export async function optionsDeSignature(
  jeton: string,
  site: Site,
  admises?: readonly PasskeyRow[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID: site.rpID,
    challenge: octetsDe(jeton),
    userVerification: admises ? "preferred" : "required",
    ...(admises ? { allowCredentials: admises.map(descripteur) } : {}),
  });
}

/**
 * Checks a signature of this challenge.
 * @param verifiee true when the device must have verified its user (a code, a fingerprint), not only noticed a
 * presence.
 * @returns the counter of the authenticator; null when the signature is for another key, site or challenge, or when
 * the counter went back: a copied authenticator does that.
 */
export async function compteurDeLaSignature(
  { UserId, credentialId, publicKey, counter }: PasskeyRow,
  {
    reponse,
    jeton,
    site,
    verifiee,
  }: { reponse: Assertion; jeton: string; site: Site; verifiee: boolean },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webauthn();
  const { userHandle, ...response } = reponse.response;
  if (userHandle && userHandle !== Buffer.from(porteur(UserId)).toString("base64url")) return null;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...reponse, response, clientExtensionResults: {} },
      expectedChallenge: jeton,
      expectedOrigin: site.origin,
      expectedRPID: site.rpID,
      requireUserVerification: verifiee,
      credential: { id: credentialId, publicKey: octetsDe(publicKey), counter },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}

/** The statement that marks a passkey as used, unless an answer came already with this counter or a later one. */
export const marquerPasskey = (
  db: Db,
  { id, counter, now, quand }: { id: number; counter: number; now: Date; quand?: SQL },
) =>
  db
    .update(passkeys)
    .set({ counter, lastUsedAt: now.toISOString() })
    .where(
      and(
        eq(passkeys.id, id),
        // An authenticator without a counter always sends zero.
        counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter),
        quand,
      ),
    );

/** The challenge named in the signed answer; empty when the answer cannot be read. */
export function jetonSigne({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const { challenge } = JSON.parse(
      Buffer.from(response.clientDataJSON, "base64url").toString("utf8"),
    );
    return typeof challenge === "string" ? challenge : "";
  } catch {
    return "";
  }
}

const descripteur = ({ credentialId, transports }: PasskeyRow) => ({
  id: credentialId,
  transports,
});
