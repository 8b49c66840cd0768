import type { EtatLieux } from "#domain/biens/etat-lieux.ts";
import type { Complements } from "#domain/terrain/releve.ts";
import { BLANK } from "../mentions.ts";

/**
 * An inventory of a dwelling, with the complements that its columns in the database cannot express (terrain/README
 * §19.2).
 */
export interface EtatImprime extends EtatLieux {
  complements?: Complements | null;
}

/** A means of access to the dwelling (keys, badge, remote control) as a row of a table: kind, number, purpose. */
export interface MoyenAcces {
  type: string;
  nombre: string;
  usage: string;
}

export const SANS_OBJET = "–";

/** The keys and remote controls of an apartment, as its record describes them in free text. */
interface ClefsDuLogement {
  detailClef?: string | null;
  detailTelecomande: string | null;
}

/**
 * The keys and other means of access, in detail and with their purpose (décret n° 2016-382, art. 2). The free text « 2
 * clefs de porte, 1 badge (parking) » gives two rows, each with its number and purpose. The apartment’s record adds
 * only the kinds that the text `clef` of the inventory does not mention, so that a key is counted once.
 */
export function moyensAcces({
  clef,
  digicode,
  interphone,
  ...logement
}: ClefsDuLogement & {
  clef: string | null | undefined;
  digicode?: string | null;
  interphone?: string | null | undefined;
}): MoyenAcces[] {
  const seul = (type: string, usage: string | null | undefined): MoyenAcces[] =>
    usage?.trim() ? [{ type, nombre: SANS_OBJET, usage: usage.trim() }] : [];
  return [
    ...remis(clef, logement),
    ...seul("Digicode", digicode && `Accès à l'immeuble, code ${MASQUE.slice(1, -1)}`),
    ...seul("Interphone", interphone),
  ];
}

/**
 * The means of access that the tenant gives back at the exit. The list comes from `remises` (the text of the entry)
 * and from the apartment; the numbers come from `rendues`. The number of a kind that `rendues` does not mention stays
 * blank.
 */
export function moyensRendus(
  rendues: string | null,
  remises: string | null,
  logement: ClefsDuLogement,
): MoyenAcces[] {
  const aCompter = remis(remises, logement).map((moyen) =>
    moyen.nombre === SANS_OBJET ? moyen : { ...moyen, nombre: BLANK },
  );
  return completes(decoupe(rendues), aCompter);
}

function remis(
  clef: string | null | undefined,
  { detailClef, detailTelecomande }: ClefsDuLogement,
): MoyenAcces[] {
  const duLogement = [...decoupe(detailClef), ...telecommandes(detailTelecomande)];
  const moyens = completes(decoupe(clef), duLogement);
  return moyens.every((moyen) => natureDe(moyen) === "télécommande")
    ? [INCONNUES, ...moyens]
    : moyens;
}

const completes = (moyensDits: MoyenAcces[], autres: MoyenAcces[]): MoyenAcces[] => {
  const natures = new Set(moyensDits.map(natureDe));
  return [...moyensDits, ...autres.filter((moyen) => !natures.has(natureDe(moyen)))];
};

const NATURES = [
  ["clé", /^(?:(?:jeu|trousseau|double)x? de )?cl(?:é|e|ef)s?(?!\p{L})/iu],
  ["badge", /^(?:badges?|vigiks?)(?!\p{L})/iu],
  ["télécommande", /^(?:t[ée]l[ée]com|bips?(?!\p{L})|[ée]metteur)/iu],
] as const;

/**
 * The usual name of a kind of access (« clé », « badge », « télécommande »); the given name in lower case when the
 * kind is unusual.
 */
function natureDe({ type }: MoyenAcces): string {
  return NATURES.find(([, motif]) => motif.test(type))?.[0] ?? type.toLowerCase();
}

const INCONNUES: MoyenAcces = { type: "Clés", nombre: BLANK, usage: BLANK };

/**
 * Reads the remote controls of a free text: « 2 télécommandes (portail) » counts two; « Portail du parking » only
 * names the thing opened, and counts none.
 */
function telecommandes(detail: string | null): MoyenAcces[] {
  return decoupe(detail).map((moyen) => {
    if (/^\d+$/.test(moyen.type)) return { type: TELECOMMANDE, nombre: moyen.type, usage: BLANK };
    return APPAREIL.test(moyen.type) ? moyen : { ...moyen, type: TELECOMMANDE, usage: moyen.type };
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
  const rang = partie.indexOf(MASQUE);
  if (rang >= 0) return protege(partie.slice(0, rang), partie.slice(rang + MASQUE.length));
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

/**
 * A means of access whose text contains a masked code; a code without a means of access gives a row without a number.
 */
function protege(avant: string, apres: string): MoyenAcces {
  const objet = moyen(`${avant.replace(ANNONCE, "")} ${apres.replace(/^\)/, "")}`.trim() || "code");
  const communique = MASQUE.slice(1, -1);
  if (!NATURES.some(([nature]) => nature === natureDe(objet)))
    return { ...objet, nombre: SANS_OBJET, usage: majuscule(communique) };
  const usage = objet.usage === BLANK ? "Code" : `${objet.usage}, code`;
  return { ...objet, usage: `${usage} ${communique}` };
}

const ANNONCE = /(?:\s(?:avec |[–-] )?\(?(?:le |son )?|^)(?:digi)?code\s?:?\s?\(?$|[\s:(–-]+$/i;
const MASQUE = "(communiqué séparément)";

// Codes that a word announces: « code alarme : 1234 », « digicode 12 A 45 ». The next three patterns find « boîte à
// clés 4589 », « 1234 (code) » and « 99# ». One or two digits are a number of keys, not a code.
const CODE_ANNONCE =
  /\b((?:digi)?codes?|alarmes?)\b([^\n;,\d]{0,40}?)([A-Z*#]*\d[\dA-Z*#]*(?:[ .-][A-Z]?\d[\dA-Z*#]*|[ .-][A-Z](?=[ .-]\d))*)/gi;
const CODE_DU_LIEU =
  /\b((?:coffres?(?:-forts?)?|cadenas|bo[iî]tes? à cl(?:é|ef)s?|interphones?|visiophones?)\s*[:=(–-]?\s*)([A-Z*#]?\d[\dA-Z*#]{2,}|[A-Z]\d\d)(?![\p{L}\d]|\s*(?:[cm]?m[²³]?|l|kg|€|%)(?!\p{L}))/giu;
const CODE_SUIVI = /\b([A-Z*#]*\d[\dA-Z*#]{2,})(\s*\(?\s*(?:digi)?(?:code|alarme))/gi;
const CODE_DIESE = /(?<![\p{L}\d])(?:[A-Z]?\d[\dA-Z]*#|[#*]\d{3,})(?![\p{L}\d])/giu;
const SUITE_DU_CODE =
  /(\(communiqué séparément\))(?:\s*(?:puis|suivi de|→|->|>|\+|\/)\s*(?:[A-Z*#]?\d[\dA-Z*#]*|\(communiqué séparément\)))+/gi;
// A word such as « code postal » or « code couleur », a year (« alarme en 2019 ») or a date announces no code.
const AUTRE_SUITE = /\b(?:ral|couleur|postal|barres?)\b|\ben\s*$/i;
const DATE = /^\d{1,2}([.-])\d{1,2}\1(?:19|20)\d\d$/;

/** Masks in a text the door code, and any code that the text announces, such as an alarm or safe code. */
export function sansCodes(texte: string | null, digicode: string | null): string | null {
  if (texte === null) return null;
  const codes = (digicode ?? "").split(/[^\w*#]+/).filter((code) => /^(?=.*\d).{3,}$/.test(code));
  return codes
    .reduce((clair, code) => clair.replaceAll(code, MASQUE), texte)
    .replace(CODE_ANNONCE, (tout: string, mot: string, liaison: string, trouve: string) =>
      trouve.replace(/[ .-]/g, "").length < 3 || AUTRE_SUITE.test(liaison) || DATE.test(trouve)
        ? tout
        : `${mot}${liaison}${MASQUE}`,
    )
    .replace(CODE_DU_LIEU, `$1${MASQUE}`)
    .replace(CODE_SUIVI, `${MASQUE}$2`)
    .replace(CODE_DIESE, MASQUE)
    .replace(SUITE_DU_CODE, "$1");
}

// A group of signs that looks like a code in a text about keys or doors; ranks, dates, years, references and numbers
// of keys are left out.
const JETON =
  /(?<![\p{L}\d/*#]|\d[.,]|(?:n°|num[ée]ro|r[ée]f\.?)\s?)(?!\d+(?:er|re|nd|cm|mm)(?!\p{L})|\d{3}\s+\p{L})(?=[\dA-Z]{3})[A-Z]{0,2}(?:\d[A-Z]{0,2})+(?![\p{L}\d/]|[.,]\d)/giu;
const ANNEE = /\b(?:en|de|depuis) $/i;

/** Masks in a text about keys or an intercom every group of signs that looks like a code. */
function sansJetons(texte: string, digicode: string | null): string {
  return (sansCodes(texte, digicode) ?? "")
    .replace(JETON, (jeton: string, rang: number, tout: string) =>
      ANNEE.test(tout.slice(0, rang)) ? jeton : MASQUE,
    )
    .replace(SUITE_DU_CODE, "$1");
}

/** Applies `masque` to each text field of a record; other values stay. */
const masques = <T extends object>(fiche: T, masque: (texte: string) => string | null) =>
  Object.fromEntries(
    Object.entries(fiche).map(([champ, valeur]) => [
      champ,
      typeof valeur === "string" ? masque(valeur) : valeur,
    ]),
  ) as T;

/** The inventory without any code in its texts, rooms included, as it is printed (biens/README §4.1). */
export function etatSansCodes(etat: EtatImprime, digicode: string | null): EtatImprime {
  const { clef, complements, date, interphone, pieces } = etat;
  return {
    ...masques(etat, (texte) => sansCodes(texte, digicode)),
    date,
    clef: sansJetons(clef, digicode),
    interphone: interphone && sansJetons(interphone, digicode),
    pieces: pieces.map((piece) => masques(piece, (texte) => sansCodes(texte, digicode))),
    ...(complements ? { complements: complementsSansCodes(complements, digicode) } : {}),
  };
}

function complementsSansCodes(complements: Complements, digicode: string | null): Complements {
  const sans = <T extends object>(fiche: T) =>
    masques(fiche, (texte) => sansCodes(texte, digicode));
  return {
    ...sans(complements),
    pieces: complements.pieces.map((piece) => ({
      ...piece,
      ajouts: piece.ajouts.map((ajout) => ({ ...sans(ajout), cle: ajout.cle, genre: ajout.genre })),
    })),
  };
}

/** The apartment without any code in the texts on its keys and location, as it is printed. */
export function logementSansCodes<
  T extends Required<ClefsDuLogement> & { situation: string | null; digicode: string | null },
>(logement: T): T {
  const { detailClef, detailTelecomande, digicode, situation } = logement;
  return {
    ...logement,
    situation: sansCodes(situation, digicode),
    detailClef: detailClef && sansJetons(detailClef, digicode),
    detailTelecomande: detailTelecomande && sansJetons(detailTelecomande, digicode),
  };
}
