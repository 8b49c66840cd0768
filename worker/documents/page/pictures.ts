import { JpegEmbedder, PDFContext, PDFName, PDFRawStream, PngEmbedder } from "pdf-lib";
import { COTE_DU_VISUEL } from "#domain/fichiers/visuel.ts";
import type { Picture } from "./blocks.ts";

/** A picture decoded into the streams of a PDF. */
export interface Image {
  width: number;
  height: number;
  picture: Samples;
  /** The transparency of the picture, if it has any. */
  mask: Samples | undefined;
  /** Whether the picture is in gray, or in red, green and blue: the colors that the documents’ profile describes. */
  screenColors: boolean;
}

interface Samples {
  /** The entries of the stream’s dictionary, in PDF syntax. */
  entries: string;
  bytes: Uint8Array;
}

// Decoding a logo takes ten times as long as drawing its page, so the result is kept for the documents that share the
// bytes. The cache keeps values, never promises: the runtime forbids one request to wait for another’s.
const images = new WeakMap<Picture, Image | null>();

/** Decodes a picture for documents; null when it is unreadable or too large. */
export async function imageOf(picture: Picture): Promise<Image | null> {
  const known = images.get(picture);
  const image = known === undefined ? await read(picture) : known;
  images.set(picture, image);
  return image;
}

/** Whether documents can draw this picture. */
export const isDrawable = async (picture: Picture): Promise<boolean> =>
  (await read(picture)) !== null;

const PNG_SIGNATURE = 0x89;
const PNG_WIDTH = 16;
const SOFT_MASK = PDFName.of("SMask");

async function read(picture: Picture): Promise<Image | null> {
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
    return {
      width,
      height,
      picture: samplesOf(stream),
      mask: mask instanceof PDFRawStream ? samplesOf(mask) : undefined,
      screenColors: stream.dict.lookup(PDFName.of("ColorSpace")) !== PDFName.of("DeviceCMYK"),
    };
  } catch {
    return null;
  }
}

const WRITTEN_ELSEWHERE = [SOFT_MASK, PDFName.of("Length")];

const samplesOf = ({ dict, contents }: PDFRawStream): Samples => ({
  entries: dict
    .entries()
    .filter(([key]) => !WRITTEN_ELSEWHERE.includes(key))
    .map(([key, value]) => `${key} ${value}`)
    .join(""),
  bytes: contents,
});

/** Reads the longest side of a PNG, in pixels, from its header: a PNG of a few bytes may decode into gigabytes. */
function longestSideOf(png: Picture): number {
  const header = new DataView(png.buffer, png.byteOffset, png.byteLength);
  return Math.max(header.getUint32(PNG_WIDTH), header.getUint32(PNG_WIDTH + 4));
}
