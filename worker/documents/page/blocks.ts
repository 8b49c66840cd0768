import type { Jour } from "#domain/dates.ts";

/** Text with parts in bold. A line feed starts a new line. */
export type Inline = string | readonly Run[];

export interface Run {
  text: string;
  bold?: boolean;
}

/** PNG or JPEG, as stored; bytes that are neither are left out of the document, silently. */
export type Picture = Uint8Array;

/** The content of a document, without places on the page; `render` gives them. */
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
  /** The initials of every page but the last: one small frame for each name, above the foot. */
  initials?: readonly string[];
  /** Without head or foot on any page: the blocks alone are drawn. */
  bare?: boolean;
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
  | Quote
  | List
  | Facts
  | Fields
  | Table
  | Callout
  | Signature
  | Photos
  | WritingBox
  | Notice
  | Labels
  | Spacer
  | PageBreak;

/**
 * The first third of a letter: the recipient where the window of a DL envelope shows it (110 mm from the
 * left, 50 mm from the top, 85 mm wide, 6 lines where they hold it at 7.5 points), facts at its left, fold marks in the margin.
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

/** Kept on the page of the next block. */
export interface Heading {
  kind: "heading";
  text: string;
  /** 1 when absent; smaller headings are set closer to their text. */
  level?: 1 | 2 | 3;
}

export interface Paragraph {
  kind: "paragraph";
  text: Inline;
  tone?: "normal" | "muted";
  /** Ragged when absent. Words are never hyphenated. */
  align?: "left" | "justified";
  /** On the page of the next block. */
  keep?: boolean;
}

/** The words of the law, or words to copy: set apart beside a bar. */
export interface Quote {
  kind: "quote";
  paragraphs: readonly Inline[];
  /** On the page of the next block. */
  keep?: boolean;
}

/** One under another, each behind its dash, or its box to tick when `checked` is given. */
export interface List {
  kind: "list";
  items: readonly Item[];
}

export interface Item {
  text: Inline;
  checked?: boolean;
  /** Part of the item above it. */
  inset?: boolean;
}

/** A label at the left of each value, one a row; a long value may run over two pages. */
export interface Facts {
  kind: "facts";
  facts: readonly Fact[];
}

export interface Fact {
  label: string;
  value: Inline;
}

/** Labelled values side by side, as many columns as given, as many rows as it takes. */
export interface Fields {
  kind: "fields";
  columns: number;
  fields: readonly Field[];
}

export interface Field {
  label: string;
  /** The first line stands out, but in a wide field. */
  lines: readonly Inline[];
  /** Across all columns, on a row of its own. */
  wide?: boolean;
}

/**
 * A row is never cut in two. A short table, or a short group of rows, stays whole; a longer one has at
 * least two rows on each page it runs over, under its head.
 */
export interface Table {
  kind: "table";
  columns: readonly Column[];
  rows: readonly Row[];
  /** Ruled between the columns too, to be written in by hand. */
  grid?: boolean;
  /** Its rows are many and short: set closer. */
  close?: boolean;
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
  /**
   * A total is set in bold under a rule and stays with the row above it; a note goes on with the row
   * above it; a group, in bold on a tint,
   * heads the rows below it, again on each page they run over.
   */
  tone?: "normal" | "muted" | "note" | "total" | "group";
  /** Room at least, in millimetres, for handwriting. */
  height?: number;
}

/** The one thing to see at a glance: a label, an amount or a date, details under the label. */
export interface Callout {
  kind: "callout";
  label: string;
  value: string;
  details?: readonly string[];
}

/** Never torn apart, never on a page that says little above it: place and date, then one space a signatory. */
export interface Signature {
  kind: "signature";
  placeAndDate: string;
  signatories: readonly Signatory[];
  /** In small type under the place and date. */
  note?: string;
  /** Millimetres for each signature; 14 when absent. */
  room?: number;
}

/** Pictures two a row, each over its caption; a null leaves its place empty. */
export interface Photos {
  kind: "photos";
  rows: readonly (readonly (Photo | null)[])[];
}

export interface Photo {
  /** Null leaves the caption alone. */
  picture: Picture | null;
  /** What a screen reader says of it. */
  alternative: string;
  /** Its caption. */
  lines: readonly string[];
}

/** An empty frame, ruled, to be written in by hand; never cut. */
export interface WritingBox {
  kind: "writingBox";
  label: string;
  /** Millimetres. */
  height: number;
  /** On the page of the next block. */
  keep?: boolean;
}

/** Words that the law wants seen: in bold inside a frame, never cut. */
export interface Notice {
  kind: "notice";
  text: string;
}

export interface Signatory {
  /** In what capacity: « Le mandataire ». */
  role: string;
  name: string;
  detail?: string;
  /** Stamp or signature. */
  picture?: Picture;
}

/**
 * Labels to peel off, each centred in height in a cell of the sheet, as large as its cell allows, never
 * cut; they run over as many sheets as it takes. Alone in a bare document.
 */
export interface Labels {
  kind: "labels";
  sheet: LabelSheet;
  /** The cell of the first label, from 1, row after row: the cells before it stay blank. */
  first: number;
  labels: readonly Label[];
}

/** One text a line. */
export type Label = readonly string[];

/** An A4 sheet of labels, in millimetres; the pitch goes from one label's edge to the next one's. */
export interface LabelSheet {
  columns: number;
  rows: number;
  left: number;
  top: number;
  width: number;
  height: number;
  pitchX: number;
  pitchY: number;
}

export interface Spacer {
  kind: "spacer";
  /** Millimetres. */
  height: number;
}

export interface PageBreak {
  kind: "pageBreak";
  /** Only where the first page still runs: the text that spilled over it goes on where it ends. */
  afterFirst?: boolean;
}

/** A document and its missing facts, in sentences for the staff (documents/README §8.1): never blocking. */
export interface Composed {
  document: Document;
  /** PDFs whose pages follow it. */
  attached?: readonly Uint8Array[];
  warnings: string[];
}
