import type { ContenuDuConstat } from "#domain/terrain/constat.ts";
import type { IdentiteVue, SignatureDuConstat } from "#domain/terrain/signature.ts";

/** A person to sign, as the agent meets him. */
export interface Signer {
  /** The name of the tenant, as papers spell it. */
  nom: string;
  presence: "present" | "represented" | "absent";
  /** The representative who came instead. */
  representative: string;
  identite: IdentiteVue | null;
  /** The signature or the refusal; null before either. */
  signature: SignatureDuConstat | null;
}

/** The server's answer. */
export interface Receipt {
  /** Instant of the server. */
  le: string;
  /** The masked mailboxes that the copy leaves for. */
  copies: string[];
}

/** The signatures of an inventory on this device (terrain/README §19.8). */
export interface Signing {
  /** A key made on the device: signatures sent twice count once. */
  cle: string;
  contenu: ContenuDuConstat;
  empreinte: string;
  /** The hash of the four digits that give the tablet back; null while the agent holds it. */
  lock: string | null;
  people: Signer[];
  /** The signature of the agent. */
  agent: SignatureDuConstat | null;
  /** When the signatures were finished, by the device's clock: nothing changes after that. */
  finishedAt: string | null;
  receipt: Receipt | null;
}

/** Whether somebody has signed the draft: writing in it again would invalidate that. */
export const hasSignatures = ({ draft }: { draft: { signing?: Signing | null } }): boolean =>
  draft.signing?.people.some(({ signature }) => signature !== null) ?? false;

/** The signatures in order, the agent's last. */
export const signaturesOf = ({ people, agent }: Signing): SignatureDuConstat[] =>
  [...people.map(({ signature }) => signature), agent].filter((signature) => signature !== null);
