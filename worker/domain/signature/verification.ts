/** The public answer about a fingerprint: whether the agency sealed that file; it says nothing about the parties. */
export type Verification =
  | { scelle: false }
  | {
      scelle: true;
      /** The instant of the seal. */
      le: string;
      /** The SHA-256 of the first `octetsLus` bytes: the file as its signers read it. */
      empreinteLue: string;
      octetsLus: number;
      sceau: SceauPublic;
    };

/** A certificate of the agency's seal, as the public page shows it. */
export interface SceauPublic {
  id: number;
  agence: string;
  /** The SHA-256 of the certificate, in hexadecimal. */
  empreinte: string;
  /** The certificate in PEM format. */
  certificat: string;
  /** The instants between which the certificate is valid. */
  du: string;
  au: string;
  /**
   * The instant at which the certificate was revoked, because its key leaked: a later signature by this key alone
   * proves nothing. Null: the certificate is not revoked.
   */
  revoqueLe: string | null;
}

/** The form of a SHA-256: 64 hexadecimal digits, in either case. */
export const EMPREINTE = /^[\da-f]{64}$/i;
