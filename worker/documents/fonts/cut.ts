// Cuts the faces of documents out of Arimo (OFL), which has the metrics of Helvetica and Arial:
//   node worker/documents/fonts/cut.ts
// writes arimo-regular-french.generated.ts and its three neighbours beside this file. Run it again after
// changing CUTS or the version of @expo-google-fonts/arimo, and commit what it writes.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateSync } from "node:zlib";
import { CARACTERES_IMPRIMABLES } from "#domain/caracteres.ts";
import type { CutFont } from "../typeface.ts";

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

/** What documents say themselves and most names ask for: ASCII without ^ ` { | } ~, and the letters and signs of French. */
const FRENCH = `${charactersOf([[0x20, 0x5d]])}_${charactersOf([[0x61, 0x7a]])}\u00A0\u00A7${"°«»·²³€…‘’–—−ÀÂÄÆÇÈÉÊËÎÏÑÔÖÙÛÜŒŸàâäæçèéêëîïñôöùûüœÿ"}`;

const CUTS = [
  { extent: "french", tag: "ARIMOF", characters: FRENCH },
  { extent: "european", tag: "ARIMOA", characters: charactersOf(CARACTERES_IMPRIMABLES) },
] as const;

const FACES = [
  { file: "400Regular/Arimo_400Regular.ttf", name: "Arimo-Regular", stemV: 80 },
  { file: "700Bold/Arimo_700Bold.ttf", name: "Arimo-Bold", stemV: 140 },
] as const;

// A viewer finds the glyphs by their number: of the tables, only the outlines and their metrics count.
const UNUSED_TABLES = ["GSUB", "GPOS", "GDEF", "STAT", "name", "OS/2", "post", "gasp", "DSIG"];

for (const face of FACES) {
  const source = readFileSync(resolve.resolve(`@expo-google-fonts/arimo/${face.file}`));
  for (const { extent, tag, characters } of CUTS) {
    const cut = (dropTables: string[]) =>
      subset(source, characters, {
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
  const tables = tablesOf(font);
  const unitsPerEm = font.readUInt16BE(tables.head + 18);
  const thousandths = (units: number) => Math.round((units * 1000) / unitsPerEm);
  const glyphCount = font.readUInt16BE(tables.maxp + 4);
  const widthCount = font.readUInt16BE(tables.hhea + 34);
  const glyphOf = readCmap(font, tables.cmap);
  const characters = [...glyphOf.keys()].sort((a, b) => a - b);
  const signed = (offset: number) => thousandths(font.readInt16BE(offset));
  return {
    name,
    stemV,
    ascent: signed(tables.hhea + 4),
    descent: signed(tables.hhea + 6),
    box: [36, 38, 40, 42].map((offset) => signed(tables.head + offset)),
    characters: String.fromCodePoint(...characters),
    glyphs: characters.map((character) => glyphOf.get(character) ?? 0),
    widths: Array.from({ length: glyphCount }, (_, glyph) =>
      thousandths(font.readUInt16BE(tables.hmtx + 4 * Math.min(glyph, widthCount - 1))),
    ),
    toUnicode: deflateSync(toUnicode(glyphOf), { level: 9 }).toString("base64"),
    file: deflateSync(withoutCmap, { level: 9 }).toString("base64"),
    fileLength: withoutCmap.length,
  };
}

type TableName = "head" | "hhea" | "hmtx" | "maxp" | "cmap";

function tablesOf(font: Buffer): Record<TableName, number> {
  const offsets = { head: 0, hhea: 0, hmtx: 0, maxp: 0, cmap: 0 };
  for (let entry = 12; entry < 12 + 16 * font.readUInt16BE(4); entry += 16) {
    const tag = font.toString("latin1", entry, entry + 4);
    if (tag in offsets) offsets[tag as TableName] = font.readUInt32BE(entry + 8);
  }
  return offsets;
}

/** The glyph of each code point, from the format 4 subtable (the cut holds no supplementary plane). */
function readCmap(font: Buffer, cmap: number): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let entry = cmap + 4; entry < cmap + 4 + 8 * font.readUInt16BE(cmap + 2); entry += 8) {
    const table = cmap + font.readUInt32BE(entry + 4);
    if (font.readUInt16BE(table) !== 4) continue;
    const span = font.readUInt16BE(table + 6);
    for (let segment = 0; segment < span; segment += 2) {
      const last = font.readUInt16BE(table + 14 + segment);
      const first = font.readUInt16BE(table + 16 + span + segment);
      const delta = font.readUInt16BE(table + 16 + 2 * span + segment);
      const rangeAt = table + 16 + 3 * span + segment;
      const range = font.readUInt16BE(rangeAt);
      for (let code = first; code <= last && code < 0xffff; code++) {
        const raw = range === 0 ? code : font.readUInt16BE(rangeAt + range + 2 * (code - first));
        if (raw !== 0) glyphs.set(code, (raw + delta) & 0xffff);
      }
    }
  }
  return glyphs;
}

/** The CMap that gives copied and searched text its characters back: 100 ranges a block, of one high byte. */
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
