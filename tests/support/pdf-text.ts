import { inflateSync } from "node:zlib";

/**
 * What a reader of one of our PDFs sees: the text of each page in drawing order (no-break spaces
 * read as spaces, raised letters as part of their word), and the metadata.
 */
export interface PdfText {
  pages: string[];
  text: string;
  title: string;
  author: string;
  /** How many pictures its pages may draw. */
  pictures: number;
}

/** Reads back what worker/documents/render.ts writes; knows no other shape of PDF. */
export function readPdf(bytes: Uint8Array): PdfText {
  const source = Buffer.from(bytes).toString("latin1");
  const objects = new Map<string, string>();
  for (const [, number = "", body = ""] of source.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g))
    objects.set(number, body);
  const fonts = { R: decoderOf(objects, "R"), B: decoderOf(objects, "B") };
  const pages = [...objects.values()]
    .filter((body) => /\/Type \/Page\b/.test(body))
    .map((body) => {
      const content = streamOf(objects.get(reference(body, "Contents")) ?? "").toString("latin1");
      let text = "";
      let glued = true;
      for (const [, font, state = "", operand = ""] of content.matchAll(
        /\/([RB]) (.*?) Td ([[<].*) T[jJ]/g,
      )) {
        const raised = / Ts /.test(state);
        text += (glued || raised ? "" : " ") + fonts[font === "B" ? "B" : "R"](operand);
        glued = raised;
      }
      return text.replace(/[ \u00a0]+/g, " ");
    });
  const metadata = (key: string) =>
    Buffer.from(source.match(new RegExp(`/${key} <FEFF([0-9A-F]*)>`))?.[1] ?? "", "hex")
      .swap16()
      .toString("utf16le");
  const [, images = ""] = /\/XObject <<([^>]*)>>/.exec(source) ?? [];
  return {
    pages,
    text: pages.join(" "),
    title: metadata("Title"),
    author: metadata("Author"),
    pictures: images.match(/\/I\d/g)?.length ?? 0,
  };
}

const reference = (body: string, key: string) =>
  body.match(new RegExp(`/${key} (\\d+) 0 R`))?.[1] ?? "";

function streamOf(body: string): Buffer {
  const start = body.indexOf("stream\n") + "stream\n".length;
  return inflateSync(Buffer.from(body.slice(start, body.lastIndexOf("\nendstream")), "latin1"));
}

function decoderOf(objects: Map<string, string>, name: string): (operand: string) => string {
  const resources = [...objects.values()].find((body) => body.includes("/XObject <<")) ?? "";
  const font = objects.get(reference(resources, name)) ?? "";
  const cmap = streamOf(objects.get(reference(font, "ToUnicode")) ?? "").toString("latin1");
  const characters = new Map(
    [...cmap.matchAll(/^<(....)> <(....)>$/gm)].map(([, glyph = "", character = ""]) => [
      glyph,
      String.fromCharCode(Number.parseInt(character, 16)),
    ]),
  );
  return (operand) =>
    [...operand.matchAll(/<([0-9a-f]*)>/g)]
      .flatMap(([, glyphs = ""]) => glyphs.match(/..../g) ?? [])
      .map((glyph) => characters.get(glyph))
      .join("");
}
