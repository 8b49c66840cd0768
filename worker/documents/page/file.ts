import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { apostrophesCourbes } from "#domain/orthographe.ts";

/** The reference of an object of the file. */
export type Reference = `${number} 0 R`;

interface Stream {
  entries: string;
  bytes: Uint8Array;
}

/** An object outside the object stream. */
interface Alone {
  alone: string;
}

/** A complete file, which an update continues (ISO 32000-1, 7.5.6). */
export interface Base {
  bytes: Uint8Array;
  /** The first object number that is free: the `Size` of its trailer. */
  size: number;
  /** The offset of its last cross-reference section. */
  start: number;
}

/** A PDF file while it is written: its objects, in PDF syntax. */
export interface PdfFile {
  add(object: string): Reference;
  /** Adds an object that readers find in the file exactly as given. */
  addAlone(object: string): Reference;
  /** A reference to the object that `fill` will write. */
  reserve(): Reference;
  /** Writes a reserved object; an update may also write an object of its base again. */
  fill(reference: Reference, object: string): void;
  /** The `entries` of its dictionary, without the length; the bytes are already encoded as its filter requires. */
  addStream(entries: string, bytes: Uint8Array): Reference;
  /** The whole file, with the `entries` of its trailer. */
  bytes(entries: string): Uint8Array;
}

const HEADER = Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1");

/**
 * Writes every object that is no stream into one deflated object stream, found through a cross-reference stream (ISO
 * 32000-1, 7.5): a structure tree has many small objects, and this keeps it light.
 * @param base the file that this one updates: its bytes come first, as they are.
 */
export function pdfFile(base?: Base): PdfFile {
  const objects = new Map<number, PdfObject>();
  let next = base?.size ?? 1;
  const add = (object: PdfObject): Reference => {
    objects.set(next, object);
    return `${next++} 0 R`;
  };
  return {
    add,
    addAlone: (alone) => add({ alone }),
    reserve: () => add("null"),
    fill: (reference, object) => objects.set(Number.parseInt(reference, 10), object),
    addStream: (entries, bytes) => add({ entries, bytes }),
    bytes: (entries) => written(objects, { holder: next, entries, base }),
  };
}

type PdfObject = string | Stream | Alone;

interface Trailer {
  /** The number of the object stream. */
  holder: number;
  entries: string;
  base: Base | undefined;
}

const LINE_FEED = 10;

function written(
  objects: ReadonlyMap<number, PdfObject>,
  { holder, entries, base }: Trailer,
): Uint8Array {
  const parts: Uint8Array[] = [];
  const places = new Map<number, Place>();
  let offset = 0;
  const append = (...added: readonly Uint8Array[]) => {
    parts.push(...added);
    for (const { length } of added) offset += length;
  };
  const put = (number: number, before: string, ...after: readonly Uint8Array[]) => {
    places.set(number, { kind: 1, at: offset, rank: 0 });
    append(Buffer.from(`${number} 0 obj\n${before}`, "latin1"), ...after, END_OF_OBJECT);
  };
  const putStream = (number: number, { entries, bytes }: Stream) =>
    put(number, `<<${entries}/Length ${bytes.length}>>\nstream\n`, bytes, END_OF_STREAM);
  append(base?.bytes ?? HEADER);
  if (base === undefined) places.set(0, FREE);
  else if (base.bytes.at(-1) !== LINE_FEED) append(Buffer.from("\n"));
  const heads: string[] = [];
  const bodies: string[] = [];
  let at = 0;
  for (const [number, object] of objects) {
    if (typeof object !== "string") {
      if ("alone" in object) put(number, object.alone);
      else putStream(number, object);
      continue;
    }
    places.set(number, { kind: 2, at: holder, rank: heads.length });
    heads.push(`${number} ${at}`);
    bodies.push(object);
    at += object.length + 1;
  }
  const head = `${heads.join(" ")}\n`;
  putStream(holder, {
    entries: `/Type/ObjStm/N ${heads.length}/First ${head.length}/Filter/FlateDecode`,
    bytes: deflateSync(Buffer.from(head + bodies.join("\n"), "latin1")),
  });
  const start = offset;
  const last = holder + 1;
  places.set(last, { kind: 1, at: start, rank: 0 });
  const numbers = [...places.keys()].sort((one, other) => one - other);
  const since = base ? `/Prev ${base.start}/Index[${runsOf(numbers)}]` : "";
  putStream(last, {
    entries: `/Type/XRef/Size ${last + 1}${since}/W[1 4 2]/Filter/FlateDecode${entries}`,
    bytes: deflateSync(crossReferences(numbers, places)),
  });
  append(Buffer.from(`startxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

const END_OF_OBJECT = Buffer.from("\nendobj\n");
const END_OF_STREAM = Buffer.from("\nendstream");

/** The runs of numbers as « 2 3 45 10 »: the first number of each run, and its length. */
function runsOf(numbers: readonly number[]): string {
  const runs: [first: number, length: number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last[0] + last[1] === number) last[1]++;
    else runs.push([number, 1]);
  }
  return runs.flat().join(" ");
}

/** The place of an object: of type 1 at this offset; of type 2 in the object stream of this number, at this rank. */
interface Place {
  kind: 0 | 1 | 2;
  at: number;
  rank: number;
}

const PLACE_SIZE = 7;
/** Object 0 heads the list of free ones. */
const FREE: Place = { kind: 0, at: 0, rank: 0xffff };

function crossReferences(
  numbers: readonly number[],
  places: ReadonlyMap<number, Place>,
): Uint8Array {
  const table = Buffer.alloc(numbers.length * PLACE_SIZE);
  for (const [line, number] of numbers.entries()) {
    const { kind, at, rank } = places.get(number) ?? FREE;
    const entry = line * PLACE_SIZE;
    table.writeUInt8(kind, entry);
    table.writeUInt32BE(at, entry + 1);
    table.writeUInt16BE(rank, entry + 5);
  }
  return table;
}

const ASCII = /^[\x20-\x7e]*$/;

/** A text as a PDF string, whatever its characters, with the apostrophes of the pages. */
export function textString(typed: string): string {
  const text = apostrophesCourbes(typed);
  if (ASCII.test(text)) return `(${text.replace(/[\\()]/g, "\\$&")})`;
  return `<FEFF${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;
}
