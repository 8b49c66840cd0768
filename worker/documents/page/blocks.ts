import type { Jour } from "#domain/dates.ts";

/** A text, or runs of text some of which are bold. A line feed starts a new line. */
export type Inline = string | readonly Run[];

export interface Run {
  text: string;
  bold?: boolean;
}

/** A PNG or a JPEG as it is stored; other bytes are left out of the document without an error. */
export type Picture = Uint8Array;

/** The content of a document, without positions; `render` sets them. */
export interface Document {
  /** The title that viewers show and file systems search; the title on the page is a block. */
  title: string;
  metadata: {
    /** The name of the agency. */
    author: string;
    subject: string;
    /**
     * The date of creation of the document. It is a parameter, not the time of the clock, so that the same data give
     * the same bytes.
     */
    date: Jour;
  };
  letterhead: Letterhead;
  /** The small text at the foot of every page, beside « Page x / y ». */
  footer: string;
  /** One small frame for each name, above the foot of each page before the last signature. */
  initials?: readonly string[];
  /** Whether pages have neither head nor foot: only the blocks are drawn. */
  bare?: boolean;
  blocks: readonly Block[];
}

/** The head of the first page; the following pages repeat only the agency's name and the document's title. */
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
 * The first third of a letter, always the first block of its document. The recipient is printed where the window of a
 * DL envelope shows it (110 mm from the left, 50 mm from the top, 85 mm wide, 6 lines if they fit at 7.5 points). The
 * facts are at the left, and fold marks are in the margin.
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

/** A heading, always on the page of the block that follows it. */
export interface Heading {
  kind: "heading";
  text: string;
  /** 1 when absent; a heading of level 2 or 3 has a smaller blank above it. */
  level?: 1 | 2 | 3;
}

export interface Paragraph {
  kind: "paragraph";
  text: Inline;
  tone?: "normal" | "muted";
  /** « left » when absent, with an uneven right edge. Words are never hyphenated. */
  align?: "left" | "justified";
  /** Whether the paragraph stays on the page of the next block. */
  keep?: boolean;
}

/** A quotation of the law, or words to copy, set apart by a bar. */
export interface Quote {
  kind: "quote";
  paragraphs: readonly Inline[];
  /** Whether the quotation stays on the page of the next block. */
  keep?: boolean;
}

/** Items one below the other, each after a dash, or after a box to tick when `checked` is given. */
export interface List {
  kind: "list";
  items: readonly Item[];
}

export interface Item {
  text: Inline;
  checked?: boolean;
  /** Whether the item is a part of the item above it. */
  inset?: boolean;
}

/** Labels at the left of their values, one a row; a long value may run over two pages. */
export interface Facts {
  kind: "facts";
  facts: readonly Fact[];
}

export interface Fact {
  label: string;
  value: Inline;
}

/** Labeled values side by side, in this many columns and as many rows as needed. */
export interface Fields {
  kind: "fields";
  columns: number;
  fields: readonly Field[];
}

export interface Field {
  label: string;
  /** The first line is in bold, except in a wide field. */
  lines: readonly Inline[];
  /** Whether the field takes a whole row, across all columns. */
  wide?: boolean;
}

/**
 * A table. A row is never cut between pages. A short table, or a short group of rows, stays on one page; a longer
 * table has at least two rows on each page, under its head.
 */
export interface Table {
  kind: "table";
  columns: readonly Column[];
  rows: readonly Row[];
  /** Whether vertical rules separate the columns, for a table filled in by hand. */
  grid?: boolean;
  /** Whether the rows are close together, for a table of many short rows. */
  close?: boolean;
}

export interface Column {
  label: string;
  /** The share of the page’s width, relative to the other columns. */
  width: number;
  align?: "left" | "right";
}

export interface Row {
  /** One text a column; a text followed by empty cells may extend into them. */
  cells: readonly string[];
  /**
   * A total is in bold under a rule and stays with the row above. A note continues the row above. A group, in bold on
   * a tint, heads the rows below it and is repeated on each page.
   */
  tone?: "normal" | "muted" | "note" | "total" | "group";
  /** The minimum height in millimeters, which leaves space for handwriting. */
  height?: number;
}

/** The most important fact of a document: a label with an amount or a date, and details under the label. */
export interface Callout {
  kind: "callout";
  label: string;
  value: string;
  details?: readonly string[];
}

/**
 * Place and date, then one space for each signatory. A page break never cuts the block; when the block moves to the
 * next page, some text moves with it.
 */
export interface Signature {
  kind: "signature";
  placeAndDate: string;
  signatories: readonly Signatory[];
  /** A note in small type, under the place and date. */
  note?: string;
  /** The height of each signature in millimeters; 14 when absent. */
  room?: number;
}

/** Pictures two a row, each above its caption; null leaves an empty place. */
export interface Photos {
  kind: "photos";
  rows: readonly (readonly (Photo | null)[])[];
}

export interface Photo {
  /** Null for a photo that cannot be shown: only its caption is printed. */
  picture: Picture | null;
  /** The description of the photo for screen readers. */
  alternative: string;
  /** The lines of the caption. */
  lines: readonly string[];
}

/** An empty ruled frame to write in by hand; it is never cut. */
export interface WritingBox {
  kind: "writingBox";
  label: string;
  /** The height in millimeters. */
  height: number;
  /** Whether the box stays on the page of the next block. */
  keep?: boolean;
}

/** A text that the law requires to be seen: in bold inside a frame, never cut. */
export interface Notice {
  kind: "notice";
  text: string;
}

export interface Signatory {
  /** The capacity in which the person signs: « Le mandataire ». */
  role: string;
  name: string;
  detail?: string;
  /** The stamp or the drawn signature. */
  picture?: Picture;
}

/**
 * Labels to peel off, on as many sheets as needed. Each is centered in height in a cell of the sheet, in the largest
 * type that fits, and is never cut. They are the only block of a bare document.
 */
export interface Labels {
  kind: "labels";
  sheet: LabelSheet;
  /** The cell of the first label, from 1, row after row; the cells before it stay blank. */
  first: number;
  labels: readonly Label[];
}

/** The lines of text of one label. */
export type Label = readonly string[];

/** An A4 sheet of labels, in millimeters; the pitch is the distance between the same edges of two labels. */
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
  /** The height in millimeters. */
  height: number;
}

export interface PageBreak {
  kind: "pageBreak";
  /** Whether the break is left out when the text above has already run onto a second page. */
  afterFirst?: boolean;
}

/**
 * A document, and its missing facts as sentences for the staff (documents/README §8.1): a missing fact never prevents
 * the document.
 */
export interface Composed {
  document: Document;
  /** PDF files whose pages are added after the document’s own pages. */
  attached?: readonly Uint8Array[];
  warnings: string[];
}
