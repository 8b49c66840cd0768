import { BLANK } from "./mentions.ts";

/** A means of access as a row of a table: what, how many, what for. */
export interface MoyenAcces {
  type: string;
  nombre: string;
  usage: string;
}

const SANS_OBJET = "–";

/**
 * The keys and other means of access, in detail and with their purpose (décret n° 2016-382, art. 2). The
 * free text « 2 clefs de porte, 1 badge (parking) » gives one row a piece, with its number and purpose.
 */
export function moyensAcces({
  clef,
  detailClef,
  detailTelecomande,
  digicode,
  interphone,
}: {
  clef?: string | null | undefined;
  detailClef: string | null;
  detailTelecomande: string | null;
  digicode: string | null;
  interphone?: string | null | undefined;
}): MoyenAcces[] {
  const remis = [
    ...decoupe(clef),
    ...(clef?.trim() === detailClef?.trim() ? [] : decoupe(detailClef)),
  ];
  const seul = (type: string, usage: string | null | undefined): MoyenAcces[] =>
    usage?.trim() ? [{ type, nombre: SANS_OBJET, usage: usage.trim() }] : [];
  return [
    ...(remis.length === 0 ? [{ type: "Clés", nombre: BLANK, usage: BLANK }] : remis),
    ...seul("Télécommande", detailTelecomande),
    ...seul("Digicode", digicode && `Accès à l'immeuble, code ${digicode}`),
    ...seul("Interphone", interphone),
  ];
}

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
