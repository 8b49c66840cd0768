import {
  estAncienne,
  instantCorrige,
  maillon,
  OCTETS_EN_ATTENTE,
  PHOTOS_AU_PLUS,
  sha256,
  tailleDeVignette,
  tailleGardee,
} from "#domain/terrain/photo.ts";
import { serverNow } from "#web/lib/clock.ts";
import { watchClock } from "./clock.ts";
import { isFull, photosOf } from "./database.ts";
import { currentVisits, putPhoto } from "./visits.ts";

const QUALITY = 0.8;
const THUMBNAIL_QUALITY = 0.7;

/** A photo that cannot be stored; the message says why. */
export class Refused extends Error {}

const UNREADABLE = "Ce navigateur n’ouvre pas cette photo (HEIC) : prenez-la depuis l’appareil.";
const FULL = "La mémoire de l’appareil est pleine : cette photo n’est pas gardée.";
const TOO_MANY = `${PHOTOS_AU_PLUS} photos au plus par état des lieux.`;
const TOO_MUCH = "Trop de photos attendent sur cet appareil : envoyez-les d’abord.";

let turn: Promise<unknown> = Promise.resolve();

/**
 * Reduces a photo, chains its hash to the hash of the visit's previous photo, and stores it. Photos are handled one
 * after another.
 * @throws Refused when the file cannot be read, the visit has too many photos, too many bytes wait, or the device is
 * full
 */
export function capture(file: File, { visite, place }: { visite: string; place: string }) {
  const capture = turn.then(() => captureNow(file, { visite, place }));
  turn = capture.catch(() => {});
  return capture;
}

async function captureNow(file: File, { visite, place }: { visite: string; place: string }) {
  const before = await photosOf(visite);
  if (before.length >= PHOTOS_AU_PLUS) throw new Refused(TOO_MANY);
  if (waiting() > OCTETS_EN_ATTENTE) throw new Refused(TOO_MUCH);
  const original = await file.arrayBuffer();
  const picture = await createImageBitmap(file).catch(() => {
    throw new Refused(UNREADABLE);
  });
  const size = { largeur: picture.width, hauteur: picture.height };
  const kept = tailleGardee(size);
  const image = await reduced(picture, kept, QUALITY);
  const thumbnail = await reduced(picture, tailleDeVignette(kept), THUMBNAIL_QUALITY);
  picture.close();
  watchClock();
  const now = Date.now();
  const taken = new Date(now).toISOString();
  const photo = {
    cle: crypto.randomUUID(),
    visite,
    rang: before.length + 1,
    place,
    empreinte: await sha256(await image.arrayBuffer()),
    empreinteVignette: await sha256(await thumbnail.arrayBuffer()),
    empreinteOriginale: await sha256(original),
    priseLeAppareil: taken,
    priseLe: instantCorrige(taken, now - serverNow()),
    ancienne: estAncienne(file.lastModified, now),
  };
  const link = await maillon(before.at(-1)?.maillon ?? visite, photo);
  const state = { image, thumbnail, received: false, removedAt: null, removalSent: false };
  await putPhoto({ ...photo, maillon: link, ...state }).catch((error: unknown) => {
    throw isFull(error) ? new Refused(FULL) : error;
  });
}

/** Bytes of the photos that this device has not sent. */
const waiting = () =>
  [...currentVisits().values()]
    .flatMap(({ photos }) => photos)
    .reduce((sum, { image, received }) => sum + (received ? 0 : (image?.size ?? 0)), 0);

/** Draws the picture again in this size. The copy has no metadata: no place, author or device. */
async function reduced(
  picture: ImageBitmap,
  { largeur, hauteur }: { largeur: number; hauteur: number },
  quality: number,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = largeur;
  canvas.height = hauteur;
  canvas.getContext("2d")?.drawImage(picture, 0, 0, largeur, hauteur);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Refused(UNREADABLE))),
      "image/jpeg",
      quality,
    ),
  );
}
