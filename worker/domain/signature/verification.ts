/** The public answer about a fingerprint: whether the agency sealed that file, and nothing on whom it binds. */
export type Verification =
  | { scelle: false }
  | {
      scelle: true;
      /** Instant of the seal. */
      le: string;
      /** SHA-256 of its first `octetsLus` bytes: the file that was read and signed. */
      empreinteLue: string;
      octetsLus: number;
      sceau: SceauPublic;
    };

/** A certificate of the agency's seal, as anyone may know it. */
export interface SceauPublic {
  id: number;
  agence: string;
  /** SHA-256 of the certificate, in hexadecimal digits. */
  empreinte: string;
  /** The certificate, in PEM. */
  certificat: string;
  /** Instants. */
  du: string;
  au: string;
  /** Its key leaked then: a file that only its signature vouches for proves nothing from there on. */
  revoqueLe: string | null;
}

/** A SHA-256 as one writes it: 64 hexadecimal digits, of either case. */
export const EMPREINTE = /^[\da-f]{64}$/i;
