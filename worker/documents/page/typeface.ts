import { apostrophesDessinees } from "#domain/caracteres.ts";
import { apostrophesCourbes } from "#domain/orthographe.ts";
import { ARIMO_BOLD_EUROPEAN } from "../fonts/arimo-bold-european.generated.ts";
import { ARIMO_BOLD_FRENCH } from "../fonts/arimo-bold-french.generated.ts";
import { ARIMO_REGULAR_EUROPEAN } from "../fonts/arimo-regular-european.generated.ts";
import { ARIMO_REGULAR_FRENCH } from "../fonts/arimo-regular-french.generated.ts";

/**
 * The subset of a font file that fonts/cut.ts writes, French or European; lengths are in thousandths of the type size.
 */
export interface CutFont {
  name: string;
  stemV: number;
  ascent: number;
  descent: number;
  box: readonly number[];
  /** All the characters that the subset draws, in the order of their glyphs. */
  characters: string;
  glyphs: readonly number[];
  /** The width of each glyph, by the number of the glyph. */
  widths: readonly number[];
  /** The table from glyphs to characters, deflated, in base64. */
  toUnicode: string;
  file: string;
  /** The size in bytes of the font file before it was deflated. */
  fileLength: number;
}

export type Face = "regular" | "bold";

const FRENCH: Record<Face, CutFont> = { regular: ARIMO_REGULAR_FRENCH, bold: ARIMO_BOLD_FRENCH };
const EUROPEAN: Record<Face, CutFont> = {
  regular: ARIMO_REGULAR_EUROPEAN,
  bold: ARIMO_BOLD_EUROPEAN,
};

const NO_BREAK_SPACE = "\u00A0";
/**
 * The sign printed in place of a character that no font draws: a blank to fill in by hand, which a « ? » would not
 * suggest.
 */
const UNKNOWN = "…";

const glyphs = new Map<CutFont, Map<string, number>>();

function glyphsOf(font: CutFont): Map<string, number> {
  const known =
    glyphs.get(font) ??
    new Map([...font.characters].map((character, rank) => [character, font.glyphs[rank] ?? 0]));
  glyphs.set(font, known);
  return known;
}

const GLYPHS: Record<Face, Map<string, number>> = {
  regular: glyphsOf(EUROPEAN.regular),
  bold: glyphsOf(EUROPEAN.bold),
};

/** Texts in Latin-1 with the French apostrophe, which need no change. */
const PLAIN = /^[\x20-\x7e\xa0-\xac\xae-\xff’]*$/;
const NARROW_SPACES = /[\u2007\u2009\u202f]/g;
const OTHER_SPACES = /[\s\u2000-\u200a]/g;
const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Variation_Selector}/gu;

/**
 * The text as a page can show it: composed (NFC), on one line, with U+00A0 as the only no-break space and curved
 * apostrophes. A character that no font draws becomes the blank « … ». A text with a visible character never becomes
 * empty.
 */
export function printable(typed: string): string {
  const text = apostrophesCourbes(typed);
  if (PLAIN.test(text)) return text;
  const composed = apostrophesDessinees(text)
    .toWellFormed()
    .normalize("NFC")
    .replace(NARROW_SPACES, NO_BREAK_SPACE)
    .replace(OTHER_SPACES, (space) => (space === NO_BREAK_SPACE ? space : " "))
    .replace(INVISIBLE, "");
  let result = "";
  for (const character of composed) result += drawable(character);
  return result;
}

/**
 * The character itself when a font draws it; else its letter with separate accents, else its plain form, else a blank.
 */
function drawable(character: string): string {
  if (GLYPHS.regular.has(character)) return character;
  const candidates = [character.normalize("NFD"), character.normalize("NFKC")];
  const known = candidates.find((text) => [...text].every((part) => GLYPHS.regular.has(part)));
  return known ?? UNKNOWN;
}

/** The characters of the text that no font draws, each once. */
export function undrawable(text: string): string[] {
  if (PLAIN.test(text)) return [];
  const characters = new Set(text.normalize("NFC").replaceAll(UNKNOWN, ""));
  return [...characters].filter((character) => printable(character) === UNKNOWN);
}

const drawnBy = ({ characters }: CutFont) =>
  new RegExp(`^[${characters.replace(/[\\\]^-]/g, "\\$&")}]*$`);
const FRENCH_TEXT: Record<Face, RegExp> = {
  regular: drawnBy(FRENCH.regular),
  bold: drawnBy(FRENCH.bold),
};

/** Whether a document embeds the whole subset: only the French subset is small enough. */
export const isLight = (font: CutFont): boolean => font === FRENCH.regular || font === FRENCH.bold;

/** The numbers of the glyphs of this font that the printable texts need. */
export function glyphsFor(texts: Iterable<string>, font: CutFont): Set<number> {
  const known = glyphsOf(font);
  const drawn = new Set<number>();
  for (const text of texts) for (const character of text) drawn.add(known.get(character) ?? 0);
  return drawn;
}

/** The smallest subset of the face that draws all these printable texts: nearly always the French subset. */
export function cutFor(texts: Iterable<string>, face: Face): CutFont {
  for (const text of texts) if (!FRENCH_TEXT[face].test(text)) return EUROPEAN[face];
  return FRENCH[face];
}

/**
 * The width of a printable text in points, the same in the French and the European subset: both have the widths of
 * Helvetica.
 */
export function widthOf(text: string, face: Face, size: number): number {
  const glyphs = GLYPHS[face];
  const { widths } = EUROPEAN[face];
  let width = 0;
  for (const character of text) width += widths[glyphs.get(character) ?? 0] ?? 0;
  return (width * size) / 1000;
}

const written = new Map<CutFont, Map<string, string>>();
const NEEDS_ESCAPE = /[\\()\n\r]/g;
const ESCAPES: Record<string, string> = { "\n": "\\n", "\r": "\\r" };

/** For each character of the font, the number of its glyph as two bytes of a PDF string. */
function writtenBy(font: CutFont): Map<string, string> {
  const known =
    written.get(font) ??
    new Map(
      [...glyphsOf(font)].map(([character, glyph]) => [
        character,
        String.fromCharCode(glyph >> 8, glyph & 0xff).replace(
          NEEDS_ESCAPE,
          (byte) => ESCAPES[byte] ?? `\\${byte}`,
        ),
      ]),
    );
  written.set(font, known);
  return known;
}

/** Writes a printable text as a PDF string of glyph numbers of this font; each character of the result is a byte. */
export function glyphString(text: string, font: CutFont): string {
  const glyphs = writtenBy(font);
  let bytes = "";
  for (const character of text) bytes += glyphs.get(character) ?? "";
  return `(${bytes})`;
}
