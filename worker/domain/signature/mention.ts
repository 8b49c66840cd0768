import type { TypeDocument } from "../fichiers/document.ts";
import { centimesEcrits, MontantIllisible } from "../montant-ecrit.ts";
import { enEuros, formatEuros } from "../montants.ts";
import { rechercheNormalisee } from "../recherche.ts";
import type { Role } from "./demande.ts";

// A guarantor or a debtor types some words himself, the mention (Code civil, art. 2297 and 1376; signature/README
// §18.8).

/** The kinds of papers with a mention, and the capacity of its author. */
const AUTEURS: Partial<Record<TypeDocument, Role>> = {
  acteCautionnement: "caution",
  planApurement: "locataire",
};

/** Whether a signer of a paper types a mention himself; he then signs only by his own link. */
export const ecritSaMention = (type: TypeDocument, role: Role): boolean => AUTEURS[type] === role;

/**
 * The result of reading a mention: its faults in French sentences, and whether the guarantor must confirm that he
 * keeps a right.
 */
export interface MentionLue {
  /** The faults that make the guarantee void, or leave the debt unproved. */
  refus: string[];
  /** The guarantor keeps the right to have the tenant sued first (bénéfice de discussion), which he must confirm. */
  gardeDiscussion: boolean;
}

/** The question to a guarantor who keeps the right to have the tenant sued first. */
export const QUESTION_DISCUSSION =
  "Vous gardez alors le bénéfice de discussion. Est-ce voulu\u00A0?";

const NOMBRES = new Set(
  `zero un une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize vingt trente quarante
  cinquante soixante septante huitante octante nonante cent mille million milliard et de d`.split(
    /\s+/,
  ),
);
const ESPACES = "[\\s\u00A0\u202F]";
const CHIFFRES = new RegExp(
  `(?<!\\d['’]?${ESPACES}*)(\\d[\\d.,]*(?:${ESPACES}\\d{3})*(?:[.,]\\d{1,2})?)${ESPACES}*(?:€|euros?\\b|eur\\b)`,
  "giu",
);

/**
 * The words of a text, without accents, and with « cents », « vingts », « millions », « euros » and « centimes » in
 * the singular.
 */
const motsDe = (texte: string): string[] =>
  rechercheNormalisee(texte)
    .replace(/[^a-z]+/g, " ")
    .trim()
    .split(" ")
    .map((mot) => mot.replace(/^(cent|vingt|million|milliard|euro|centime)s$/, "$1"));

const sansLiens = (mots: readonly string[]) =>
  mots.filter((mot) => !["et", "de", "d"].includes(mot));

/** The sums written in words before « euros », with the cents that follow. */
function sommesEnLettres(texte: string): string[] {
  const mots = motsDe(texte);
  return mots.flatMap((mot, rang) => {
    if (mot !== "euro") return [];
    let debut = rang;
    while (debut > 0 && NOMBRES.has(mots[debut - 1] ?? "")) debut--;
    let fin = rang + 1;
    while (fin < mots.length && NOMBRES.has(mots[fin] ?? "")) fin++;
    const entiers = sansLiens(mots.slice(debut, rang));
    if (entiers.length === 0) return [];
    const centimes =
      mots[fin] === "centime" ? [...sansLiens(mots.slice(rang + 1, fin)), "centime"] : [];
    return [[...entiers, "euro", ...centimes].join(" ")];
  });
}

function sommesEnChiffres(texte: string): (number | null)[] {
  return [...texte.matchAll(CHIFFRES)].map(([, montant = ""]) => {
    try {
      return centimesEcrits(montant);
    } catch (error) {
      if (error instanceof MontantIllisible) return null;
      throw error;
    }
  });
}

/** The sum to write in a mention, in euros: the first sum of the model; null without one. */
export function montantDuModele(modele: string): number | null {
  const [centimes] = sommesEnChiffres(modele);
  return typeof centimes === "number" ? enEuros(centimes) : null;
}

/**
 * Whether a guarantor gives up the benefits of discussion and division (suing the tenant first, splitting the debt).
 */
function renonce(texte: string): boolean {
  const mots = motsDe(texte);
  const contient = (...cherches: string[]) => cherches.every((mot) => mots.includes(mot));
  if (GARDE.test(mots.join(" "))) return false;
  if (contient("discussion", "division")) return true;
  const nie = ["ne", "ni", "sans"].some((mot) => mots.includes(mot));
  return nie && contient("poursuive") && mots.some((mot) => mot.startsWith("divise"));
}

/**
 * Words by which a guarantor keeps the benefits of discussion and division: « Je ne renonce pas … », « je garde … ».
 */
const GARDE = /\b(?:(?:ne|pas|sans|jamais|refuse de) renonc|(?:garde|conserve))/;

/** The faults of a guarantor's mention, apart from its sum. */
const manquesDeLaCaution = (mots: ReadonlySet<string>) => [
  mots.has("caution") ? null : "Le mot «\u00A0caution\u00A0» manque.",
  mots.has("defaillance")
    ? null
    : "Dites que vous payez en cas de «\u00A0défaillance\u00A0» du locataire.",
];

/** Words that take back, or limit, an acknowledged debt. */
const RESERVES =
  /^(?:ne|n|ni|non|pas|sans|sauf|jamais|mais|moins|hormis|nie|nier|refus.*|contest.*|reserv.*|condition.*|except.*|partie.*|partiel.*)$/;

/** The faults of a debtor's mention, apart from its sum: he must say that he owes the sum, without reserve. */
const manquesDuDebiteur = (mots: ReadonlySet<string>) => [
  ["devoir", "dois", "devons"].some((mot) => mots.has(mot))
    ? null
    : "Dites que vous reconnaissez «\u00A0devoir\u00A0» cette somme.",
  [...mots].some((mot) => RESERVES.test(mot))
    ? "Recopiez le modèle sans réserve\u00A0: si vous contestez la somme, refusez de signer."
    : null,
];

/**
 * Reads a mention: every sum in words and in figures must be the sum of the paper; a guarantor must say that he pays
 * if the tenant fails, a debtor that he owes. By law, the sum in words prevails over the sum in figures.
 *
 * @param modele the words that the paper gives as a model, with the expected sums
 * @param role the capacity of the author
 */
export function lireMention(texte: string, modele: string, role: Role): MentionLue {
  const chiffres = sommesEnChiffres(texte);
  const lettres = sommesEnLettres(texte);
  const [enChiffres] = sommesEnChiffres(modele);
  const [enLettres] = sommesEnLettres(modele);
  const mots = new Set(motsDe(texte));
  const refus = [
    chiffres.length > 0 && chiffres.every((centimes) => centimes === enChiffres)
      ? null
      : `La somme en chiffres n’est pas celle du document\u00A0: ${formatEuros(montantDuModele(modele) ?? 0)}.`,
    lettres.length > 0 && lettres.every((lettre) => lettre === enLettres)
      ? null
      : "La somme en lettres n’est pas celle du document.",
    ...(role === "caution" ? manquesDeLaCaution(mots) : manquesDuDebiteur(mots)),
  ].filter((phrase) => phrase !== null);
  return { refus, gardeDiscussion: role === "caution" && !renonce(texte) };
}
