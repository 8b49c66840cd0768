import type { LectureDeSignataire, Trace } from "#domain/signature/wire.ts";

/** The values that a signer has typed, ticked and drawn before he signs. */
export interface Draft {
  /** Null while the signer keeps the agency's spelling. */
  nom: string | null;
  consentement: boolean;
  /** The keys of the boxes that the signer has ticked. */
  cases: readonly string[];
  trace: Trace | null;
  mention: string;
  /** The count of characters typed into the mention, deleted ones included. */
  signes: number;
  /** Seconds from the first character typed into the mention to the last. */
  secondes: number;
  motif: string;
}

export const NOTHING_YET: Draft = {
  nom: null,
  consentement: false,
  cases: [],
  trace: null,
  mention: "",
  signes: 0,
  secondes: 0,
  motif: "",
};

export interface DraftProps {
  draft: Draft;
  onDraft(change: Partial<Draft>): void;
}

/** The data with which a signer signs the paper or refuses it. */
export interface ChoiceProps extends DraftProps {
  reading: LectureDeSignataire;
  visite: string;
  onOver(): void;
  /** Called when the request must be read again: it was signed, or has ended meanwhile. */
  onChanged(): void;
  onRefused(): void;
}
