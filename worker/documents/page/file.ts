import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { apostrophesCourbes } from "#domain/orthographe.ts";

/** The reference of an object in a PDF file. */
export type Reference = `${number} 0 R`;

interface Stream {
  entries: string;
  bytes: Uint8Array;
}

/** An object written by itself, outside the compressed object stream. */
interface Alone {
  alone: string;
}

/** A complete PDF file that an update continues (ISO 32000-1, 7.5.6). */
export interface Base {
  bytes: Uint8Array;
  /** The first object number that is free in the file: the `Size` of its trailer. */
  size: number;
  /** The offset of the last cross-reference section of the file. */
  start: number;
}

/** A PDF file being written, as objects in PDF syntax. */
export interface PdfFile {
  add(object: string): Reference;
  /** Adds an object that readers find in the file exactly as given, not compressed. */
  addAlone(object: string): Reference;
  /** Reserves a reference for an object that `fill` will write. */
  reserve(): Reference;
  /** Writes a reserved object; an update may also write again an object of the file it continues. */
  fill(reference: Reference, object: string): void;
  /**
   * Adds a stream. `entries` are the entries of its dictionary, without the length; the bytes are already encoded as
   * the filter in `entries` requires.
   */
  addStream(entries: string, bytes: Uint8Array): Reference;
  /** Gives the whole file; `entries` are the entries of its trailer. */
  bytes(entries: string): Uint8Array;
}

const HEADER = Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1");

/**
 * Starts a PDF file. All objects go into one deflated object stream, except streams and the objects of `addAlone`; a
 * cross-reference stream says where each one is (ISO 32000-1, 7.5). This keeps a structure tree, which has many small
 * objects, light.
 * @param base the file to update: its bytes come first, unchanged.
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
  /** The number of the object stream that holds the other objects. */
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

/** Writes the runs of consecutive numbers as « 2 3 45 10 »: the first number of each run, then its length. */
function runsOf(numbers: readonly number[]): string {
  const runs: [first: number, length: number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last && last[0] + last[1] === number) last[1]++;
    else runs.push([number, 1]);
  }
  return runs.flat().join(" ");
}

/** The place of an object. Kind 1: at the offset `at`. Kind 2: in the object stream `at`, at the rank `rank`. */
interface Place {
  kind: 0 | 1 | 2;
  at: number;
  rank: number;
}

const PLACE_SIZE = 7;
/** Object 0, which PDF puts at the head of the list of free objects. */
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

/** Writes a text as a PDF string, whatever its characters, with curved apostrophes. */
export function textString(typed: string): string {
  const text = apostrophesCourbes(typed);
  if (ASCII.test(text)) return `(${text.replace(/[\\()]/g, "\\$&")})`;
  return `<FEFF${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;
}
