import { COTE_DU_VISUEL, OCTETS_PAR_VISUEL, TYPES_DE_VISUEL } from "#domain/fichiers/visuel.ts";

const QUALITY = 0.92;

/**
 * The picture, reduced to the size that documents can print. A JPEG is always drawn again, because a PDF ignores the
 * orientation of the camera. A file that is no picture comes back unchanged: the API refuses it with a reason.
 */
export async function shrunk(file: File): Promise<File> {
  const type = TYPES_DE_VISUEL.find((known) => known === file.type);
  const picture = type && (await createImageBitmap(file).catch(() => null));
  if (!picture) return file;
  const scale = Math.min(1, COTE_DU_VISUEL / Math.max(picture.width, picture.height));
  if (scale === 1 && type === "image/png" && file.size <= OCTETS_PAR_VISUEL) return file;
  const [width, height] = [picture.width, picture.height].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number];
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, width, height);
  return new File([await canvas.convertToBlob({ type, quality: QUALITY })], file.name, { type });
}
