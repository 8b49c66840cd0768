import type { Element } from "../biens/elements.ts";

/**
 * The usual phrases for each element. « (n) » marks a phrase with a count: choosing it again adds one to the count
 * (terrain/README §19.1).
 */
const PHRASES: Record<Element, readonly string[]> = {
  mur: [
    "trou de cheville (n)",
    "peinture écaillée",
    "traces de meubles",
    "tache",
    "fissure",
    "papier décollé",
  ],
  sol: ["rayures", "lame soulevée", "carreau fêlé (n)", "brûlure", "joints noircis", "tache"],
  plafond: ["auréole", "fissure", "peinture écaillée", "tache"],
  fenetre: ["vitre fêlée", "ferme mal", "joint abîmé", "volet bloqué"],
  electricite: [
    "prise descellée (n)",
    "ne fonctionne pas",
    "cache manquant (n)",
    "ampoule manquante (n)",
  ],
  plomberie: ["fuite", "calcaire", "joint à refaire", "chasse d’eau qui coule", "évacuation lente"],
  serrure: ["dure", "sans clé", "poignée desserrée"],
  observation: [],
};

const PHRASES_DES_AJOUTS = [
  "rayé",
  "taché",
  "cassé",
  "manquant",
  "usé",
  "pièce manquante (n)",
] as const;

/** The usual phrases for an element; for an addition, the common phrases. */
export const phrasesDe = (cle: string): readonly string[] =>
  PHRASES[cle as Element] ?? PHRASES_DES_AJOUTS;

const COMPTEE = / \(n\)$/;

const echappe = (texte: string) => texte.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * A text with a phrase added: « Bon état, trou de cheville ». When the text already has the phrase, its count rises,
 * « trou de cheville × 3 »; a phrase without a count is removed instead.
 */
export function avecPhrase(texte: string | null, phrase: string): string {
  const mots = phrase.replace(COMPTEE, "");
  const ecrit = texte ?? "";
  const motif = new RegExp(`(^|, )${echappe(mots)}(?: × (\\d+))?(?=,|$)`);
  const trouve = motif.exec(ecrit);
  if (!trouve) return [ecrit, mots].filter(Boolean).join(", ");
  const [tout, avant = "", nombre = "1"] = trouve;
  const suite = COMPTEE.test(phrase) ? `${avant}${mots} × ${Number(nombre) + 1}` : "";
  return ecrit.replace(tout, () => suite).replace(/^, /, "");
}

/** Whether a text holds a phrase. */
export const aLaPhrase = (texte: string | null, phrase: string): boolean =>
  new RegExp(`(^|, )${echappe(phrase.replace(COMPTEE, ""))}(?: × \\d+)?(?=,|$)`).test(texte ?? "");
