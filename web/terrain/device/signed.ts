import type { ContenuDuConstat } from "#domain/terrain/constat.ts";
import type { IdentiteVue, SignatureDuConstat } from "#domain/terrain/signature.ts";

/** Who is to sign, as the agent finds them. */
export interface Signer {
  /** As papers name the tenant. */
  nom: string;
  presence: "present" | "represented" | "absent";
  /** Who came instead. */
  representative: string;
  identite: IdentiteVue | null;
  /** Their signature, or their refusal; null until either. */
  signature: SignatureDuConstat | null;
}

/** What the server answered. */
export interface Receipt {
  /** Instant of the server. */
  le: string;
  /** The masked mailboxes that the copy leaves for. */
  copies: string[];
}

/** The signatures of an inventory on this device (terrain/README §19.8). */
export interface Signing {
  /** Made on the device: sent twice, it is signed once. */
  cle: string;
  contenu: ContenuDuConstat;
  empreinte: string;
  /** Hash of the four digits that give the tablet back; null while the agent holds it. */
  lock: string | null;
  people: Signer[];
  /** The signature of the agent. */
  agent: SignatureDuConstat | null;
  /** Nothing changes any more: instant by the clock of the device. */
  finishedAt: string | null;
  receipt: Receipt | null;
}

/** Somebody has signed what the draft says: writing in it again would undo that. */
export const hasSignatures = ({ draft }: { draft: { signing?: Signing | null } }): boolean =>
  draft.signing?.people.some(({ signature }) => signature !== null) ?? false;

/** The signatures in order, the agent's last. */
export const signaturesOf = ({ people, agent }: Signing): SignatureDuConstat[] =>
  [...people.map(({ signature }) => signature), agent].filter((signature) => signature !== null);
