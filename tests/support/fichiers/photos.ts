import { crc32 } from "node:zlib";

const lire = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));

/** Real pictures of 8 by 6 pixels, with the metadata that telephones write. */
export const PHOTO = {
  "image/jpeg": lire(
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/xAAXEAEAAwAAAAAAAAAAAAAAAAAAAhRh/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAZEQACAwEAAAAAAAAAAAAAAAAAAQQVUlP/2gAMAwEAAhEDEQA/AI27PQFhWROaE2MrbP/Z",
  ),
  "image/png": lire(
    "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGBAMAAAAMK8LIAAAAElBMVEX/AADMADOZAGZmAJkzAMwAAP/hvKCLAAAAHElEQVQI12NgAAFBIGBQAgIGYyBgcAEChlAgAAAkpAP9A4sMkAAAAABJRU5ErkJggg==",
  ),
  "image/webp": lire(
    "UklGRlQAAABXRUJQVlA4IEgAAAAwAwCdASoIAAYAAgA0JagCdLcAlgH8AwgD9APf/A9EArXgAP73nEpAeVM/+euOGOKv7kYY4q/99pf69v/gm/QruYB7V5jaAAA=",
  ),
};

/** A mark that all the private metadata of these pictures hold, the latitude included. */
export const MARQUE = "48.8584N-SECRET";

const octets = (texte: string) => Uint8Array.from(texte, (lettre) => lettre.charCodeAt(0));
const sur = (taille: 2 | 4, valeur: number, petit = false) => {
  const ecrit = Buffer.alloc(taille);
  if (petit) ecrit.writeUIntLE(valeur, 0, taille);
  else ecrit.writeUIntBE(valeur, 0, taille);
  return ecrit;
};
export const bout = (...morceaux: (Uint8Array | string)[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat(
      morceaux.map((morceau) => (typeof morceau === "string" ? octets(morceau) : morceau)),
    ),
  );

/** Exif data (TIFF 6.0): the maker, the orientation, and a GPS directory that holds the mark. */
export function exif(orientation: number, petit = true): Uint8Array {
  const entree = (etiquette: number, type: number, compte: number, valeur: Uint8Array) =>
    bout(sur(2, etiquette, petit), sur(2, type, petit), sur(4, compte, petit), valeur);
  const GPS = 8 + 2 + 3 * 12 + 4;
  const TEXTE = GPS + 2 + 12 + 4;
  return bout(
    petit ? "II*\0" : "MM\0*",
    sur(4, 8, petit),
    sur(2, 3, petit),
    entree(0x010f, 2, MARQUE.length, sur(4, TEXTE, petit)),
    entree(0x0112, 3, 1, bout(sur(2, orientation, petit), "\0\0")),
    entree(0x8825, 4, 1, sur(4, GPS, petit)),
    sur(4, 0),
    sur(2, 1, petit),
    entree(0x0001, 2, MARQUE.length, sur(4, TEXTE, petit)),
    sur(4, 0),
    MARQUE,
  );
}

export const segment = (marque: number, contenu: Uint8Array) =>
  bout(new Uint8Array([0xff, marque]), sur(2, contenu.length + 2), contenu);

/** A JPEG as a phone makes it: metadata of every kind, and a second picture after the first. */
export function jpegDeTelephone(orientation = 6, petit = true): Uint8Array {
  const photo = PHOTO["image/jpeg"];
  const exifs = segment(0xe1, bout("Exif\0\0", exif(orientation, petit)));
  return bout(
    photo.subarray(0, 2),
    exifs,
    segment(0xe1, octets(`http://ns.adobe.com/xap/1.0/\0<x>${MARQUE}</x>`)),
    segment(0xed, octets(`Photoshop 3.0\0${MARQUE}`)),
    segment(0xfe, octets(MARQUE)),
    photo.subarray(2),
    photo.subarray(0, 2),
    exifs,
    photo.subarray(2),
  );
}

const CRC = (contenu: Uint8Array) => sur(4, crc32(contenu));
export const bloc = (nom: string, contenu: Uint8Array) =>
  bout(sur(4, contenu.length), nom, contenu, CRC(bout(nom, contenu)));

/** A PNG with every kind of text that it may hold, before and after the picture. */
export function pngDeTelephone(orientation = 6): Uint8Array {
  const photo = PHOTO["image/png"];
  const ENTETE = 33;
  return bout(
    photo.subarray(0, ENTETE),
    bloc("eXIf", exif(orientation)),
    bloc("tEXt", octets(`Author\0${MARQUE}`)),
    bloc("prIv", octets(MARQUE)),
    photo.subarray(ENTETE, -12),
    bloc("iTXt", octets(`XML:com.adobe.xmp\0\0\0\0\0<x>${MARQUE}</x>`)),
    photo.subarray(-12),
    MARQUE,
  );
}

/** A WebP in its extended form: the picture, then the metadata. */
export function webpDeTelephone(orientation = 6): Uint8Array {
  const photo = PHOTO["image/webp"];
  const morceau = (nom: string, contenu: Uint8Array) =>
    bout(nom, sur(4, contenu.length, true), contenu, contenu.length % 2 ? "\0" : "");
  const corps = bout(
    "WEBP",
    morceau("VP8X", bout(new Uint8Array([0x0c, 0, 0, 0, 7, 0, 0, 5, 0, 0]))),
    photo.subarray(12),
    morceau("EXIF", exif(orientation)),
    morceau("XMP ", octets(`<x>${MARQUE}</x>`)),
  );
  return bout("RIFF", sur(4, corps.length, true), corps);
}

const boite = (nom: string, ...contenus: (Uint8Array | string)[]) => {
  const contenu = bout(...contenus);
  return bout(sur(4, contenu.length + 8), nom, contenu);
};

/** A HEIC (ISO/IEC 23008-12) whose picture cannot be decoded: one item of each kind, with its place. */
export function heicDeTelephone(): Uint8Array {
  const dessin = octets("DESSIN");
  const exifs = bout(sur(4, 0), exif(1));
  const xmp = octets(`<x>${MARQUE}</x>`);
  const info = (id: number, nom: string) =>
    boite("infe", new Uint8Array([2, 0, 0, 0]), sur(2, id), sur(2, 0), nom, "\0");
  const ftyp = boite("ftyp", "heic", sur(4, 0), "mif1heic");
  const meta = (debut: number) => {
    const place = (id: number, longueur: number, avant: number) =>
      bout(sur(2, id), sur(2, 0), sur(2, 1), sur(4, debut + avant), sur(4, longueur));
    return boite(
      "meta",
      sur(4, 0),
      boite("iinf", sur(4, 0), sur(2, 3), info(1, "hvc1"), info(2, "Exif"), info(3, "mime")),
      boite("iprp", boite("ipco", boite("ispe", sur(4, 0), sur(4, 8), sur(4, 6)))),
      boite(
        "iloc",
        sur(4, 0),
        new Uint8Array([0x44, 0x00]),
        sur(2, 3),
        place(1, dessin.length, 0),
        place(2, exifs.length, dessin.length),
        place(3, xmp.length, dessin.length + exifs.length),
      ),
    );
  };
  const debut = ftyp.length + meta(0).length + 8;
  return bout(ftyp, meta(debut), boite("mdat", dessin, exifs, xmp));
}

/** The choices that a file of ISO/IEC 23008-12 leaves to its maker: versions of boxes, size of counters. */
export interface FormeHeic {
  /** The version of the box `iloc`, which places each item. */
  version: 0 | 1 | 2;
  /** The version of the box `iinf`, which lists the items. */
  liste: 0 | 1;
  /** The version of the box `infe`, which names an item. */
  info: 2 | 3;
  /** The offset that is added to the places of all items. */
  base: number;
  /** The size in bytes of the rank of an extent. */
  rang: 0 | 4;
  /** Whether the last box omits its length, and so runs to the end of the file. */
  jusquauBout: boolean;
}

/** A HEIC with these choices, and the same file once its private metadata is blanked. */
export function heicDeForme({ version, liste, info, base, rang, jusquauBout }: FormeHeic) {
  const morceaux = ["DESSIN", "EXIF-UN", "ENTRE", "EXIF-DEUX", "XMP", "URI", "FIN"];
  const avant = (numero: number) => morceaux.slice(0, numero).join("").length;
  const premier = version === 2 && info === 3 ? 70_000 : 1;
  const items = [
    { type: "mime", dans: 1, extraits: [0] },
    { type: "uri ", dans: 0, extraits: [5] },
    { type: "Exif", dans: 0, extraits: [1, 3] },
    { type: "mime", dans: 0, extraits: [4] },
    { type: "hvc1", dans: 0, extraits: [0, 2, 6] },
  ].slice(version === 0 ? 1 : 0);
  const court = (long: boolean, valeur: number) => sur(long ? 4 : 2, valeur);
  const infos = items.map(({ type }, un) =>
    boite(
      "infe",
      new Uint8Array([info, 0, 0, 0]),
      court(info === 3, premier + un),
      sur(2, 0),
      type,
      "\0",
    ),
  );
  const meta = (debut: number) => {
    const places = items.map(({ dans, extraits }, un) =>
      bout(
        court(version === 2, premier + un),
        version > 0 ? sur(2, dans) : "",
        sur(2, 0),
        base > 0 ? sur(4, base) : "",
        sur(2, extraits.length),
        ...extraits.flatMap((numero) => [
          version > 0 && rang > 0 ? sur(4, 9) : "",
          sur(4, debut + avant(numero) - base),
          sur(4, morceaux[numero]?.length ?? 0),
        ]),
      ),
    );
    return boite(
      "meta",
      sur(4, 0),
      boite("iinf", new Uint8Array([liste, 0, 0, 0]), court(liste === 1, items.length), ...infos),
      boite(
        "iloc",
        new Uint8Array([version, 0, 0, 0, 0x44, (base > 0 ? 0x40 : 0) + (version > 0 ? rang : 0)]),
        court(version === 2, items.length),
        ...places,
      ),
    );
  };
  const ftyp = boite("ftyp", "heic", sur(4, 0), "mif1heic");
  const fichier = (contenus: string[]) => {
    const mdat = boite("mdat", ...contenus);
    if (jusquauBout) mdat.set(sur(4, 0));
    return bout(
      ftyp,
      meta(ftyp.length + meta(base).length + 8),
      mdat,
      jusquauBout ? "" : boite("free", "SUITE"),
    );
  };
  const montres = morceaux.map((texte, numero) =>
    [1, 3, 4, 5].includes(numero) ? "\0".repeat(texte.length) : texte,
  );
  return { image: fichier(morceaux), montree: fichier(montres) };
}

/** The pictures, with a header that claims these dimensions. */
export const aCesDimensions = {
  "image/jpeg": (largeur: number, hauteur: number) => {
    const copie = PHOTO["image/jpeg"].slice();
    const cadre = Buffer.from(copie).indexOf(Buffer.from([0xff, 0xc0]));
    copie.set(bout(sur(2, hauteur), sur(2, largeur)), cadre + 5);
    return copie;
  },
  "image/png": (largeur: number, hauteur: number) => {
    const copie = PHOTO["image/png"].slice();
    copie.set(bout(sur(4, largeur), sur(4, hauteur)), 16);
    return copie;
  },
};
