import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { Invalid, TooLarge, WrongType } from "#domain/erreurs.ts";
import {
  estImage,
  IMAGE_ATTENDUE,
  type Nature,
  natureDe,
  nomEtExtention,
  OCTETS_DE_TETE,
} from "#domain/fichiers/contenu-fichier.ts";
import { dimensionsDe, estTropGrande, tropDePixels } from "#domain/fichiers/dimensions-image.ts";
import {
  FICHIER_VIDE,
  LARGEURS_VIGNETTE,
  tropLourd as motifTropLourd,
} from "#domain/fichiers/fichier.ts";
import { aDesMetadonnees, sansMetadonnees } from "#domain/fichiers/metadonnees-image.ts";
import type { Env } from "./env.ts";

type R2 = Pick<Env, "FILES">;

/** Whether R2 does not answer, or asks the caller to wait: the messages of R2 end with an error code. */
export const isStorageDown = (error: Error): boolean =>
  /\((?:10001|10043|10058)\)|^internal error; reference/.test(error.message);

/** A file that is in R2, while its row is not written yet. */
export interface Depot {
  key: string;
  nom: string;
  extention: string;
  type: string;
  /** In bytes. */
  taille: number;
}

/** A new key, in R2 and under `/files/`: random, so that nobody can guess it. */
export const nouvelleCle = (): string => randomBytes(16).toString("hex");

/** Stores a rendered paper in R2 under a random key. This must come before the write that names the key. */
export async function deposerPapier(
  { FILES }: Pick<Env, "FILES">,
  octets: Uint8Array,
): Promise<Omit<Depot, "nom">> {
  const key = `documents/${nouvelleCle()}.pdf`;
  const type = "application/pdf";
  await FILES.put(key, octets, { httpMetadata: { contentType: type } });
  return { key, extention: "pdf", type, taille: octets.length };
}

export const estCle = (texte: string): boolean => /^[0-9a-f]{32}$/.test(texte);

/** The key of the thumbnail of an image; both are deleted together. */
export const cleVignette = (key: string, largeur: number): string => `${key}-${largeur}`;

/** The key of the image that a thumbnail shows; any other key is returned unchanged. */
export const cleOriginale = (key: string): string => key.replace(/^([0-9a-f]{32})-\d+$/, "$1");

/**
 * The size of a part of an object in R2, in bytes: R2 requires parts of one size, 5 MiB or more, except for the last
 * part.
 */
export const TRANCHE = 5 * 1024 * 1024;
const PREMIER_TAMPON = 64 * 1024;

interface Contenu {
  /** The name that the sender gives the file. */
  nom: string;
  /**
   * The bytes of the file, in pieces. The buffer of a piece may be reused once the reader asks for the next piece.
   */
  morceaux: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** The field of the form that refusals name. */
  champ: string;
  octetsMax: number;
  images: boolean;
  /** Called before each part is written; it may throw. */
  permettre?: () => Promise<void>;
}

/**
 * Writes a file into R2 while it arrives, keeping at most one part in memory. After a failure, nothing is left in R2.
 * @throws Invalid for an empty file or a picture of too many pixels; TooLarge above `octetsMax`; WrongType for a file
 * that is no image where an image is expected.
 */
export async function deposer(
  env: R2,
  { nom, morceaux, champ, octetsMax, images, permettre }: Contenu,
): Promise<Depot> {
  const key = nouvelleCle();
  let taille = 0;
  let nature: Nature | undefined;
  let multipart: R2MultipartUpload | undefined;
  const parts: R2UploadedPart[] = [];
  try {
    for await (const tranche of enTranches(morceaux)) {
      taille += tranche.length;
      if (taille > octetsMax) throw tropLourd(octetsMax);
      await permettre?.();
      nature ??= natureDe(tranche.subarray(0, OCTETS_DE_TETE));
      if (images) exigerImage(nature);
      if (taille === tranche.length) exigerTaille(champ, nature, tranche);
      const metadonnees = { httpMetadata: { contentType: nature.type } };
      if (!multipart && tranche.length < TRANCHE) {
        await env.FILES.put(key, tranche, metadonnees);
      } else {
        multipart ??= await env.FILES.createMultipartUpload(key, metadonnees);
        parts.push(await multipart.uploadPart(parts.length + 1, tranche));
      }
    }
    if (!nature) throw new Invalid({ [champ]: FICHIER_VIDE });
    await multipart?.complete(parts);
  } catch (error) {
    await multipart?.abort().catch(() => {});
    throw error;
  }
  return { key, ...nomEtExtention(nom, nature), type: nature.type, taille };
}

/**
 * Writes an object while it arrives, keeping at most one part in memory. After a failure, nothing is left in R2.
 * @param complet called at the end, before the object is kept; it throws to drop it
 * @returns the size in bytes; 0 when nothing arrived: no object is then written
 */
export async function ecrireObjet(
  bucket: R2Bucket,
  { key, morceaux, complet }: Pick<Contenu, "morceaux"> & { key: string; complet?: () => void },
): Promise<number> {
  let taille = 0;
  let multipart: R2MultipartUpload | undefined;
  const parts: R2UploadedPart[] = [];
  try {
    for await (const tranche of enTranches(morceaux)) {
      taille += tranche.length;
      if (!multipart && tranche.length < TRANCHE) {
        complet?.();
        await bucket.put(key, tranche);
        return taille;
      }
      multipart ??= await bucket.createMultipartUpload(key);
      parts.push(await multipart.uploadPart(parts.length + 1, tranche));
    }
    complet?.();
    await multipart?.complete(parts);
  } catch (error) {
    await multipart?.abort().catch(() => {});
    throw error;
  }
  return taille;
}

/**
 * Cuts a stream into the parts of an object in R2, all of one size except the last. The buffer of a part is reused
 * once the reader asks for the next part, so that a stream of any length needs the memory of one part only.
 */
export async function* enTranches(morceaux: Contenu["morceaux"]): AsyncGenerator<Uint8Array> {
  let tampon = new Uint8Array(PREMIER_TAMPON);
  let rempli = 0;
  for await (const morceau of morceaux) {
    for (let place = 0; place < morceau.length; ) {
      const suite = morceau.subarray(place, place + TRANCHE - rempli);
      if (rempli + suite.length > tampon.length) tampon = agrandi(tampon, rempli + suite.length);
      tampon.set(suite, rempli);
      rempli += suite.length;
      place += suite.length;
      if (rempli < TRANCHE) continue;
      yield tampon;
      rempli = 0;
    }
  }
  if (rempli > 0) yield tampon.subarray(0, rempli);
}

function agrandi(tampon: Uint8Array<ArrayBuffer>, besoin: number): Uint8Array<ArrayBuffer> {
  const plusGrand = new Uint8Array(Math.min(TRANCHE, Math.max(besoin, tampon.length * 4)));
  plusGrand.set(tampon);
  return plusGrand;
}

/** @throws WrongType unless the file is an image that browsers show */
export function exigerImage({ type }: Pick<Nature, "type">): void {
  if (estImage(type)) return;
  throw new WrongType(IMAGE_ATTENDUE);
}

/**
 * Refuses a picture too large to be shown.
 * @param champ the field of the form that the refusal names
 * @param debut the first bytes of the picture
 * @throws Invalid when the picture has too many pixels
 */
export function exigerTaille(champ: string, { type }: Pick<Nature, "type">, debut: Uint8Array) {
  const dimensions = dimensionsDe(type, debut);
  if (dimensions && estTropGrande(dimensions)) {
    throw new Invalid({ [champ]: tropDePixels(dimensions) });
  }
}

export function tropLourd(octetsMax: number): TooLarge {
  return new TooLarge(motifTropLourd(octetsMax));
}

/**
 * The bytes of a file as the product sends them out: a picture loses its metadata, which the original in R2 keeps
 * (http/README §9.8).
 * @param part the bytes to read
 * @returns null when R2 has no such object
 */
export async function lireMontre(
  env: R2,
  { key, type, taille }: { key: string; type: string; taille: number },
  part: { offset: number; length: number } = { offset: 0, length: taille },
): Promise<ReadableStream<Uint8Array> | null> {
  if (!aDesMetadonnees(type)) return (await env.FILES.get(key, { range: part }))?.body ?? null;
  // The metadata can be removed only from a picture read from its start, even when the caller wants its middle.
  const range = { offset: 0, length: part.offset + part.length };
  const objet = await env.FILES.get(key, { range });
  if (!objet) return null;
  const { readable, writable } = new FixedLengthStream(part.length);
  void ecrireSuite(sansMetadonnees(type, objet.body), part.offset, writable);
  return readable;
}

/** Writes the bytes from `apres` to the end. It stops when the reader stops, or when the source breaks off. */
async function ecrireSuite(
  morceaux: AsyncIterable<Uint8Array>,
  apres: number,
  vers: WritableStream<Uint8Array>,
): Promise<void> {
  const writer = vers.getWriter();
  let place = 0;
  try {
    for await (const morceau of morceaux) {
      const suite = morceau.subarray(Math.max(0, apres - place));
      place += morceau.length;
      if (suite.length > 0) await writer.write(suite);
    }
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => {});
  }
}

const CLES_PAR_SUPPRESSION = 1000;

/** Deletes objects and their thumbnails. When R2 refuses, the daily run deletes them later. */
export async function effacer(env: R2, keys: readonly string[]): Promise<void> {
  const toutes = keys.flatMap((key) =>
    estCle(key) ? [key, ...LARGEURS_VIGNETTE.map((largeur) => cleVignette(key, largeur))] : [key],
  );
  for (let debut = 0; debut < toutes.length; debut += CLES_PAR_SUPPRESSION) {
    const page = toutes.slice(debut, debut + CLES_PAR_SUPPRESSION);
    await env.FILES.delete(page).catch((error: unknown) => {
      console.warn(
        JSON.stringify({ message: "R2 delete failed", keys: page, error: String(error) }),
      );
    });
  }
}

const DUREE_DU_LIEN = 600;

/**
 * The signed address of a file under `/files/`. It needs no token; it works for ten minutes at most, and only while
 * the session that asked for it is open. The address changes only once a minute, so that a list read again shows the
 * images that the browser already has.
 */
export function lienSigne(
  secret: string,
  { key, session, now }: { key: string; session: string; now: Date },
): string {
  const echeance = Math.floor(now.getTime() / 60_000) * 60 + DUREE_DU_LIEN;
  const s = sceau(secret, { key, session, echeance }).toString("base64url");
  return `${key}?i=${session}&e=${echeance}&s=${s}`;
}

/** The query of a signed address: the session, the end in seconds, the signature. */
interface Signature {
  i?: string | undefined;
  e?: string | undefined;
  s?: string | undefined;
}

/**
 * The seconds for which a signed address is still valid; 0 when it is over, altered or unsigned. The caller must
 * check that the session is open.
 */
export function resteDuLien(
  secret: string,
  { key, i = "", e = "", s = "", now }: Signature & { key: string; now: Date },
): number {
  const reste = Math.floor(Number(e) - now.getTime() / 1000);
  if (!/^\d{1,12}$/.test(e) || reste <= 0) return 0;
  const attendu = sceau(secret, { key, session: i, echeance: Number(e) });
  const recu = Buffer.from(s, "base64url");
  return recu.length === attendu.length && timingSafeEqual(recu, attendu) ? reste : 0;
}

function sceau(
  secret: string,
  { key, session, echeance }: { key: string; session: string; echeance: number },
): Buffer {
  const cle = createHmac("sha256", secret).update("liens des fichiers").digest();
  return createHmac("sha256", cle).update(`${key} ${session} ${echeance}`).digest();
}
