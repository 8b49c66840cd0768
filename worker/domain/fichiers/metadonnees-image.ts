/**
 * Overwrites the place, time, author and device in a picture (http/README §9.8); orientation, colors and the number
 * of bytes stay. A file of another type passes unchanged; a broken picture passes unchanged from its fault on.
 */
export async function* sansMetadonnees(
  type: string,
  morceaux: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const lecture = new Lecture(morceaux);
  const nettoyer = FORMATS[type];
  if (nettoyer) yield* nettoyer(lecture);
  yield* lecture.reste();
}

/** Whether {@link sansMetadonnees} cleans files of this type; a GIF contains no place and no date. */
export const aDesMetadonnees = (type: string): boolean => type in FORMATS;

const FORMATS: Record<string, (lecture: Lecture) => AsyncGenerator<Uint8Array>> = {
  "image/jpeg": jpeg,
  "image/png": png,
  "image/webp": webp,
  "image/avif": iso,
  "image/heic": iso,
};

/** The most bytes kept in memory to be rewritten: the greatest segment of a JPEG. */
const TENU_AU_PLUS = 65_536;

/** Reads a stream, as many bytes at a time as the caller asks for. */
class Lecture {
  readonly #source: AsyncIterator<Uint8Array>;
  #tampon: Uint8Array = new Uint8Array();
  #fini = false;
  /** The number of bytes read so far. */
  place = 0;

  constructor(morceaux: AsyncIterable<Uint8Array>) {
    this.#source = morceaux[Symbol.asyncIterator]();
  }

  /** Returns the next bytes, fewer at the end of the stream. */
  async prendre(nombre: number): Promise<Uint8Array> {
    const octets = new Uint8Array(nombre);
    let rempli = 0;
    while (rempli < nombre) {
      const suite = await this.#suite(nombre - rempli);
      if (!suite) return octets.subarray(0, rempli);
      octets.set(suite, rempli);
      rempli += suite.length;
    }
    return octets;
  }

  /** Yields `nombre` bytes unchanged. */
  async *passer(nombre: number): AsyncGenerator<Uint8Array> {
    for (let passe = 0; passe < nombre; ) {
      const suite = await this.#suite(nombre - passe);
      if (!suite) return;
      passe += suite.length;
      yield suite;
    }
  }

  /** Yields `nombre` bytes as zeros. */
  async *effacer(nombre: number): AsyncGenerator<Uint8Array> {
    for await (const suite of this.passer(nombre)) yield new Uint8Array(suite.length);
  }

  reste(): AsyncGenerator<Uint8Array> {
    return this.passer(Number.POSITIVE_INFINITY);
  }

  /**
   * Yields the coded picture up to its next marker. In coded data, 0xff is no marker when 0 or the number of a
   * restart interval follows.
   */
  async *jusquauMarqueur(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const suite = await this.#suite(Number.POSITIVE_INFINITY);
      if (!suite) return;
      let marque = suite.indexOf(0xff);
      while (marque >= 0 && estDuDessin(suite[marque + 1]))
        marque = suite.indexOf(0xff, marque + 2);
      if (marque >= 0) this.rendre(suite.subarray(marque));
      if (marque !== 0) yield marque > 0 ? suite.subarray(0, marque) : suite;
      if (marque >= 0) return;
    }
  }

  /** Returns the last bytes read to the buffer, for the next reading. */
  rendre(octets: Uint8Array): void {
    const ensemble = new Uint8Array(octets.length + this.#tampon.length);
    ensemble.set(octets);
    ensemble.set(this.#tampon, octets.length);
    this.#tampon = this.#tampon.length > 0 ? ensemble : octets;
    this.place -= octets.length;
  }

  /** The next bytes, at most `auPlus`; null at the end of the stream. */
  async #suite(auPlus: number): Promise<Uint8Array | null> {
    while (this.#tampon.length === 0) {
      if (this.#fini) return null;
      const { done, value } = await this.#source.next();
      if (done) this.#fini = true;
      else this.#tampon = value;
    }
    const morceau = this.#tampon.subarray(0, auPlus);
    this.#tampon = this.#tampon.subarray(morceau.length);
    this.place += morceau.length;
    return morceau;
  }
}

const texte = (octets: Uint8Array) => String.fromCharCode(...octets);
const vueDe = (octets: Uint8Array) => new DataView(octets.buffer, octets.byteOffset, octets.length);

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const COM = 0xfe;
const estDuDessin = (apres: number | undefined) =>
  apres === 0 || (apres !== undefined && estRedemarrage(apres));
const estRedemarrage = (marque: number) => marque >= 0xd0 && marque <= 0xd7;

/**
 * Cleans a JPEG (ITU-T T.81, annex B). The bytes after the picture are erased: telephones put a second picture or a
 * film there.
 */
async function* jpeg(lecture: Lecture): AsyncGenerator<Uint8Array> {
  for (;;) {
    const marqueur = await lecture.prendre(2);
    const [debut, marque] = marqueur;
    if (debut !== 0xff || marque === undefined) return lecture.rendre(marqueur);
    if (marque === 0xff) {
      lecture.rendre(marqueur.subarray(1));
      yield marqueur.subarray(0, 1);
      continue;
    }
    yield marqueur;
    if (marque === EOI) return yield* lecture.effacer(Number.POSITIVE_INFINITY);
    if (marque === SOI || marque === 0x01 || estDuDessin(marque)) {
      if (estDuDessin(marque)) yield* lecture.jusquauMarqueur();
      continue;
    }
    const longueur = await lecture.prendre(2);
    yield longueur;
    if (longueur.length < 2) return;
    const contenu = await lecture.prendre(Math.max(0, vueDe(longueur).getUint16(0) - 2));
    yield sertAMontrer(marque, contenu) ? contenu : effaceSaufOrientation(contenu);
    if (marque === SOS) yield* lecture.jusquauMarqueur();
  }
}

/**
 * Whether a segment of a JPEG is needed to show it: all except comments, and application segments other than JFIF,
 * color profile and Adobe color coding.
 */
function sertAMontrer(marque: number, contenu: Uint8Array): boolean {
  if (marque === COM) return false;
  if (marque < 0xe0 || marque > 0xef) return true;
  if (marque === 0xe2) return texte(contenu.subarray(0, 11)) === "ICC_PROFILE";
  return marque === 0xe0 || marque === 0xee;
}

const EXIF = "Exif\0\0";
const ORIENTATION = 0x0112;

/**
 * Returns as many zero bytes as `contenu` has bytes; the orientation is written again when the picture is not
 * upright.
 */
function effaceSaufOrientation(contenu: Uint8Array): Uint8Array {
  const prefixe = texte(contenu.subarray(0, EXIF.length)) === EXIF ? EXIF : "";
  const orientation = orientationDe(contenu.subarray(prefixe.length));
  const efface = new Uint8Array(contenu.length);
  // TIFF 6.0, big-endian: one directory of one entry, a SHORT.
  const garde = [
    ...[...`${prefixe}MM\0*\0\0\0\x08\0\x01`].map((lettre) => lettre.charCodeAt(0)),
    ...[ORIENTATION >> 8, ORIENTATION & 255, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
  ];
  if (orientation > 1 && garde.length <= efface.length) efface.set(garde);
  return efface;
}

/** The orientation in a TIFF directory, 1 (upright) to 8; 0 when it is missing. */
function orientationDe(tiff: Uint8Array): number {
  const ordre = texte(tiff.subarray(0, 4));
  if (ordre !== "II*\0" && ordre !== "MM\0*") return 0;
  const petit = ordre === "II*\0";
  const vue = vueDe(tiff);
  try {
    const repertoire = vue.getUint32(4, petit);
    const entrees = vue.getUint16(repertoire, petit);
    for (let rang = 0; rang < entrees; rang++) {
      const entree = repertoire + 2 + rang * 12;
      if (vue.getUint16(entree, petit) !== ORIENTATION) continue;
      const orientation = vue.getUint16(entree + 8, petit);
      return orientation <= 8 ? orientation : 0;
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return 0;
}

const PNG_MONTRE = new Set(
  "IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs hIST sPLT acTL fcTL fdAT".split(
    " ",
  ),
);
/** The name given to erased PNG chunks: every reader may ignore it (PNG, third edition, clause 5.4). */
const PNG_VIDE = "viDe";

async function* png(lecture: Lecture): AsyncGenerator<Uint8Array> {
  yield* lecture.passer(8);
  for (;;) {
    const entete = await lecture.prendre(8);
    if (entete.length < 8) return lecture.rendre(entete);
    const longueur = vueDe(entete).getUint32(0);
    const nom = texte(entete.subarray(4));
    if (PNG_MONTRE.has(nom)) {
      yield entete;
      yield* lecture.passer(longueur + 4);
      if (nom === "IEND") return yield* lecture.effacer(Number.POSITIVE_INFINITY);
      continue;
    }
    if (!/^[A-Za-z]{4}$/.test(nom)) return lecture.rendre(entete);
    const tenu = nom === "eXIf" && longueur <= TENU_AU_PLUS;
    const contenu = tenu ? effaceSaufOrientation(await lecture.prendre(longueur)) : null;
    if (!contenu?.some((octet) => octet !== 0))
      entete.set(
        PNG_VIDE.split("").map((l) => l.charCodeAt(0)),
        4,
      );
    yield entete;
    let somme = crc(entete.subarray(4), CRC_DEBUT);
    for await (const morceau of contenu ? [contenu] : lecture.effacer(longueur)) {
      somme = crc(morceau, somme);
      yield morceau;
    }
    const fin = await lecture.prendre(4);
    if (fin.length === 4) vueDe(fin).setUint32(0, ~somme);
    yield fin;
  }
}

const CRC_DEBUT = -1;
const CRC = Int32Array.from({ length: 256 }, (_, octet) => {
  let reste = octet;
  for (let bit = 0; bit < 8; bit++) reste = reste & 1 ? (reste >>> 1) ^ 0xedb88320 : reste >>> 1;
  return reste;
});

/** The checksum of a PNG chunk (PNG, annex D). */
function crc(octets: Uint8Array, depuis: number): number {
  let somme = depuis;
  for (const octet of octets) somme = (CRC[(somme ^ octet) & 255] ?? 0) ^ (somme >>> 8);
  return somme;
}

const WEBP_MONTRE = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);

/** Cleans a WebP (RFC 9649 §2). */
async function* webp(lecture: Lecture): AsyncGenerator<Uint8Array> {
  yield* lecture.passer(12);
  for (;;) {
    const entete = await lecture.prendre(8);
    if (entete.length < 8) return lecture.rendre(entete);
    const longueur = vueDe(entete).getUint32(4, true);
    const avecBourrage = longueur + (longueur % 2);
    yield entete;
    if (WEBP_MONTRE.has(texte(entete.subarray(0, 4)))) yield* lecture.passer(avecBourrage);
    else if (avecBourrage > TENU_AU_PLUS) yield* lecture.effacer(avecBourrage);
    else yield effaceSaufOrientation(await lecture.prendre(avecBourrage));
  }
}

/** A run of bytes of a file: its start and its length. */
interface Etendue {
  debut: number;
  longueur: number;
}

/** The greatest box `meta` held in memory at once, in bytes; a telephone writes 5 KB. */
const META_AU_PLUS = 16 * TENU_AU_PLUS;

/** Cleans an AVIF or HEIC (ISO/IEC 23008-12), whose box `meta` gives the place of each block of metadata. */
async function* iso(lecture: Lecture): AsyncGenerator<Uint8Array> {
  let aEffacer: Etendue[] = [];
  for (;;) {
    const entete = await lecture.prendre(8);
    if (entete.length < 8) return lecture.rendre(entete);
    const longueur = vueDe(entete).getUint32(0) - 8;
    const nom = texte(entete.subarray(4));
    yield entete;
    if (nom === "meta" && longueur >= 0 && longueur <= META_AU_PLUS) {
      const contenu = await lecture.prendre(longueur);
      aEffacer = metadonneesIso(contenu).sort((a, b) => a.debut - b.debut);
      yield contenu;
      continue;
    }
    // A length of 0 means « to the end », and 1 « the length follows »; cameras write the last box in both ways.
    const fin = longueur < 0 ? Number.POSITIVE_INFINITY : lecture.place + longueur;
    for (const { debut, longueur: taille } of aEffacer) {
      if (debut < lecture.place || debut >= fin) continue;
      yield* lecture.passer(debut - lecture.place);
      yield* lecture.effacer(taille);
    }
    if (fin > lecture.place) yield* lecture.passer(fin - lecture.place);
    if (fin === Number.POSITIVE_INFINITY) return;
  }
}

/** The places of the Exif and XMP blocks in the file. */
function metadonneesIso(meta: Uint8Array): Etendue[] {
  try {
    const boites = boitesDe(meta.subarray(4));
    const infos = boites.get("iinf");
    const places = boites.get("iloc");
    if (!infos || !places) return [];
    const courts = infos[0] === 0;
    const caches = new Set<number>();
    for (const info of boitesDe(infos.subarray(courts ? 6 : 8), true).values()) {
      const vue = vueDe(info);
      const long = (info[0] ?? 0) > 2;
      const nom = texte(info.subarray(long ? 10 : 8, long ? 14 : 12));
      if (nom === "Exif" || nom === "mime" || nom === "uri ")
        caches.add(long ? vue.getUint32(4) : vue.getUint16(4));
    }
    return etenduesDe(places, caches);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}

/** The boxes of an ISO media file by name. @param toutes keeps every box of a name, not only the last */
function boitesDe(octets: Uint8Array, toutes = false): Map<string, Uint8Array> {
  const boites = new Map<string, Uint8Array>();
  const vue = vueDe(octets);
  for (let place = 0; place + 8 <= octets.length; ) {
    const longueur = vue.getUint32(place);
    if (longueur < 8) break;
    const nom = texte(octets.subarray(place + 4, place + 8));
    boites.set(toutes ? `${nom}${place}` : nom, octets.subarray(place + 8, place + longueur));
    place += longueur;
  }
  return boites;
}

/** The places given by a box `iloc` for some items, from the start of the file (ISO/IEC 14496-12, clause 8.11.3). */
function etenduesDe(iloc: Uint8Array, items: ReadonlySet<number>): Etendue[] {
  const vue = vueDe(iloc);
  const version = vue.getUint8(0);
  const tailles = vue.getUint16(4);
  const [pourPlace, pourLongueur, pourBase] = [
    tailles >> 12,
    (tailles >> 8) & 15,
    (tailles >> 4) & 15,
  ];
  const pourRang = version > 0 ? tailles & 15 : 0;
  const trouvees: Etendue[] = [];
  let place = 6;
  const lire = (octets: number): number => {
    let valeur = 0;
    for (let fait = 0; fait < octets; fait++) valeur = valeur * 256 + vue.getUint8(place++);
    return valeur;
  };
  const nombre = lire(version < 2 ? 2 : 4);
  for (let rang = 0; rang < nombre; rang++) {
    const item = lire(version < 2 ? 2 : 4);
    const dansLeFichier = version === 0 || (lire(2) & 15) === 0;
    lire(2);
    const base = lire(pourBase);
    const morceaux = lire(2);
    for (let morceau = 0; morceau < morceaux; morceau++) {
      lire(pourRang);
      const debut = base + lire(pourPlace);
      const longueur = lire(pourLongueur);
      if (dansLeFichier && items.has(item)) trouvees.push({ debut, longueur });
    }
  }
  return trouvees;
}
