import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

// The links that a person without an account receives by mail, and the codes of their visits.

/** 256 random bits in base64url: the secret of a link, or of a visit. */
export const nouveauSecret = (): string => randomBytes(32).toString("base64url");

/** Six digits at random. */
export const nouveauCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** The stored form of a 256-bit secret is its hash: a reader of the database cannot open the link. */
export const empreinteDe = (secret: string): string =>
  createHash("sha256").update(secret).digest("base64url");

/**
 * The stored form of a code: its hash, keyed with the secret of the link. The database does not hold this secret, so a
 * reader of the database cannot try the million codes.
 */
export const empreinteDuCode = (jeton: string, code: string): string =>
  createHmac("sha256", jeton).update(code).digest("base64url");

/** Whether two texts are equal, compared in a time that does not show where they differ. */
export const egales = (texte: string, autre: string): boolean =>
  timingSafeEqual(
    createHash("sha256").update(texte).digest(),
    createHash("sha256").update(autre).digest(),
  );

/** The same answer for a code that nobody asked for, that has expired, was tried too often, or was used. */
export const CODE_PASSE = "Ce code ne vaut plus\u00A0: demandez-en un autre.";

/**
 * The answer to a wrong code.
 * @param reste how many tries are left
 */
export function codeFaux(reste: number): string {
  if (reste <= 0) return CODE_PASSE;
  return `Ce code n’est pas le bon\u00A0: il vous reste ${reste} essai${reste > 1 ? "s" : ""}.`;
}

/** The instant that comes `duree` milliseconds after `now`. */
export const dans = (now: Date, duree: number): string =>
  new Date(now.getTime() + duree).toISOString();
