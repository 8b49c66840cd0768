/** The public answer about a fingerprint: whether the agency sealed that file, but nothing about its parties. */
export type Verification =
  | { scelle: false }
  | {
      scelle: true;
      /** Instant of the seal. */
      le: string;
      /** SHA-256 of the first `octetsLus` bytes: the file as it was read and signed. */
      empreinteLue: string;
      octetsLus: number;
      sceau: SceauPublic;
    };

/** A certificate of the agency's seal, as it is published. */
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
  /** When its key leaked: from then on, a file proved by this signature alone proves nothing. */
  revoqueLe: string | null;
}

/** A SHA-256 in writing: 64 hexadecimal digits, in either case. */
export const EMPREINTE = /^[\da-f]{64}$/i;
