/** The second factors, as the wire names them (http/README §9.7). */
export type MethodeFacteur = "passkey" | "totp" | "secours";

/** A passkey as its holder sees it. */
export interface Passkey {
  id: number;
  nom: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** The second factors of an account. */
export interface Facteurs {
  /** An application gives codes for it. */
  totp: boolean;
  passkeys: Passkey[];
  /** Recovery codes that are left. */
  secours: number;
  /** The agency asks one of this role. */
  obligatoire: boolean;
}

/** The answer to a right password when the account has a second factor: which proof is expected. */
export interface DemandeDeFacteur {
  jeton: string;
  methodes: MethodeFacteur[];
  /** The challenge that the browser signs, in the form of WebAuthn; absent without a passkey. */
  options?: object;
}

/** The key given to the application of codes, once. */
export interface CleTotp {
  /** Base32, to be typed. */
  secret: string;
  /** `otpauth://…`, to be drawn as a QR code. */
  uri: string;
}

/** How many recovery codes are given at once. */
export const CODES_DE_SECOURS = 10;
/** Letters and digits that can't be confused. */
export const ALPHABET_SECOURS = "abcdefghjkmnpqrstuvwxyz23456789";
/** The length of a recovery code: 118 bits, so its hash needs no salt. */
export const SIGNES_SECOURS = 24;

/** A recovery code as it is shown: six groups of four. */
export const presenterSecours = (code: string): string => code.match(/.{1,4}/g)?.join("-") ?? "";
