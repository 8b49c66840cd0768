import { BLANK } from "./mentions.ts";

/** A means of access as a row of a table: what, how many, what for. */
export interface MoyenAcces {
  type: string;
  nombre: string;
  usage: string;
}

export const SANS_OBJET = "–";

/**
 * The keys and other means of access, in detail and with their purpose (décret n° 2016-382, art. 2). The
 * free text « 2 clefs de porte, 1 badge (parking) » gives one row a piece, with its number and purpose;
 * `detailClef` adds only what `clef` does not say: a key is counted once.
 */
export function moyensAcces({
  clef,
  detailClef,
  detailTelecomande,
  digicode,
  interphone,
}: {
  clef: string | null | undefined;
  detailClef?: string | null;
  detailTelecomande: string | null;
  digicode?: string | null;
  interphone?: string | null | undefined;
}): MoyenAcces[] {
  const remises = decoupe(clef);
  const dites = new Set(remises.map(({ type }) => type));
  const clefs = [...remises, ...decoupe(detailClef).filter(({ type }) => !dites.has(type))];
  const seul = (type: string, usage: string | null | undefined): MoyenAcces[] =>
    usage?.trim() ? [{ type, nombre: SANS_OBJET, usage: usage.trim() }] : [];
  return [
    ...(clefs.length === 0 ? [INCONNUES] : clefs),
    ...telecommandes(detailTelecomande),
    ...seul("Digicode", digicode && `Accès à l'immeuble, code ${MASQUE.slice(1, -1)}`),
    ...seul("Interphone", interphone),
  ];
}

const INCONNUES: MoyenAcces = { type: "Clés", nombre: BLANK, usage: BLANK };

/** The keys of a free text, one row a piece; one row to fill in when it says nothing. */
export function clefsDe(texte: string | null): MoyenAcces[] {
  const clefs = decoupe(texte);
  return clefs.length === 0 ? [INCONNUES] : clefs;
}

/** « 2 télécommandes (portail) » counts two; « Portail du parking » is what one opens, and counts none. */
export function telecommandes(detail: string | null): MoyenAcces[] {
  return decoupe(detail).map((une) => {
    if (/^\d+$/.test(une.type)) return { type: TELECOMMANDE, nombre: une.type, usage: BLANK };
    return APPAREIL.test(une.type) ? une : { ...une, type: TELECOMMANDE, usage: une.type };
  });
}

const TELECOMMANDE = "Télécommande";
const APPAREIL = /^(t[ée]l[ée]com|bips?\b|badge|[ée]metteur)/i;

const decoupe = (texte: string | null | undefined): MoyenAcces[] =>
  (texte ?? "")
    .split(/[\n;,]+(?![^(]*\))/)
    .map((partie) => partie.trim())
    .filter((partie) => partie !== "")
    .map(moyen);

const NOMBRE = /^(\d+)\s*[x×]?\s+(?=\D)/;
const PRECISION = /^(.+?)\s*(?:\((.+)\)|\s[–-]\s(.+)|:\s*(.+))$/;
const DESTINATION =
  /^(\S+)\s+(?:de la |de l['’]|de |du |des |d['’]|pour la |pour le |pour les |pour )(.+)$/i;

function moyen(partie: string): MoyenAcces {
  const nombre = NOMBRE.exec(partie);
  const reste = nombre ? partie.slice(nombre[0].length) : partie;
  const [, type = reste, ...precisions] = PRECISION.exec(reste) ?? [];
  const usage = precisions.find(Boolean) ?? DESTINATION.exec(type)?.[2];
  return {
    type: majuscule(type),
    nombre: nombre?.[1] ?? BLANK,
    usage: usage ? majuscule(usage) : BLANK,
  };
}

const majuscule = (texte: string) => texte.charAt(0).toUpperCase() + texte.slice(1);

const MASQUE = "(communiqué séparément)";
// « code alarme : 1234 », « digicode 12 A 45 »; then « 1234 (code) ». One or two figures are a number of keys.
const CODE_ANNONCE =
  /\b((?:digi)?codes?|alarmes?)\b([^\n;,\d]{0,40}?)([A-Z*#]*\d[\dA-Z*#]*(?:[ .-][A-Z]?\d[\dA-Z*#]*|[ .-][A-Z](?=[ .-]\d))*)/gi;
const CODE_SUIVI = /\b([A-Z*#]*\d[\dA-Z*#]{2,})(\s*\(?\s*(?:digi)?(?:code|alarme))/gi;

/** The text without the code of the door, nor any that it announces as a code or as the alarm's. */
export function sansCodes(texte: string | null, digicode: string | null): string | null {
  if (texte === null) return null;
  const codes = (digicode ?? "").split(/[^\w*#]+/).filter((code) => /^(?=.*\d).{3,}$/.test(code));
  return codes
    .reduce((clair, code) => clair.replaceAll(code, MASQUE), texte)
    .replace(CODE_ANNONCE, (tout: string, mot: string, liaison: string, trouve: string) =>
      trouve.replace(/[ .-]/g, "").length < 3 ? tout : `${mot}${liaison}${MASQUE}`,
    )
    .replace(CODE_SUIVI, `${MASQUE}$2`);
}
