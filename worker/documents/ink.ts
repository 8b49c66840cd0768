import type { Inline } from "./blocks.ts";
import { type Face, printable, widthOf } from "./typeface.ts";

export const mm = (millimetres: number): number => (millimetres * 72) / 25.4;

export type Color = readonly [red: number, green: number, blue: number];

export const INK: Color = [0.09, 0.13, 0.18];
export const MUTED: Color = [0.37, 0.43, 0.5];
export const HAIRLINE: Color = [0.82, 0.86, 0.89];
export const TEAL: Color = [0.04, 0.3, 0.36];
export const TINT: Color = [0.94, 0.97, 0.97];

/** What a page shows, in points from its top left corner; texts by their baseline. */
export type Mark =
  | ({ kind: "text"; x: number; y: number; text: string } & TextStyle)
  | { kind: "rule"; x: number; y: number; width: number; thickness: number; color: Color }
  | { kind: "box"; x: number; y: number; width: number; height: number; color: Color }
  | { kind: "picture"; x: number; y: number; width: number; height: number; name: string };

export interface TextStyle {
  size: number;
  face: Face;
  color: Color;
  /** Space added after each character, in points. */
  tracking?: number;
}

/** The style of running text; `leading` is the height of a line. */
export interface Style extends TextStyle {
  leading: number;
}

export interface Line {
  width: number;
  pieces: readonly Piece[];
}

interface Piece {
  text: string;
  face: Face;
  width: number;
}

/** Cuts the text into lines of this width at most; a word that is wider is cut, never let out. */
export function wrap(text: Inline, width: number, style: Style): Line[] {
  const lines: Line[] = [];
  let pieces: Piece[] = [];
  let used = 0;
  const endLine = () => {
    lines.push({ width: used, pieces });
    pieces = [];
    used = 0;
  };
  for (const word of wordsOf(text, style)) {
    if (word === "\n") {
      endLine();
      continue;
    }
    const space = pieces.length > 0 ? measure(" ", style.face, style) : 0;
    const wordWidth = word.reduce((sum, piece) => sum + piece.width, 0);
    if (space > 0 && used + space + wordWidth > width) endLine();
    else if (space > 0) {
      append(pieces, { text: " ", face: word[0]?.face ?? style.face, width: space });
      used += space;
    }
    for (const piece of wordWidth > width
      ? word.flatMap((piece) => slices(piece, width, style))
      : word) {
      if (pieces.length > 0 && used + piece.width > width) endLine();
      append(pieces, piece);
      used += piece.width;
    }
  }
  if (pieces.length > 0 || lines.length === 0) endLine();
  return lines;
}

function append(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (last?.face === piece.face)
    pieces[pieces.length - 1] = {
      text: last.text + piece.text,
      face: piece.face,
      width: last.width + piece.width,
    };
  else pieces.push(piece);
}

/** The words, each of the pieces of one or more faces, and "\n" between two given lines. */
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
        .split(" ")
        .forEach((part, position) => {
          if (position > 0) endWord();
          if (part !== "") word.push({ text: part, face, width: measure(part, face, style) });
        });
    });
  }
  endWord();
  return words;
}

/** The piece cut where it can be: after a hyphen and the like, else anywhere. */
function slices(piece: Piece, width: number, style: Style): Piece[] {
  const parts = piece.text.split(/(?<=[-/.@_])/);
  const cut = parts.map((text) => ({ ...piece, text, width: measure(text, piece.face, style) }));
  return cut.flatMap((part) => (part.width > width ? characters(part, width, style) : part));
}

function characters(piece: Piece, width: number, style: Style): Piece[] {
  const result: Piece[] = [];
  let text = "";
  for (const character of piece.text) {
    if (text !== "" && measure(text + character, piece.face, style) > width) {
      result.push({ text, face: piece.face, width: measure(text, piece.face, style) });
      text = "";
    }
    text += character;
  }
  result.push({ text, face: piece.face, width: measure(text, piece.face, style) });
  return result;
}

function measure(text: string, face: Face, { size, tracking = 0 }: Style): number {
  return widthOf(text, face, size) + (tracking === 0 ? 0 : tracking * text.length);
}

const ASCENT = 0.74;

/** Writes the lines from `top` downwards in a column; each line stands in the middle of its leading. */
export function write(
  marks: Mark[],
  lines: readonly Line[],
  style: Style,
  column: { x: number; top: number; width: number; align?: "left" | "right" },
): void {
  const { size, color, leading, tracking } = style;
  let y = column.top + (leading - size) / 2 + size * ASCENT + size * 0.08;
  for (const line of lines) {
    let x = column.align === "right" ? column.x + column.width - line.width : column.x;
    for (const { text, face, width } of line.pieces) {
      marks.push({ kind: "text", x, y, text, size, face, color, tracking });
      x += width;
    }
    y += leading;
  }
}
