import { Buffer } from "node:buffer";

interface Table {
  tag: string;
  bytes: Buffer;
}

/** The tables of a font file, in the order of its directory (OpenType, « Font Tables »). */
export function tablesOf(font: Buffer): Table[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, rank) => {
    const entry = 12 + 16 * rank;
    const start = font.readUInt32BE(entry + 8);
    const bytes = font.subarray(start, start + font.readUInt32BE(entry + 12));
    return { tag: font.toString("latin1", entry, entry + 4), bytes };
  });
}

/** The bytes of a table of a font file. @throws Error when the font has no such table. */
export function tableOf(font: Buffer, tag: string): Buffer {
  const table = tablesOf(font).find((table) => table.tag === tag);
  if (!table) throw new Error(`No table ${tag} in this font`);
  return table.bytes;
}

/** The outline of each glyph, as the `glyf` table holds it; empty for a space. */
export function outlinesOf(font: Buffer): Buffer[] {
  const loca = tableOf(font, "loca");
  const glyf = tableOf(font, "glyf");
  const long = hasLongOffsets(font);
  const offset = (rank: number) =>
    long ? loca.readUInt32BE(4 * rank) : 2 * loca.readUInt16BE(2 * rank);
  return Array.from({ length: loca.length / (long ? 4 : 2) - 1 }, (_, rank) =>
    glyf.subarray(offset(rank), offset(rank + 1)),
  );
}

const hasLongOffsets = (font: Buffer) => tableOf(font, "head").readUInt16BE(50) === 1;

const SIZE_OF_DIRECTORY_ENTRY = 16;

/** Replaces the outlines of a font. The checksums in the font are not updated, because no PDF reader checks them. */
export function withOutlines(font: Buffer, outlines: readonly Buffer[]): Buffer {
  const long = hasLongOffsets(font);
  const loca = Buffer.alloc((outlines.length + 1) * (long ? 4 : 2));
  const parts = outlines.map(padded);
  let end = 0;
  for (const [rank, { length }] of parts.entries()) {
    end += length;
    if (long) loca.writeUInt32BE(end, 4 * (rank + 1));
    else loca.writeUInt16BE(end / 2, 2 * (rank + 1));
  }
  const changed: Record<string, Buffer> = { loca, glyf: Buffer.concat(parts) };
  const tables = tablesOf(font).map(({ tag, bytes }) => changed[tag] ?? bytes);
  const head = Buffer.from(font.subarray(0, 12 + SIZE_OF_DIRECTORY_ENTRY * tables.length));
  let start = head.length;
  for (const [rank, { length }] of tables.entries()) {
    const entry = 12 + SIZE_OF_DIRECTORY_ENTRY * rank;
    head.writeUInt32BE(start, entry + 8);
    head.writeUInt32BE(length, entry + 12);
    start += length + (-length & 3);
  }
  return Buffer.concat([head, ...tables.map(padded)]);
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);

const COMPOSITE = { words: 0x1, scale: 0x8, more: 0x20, twoScales: 0x40, matrix: 0x80 };

/** The font with the outlines of these glyphs, of their parts and of glyph 0 only; each glyph keeps its number. */
export function drawingOnly(font: Buffer, glyphs: Iterable<number>): Buffer {
  const outlines = outlinesOf(font);
  const kept = new Set([0, ...glyphs]);
  for (const glyph of kept) for (const part of partsOf(outlines[glyph])) kept.add(part);
  return withOutlines(
    font,
    outlines.map((outline, glyph) => (kept.has(glyph) ? outline : outline.subarray(0, 0))),
  );
}

/** The glyphs that a composed outline is made of (a letter and its accent); none for an outline with contours. */
function partsOf(outline: Buffer | undefined): number[] {
  if (!outline?.length || outline.readInt16BE(0) >= 0) return [];
  const parts: number[] = [];
  let flags = COMPOSITE.more;
  for (let at = 10; flags & COMPOSITE.more; ) {
    flags = outline.readUInt16BE(at);
    parts.push(outline.readUInt16BE(at + 2));
    at += flags & COMPOSITE.words ? 8 : 6;
    if (flags & COMPOSITE.scale) at += 2;
    else if (flags & COMPOSITE.twoScales) at += 4;
    else if (flags & COMPOSITE.matrix) at += 8;
  }
  return parts;
}

type Point = readonly [x: number, y: number];

const ON_CURVE = 0x01;
const MAY_OVERLAP = 0x40;

/** An outline of straight lines from closed contours; an inner contour runs in the opposite direction. */
export function polygons(contours: readonly (readonly Point[])[]): Buffer {
  const points = contours.flat();
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const words = (values: readonly number[]) => {
    const bytes = Buffer.alloc(2 * values.length);
    for (const [rank, value] of values.entries()) bytes.writeInt16BE(value, 2 * rank);
    return bytes;
  };
  const steps = (values: readonly number[]) =>
    words(values.map((value, rank) => value - (values[rank - 1] ?? 0)));
  const ends = contours.map((_, rank) => contours.slice(0, rank + 1).flat().length - 1);
  return Buffer.concat([
    words([contours.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]),
    words([...ends, 0]),
    Buffer.from(points.map((_, rank) => ON_CURVE | (rank === 0 ? MAY_OVERLAP : 0))),
    steps(xs),
    steps(ys),
  ]);
}
