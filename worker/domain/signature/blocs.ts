// The text of a paper to sign, as its signers see it on their page (signature/README §18.5): the blocks of the
// document when it was frozen, with pictures as `data:` URLs.

/** Text with parts in bold. A line feed starts a new line. */
export type TexteFige = string | readonly { text: string; bold?: boolean }[];

/** A picture as `data:image/jpeg;base64,…`; null when it could not be read. */
type Image = string | null;

/** A field of a letter or of a form; its first line is in bold, unless the field is wide. */
export interface ChampFige {
  label: string;
  lines: readonly TexteFige[];
  wide?: boolean;
}

export interface ColonneFigee {
  label: string;
  width: number;
  align?: "left" | "right";
}

export interface RangeeFigee {
  cells: readonly string[];
  tone?: "normal" | "muted" | "note" | "total" | "group";
  height?: number;
}

export interface SignataireFige {
  role: string;
  name: string;
  detail?: string;
  picture?: Image;
}

export interface PhotoFigee {
  picture: Image;
  alternative: string;
  lines: readonly string[];
}

export interface TableauFige {
  kind: "table";
  columns: readonly ColonneFigee[];
  rows: readonly RangeeFigee[];
  grid?: boolean;
  close?: boolean;
}

export type BlocFige =
  | { kind: "window"; recipient: readonly string[]; fields: readonly ChampFige[] }
  | { kind: "title"; text: string; subtitle?: string }
  | { kind: "heading"; text: string; level?: 1 | 2 | 3 }
  | { kind: "paragraph"; text: TexteFige; tone?: "normal" | "muted" }
  | { kind: "quote"; paragraphs: readonly TexteFige[] }
  | {
      kind: "list";
      items: readonly { text: TexteFige; checked?: boolean; inset?: boolean }[];
    }
  | { kind: "facts"; facts: readonly { label: string; value: TexteFige }[] }
  | { kind: "fields"; columns: number; fields: readonly ChampFige[] }
  | TableauFige
  | { kind: "callout"; label: string; value: string; details?: readonly string[] }
  | {
      kind: "signature";
      placeAndDate: string;
      signatories: readonly SignataireFige[];
      note?: string;
    }
  | { kind: "photos"; rows: readonly (readonly (PhotoFigee | null)[])[] }
  | { kind: "writingBox"; label: string; height: number }
  | { kind: "notice"; text: string }
  | { kind: "spacer" }
  | { kind: "pageBreak" };
