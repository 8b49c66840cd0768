import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { CleTotp } from "#domain/profils/facteur.ts";

const ISSUER = "Patrimoine Locatif";
/** The length that RFC 4226 recommends. */
const BYTES = 20;
/**
 * The steps of thirty seconds accepted before and after the present one, because the clocks of telephones are not
 * exact.
 */
const WINDOW = 1;

const totpDe = (secret: string, label = "") =>
  new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret) });

/** A new key for the application that gives codes (RFC 6238), in the forms that the application reads. */
export function nouvelleCle(email: string): CleTotp {
  const secret = new Secret({ buffer: new Uint8Array(randomBytes(BYTES)).buffer }).base32;
  return { secret, uri: totpDe(secret, email).toString() };
}

/** The step of thirty seconds of this code; null when the code belongs to none of the steps accepted now. */
export function pasDuCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpDe(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? null : TOTP.counter({ timestamp }) + delta;
}
