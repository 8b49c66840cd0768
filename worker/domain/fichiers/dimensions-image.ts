/**
 * The most pixels of a picture: a browser would need more than 200 MB of memory to show a larger one (http/README
 * §9.8).
 */
export const PIXELS_AU_PLUS = 50_000_000;

/** The size of a picture in pixels. */
export interface Dimensions {
  largeur: number;
  hauteur: number;
}

/**
 * Reads the size of a picture without decoding it.
 *
 * @param debut the first bytes of the picture
 * @returns null when these bytes give no size
 */
export function dimensionsDe(type: string, debut: Uint8Array): Dimensions | null {
  try {
    return LECTEURS[type]?.(new DataView(debut.buffer, debut.byteOffset, debut.length)) ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

export const estTropGrande = ({ largeur, hauteur }: Dimensions): boolean =>
  largeur * hauteur > PIXELS_AU_PLUS;

/** The refusal of a picture with too many pixels. */
export const tropDePixels = ({ largeur, hauteur }: Dimensions): string =>
  `Cette image compte ${Math.ceil((largeur * hauteur) / 1e6)} mégapixels, 50 au plus : réduisez-la, ou envoyez-la en PDF.`;

const LECTEURS: Record<string, (vue: DataView) => Dimensions | null> = {
  "image/jpeg": jpeg,
  "image/png": (vue) => ({ largeur: vue.getUint32(16), hauteur: vue.getUint32(20) }),
  "image/gif": (vue) => ({ largeur: vue.getUint16(6, true), hauteur: vue.getUint16(8, true) }),
  "image/webp": webp,
  "image/avif": iso,
  "image/heic": iso,
};

const nomEn = (vue: DataView, place: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((rang) => vue.getUint8(place + rang)));

/** Reads a JPEG: the first frame header among its segments (ITU-T T.81, annex B). */
function jpeg(vue: DataView): Dimensions | null {
  for (let place = 2; vue.getUint8(place) === 0xff; ) {
    const marque = vue.getUint8(place + 1);
    if (marque === 0xff) place += 1;
    else if (marque === 0x01 || (marque >= 0xd0 && marque <= 0xd8)) place += 2;
    else if (marque >= 0xc0 && marque <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marque))
      return { largeur: vue.getUint16(place + 7), hauteur: vue.getUint16(place + 5) };
    else place += 2 + vue.getUint16(place + 2);
  }
  return null;
}

/** Reads a WebP: the canvas of the extended form, else the frame of the lossy or lossless form (RFC 9649). */
function webp(vue: DataView): Dimensions | null {
  const sur24 = (place: number) => vue.getUint16(place, true) + vue.getUint8(place + 2) * 65_536;
  switch (nomEn(vue, 12)) {
    case "VP8X":
      return { largeur: sur24(24) + 1, hauteur: sur24(27) + 1 };
    case "VP8 ":
      return {
        largeur: vue.getUint16(26, true) & 0x3fff,
        hauteur: vue.getUint16(28, true) & 0x3fff,
      };
    case "VP8L": {
      const bits = vue.getUint32(21, true);
      return { largeur: (bits & 0x3fff) + 1, hauteur: ((bits >>> 14) & 0x3fff) + 1 };
    }
    default:
      return null;
  }
}

/**
 * Reads an AVIF or HEIC: the largest property `ispe`, since the others give the sizes of tiles and thumbnails (ISO/IEC
 * 23008-12, clause 6.5.3).
 */
function iso(vue: DataView): Dimensions | null {
  let plusGrande: Dimensions | null = null;
  const aire = (dimensions: Dimensions | null) =>
    dimensions ? dimensions.largeur * dimensions.hauteur : -1;
  for (let place = 4; place + 16 <= vue.byteLength; place++) {
    if (vue.getUint8(place) !== 0x69 || nomEn(vue, place) !== "ispe") continue;
    const dimensions = { largeur: vue.getUint32(place + 8), hauteur: vue.getUint32(place + 12) };
    if (aire(dimensions) > aire(plusGrande)) plusGrande = dimensions;
  }
  return plusGrande;
}
