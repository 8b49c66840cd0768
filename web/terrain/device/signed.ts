import type { ContenuDuConstat } from "#domain/terrain/constat.ts";
import type { IdentiteVue, SignatureDuConstat } from "#domain/terrain/signature.ts";

/** A tenant who must sign: present, represented by somebody else, or absent. */
export interface Signer {
  /** The name of the tenant, as the papers spell it. */
  nom: string;
  presence: "present" | "represented" | "absent";
  /** The name of the person who came instead of the tenant. */
  representative: string;
  identite: IdentiteVue | null;
  /** The signature or the refusal; null while the person has given neither. */
  signature: SignatureDuConstat | null;
}

export interface Receipt {
  /**
   * The instant of the seal, by the server's clock; without a seal, the instant at which the server opened the
   * request.
   */
  le: string;
  /** The masked addresses to which the copy is sent. */
  copies: string[];
}

/** The signatures of an inventory on this device (terrain/README §19.8). */
export interface Signing {
  /** A key made on the device: the server counts signatures sent twice once. */
  cle: string;
  contenu: ContenuDuConstat;
  empreinte: string;
  /** The hash of the four digits that give the tablet back; null while the agent holds the tablet. */
  lock: string | null;
  people: Signer[];
  /** Null until the agent has signed. */
  agent: SignatureDuConstat | null;
  /** The end of the signing, by the device's clock; nothing changes afterwards. Null before. */
  finishedAt: string | null;
  receipt: Receipt | null;
}

/** Whether somebody has signed or refused the draft: a change of the text would invalidate that answer. */
export const hasSignatures = ({ draft }: { draft: { signing?: Signing | null } }): boolean =>
  draft.signing?.people.some(({ signature }) => signature !== null) ?? false;

/** The signatures in order, the agent's last. */
export const signaturesOf = ({ people, agent }: Signing): SignatureDuConstat[] =>
  [...people.map(({ signature }) => signature), agent].filter((signature) => signature !== null);
