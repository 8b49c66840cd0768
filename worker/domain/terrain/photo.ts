/** The greatest size of a reduced photo, in bytes. */
export const OCTETS_PAR_PHOTO = 4 * 1024 * 1024;

/** The most photos of an inventory, and the most bytes of photos not sent yet on a device. */
export const PHOTOS_AU_PLUS = 200;
export const OCTETS_EN_ATTENTE = 60 * 1024 * 1024;

const GARDEE = { largeur: 1632, hauteur: 1224 };

/** The longest side of the thumbnail on papers, in pixels. */
export const COTE_DE_VIGNETTE = 640;

interface Taille {
  largeur: number;
  hauteur: number;
}

/** The size of a kept photo: two megapixels at most, never enlarged, upright or sideways. */
export function tailleGardee({ largeur, hauteur }: Taille): Taille {
  const debout = hauteur > largeur;
  const [max, min] = [GARDEE.largeur, GARDEE.hauteur];
  const rapport = Math.min(1, (debout ? min : max) / largeur, (debout ? max : min) / hauteur);
  return { largeur: Math.round(largeur * rapport), hauteur: Math.round(hauteur * rapport) };
}

export function tailleDeVignette({ largeur, hauteur }: Taille): Taille {
  const rapport = Math.min(1, COTE_DE_VIGNETTE / Math.max(largeur, hauteur));
  return { largeur: Math.round(largeur * rapport), hauteur: Math.round(hauteur * rapport) };
}

/** A photo chosen more than this many milliseconds after it was taken does not date from the visit. */
const ANCIENNE_MS = 10 * 60_000;

export const estAncienne = (modifiee: number, maintenant: number): boolean =>
  maintenant - modifiee > ANCIENNE_MS;

/**
 * The server's time of an instant read on the device's clock, ISO 8601.
 *
 * @param avance how far the device's clock is ahead, in milliseconds
 */
export const instantCorrige = (appareil: string, avance: number): string =>
  new Date(Date.parse(appareil) - avance).toISOString();

/** A photo as the device announces it, before its pixels are sent (terrain/README §19.4). */
export interface PhotoAnnoncee {
  /** A key made by the device. */
  cle: string;
  /** The visit whose chain holds the photo, and the rank of the photo in this chain, from 1. */
  visite: string;
  rang: number;
  place: string;
  /** The SHA-256 of the kept copy, of its thumbnail, and of the camera's file, in hexadecimal. */
  empreinte: string;
  empreinteVignette: string;
  empreinteOriginale: string;
  /** The instant when the photo was taken, by the device’s clock, then by the server’s. */
  priseLeAppareil: string;
  priseLe: string;
  ancienne: boolean;
  /** The link of the photo in the chain of its visit. */
  maillon: string;
}

/** The SHA-256 of some bytes, in hexadecimal. */
export async function sha256(octets: ArrayBuffer): Promise<string> {
  const condense = new Uint8Array(await crypto.subtle.digest("SHA-256", octets));
  return Array.from(condense, (octet) => octet.toString(16).padStart(2, "0")).join("");
}

/**
 * The link of a photo in the chain of its visit, computed when the photo is taken: removing, inserting or moving a
 * photo breaks the later links.
 *
 * @param precedent the link of the photo before; the key of the visit for the first photo
 */
export function maillon(precedent: string, photo: Omit<PhotoAnnoncee, "maillon" | "priseLe">) {
  const { cle, rang, place, empreinte, empreinteVignette, empreinteOriginale, priseLeAppareil } =
    photo;
  const lignes = [
    precedent,
    cle,
    rang,
    place,
    empreinte,
    empreinteVignette,
    empreinteOriginale,
    priseLeAppareil,
  ];
  return sha256(new Uint8Array(new TextEncoder().encode(lignes.join("\n"))).buffer);
}

/**
 * The rank of the first photo whose rank or link is wrong; null when the whole chain is right. When earlier photos
 * are already checked, `precedent` is the link and `apres` the rank of the last one.
 */
export async function premierMaillonRompu(
  photos: readonly PhotoAnnoncee[],
  { visite, precedent = visite, apres = 0 }: { visite: string; precedent?: string; apres?: number },
): Promise<number | null> {
  let avant = precedent;
  for (const [place, photo] of photos.entries()) {
    const tenu =
      photo.rang === apres + place + 1 && photo.maillon === (await maillon(avant, photo));
    if (!tenu) return photo.rang;
    avant = photo.maillon;
  }
  return null;
}
