/** The second factors, as the wire names them (http/README §9.7). */
export type MethodeFacteur = "passkey" | "totp" | "secours";

export interface Passkey {
  id: number;
  nom: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface Facteurs {
  /** An authenticator application is set up. */
  totp: boolean;
  passkeys: Passkey[];
  /** The number of recovery codes not used yet. */
  secours: number;
  /** The agency requires a second factor for this role. */
  obligatoire: boolean;
}

/** The answer to a correct password when a second factor is set up: the proofs accepted. */
export interface DemandeDeFacteur {
  jeton: string;
  methodes: MethodeFacteur[];
  /** The WebAuthn challenge that the browser signs; absent without a passkey. */
  options?: object;
}

/** The key given once to an authenticator application. */
export interface CleTotp {
  /** The key in base32, to be typed. */
  secret: string;
  /** The key as `otpauth://…`, to be drawn as a QR code. */
  uri: string;
}

/** The number of recovery codes given at once. */
export const CODES_DE_SECOURS = 10;
/** The letters and digits of recovery codes, which cannot be mistaken for one another. */
export const ALPHABET_SECOURS = "abcdefghjkmnpqrstuvwxyz23456789";
/** The length of a recovery code. A code has 118 random bits, so its hash needs no salt. */
export const SIGNES_SECOURS = 24;

/** A recovery code as the screen shows it: six groups of four characters. */
export const presenterSecours = (code: string): string => code.match(/.{1,4}/g)?.join("-") ?? "";
