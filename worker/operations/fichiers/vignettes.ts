import { WrongType } from "#domain/erreurs.ts";
import { estImage, OCTETS_DES_DIMENSIONS } from "#domain/fichiers/contenu-fichier.ts";
import { dimensionsDe, estTropGrande, tropDePixels } from "#domain/fichiers/dimensions-image.ts";
import type { Env } from "#worker/env.ts";
import { cleVignette } from "#worker/files.ts";
import type { Contexte } from "#worker/operations/contexte.ts";

/** The largest image that the image service of Cloudflare accepts, in bytes. */
const ORIGINAL_AU_PLUS = 70 * 1024 * 1024;
const QUALITE = 80;

/** The size of a picture, in pixels; null when its first bytes do not contain it, or the file is missing. */
async function dimensionsGardees(
  env: Pick<Env, "FILES">,
  { key, type }: { key: string; type: string },
) {
  const tete = await env.FILES.get(key, { range: { offset: 0, length: OCTETS_DES_DIMENSIONS } });
  return tete && dimensionsDe(type, new Uint8Array(await tete.arrayBuffer()));
}

/**
 * An image at most `largeur` pixels wide, as WebP without its metadata: made at the first request, then read from R2.
 * @returns null for a file that is no image, or when none can be made of it: the caller shows the original.
 * @throws WrongType for an image too large to decode, stored before such images were refused.
 */
export async function vignette(
  { env }: Pick<Contexte, "env">,
  { image, largeur }: { image: { key: string; type: string; taille: number }; largeur: number },
): Promise<R2ObjectBody | null> {
  if (!estImage(image.type)) return null;
  const key = cleVignette(image.key, largeur);
  const gardee = await env.FILES.get(key);
  if (gardee || !env.IMAGES || image.taille > ORIGINAL_AU_PLUS) return gardee;
  const dimensions = await dimensionsGardees(env, image);
  if (!dimensions) return null;
  if (estTropGrande(dimensions)) throw new WrongType(tropDePixels(dimensions));
  const original = await env.FILES.get(image.key);
  if (!original) return null;
  try {
    const reduite = await env.IMAGES.input(original.body)
      .transform({ width: largeur, fit: "scale-down" })
      .output({ format: "image/webp", quality: QUALITE });
    await env.FILES.put(key, await reduite.response().arrayBuffer(), {
      httpMetadata: { contentType: "image/webp" },
    });
  } catch (error) {
    console.warn(JSON.stringify({ message: "No thumbnail", key, error: String(error) }));
    return null;
  }
  return env.FILES.get(key);
}
