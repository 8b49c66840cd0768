import type { LectureDeSignataire, Trace } from "#domain/signature/wire.ts";

/** What a signer has typed, ticked and drawn before he signs. */
export interface Draft {
  /** Null: as the agency spells it. */
  nom: string | null;
  consentement: boolean;
  /** The boxes that he ticked, by their keys. */
  cases: readonly string[];
  trace: Trace | null;
  mention: string;
  /** Signs typed into the mention, those taken away since included. */
  signes: number;
  /** From the first sign to the last. */
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

/** What a visit needs to sign its paper, or to refuse to. */
export interface ChoiceProps extends DraftProps {
  reading: LectureDeSignataire;
  visite: string;
  onOver(): void;
  /** Called when the request is to be read again: it was signed, or ended meanwhile. */
  onChanged(): void;
  onRefused(): void;
}
