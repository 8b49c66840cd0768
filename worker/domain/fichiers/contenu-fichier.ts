/** The type of a file found in its first bytes, and its extension. */
export interface Nature {
  type: string;
  /** The extension of files of this type; null: any extension fits. */
  extention: string | null;
}

/** How many first bytes {@link natureDe} reads. */
export const OCTETS_DE_TETE = 64;

/** How many first bytes of a picture may be needed to find its size: telephones write previews before the size. */
export const OCTETS_DES_DIMENSIONS = 1024 * 1024;

const INCONNU: Nature = { type: "application/octet-stream", extention: null };

const SIGNATURES: readonly (Nature & { debut: string })[] = [
  { debut: "\xff\xd8\xff", type: "image/jpeg", extention: "jpg" },
  { debut: "\x89PNG\r\n\x1a\n", type: "image/png", extention: "png" },
  { debut: "GIF87a", type: "image/gif", extention: "gif" },
  { debut: "GIF89a", type: "image/gif", extention: "gif" },
  { debut: "%PDF-", type: "application/pdf", extention: "pdf" },
];

const MARQUES_AVIF = ["avif", "avis"];
const MARQUES_HEIC = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"];

/**
 * The type of a file by its first bytes, whatever its name says (http/README §9.8). SVG, which may contain scripts,
 * is no image here.
 *
 * @param tete the first {@link OCTETS_DE_TETE} bytes, or the whole file when shorter
 */
export function natureDe(tete: Uint8Array): Nature {
  const texte = String.fromCharCode(...tete.subarray(0, OCTETS_DE_TETE));
  // Some software writes a byte order mark or an empty line before a PDF, which readers open all the same.
  const utile = texte.replace(/^(?:\xef\xbb\xbf)?\s*(?=%PDF-)/, "");
  const signature = SIGNATURES.find(({ debut }) => utile.startsWith(debut));
  if (signature) return { type: signature.type, extention: signature.extention };
  if (texte.startsWith("RIFF") && texte.startsWith("WEBP", 8)) {
    return { type: "image/webp", extention: "webp" };
  }
  const marques = marquesIso(texte);
  if (marques.some((marque) => MARQUES_AVIF.includes(marque))) {
    return { type: "image/avif", extention: "avif" };
  }
  if (marques.some((marque) => MARQUES_HEIC.includes(marque))) {
    return { type: "image/heic", extention: "heic" };
  }
  return INCONNU;
}

/** The brands of an ISO media file, in its box `ftyp` (ISO/IEC 14496-12): the major one, then the compatible ones. */
function marquesIso(texte: string): string[] {
  if (!texte.startsWith("ftyp", 4)) return [];
  const taille = texte.charCodeAt(2) * 256 + texte.charCodeAt(3);
  const boite = texte.slice(0, taille);
  return [boite.slice(8, 12), ...(boite.slice(16).match(/.{4}/gs) ?? [])];
}

export const IMAGE_ATTENDUE = "Une image est attendue : JPEG, PNG, WebP, GIF, AVIF ou HEIC.";

export const estImage = (type: string): boolean => type.startsWith("image/");

/** Whether a browser shows a file of this type in place; it downloads any other file (http/README §9.8). */
export const seMontre = (type: string): boolean => estImage(type) || type === "application/pdf";

const NOM_AU_PLUS = 200;
const SANS_NOM = "fichier";

/**
 * A file name that every system accepts: no path, no control character, « _ » for each character that Windows
 * forbids, 200 characters at most; never empty.
 */
export function nomPropre(nom: string): string {
  const segment = nom.toWellFormed().normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const propre = segment
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/gu, "")
    .replace(/[<>:"|?*]/g, "_")
    .replace(/^[\s.]+|[\s.]+$/g, "");
  return [...propre].slice(0, NOM_AU_PLUS).join("") || SANS_NOM;
}

/** The name of a file without its extension, and the extension, found in the bytes or else in the name. */
export function nomEtExtention(nomDeFichier: string, nature: Nature) {
  const propre = nomPropre(nomDeFichier);
  const dansLeNom = propre.match(/^(.+)\.([A-Za-z0-9]{1,10})$/);
  return {
    nom: dansLeNom?.[1] ?? propre,
    extention: nature.extention ?? dansLeNom?.[2]?.toLowerCase() ?? "",
  };
}

/** The name of a download: the given name with its extension once. */
export function nomDeTelechargement(nom: string, extention: string): string {
  const propre = nomPropre(nom);
  if (extention === "" || propre.toLowerCase().endsWith(`.${extention}`)) return propre;
  return `${propre}.${extention}`;
}
