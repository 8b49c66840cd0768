/** What a photo may weigh once reduced, bytes. */
export const OCTETS_PAR_PHOTO = 4 * 1024 * 1024;

/** The photos of an inventory, and those that may wait on one device. */
export const PHOTOS_AU_PLUS = 200;
export const OCTETS_EN_ATTENTE = 60 * 1024 * 1024;

const GARDEE = { largeur: 1632, hauteur: 1224 };

/** The longest side of the thumbnail that papers show, pixels. */
export const COTE_DE_VIGNETTE = 640;

interface Taille {
  largeur: number;
  hauteur: number;
}

/** The size at which a photo is kept: two megapixels at most, never enlarged, whichever way it is held. */
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

/** A photo chosen so long after it was taken was not taken during the visit. */
const ANCIENNE_MS = 10 * 60_000;

export const estAncienne = (modifiee: number, maintenant: number): boolean =>
  maintenant - modifiee > ANCIENNE_MS;

/**
 * The instant of the server when the device read this one, ISO 8601.
 * @param avance how far the clock of the device is ahead, milliseconds.
 */
export const instantCorrige = (appareil: string, avance: number): string =>
  new Date(Date.parse(appareil) - avance).toISOString();

/** A photo as it is announced, before its pixels travel (terrain/README §19.4). */
export interface PhotoAnnoncee {
  /** Made on the device. */
  cle: string;
  /** The visit in whose chain it stands, and its rank there, from 1. */
  visite: string;
  rang: number;
  place: string;
  /** SHA-256 in 64 hexadecimal signs: of the kept copy, of its thumbnail, of the file that the camera gave. */
  empreinte: string;
  empreinteVignette: string;
  empreinteOriginale: string;
  /** By the clock of the device, and as the server's would have told it. */
  priseLeAppareil: string;
  priseLe: string;
  ancienne: boolean;
  /** The link that ties it to the photo before it. */
  maillon: string;
}

/** SHA-256 in hexadecimal. */
export async function sha256(octets: ArrayBuffer): Promise<string> {
  const condense = new Uint8Array(await crypto.subtle.digest("SHA-256", octets));
  return Array.from(condense, (octet) => octet.toString(16).padStart(2, "0")).join("");
}

/**
 * The link of a photo in the chain of its visit, made at capture: a photo that is taken out, put in or moved breaks
 * those that follow.
 * @param precedent the link of the photo before it; the key of the visit for the first.
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

/** The rank of the first photo of the chain that its link does not hold; null when the whole chain does. */
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
