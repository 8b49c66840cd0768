import { Buffer } from "node:buffer";
import { deflateSync } from "node:zlib";
import {
  JpegEmbedder,
  PDFContext,
  PDFHexString,
  PDFName,
  PDFRawStream,
  type PDFRef,
  PDFString,
  PDFWriter,
  PngEmbedder,
} from "pdf-lib";
import { COTE_DU_VISUEL } from "#domain/visuel.ts";
import type { Document, Picture } from "./blocks.ts";
import { contentOf, type Encode } from "./content.ts";
import type { Mark } from "./ink.ts";
import { PAGE, pagesOf } from "./pages.ts";
import { type CutFont, cutFor, type Face, glyphString } from "./typeface.ts";

/**
 * The document as the bytes of a PDF: A4, French, dated by its own metadata, so that the same document
 * gives the same bytes. Set in Arimo, which it carries: what French asks for (9 KB a face), or all that
 * names may (27 KB) where a text holds a character that the former lacks. No text makes it fail: what
 * Arimo does not draw shows as « ? ». Pictures that can't be read are left out.
 */
export async function render(document: Document): Promise<Uint8Array> {
  const context = PDFContext.create();
  const images = await imagesOf(document);
  const pages = pagesOf(document, images);
  const cuts = cutsFor(pages);
  const resources = context.register(
    context.obj({
      Font: { R: embeddedFont(context, cuts.regular), B: embeddedFont(context, cuts.bold) },
      XObject: Object.fromEntries(
        [...images.values()].map((image) => [image.name, embed(context, image)]),
      ),
    }),
  );
  writePages(context, pages, resources, (text, face) => glyphString(text, cuts[face]), document);
  return PDFWriter.forContext(context, Number.POSITIVE_INFINITY).serializeToBuffer();
}

function cutsFor(pages: readonly Mark[][]): Record<Face, CutFont> {
  const texts: Record<Face, Set<string>> = { regular: new Set(), bold: new Set() };
  for (const mark of pages.flat()) if (mark.kind === "text") texts[mark.face].add(mark.text);
  return { regular: cutFor(texts.regular, "regular"), bold: cutFor(texts.bold, "bold") };
}

function writePages(
  context: PDFContext,
  pages: readonly Mark[][],
  resources: PDFRef,
  encode: Encode,
  { title, metadata }: Document,
): void {
  const parent = context.nextRef();
  const kids = pages.map((marks) => {
    const content = Buffer.from(contentOf(marks, PAGE.height, encode), "latin1");
    return context.register(
      context.obj({
        Type: "Page",
        Parent: parent,
        MediaBox: [0, 0, round(PAGE.width), round(PAGE.height)],
        Resources: resources,
        Contents: flate(context, deflateSync(content)),
      }),
    );
  });
  context.assign(parent, context.obj({ Type: "Pages", Count: kids.length, Kids: kids }));
  const date = PDFString.of(`D:${metadata.date.replaceAll("-", "")}000000Z`);
  context.trailerInfo.Root = context.register(
    context.obj({
      Type: "Catalog",
      Pages: parent,
      Lang: PDFString.of("fr-FR"),
      ViewerPreferences: { DisplayDocTitle: true },
    }),
  );
  context.trailerInfo.Info = context.register(
    context.obj({
      Title: PDFHexString.fromText(title),
      Author: PDFHexString.fromText(metadata.author),
      Subject: PDFHexString.fromText(metadata.subject),
      CreationDate: date,
      ModDate: date,
    }),
  );
}

const round = (points: number) => Math.round(points * 100) / 100;

/** Registers bytes that are already deflated. */
function flate(context: PDFContext, bytes: Uint8Array, entries: { Length1?: number } = {}): PDFRef {
  const dict = context.obj({ ...entries, Filter: "FlateDecode" });
  return context.register(PDFRawStream.of(dict, bytes));
}

const decoded = new Map<CutFont, { file: Uint8Array; toUnicode: Uint8Array }>();

function decode(font: CutFont) {
  const bytes = decoded.get(font) ?? {
    file: Buffer.from(font.file, "base64"),
    toUnicode: Buffer.from(font.toUnicode, "base64"),
  };
  decoded.set(font, bytes);
  return bytes;
}

/** Its glyphs called by their number, straight from what fonts/cut.ts made. */
function embeddedFont(context: PDFContext, font: CutFont): PDFRef {
  const { file, toUnicode } = decode(font);
  const descriptor = context.register(
    context.obj({
      Type: "FontDescriptor",
      FontName: font.name,
      Flags: 4,
      FontBBox: [...font.box],
      ItalicAngle: 0,
      Ascent: font.ascent,
      Descent: font.descent,
      CapHeight: 716,
      StemV: font.stemV,
      FontFile2: flate(context, file, { Length1: font.fileLength }),
    }),
  );
  const descendant = context.register(
    context.obj({
      Type: "Font",
      Subtype: "CIDFontType2",
      BaseFont: font.name,
      CIDSystemInfo: {
        Registry: PDFString.of("Adobe"),
        Ordering: PDFString.of("Identity"),
        Supplement: 0,
      },
      CIDToGIDMap: "Identity",
      FontDescriptor: descriptor,
      W: [0, [...font.widths]],
    }),
  );
  return context.register(
    context.obj({
      Type: "Font",
      Subtype: "Type0",
      BaseFont: font.name,
      Encoding: "Identity-H",
      DescendantFonts: [descendant],
      ToUnicode: flate(context, toUnicode),
    }),
  );
}

interface Image {
  name: string;
  width: number;
  height: number;
  stream: PDFRawStream;
  mask: PDFRawStream | undefined;
}

type ReadImage = Omit<Image, "name"> | null;

// Decoding a logo costs ten times the page it heads: once for bytes that many documents share. Values,
// never promises: the runtime forbids one request to wait for another's.
const readImages = new WeakMap<Picture, ReadImage>();

async function imagesOf({ letterhead, blocks }: Document): Promise<Map<Picture, Image>> {
  const signatories = blocks.flatMap((block) =>
    block.kind === "signature" ? block.signatories : [],
  );
  const images = new Map<Picture, Image>();
  for (const picture of [letterhead.logo, ...signatories.map(({ picture }) => picture)]) {
    if (picture === undefined || images.has(picture)) continue;
    const known = readImages.get(picture);
    const image = known === undefined ? await readImage(picture) : known;
    readImages.set(picture, image);
    if (image) images.set(picture, { ...image, name: `I${images.size}` });
  }
  return images;
}

/** Whether documents can draw this picture. */
export const isDrawable = async (picture: Picture): Promise<boolean> =>
  (await readImage(picture)) !== null;

const PNG_SIGNATURE = 0x89;
const PNG_WIDTH = 16;
const SOFT_MASK = PDFName.of("SMask");

async function readImage(picture: Picture): Promise<ReadImage> {
  try {
    const png = picture[0] === PNG_SIGNATURE;
    if (png && longestSideOf(picture) > COTE_DU_VISUEL) return null;
    const embedder = await (png ? PngEmbedder.for(picture) : JpegEmbedder.for(picture));
    const context = PDFContext.create();
    const stream = context.lookup(await embedder.embedIntoContext(context));
    if (!(stream instanceof PDFRawStream)) return null;
    const mask = stream.dict.lookup(SOFT_MASK);
    const { width, height } = embedder;
    if (Math.max(width, height) > COTE_DU_VISUEL) return null;
    return { width, height, stream, mask: mask instanceof PDFRawStream ? mask : undefined };
  } catch {
    return null;
  }
}

/** A PNG of a few bytes may unfold into gigabytes: its header tells before it is decoded. */
function longestSideOf(png: Picture): number {
  const header = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return Math.max(header.getUint32(PNG_WIDTH), header.getUint32(PNG_WIDTH + 4));
}

function embed(context: PDFContext, { stream, mask }: Image): PDFRef {
  const dict = stream.dict.clone(context);
  if (mask)
    dict.set(SOFT_MASK, context.register(PDFRawStream.of(mask.dict.clone(context), mask.contents)));
  return context.register(PDFRawStream.of(dict, stream.contents));
}
