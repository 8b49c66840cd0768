import { ARIMO_BOLD } from "./fonts/arimo-bold.generated.ts";
import { ARIMO_REGULAR } from "./fonts/arimo-regular.generated.ts";

/** A face of the fallback font as fonts/cut.ts writes it; lengths in thousandths of the type size. */
export interface CutFont {
  name: string;
  stemV: number;
  ascent: number;
  descent: number;
  box: readonly number[];
  /** Every character it draws, and the glyph of each at the same rank. */
  characters: string;
  glyphs: readonly number[];
  /** By glyph. */
  widths: readonly number[];
  /** Deflated, base64. */
  toUnicode: string;
  file: string;
  /** Bytes of the font file before it was deflated. */
  fileLength: number;
}

export type Face = "regular" | "bold";

export const FALLBACK: Record<Face, CutFont> = { regular: ARIMO_REGULAR, bold: ARIMO_BOLD };

const NO_BREAK_SPACE = "\u00A0";
const UNKNOWN = "?";

// What Windows-1252 puts between 0x80 and 0x9F; the minus sign, absent there, is drawn as an en dash.
const WINDOWS_1252 = new Map(
  [..."€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ"]
    .map((character, rank): [string, number] => [character, 0x80 + rank])
    .concat([["−", 0x96]]),
);
WINDOWS_1252.delete("\0");

const glyphsOf = (font: CutFont) =>
  new Map([...font.characters].map((character, rank) => [character, font.glyphs[rank] ?? 0]));
const GLYPHS: Record<Face, Map<string, number>> = {
  regular: glyphsOf(ARIMO_REGULAR),
  bold: glyphsOf(ARIMO_BOLD),
};

const LATIN_1 = /^[\x20-\x7e\xa0-\xac\xae-\xff]*$/;
const NARROW_SPACES = /[\u2007\u2009\u202f]/g;
const OTHER_SPACES = /[\s\u2000-\u200a]/g;
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Variation_Selector}/gu;

/**
 * The text as a page can show it: composed (NFC), on one line, no-break spaces as U+00A0 only, every
 * character that no font here draws replaced by « ? ». Never empty when a visible character came in.
 */
export function printable(text: string): string {
  if (LATIN_1.test(text)) return text;
  const composed = text
    .toWellFormed()
    .normalize("NFC")
    .replace(NARROW_SPACES, NO_BREAK_SPACE)
    .replace(OTHER_SPACES, (space) => (space === NO_BREAK_SPACE ? space : " "))
    .replace(INVISIBLE, "");
  let result = "";
  for (const character of composed) result += drawable(character);
  return result;
}

/** The character itself, else its letter with loose accents, else its plain form, else « ? ». */
function drawable(character: string): string {
  if (GLYPHS.regular.has(character)) return character;
  const candidates = [character.normalize("NFD"), character.normalize("NFKC")];
  const known = candidates.find((text) => [...text].every((part) => GLYPHS.regular.has(part)));
  return known ?? UNKNOWN;
}

/** The characters of the text that no font here draws, each once. */
export function undrawable(text: string): string[] {
  if (LATIN_1.test(text)) return [];
  const characters = new Set(text.normalize("NFC").replaceAll(UNKNOWN, ""));
  return [...characters].filter((character) => printable(character) === UNKNOWN);
}

/** Whether the standard fonts of PDF (Windows-1252) can draw this printable text. */
export function isStandard(text: string): boolean {
  if (LATIN_1.test(text)) return true;
  for (const character of text)
    if (!LATIN_1.test(character) && !WINDOWS_1252.has(character)) return false;
  return true;
}

/**
 * The width of a printable text in points. Arimo has the widths of Helvetica, so a document is laid out
 * the same whichever of the two draws it.
 */
export function widthOf(text: string, face: Face, size: number): number {
  const glyphs = GLYPHS[face];
  const { widths } = FALLBACK[face];
  let width = 0;
  for (const character of text) width += widths[glyphs.get(character) ?? 0] ?? 0;
  return (width * size) / 1000;
}

const ESCAPED = /[\\()]/g;

/** The printable text as a PDF string in Windows-1252, one character of the result a byte. */
export function standardString(text: string): string {
  let bytes = text;
  if (!LATIN_1.test(text)) {
    bytes = "";
    for (const character of text)
      bytes += String.fromCharCode(WINDOWS_1252.get(character) ?? character.charCodeAt(0));
  }
  return `(${bytes.replace(ESCAPED, "\\$&")})`;
}

/** The printable text as a PDF string of glyph numbers of the fallback font. */
export function fallbackString(text: string, face: Face): string {
  let hex = "";
  for (const character of text)
    hex += (GLYPHS[face].get(character) ?? 0).toString(16).padStart(4, "0");
  return `<${hex}>`;
}
