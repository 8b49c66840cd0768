import type { LectureDeSignataire, Trace } from "#domain/signature/wire.ts";

/** The values that a signer has typed, ticked and drawn before signing. */
export interface Draft {
  /** Null: as the agency spells it. */
  nom: string | null;
  consentement: boolean;
  /** The boxes that he ticked, by their keys. */
  cases: readonly string[];
  trace: Trace | null;
  mention: string;
  /** How many characters were typed into the mention, including those deleted since. */
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
  /** Called when the request is to be read again: it was signed, or ended meanwhile. */
  onChanged(): void;
  onRefused(): void;
}
