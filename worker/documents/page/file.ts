import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import { apostrophesCourbes } from "#domain/orthographe.ts";

/** The reference of an object of the file. */
export type Reference = `${number} 0 R`;

interface Stream {
  entries: string;
  bytes: Uint8Array;
}

/** A PDF file being written: its objects, in the syntax of PDF. */
export interface PdfFile {
  add(object: string): Reference;
  /** A reference to the object that `fill` will write. */
  reserve(): Reference;
  fill(reference: Reference, object: string): void;
  /** `entries` of its dictionary but the length; the bytes are as its filter wants them. */
  addStream(entries: string, bytes: Uint8Array): Reference;
  /** The whole file; `entries` are those of its trailer. */
  bytes(entries: string): Uint8Array;
}

const HEADER = Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1");

/**
 * Writes every object that is no stream into one object stream, deflated, found by a cross-reference stream (ISO
 * 32000-1, 7.5): a structure tree is many small objects, and this keeps it light.
 */
export function pdfFile(): PdfFile {
  const objects: (string | Stream)[] = [];
  const add = (object: string | Stream): Reference => `${objects.push(object)} 0 R`;
  return {
    add,
    reserve: () => add("null"),
    fill: (reference, object) => {
      objects[Number.parseInt(reference, 10) - 1] = object;
    },
    addStream: (entries, bytes) => add({ entries, bytes }),
    bytes: (entries) => written(objects, entries),
  };
}

function written(objects: readonly (string | Stream)[], trailer: string): Uint8Array {
  const parts: Uint8Array[] = [HEADER];
  let offset = HEADER.length;
  const places: Place[] = [{ kind: 0, at: 0, rank: 0xffff }];
  const put = (number: number, { entries, bytes }: Stream) => {
    places[number] = { kind: 1, at: offset, rank: 0 };
    const before = `${number} 0 obj\n<<${entries}/Length ${bytes.length}>>\nstream\n`;
    for (const part of [Buffer.from(before), bytes, Buffer.from("\nendstream\nendobj\n")]) {
      parts.push(part);
      offset += part.length;
    }
  };
  const holder = objects.length + 1;
  const heads: string[] = [];
  const bodies: string[] = [];
  let at = 0;
  for (const [rank, object] of objects.entries()) {
    const number = rank + 1;
    if (typeof object !== "string") {
      put(number, object);
      continue;
    }
    places[number] = { kind: 2, at: holder, rank: heads.length };
    heads.push(`${number} ${at}`);
    bodies.push(object);
    at += object.length + 1;
  }
  const head = `${heads.join(" ")}\n`;
  put(holder, {
    entries: `/Type/ObjStm/N ${heads.length}/First ${head.length}/Filter/FlateDecode`,
    bytes: deflateSync(Buffer.from(head + bodies.join("\n"), "latin1")),
  });
  const start = offset;
  const last = holder + 1;
  places[last] = { kind: 1, at: start, rank: 0 };
  put(last, {
    entries: `/Type/XRef/Size ${last + 1}/W[1 4 2]/Filter/FlateDecode${trailer}`,
    bytes: deflateSync(crossReferences(places)),
  });
  return Buffer.concat([...parts, Buffer.from(`startxref\n${start}\n%%EOF\n`)]);
}

/** The place of an object: 1, at this offset; 2, in the object stream of this number, at this rank. */
interface Place {
  kind: 0 | 1 | 2;
  at: number;
  rank: number;
}

const PLACE_SIZE = 7;

function crossReferences(places: readonly Place[]): Uint8Array {
  const table = Buffer.alloc(places.length * PLACE_SIZE);
  for (const [number, { kind, at, rank }] of places.entries()) {
    const entry = number * PLACE_SIZE;
    table.writeUInt8(kind, entry);
    table.writeUInt32BE(at, entry + 1);
    table.writeUInt16BE(rank, entry + 5);
  }
  return table;
}

const ASCII = /^[\x20-\x7e]*$/;

/** The text as a string of PDF, in any characters, its apostrophes as on the pages. */
export function textString(typed: string): string {
  const text = apostrophesCourbes(typed);
  if (ASCII.test(text)) return `(${text.replace(/[\\()]/g, "\\$&")})`;
  return `<FEFF${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;
}
