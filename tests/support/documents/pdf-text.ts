import { inflateSync } from "node:zlib";

/**
 * One of our PDFs, read back. The text of each page is in drawing order: no-break spaces read as spaces, typographic
 * apostrophes as plain ones, raised letters as part of their word.
 */
export interface PdfText {
  pages: string[];
  text: string;
  title: string;
  author: string;
  /** The number of pictures that the file holds for its pages. */
  pictures: number;
}

/** Reads only the PDFs that `worker/documents/page/render.ts` makes. */
export function readPdf(bytes: Uint8Array): PdfText {
  const source = Buffer.from(bytes).toString("latin1");
  const objects = objectsOf(source);
  const fonts = { R: decoderOf(objects, "R"), B: decoderOf(objects, "B") };
  const pages = [...objects.values()]
    .filter((body) => /\/Type\/Page\b/.test(body))
    .map((body) => {
      const content = streamOf(objects.get(reference(body, "Contents")) ?? "").toString("latin1");
      let text = "";
      let glued = true;
      let font = "";
      let raised = false;
      for (const [, set = "", operand = ""] of content.matchAll(/BT (.*) Td ([[(].*) T[jJ]/g)) {
        font = /\/([RB]) /.exec(set)?.[1] ?? font;
        const [, rise] = /(\S+) Ts/.exec(set) ?? [];
        if (rise) raised = rise !== "0";
        text += (glued || raised ? "" : " ") + fonts[font === "B" ? "B" : "R"](operand);
        glued = raised;
      }
      return auClavier(text)
        .replace(/[ \u00a0]+/g, " ")
        .trim();
    });
  const info = objects.get(reference(source.slice(source.lastIndexOf("/XRef")), "Info")) ?? "";
  const [, images = ""] = /\/XObject<<([^>]*)>>/.exec(resourcesOf(objects)) ?? [];
  return {
    pages,
    text: pages.join(" "),
    title: metadata(info, "Title"),
    author: metadata(info, "Author"),
    pictures: images.match(/\/I\d/g)?.length ?? 0,
  };
}

/** Streams are objects of the file itself; all other objects are inside one object stream. */
function objectsOf(source: string): Map<string, string> {
  const objects = new Map<string, string>();
  for (const [, number = "", body = ""] of source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(number, body);
  const holder = [...objects.values()].find((body) => body.includes("/Type/ObjStm")) ?? "";
  const inside = streamOf(holder).toString("latin1");
  const first = Number(/\/First (\d+)/.exec(holder)?.[1]);
  const places = [...inside.slice(0, first).matchAll(/(\d+) (\d+)/g)].map(
    ([, number = "", offset]) => [number, first + Number(offset)] as const,
  );
  for (const [rank, [number, start]] of places.entries())
    objects.set(number, inside.slice(start, places[rank + 1]?.[1]).trimEnd());
  return objects;
}

function metadata(info: string, key: string): string {
  const [, hex, plain = ""] =
    new RegExp(`/${key} (?:<FEFF([0-9a-f]*)>|\\(((?:[^\\\\)]|\\\\.)*)\\))`).exec(info) ?? [];
  if (hex === undefined) return plain.replace(/\\(.)/g, "$1");
  return auClavier(Buffer.from(hex, "hex").swap16().toString("utf16le"));
}

/**
 * Turns typographic apostrophes into plain ones. Papers draw one apostrophe whatever was typed, so both sides of a
 * search are converted.
 */
export const auClavier = (texte: string): string => texte.replaceAll("’", "'");

const resourcesOf = (objects: Map<string, string>) =>
  [...objects.values()].find((body) => body.includes("/XObject<<")) ?? "";

const reference = (body: string, key: string) =>
  body.match(new RegExp(`/${key} (\\d+) 0 R`))?.[1] ?? "";

function streamOf(body: string): Buffer {
  const start = body.indexOf("stream\n") + "stream\n".length;
  return inflateSync(Buffer.from(body.slice(start, body.lastIndexOf("\nendstream")), "latin1"));
}

function decoderOf(objects: Map<string, string>, name: string): (operand: string) => string {
  const font = objects.get(reference(resourcesOf(objects), name)) ?? "";
  const cmap = streamOf(objects.get(reference(font, "ToUnicode")) ?? "").toString("latin1");
  const characters = new Map<number, string>();
  for (const [, ...numbers] of cmap.matchAll(/^<(....)> <(....)> <(....)>$/gm)) {
    const [first = 0, last = 0, character = 0] = numbers.map((hex) => Number.parseInt(hex, 16));
    for (let glyph = first; glyph <= last; glyph++)
      characters.set(glyph, String.fromCharCode(character + glyph - first));
  }
  return (operand) =>
    glyphsOf(operand)
      .map((glyph) => characters.get(glyph))
      .join("");
}

/** The glyph numbers in the strings of an operand: two bytes each, most significant first. */
export const glyphsOf = (operand: string): number[] =>
  [...operand.matchAll(/\(((?:[^\\)]|\\.)*)\)/g)].flatMap(([, string = ""]) => {
    const bytes = Buffer.from(
      string.replace(/\\(.)/g, (_, byte) => ({ n: "\n", r: "\r" })[byte as string] ?? byte),
      "latin1",
    );
    return Array.from({ length: bytes.length / 2 }, (_, rank) => bytes.readUInt16BE(2 * rank));
  });
