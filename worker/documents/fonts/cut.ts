// Cuts the faces of documents out of Arimo (OFL), which has the metrics of Helvetica and Arial, and writes
// arimo-regular-french.generated.ts and its three neighbors beside this file. After changing CUTS or the version of
// @expo-google-fonts/arimo, run this file again with `node worker/documents/fonts/cut.ts`, and commit the new files.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateSync } from "node:zlib";
import { CARACTERES_IMPRIMABLES } from "#domain/caracteres.ts";
import type { CutFont } from "../page/typeface.ts";
import { outlinesOf, polygons, tableOf, withOutlines } from "./outlines.ts";

interface SubsetOptions {
  targetFormat: "sfnt";
  noHinting: boolean;
  noLayoutClosure: boolean;
  keepFeatures: string[];
  dropTables: string[];
}
type Subset = (font: Buffer, text: string, options: SubsetOptions) => Promise<Buffer>;

const resolve = createRequire(import.meta.url);
const subset: Subset = resolve("subset-font");

type Ranges = readonly (readonly [first: number, last: number])[];

const charactersOf = (ranges: Ranges) =>
  ranges
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, rank) => String.fromCodePoint(first + rank)),
    )
    .join("");

/**
 * The characters of the documents’ own words and of most names: ASCII without ^ ` { | } ~, and the letters and signs
 * of French.
 */
const FRENCH = `${charactersOf([[0x20, 0x5d]])}_${charactersOf([[0x61, 0x7a]])}\u00A0\u00A7${"°«»·²³€…‘’–—−ÀÂÄÆÇÈÉÊËÎÏÑÔÖÙÛÜŒŸàâäæçèéêëîïñôöùûüœÿ"}`;

const CUTS = [
  { extent: "french", tag: "ARIMOF", characters: FRENCH },
  { extent: "european", tag: "ARIMOA", characters: charactersOf(CARACTERES_IMPRIMABLES) },
] as const;

const FACES = [
  { file: "400Regular/Arimo_400Regular.ttf", name: "Arimo-Regular", stemV: 80 },
  { file: "700Bold/Arimo_700Bold.ttf", name: "Arimo-Bold", stemV: 140 },
] as const;

/** The tick boxes, which Arimo lacks: each is drawn in place of another sign of the font. */
const BOXES = [
  { box: "☐", drawnOver: "□", ticked: false },
  { box: "☑", drawnOver: "■", ticked: true },
] as const;
/** The measures of a tick box, as high as a capital, in units of a font whose em is 2048. */
const BOX = {
  advance: 1700,
  left: 96,
  bottom: -50,
  side: 1508,
  line: 150,
  inset: 340,
  stroke: 140,
};

// A viewer finds glyphs by their number, so only the tables of outlines and metrics are needed.
const UNUSED_TABLES = ["GSUB", "GPOS", "GDEF", "STAT", "name", "OS/2", "post", "gasp", "DSIG"];

for (const face of FACES) {
  const source = readFileSync(resolve.resolve(`@expo-google-fonts/arimo/${face.file}`));
  for (const { extent, tag, characters } of CUTS) {
    const cut = (dropTables: string[]) =>
      subset(source, `${characters}${BOXES.map(({ drawnOver }) => drawnOver).join("")}`, {
        targetFormat: "sfnt",
        noHinting: true,
        noLayoutClosure: true,
        keepFeatures: [],
        dropTables,
      });
    const name = `${tag}+${face.name}`;
    const font = describe(await cut(UNUSED_TABLES), await cut([...UNUSED_TABLES, "cmap"]), {
      ...face,
      name,
    });
    const target = `${face.name.toLowerCase()}-${extent}`;
    writeFileSync(
      `${import.meta.dirname}/${target}.generated.ts`,
      `// Written by cut.ts: don't edit. Cut from Arimo, copyright The Arimo Project Authors, SIL OFL 1.1.\nexport const ${target.toUpperCase().replaceAll("-", "_")} = ${JSON.stringify(font)};\n`,
    );
    console.log(`${target}: ${font.glyphs.length} characters, ${font.file.length} base64`);
  }
}

function describe(
  font: Buffer,
  withoutCmap: Buffer,
  { name, stemV }: { name: string; stemV: number },
): CutFont {
  const glyphOf = readCmap(tableOf(font, "cmap"));
  const file = withBoxes(withoutCmap, glyphOf);
  const [head, hhea, hmtx] = ["head", "hhea", "hmtx"].map((tag) => tableOf(file, tag)) as Tables;
  const unitsPerEm = head.readUInt16BE(18);
  const thousandths = (units: number) => Math.round((units * 1000) / unitsPerEm);
  const glyphCount = tableOf(file, "maxp").readUInt16BE(4);
  const widthCount = hhea.readUInt16BE(34);
  const characters = [...glyphOf.keys()].sort((a, b) => a - b);
  return {
    name,
    stemV,
    ascent: thousandths(hhea.readInt16BE(4)),
    descent: thousandths(hhea.readInt16BE(6)),
    box: [36, 38, 40, 42].map((offset) => thousandths(head.readInt16BE(offset))),
    characters: String.fromCodePoint(...characters),
    glyphs: characters.map((character) => glyphOf.get(character) ?? 0),
    widths: Array.from({ length: glyphCount }, (_, glyph) =>
      thousandths(hmtx.readUInt16BE(4 * Math.min(glyph, widthCount - 1))),
    ),
    toUnicode: deflateSync(toUnicode(glyphOf), { level: 9 }).toString("base64"),
    file: deflateSync(file, { level: 9 }).toString("base64"),
    fileLength: file.length,
  };
}

type Tables = [head: Buffer, hhea: Buffer, hmtx: Buffer];

/**
 * Draws the tick boxes into a font. `glyphOf` maps each code point to its glyph; the function adds the boxes to it.
 */
function withBoxes(font: Buffer, glyphOf: Map<number, number>): Buffer {
  const drawn = Buffer.from(font);
  const hmtx = tableOf(drawn, "hmtx");
  const outlines = outlinesOf(drawn);
  for (const { box, drawnOver, ticked } of BOXES) {
    const glyph = glyphOf.get(codeOf(drawnOver));
    if (glyph === undefined) throw new Error(`Arimo has no ${drawnOver}`);
    glyphOf.delete(codeOf(drawnOver));
    glyphOf.set(codeOf(box), glyph);
    hmtx.writeUInt16BE(BOX.advance, 4 * glyph);
    hmtx.writeInt16BE(BOX.left, 4 * glyph + 2);
    outlines[glyph] = polygons(ticked ? [...frame(), ...cross()] : frame());
  }
  return withOutlines(drawn, outlines);
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

/** The corners of a square, clockwise, at the distance `inset` from the edges of the box. */
function square(inset: number): [number, number][] {
  const [left, bottom] = [BOX.left + inset, BOX.bottom + inset];
  const [right, top] = [BOX.left + BOX.side - inset, BOX.bottom + BOX.side - inset];
  return [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
  ];
}

function frame(): [number, number][][] {
  return [square(0), square(BOX.line).reverse()];
}

function cross(): [number, number][][] {
  const [[left, bottom], , [right, top]] = square(BOX.inset) as [
    [number, number],
    unknown,
    [number, number],
  ];
  const { stroke } = BOX;
  const bar = (from: number, to: number): [number, number][] => [
    [from - stroke, bottom],
    [to - stroke, top],
    [to + stroke, top],
    [from + stroke, bottom],
  ];
  return [bar(left, right), bar(right, left)];
}

/** Reads the glyph of each code point in the format 4 subtable; the subset has no character beyond U+FFFF. */
function readCmap(cmap: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let entry = 4; entry < 4 + 8 * cmap.readUInt16BE(2); entry += 8) {
    const table = cmap.readUInt32BE(entry + 4);
    if (cmap.readUInt16BE(table) !== 4) continue;
    const span = cmap.readUInt16BE(table + 6);
    for (let segment = 0; segment < span; segment += 2) {
      const last = cmap.readUInt16BE(table + 14 + segment);
      const first = cmap.readUInt16BE(table + 16 + span + segment);
      const delta = cmap.readUInt16BE(table + 16 + 2 * span + segment);
      const rangeAt = table + 16 + 3 * span + segment;
      const range = cmap.readUInt16BE(rangeAt);
      for (let code = first; code <= last && code < 0xffff; code++) {
        const raw = range === 0 ? code : cmap.readUInt16BE(rangeAt + range + 2 * (code - first));
        if (raw !== 0) glyphs.set(code, (raw + delta) & 0xffff);
      }
    }
  }
  return glyphs;
}

/**
 * The CMap (table from glyphs to characters) with which a PDF reader copies and searches text. A block holds at most
 * 100 ranges; all glyphs of a range have the same high byte.
 */
function toUnicode(glyphOf: Map<number, number>): string {
  const characterOf = new Map<number, number>();
  for (const [character, glyph] of glyphOf)
    if (!characterOf.has(glyph)) characterOf.set(glyph, character);
  const hex = (value: number) => value.toString(16).padStart(4, "0");
  const ranges: { first: number; last: number; character: number }[] = [];
  for (const [glyph, character] of [...characterOf].sort(([a], [b]) => a - b)) {
    const range = ranges.at(-1);
    const follows =
      range?.last === glyph - 1 && character - range.character === glyph - range.first;
    if (range && follows && glyph % 256 !== 0) range.last = glyph;
    else ranges.push({ first: glyph, last: glyph, character });
  }
  const blocks: string[] = [];
  for (let start = 0; start < ranges.length; start += 100) {
    const block = ranges
      .slice(start, start + 100)
      .map(({ first, last, character }) => `<${hex(first)}> <${hex(last)}> <${hex(character)}>`);
    blocks.push(`${block.length} beginbfrange\n${block.join("\n")}\nendbfrange`);
  }
  return `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join("\n")}
endcmap CMapName currentdict /CMap defineresource pop end end`;
}
