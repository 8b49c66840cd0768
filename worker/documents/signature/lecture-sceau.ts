import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { lireCms, type SceauTenu } from "./cms.ts";
import { chiffresDuSceau, OCTETS_LUS, PLACES_DU_SCEAU } from "./sceau.ts";

/** The facts that a sealed file gives, once its seal is verified. */
export interface SceauLu extends SceauTenu {
  /** SHA-256 of the certificate, in hexadecimal digits. */
  empreinteCertificat: string;
  /** The instant of sealing that the file gives. */
  le: Date;
  /**
   * SHA-256 in hexadecimal: `empreinte` of the whole file, `empreinteLue` of the bytes that the parties read and
   * signed.
   */
  empreinte: string;
  empreinteLue: string;
  octetsLus: number;
}

/** The French reason why a file has no valid seal of this product. */
export interface SceauRefuse {
  refus: string;
}

const DICTIONNAIRE = new RegExp(
  `/SubFilter/ETSI\\.CAdES\\.detached/M\\(D:(\\d{14})Z\\)[^\\n]*/${OCTETS_LUS} (\\d+)/ByteRange\\[0 (\\d+) +(\\d+) +(\\d+) *\\]/Contents<((?:[0-9a-f]{${PLACES_DU_SCEAU.horodate}}|[0-9a-f]{${PLACES_DU_SCEAU.simple}}))>`,
  "g",
);
const SANS_SCEAU = "Ce fichier ne porte pas de sceau de ce logiciel.";
const PLUSIEURS = "Ce fichier porte plusieurs sceaux.";
const SUITE = "Le sceau ne couvre pas tout le fichier : des octets ont été ajoutés ou retirés.";
const MODIFIE = "Le sceau ne tient pas : le fichier ou son sceau a changé.";
const INCONNU = "Le sceau tient, mais il n’est pas de cette agence.";

/**
 * Reads the seal of a file: there must be one seal, which covers every byte but its own digits, by one of the known
 * certificates. A caller that knows no certificate must compare the returned certificate itself.
 * @param connus SHA-256 of the agency’s certificates, including those of keys no longer used; null when none is known.
 */
export function lireSceau(
  fichier: Uint8Array,
  connus: readonly string[] | null,
): SceauLu | SceauRefuse {
  const octets = Buffer.from(fichier.buffer, fichier.byteOffset, fichier.length);
  const trouves = [...octets.toString("latin1").matchAll(DICTIONNAIRE)];
  const [trouve] = trouves;
  if (!trouve) return { refus: SANS_SCEAU };
  if (trouves.length > 1) return { refus: PLUSIEURS };
  const [texte, instant = "", octetsLus, ...places] = trouve;
  const [debut = 0, fin = 0, reste] = places.slice(0, 3).map(Number);
  const chiffres = places[3] ?? "";
  const ici = trouve.index + texte.length - chiffres.length - 2;
  if (debut !== ici || fin !== ici + chiffres.length + 2 || reste !== octets.length - fin)
    return { refus: SUITE };
  const sceau = sansRemplissage(chiffres);
  if (chiffresDuSceau(sceau, chiffres.length) !== chiffres) return { refus: MODIFIE };
  const couverts = Buffer.concat([octets.subarray(0, debut), octets.subarray(fin)]);
  const tenu = lireCms(sceau, couverts);
  if (tenu === null) return { refus: MODIFIE };
  const empreinteCertificat = sha256(tenu.certificat);
  if (connus?.includes(empreinteCertificat) === false) return { refus: INCONNU };
  return {
    ...tenu,
    empreinteCertificat,
    le: new Date(instant.replace(/(....)(..)(..)(..)(..)(..)/, "$1-$2-$3T$4:$5:$6Z")),
    empreinte: sha256(octets),
    empreinteLue: sha256(octets.subarray(0, Number(octetsLus))),
    octetsLus: Number(octetsLus),
  };
}

/** The bytes of a seal without the zeros that fill up its room; the DER header gives their number. */
function sansRemplissage(chiffres: string): Buffer {
  const octets = Buffer.from(chiffres, "hex");
  return octets.subarray(0, octets.readUInt16BE(2) + 4);
}

const sha256 = (octets: Uint8Array) => createHash("sha256").update(octets).digest("hex");
