import type { TypeDocument } from "../fichiers/document.ts";
import { centimesEcrits, MontantIllisible } from "../montant-ecrit.ts";
import { enEuros, formatEuros } from "../montants.ts";
import { rechercheNormalisee } from "../recherche.ts";
import type { Role } from "./demande.ts";

// The words that a guarantor, or a debtor, types himself (Code civil, art. 2297 and 1376; signature/README §18.8).

/** Who types the sum by which he is bound, by the kind of his paper. */
const AUTEURS: Partial<Record<TypeDocument, Role>> = {
  acteCautionnement: "caution",
  planApurement: "locataire",
};

/** Whether a signer of this paper types a mention himself: he then signs by his own link only. */
export const ecritSaMention = (type: TypeDocument, role: Role): boolean => AUTEURS[type] === role;

/** What a mention lacks, in sentences; and what must be asked of who typed it. */
export interface MentionLue {
  /** Without these the guarantee would be void, or the debt not proved. */
  refus: string[];
  /** A guarantor does not waive the right to have the tenant sued first: that stays his, and he must mean it. */
  gardeDiscussion: boolean;
}

/** The question to a guarantor whose words do not waive discussion and division. */
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

/** « cents », « vingts » and « millions » count as « cent », « vingt » and « million »; « et » is left out. */
const motsDe = (texte: string): string[] =>
  rechercheNormalisee(texte)
    .replace(/[^a-z]+/g, " ")
    .trim()
    .split(" ")
    .map((mot) => mot.replace(/^(cent|vingt|million|milliard|euro|centime)s$/, "$1"));

const sansLiens = (mots: readonly string[]) =>
  mots.filter((mot) => !["et", "de", "d"].includes(mot));

/** The numbers written in words before « euros », each as its words; with the cents that follow. */
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

/** The sum that a paper asks its signer to write, in euros: the first one of its model; null when it tells none. */
export function montantDuModele(modele: string): number | null {
  const [centimes] = sommesEnChiffres(modele);
  return typeof centimes === "number" ? enEuros(centimes) : null;
}

/** « Je renonce au bénéfice de discussion et de division », or in the words of the model that the deed prints. */
function renonce(texte: string): boolean {
  const mots = motsDe(texte);
  const dit = (...cherches: string[]) => cherches.every((mot) => mots.includes(mot));
  if (GARDE.test(mots.join(" "))) return false;
  if (dit("discussion", "division")) return true;
  const nie = ["ne", "ni", "sans"].some((mot) => mots.includes(mot));
  return nie && dit("poursuive") && mots.some((mot) => mot.startsWith("divise"));
}

/** « Je ne renonce pas … », « je garde … » */
const GARDE = /\b(?:(?:ne|pas|sans|jamais|refuse de) renonc|(?:garde|conserve))/;

/** What the words of a guarantor lack, beside the sum. */
const manquesDeLaCaution = (mots: ReadonlySet<string>) => [
  mots.has("caution") ? null : "Le mot «\u00A0caution\u00A0» manque.",
  mots.has("defaillance")
    ? null
    : "Dites que vous payez en cas de «\u00A0défaillance\u00A0» du locataire.",
];

/** Words that take back, or limit, what is owed. */
const RESERVES =
  /^(?:ne|n|ni|non|pas|sans|sauf|jamais|mais|moins|hormis|nie|nier|refus.*|contest.*|reserv.*|condition.*|except.*|partie.*|partiel.*)$/;

/** What the words of a debtor lack, beside the sum: he owes it, and takes nothing back. */
const manquesDuDebiteur = (mots: ReadonlySet<string>) => [
  ["devoir", "dois", "devons"].some((mot) => mots.has(mot))
    ? null
    : "Dites que vous reconnaissez «\u00A0devoir\u00A0» cette somme.",
  [...mots].some((mot) => RESERVES.test(mot))
    ? "Recopiez le modèle sans réserve\u00A0: si vous contestez la somme, refusez de signer."
    : null,
];

/**
 * Reads a mention: every sum in it, in words and in figures, is the one of the paper, a guarantor says that he stands
 * surety should the tenant fail, a debtor that he owes. The law compares both, and words prevail.
 *
 * @param modele the words that the paper takes as a model: its sums are those that are expected.
 * @param role of who typed it.
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
