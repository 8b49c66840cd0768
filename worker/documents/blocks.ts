import type { Jour } from "#domain/dates.ts";

/** Text with parts in bold. A line feed starts a new line. */
export type Inline = string | readonly Run[];

export interface Run {
  text: string;
  bold?: boolean;
}

/** PNG or JPEG, as stored; bytes that are neither are left out of the document, silently. */
export type Picture = Uint8Array;

/** What a document says, before anyone has decided where on the page; `render` gives it a place. */
export interface Document {
  /** Shown by viewers and searched by file systems; the page's own title is a block. */
  title: string;
  metadata: {
    /** The agency. */
    author: string;
    subject: string;
    /** The document's date of creation: the same data give the same bytes. */
    date: Jour;
  };
  letterhead: Letterhead;
  /** Set in small type at the foot of every page, beside « Page x / y ». */
  footer: string;
  blocks: readonly Block[];
}

/** Head of the first page; the following ones repeat only the name, and the document's title. */
export interface Letterhead {
  name: string;
  /** Address, telephone, e-mail: one a line. */
  lines: readonly string[];
  logo?: Picture;
}

export type Block =
  | Window
  | Title
  | Heading
  | Paragraph
  | Fields
  | Table
  | Callout
  | Signature
  | Note
  | Spacer
  | PageBreak;

/**
 * The first third of a letter: the recipient where the window of a DL envelope shows it (110 mm from the
 * left, 50 mm from the top, 85 mm wide, 6 lines at most), facts at its left, fold marks in the margin.
 * First block of its document.
 */
export interface Window {
  kind: "window";
  recipient: readonly string[];
  fields: readonly Field[];
}

export interface Title {
  kind: "title";
  text: string;
  subtitle?: string;
}

/** Kept on the page of what follows it. */
export interface Heading {
  kind: "heading";
  text: string;
}

export interface Paragraph {
  kind: "paragraph";
  text: Inline;
  tone?: "normal" | "muted";
}

/** Labelled values side by side, as many columns as given, as many rows as it takes. */
export interface Fields {
  kind: "fields";
  columns: number;
  fields: readonly Field[];
}

export interface Field {
  label: string;
  /** The first line stands out. */
  lines: readonly Inline[];
}

/** Repeats its head on every page it runs over; a row is never cut in two. */
export interface Table {
  kind: "table";
  columns: readonly Column[];
  rows: readonly Row[];
}

export interface Column {
  label: string;
  /** Share of the page's width, relative to the other columns. */
  width: number;
  align?: "left" | "right";
}

export interface Row {
  /** One a column; a text before empty ones may run into their room. */
  cells: readonly string[];
  /** A total is set in bold under a rule and stays with the row above it. */
  tone?: "normal" | "muted" | "total";
}

/** The one thing to see at a glance: a label, an amount or a date, details under the label. */
export interface Callout {
  kind: "callout";
  label: string;
  value: string;
  details?: readonly string[];
}

/** Never torn apart: place and date, then one space a signatory. */
export interface Signature {
  kind: "signature";
  placeAndDate: string;
  signatories: readonly Signatory[];
}

export interface Signatory {
  /** In what capacity: « Le mandataire ». */
  role: string;
  name: string;
  detail?: string;
  /** Stamp or signature. */
  picture?: Picture;
}

/** Small type at the bottom of the page where the flow has come to. */
export interface Note {
  kind: "note";
  text: string;
}

export interface Spacer {
  kind: "spacer";
  /** Millimetres. */
  height: number;
}

export interface PageBreak {
  kind: "pageBreak";
}

/** A document and what is missing in it, in sentences for the staff (legal.md §0.7): never blocking. */
export interface Composed {
  document: Document;
  warnings: string[];
}
