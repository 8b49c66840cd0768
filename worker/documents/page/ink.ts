import type { Inline } from "./blocks.ts";
import type { Element } from "./structure.ts";
import { type Face, printable, widthOf } from "./typeface.ts";

export const mm = (millimetres: number): number => (millimetres * 72) / 25.4;

export type Color = readonly [red: number, green: number, blue: number];

export const INK: Color = [0.09, 0.13, 0.18];
export const MUTED: Color = [0.32, 0.38, 0.45];
/** The color of rules and frames, dark enough for a printer with black ink only. */
export const HAIRLINE: Color = [0.39, 0.44, 0.49];
/** The thickness, in points, of the finest line that a black-ink printer draws without breaks. */
export const THIN = 0.5;
export const TEAL: Color = [0.04, 0.3, 0.36];
export const TINT: Color = [0.94, 0.97, 0.97];

/**
 * A drawing on a page: a text, a rule, a box, a frame or a picture. Lengths are in points from the top left corner; a
 * text is placed by its baseline.
 */
export type Mark = Shape & {
  /**
   * The part of the document that the mark belongs to; absent for a mark that each page repeats and for an ornament.
   */
  element?: Element;
};

type Shape =
  | ({ kind: "text"; x: number; y: number; text: string; endsWord?: boolean } & TextStyle)
  | { kind: "rule"; x: number; y: number; width: number; thickness: number; color: Color }
  | { kind: "box"; x: number; y: number; width: number; height: number; color: Color }
  | { kind: "frame"; x: number; y: number; width: number; height: number; color: Color }
  | { kind: "picture"; x: number; y: number; width: number; height: number; name: string };

export interface TextStyle {
  size: number;
  face: Face;
  color: Color;
  /** Space added after each character, in points. */
  tracking?: number;
  /** Space added to each space between words, in points. */
  wordSpacing?: number;
  /** How far the text is raised above the baseline, in points. */
  rise?: number;
}

/** The style of running text; `leading` is the height of a line in points. */
export interface Style extends TextStyle {
  leading: number;
}

export interface Line {
  width: number;
  pieces: readonly Piece[];
  /** Whether this is the last line of its paragraph, which is never stretched. */
  last: boolean;
  /** Whether the line is cut inside a word, which the next line ends. */
  cut: boolean;
}

interface Piece {
  text: string;
  face: Face;
  width: number;
  /** Whether the piece is written smaller and above the line: the end of « 1er ». */
  raised: boolean;
}

/** Cuts a text into lines of at most this width in points; a word that is too wide is cut. */
export function wrap(text: Inline, width: number, style: Style): Line[] {
  const lines: Line[] = [];
  let pieces: Piece[] = [];
  let used = 0;
  const endLine = ({ last = false, cut = false } = {}) => {
    lines.push({ width: used, pieces, last, cut });
    pieces = [];
    used = 0;
  };
  for (const word of wordsOf(text, style)) {
    if (word === "\n") {
      endLine({ last: true });
      continue;
    }
    const space = pieces.length > 0 ? measure(" ", style.face, style) : 0;
    const wordWidth = word.reduce((sum, piece) => sum + piece.width, 0);
    if (space > 0 && used + space + wordWidth > width) endLine();
    else if (space > 0) {
      append(pieces, { text: " ", face: word[0]?.face ?? style.face, width: space, raised: false });
      used += space;
    }
    for (const piece of wordWidth > width
      ? word.flatMap((piece) => slices(piece, width, style))
      : word) {
      if (pieces.length > 0 && used + piece.width > width) endLine({ cut: true });
      append(pieces, piece);
      used += piece.width;
    }
  }
  if (pieces.length > 0 || lines.length === 0) endLine({ last: true });
  return lines;
}

function append(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (last?.face === piece.face && last.raised === piece.raised)
    pieces[pieces.length - 1] = {
      ...last,
      text: last.text + piece.text,
      width: last.width + piece.width,
    };
  else pieces.push(piece);
}

/**
 * The spaces where a line never breaks: by French typography (documents/README §8.4), in references of law, and
 * between a title and a name.
 */
const UNBREAKABLE =
  / (?=[:;!?»€%])|(?<=\b(?:Madame|Monsieur)) (?=[A-ZÀ-Þ])|(?<=\b(?:[Aa]rticles?|[Aa]rt\.|[Nn]°|[LRD]\.)) (?=[\dLRD])|(?<=\b\d{1,3}(?: \d{3})*) (?=\d{3}(?!\d))|(?<=[«°]) |(?<=\b(?:\d\d?|1er)) (?=(?:janv|févr|mars|avril|mai|jui|août|sept|octo|nove|déce))/g;

/**
 * The spaces of an address after a street number and after a postal code: a line never breaks there, and they are
 * drawn as plain spaces.
 */
const AFTER_NUMBER =
  /(?<=(?:^|, )\d{1,4}(?: (?:bis|ter|quater))?) (?=\p{L})|(?<=\b\d{5}) (?=\p{Lu})/gu;

const HELD = "\u2060";

/** Splits a text into words, each made of pieces in one or more faces; "\n" replaces a line feed. */
function wordsOf(text: Inline, style: Style): (Piece[] | "\n")[] {
  const words: (Piece[] | "\n")[] = [];
  let word: Piece[] = [];
  const endWord = () => {
    if (word.length > 0) words.push(word);
    word = [];
  };
  for (const run of typeof text === "string" ? [{ text, bold: false }] : text) {
    const face = run.bold ? "bold" : style.face;
    run.text.split("\n").forEach((line, rank) => {
      if (rank > 0) {
        endWord();
        words.push("\n");
      }
      printable(line)
        .replace(UNBREAKABLE, "\u00A0")
        .replace(AFTER_NUMBER, HELD)
        .split(" ")
        .forEach((part, position) => {
          if (position > 0) endWord();
          if (part === "") return;
          word.push(...raisedPieces(part.replaceAll(HELD, " "), face, style));
        });
    });
  }
  endWord();
  return words;
}

const ORDINAL = /(?<![\p{L}\d])[1I](?:er|re)(?![\p{L}\d])/u;
const HAS_ORDINAL = /[1I][er]/;

/** Splits a word into pieces so that the letters after a number are raised: « 1er », « Ier », « 1re ». */
function raisedPieces(word: string, face: Face, style: Style): Piece[] {
  const piece = (text: string, raised: boolean) => ({
    text,
    face,
    raised,
    width: measure(text, face, style) * (raised ? RAISED_SIZE : 1),
  });
  const ordinal = HAS_ORDINAL.test(word) ? ORDINAL.exec(word) : null;
  if (!ordinal) return [piece(word, false)];
  const letters = ordinal.index + 1;
  const rest = word.slice(letters + 2);
  return [
    piece(word.slice(0, letters), false),
    piece(word.slice(letters, letters + 2), true),
    ...(rest === "" ? [] : [piece(rest, false)]),
  ];
}

/**
 * Cuts a piece that is too wide: after a hyphen, a slash or a similar sign where possible, else between any two
 * characters.
 */
function slices(piece: Piece, width: number, style: Style): Piece[] {
  if (piece.raised) return [piece];
  const parts = piece.text.split(/(?<=[-/.@_\s])/);
  const cut = parts.map((text) => ({ ...piece, text, width: measure(text, piece.face, style) }));
  return cut.flatMap((part) => (part.width > width ? characters(part, width, style) : part));
}

function characters(piece: Piece, width: number, style: Style): Piece[] {
  const result: Piece[] = [];
  let text = "";
  for (const character of piece.text) {
    if (text !== "" && measure(text + character, piece.face, style) > width) {
      result.push({ ...piece, text, width: measure(text, piece.face, style) });
      text = "";
    }
    text += character;
  }
  result.push({ ...piece, text, width: measure(text, piece.face, style) });
  return result;
}

function measure(text: string, face: Face, { size, tracking = 0 }: Style): number {
  return widthOf(text, face, size) + (tracking === 0 ? 0 : tracking * text.length);
}

const ASCENT = 0.74;
const RAISED_SIZE = 0.62;
const RISE = 0.34;

/** A line shorter than this share of the column’s width is not justified. */
const STRETCHABLE = 0.8;

/** The width in points added to each space so that the line fills its column; 0 when the line is not justified. */
function stretch(line: Line, { width, align }: { width: number; align?: string }): number {
  if (align !== "justified" || line.last || line.width < width * STRETCHABLE) return 0;
  const spaces = line.pieces.reduce((sum, { text }) => sum + spacesOf(text), 0);
  return spaces === 0 ? 0 : (width - line.width) / spaces;
}

const spacesOf = (text: string) => text.split(" ").length - 1;

/** Writes lines one under another from `top` in a column; each text is in the middle of the height of its line. */
export function write(
  marks: Mark[],
  lines: readonly Line[],
  style: Style,
  column: {
    x: number;
    top: number;
    width: number;
    align?: "left" | "right" | "justified";
    element?: Element;
  },
): void {
  const { size, color, leading, tracking } = style;
  const { element } = column;
  let y = column.top + (leading - size) / 2 + size * ASCENT + size * 0.08;
  for (const line of lines) {
    let x = column.align === "right" ? column.x + column.width - line.width : column.x;
    const wordSpacing = stretch(line, column);
    for (const [rank, { text, face, width, raised }] of line.pieces.entries()) {
      const endsWord = !line.cut && rank === line.pieces.length - 1;
      const look = { face, color, tracking, wordSpacing };
      const written = { kind: "text" as const, x, y, text, endsWord, element, ...look };
      if (raised) marks.push({ ...written, size: size * RAISED_SIZE, rise: size * RISE });
      else marks.push({ ...written, size });
      x += width + wordSpacing * spacesOf(text);
    }
    y += leading;
  }
}
