const LETTRES_SANS_DECOMPOSITION: Readonly<Record<string, string>> = {
  ł: "l",
  đ: "d",
  ð: "d",
  ø: "o",
  œ: "oe",
  æ: "ae",
  ß: "ss",
  ı: "i",
  þ: "th",
};

/**
 * A text as a search compares it: lower case, no accents or ligatures, spaces for apostrophes and hyphens. « leo
 * d’alembert » then finds « Léo D’Alembert » (http/README §9.5).
 */
export function rechercheNormalisee(texte: string): string {
  return texte
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[łđðøœæßıþ]/g, (lettre) => LETTRES_SANS_DECOMPOSITION[lettre] ?? lettre)
    .replace(/[\s'’‘ʼʻ\-\u2010-\u2015]+/g, " ")
    .trim();
}

/** The text in which a list searches for a record: its values in lower case without accents, telephones as digits. */
export function texteDeRecherche(valeurs: readonly unknown[]): string {
  return valeurs
    .filter((valeur) => valeur !== null && valeur !== undefined && valeur !== "")
    .map((valeur) => chiffresOuTexte(String(valeur)))
    .join(" ");
}

/**
 * The words of a search; the digits of a telephone number are one word. A record is found when its searched text
 * contains all of them.
 */
export function motsCherches(saisie: string): string[] {
  const telephone = telephoneNormalise(saisie);
  if (telephone === null) return rechercheNormalisee(saisie).split(" ").filter(Boolean);
  // The number is searched without its first 0, since old records may have « +33 » instead of this 0.
  return [/^0\d{9}$/.test(telephone) ? telephone.slice(1) : telephone];
}

/**
 * The digits of a telephone; for another text, its searched form, with « mbaye » added to « m baye » for « M’BAYE ».
 */
function chiffresOuTexte(texte: string): string {
  const telephone = telephoneNormalise(texte);
  if (telephone !== null) return telephone;
  const plie = rechercheNormalisee(texte);
  const soude = rechercheNormalisee(texte.replace(/(?<=\p{L})['’‘ʼʻ](?=\p{L})/gu, ""));
  return soude === plie ? plie : `${plie} ${soude}`;
}

/**
 * The digits of a whole or partial telephone number as dialed in France: « +33 (0)6 12 34 », « 0033 6.12.34 » and
 * « 06 12 34 » give 061234, « +590 690 12 » gives 069012. Null for a text that is no number.
 */
export function telephoneNormalise(texte: string): string | null {
  if (!/^(\+|0)[\d\s.()-]{5,}$/.test(texte.trim())) return null;
  const compose = texte.replace(/[^\d+]/g, "");
  return compose.replace(/^(?:\+|00)(?:33|262|508|590|594|596)0?/, "0").replace(/\D/g, "");
}

/**
 * The end of a stored receipt number, from what a person types: 000446 for « 446 », 2026-000446 for « 2026-446 ». Null
 * for another text.
 */
export function numeroDeQuittance(saisie: string): string | null {
  const [, annee = "", rang = ""] =
    /^(?:n[°o]\s*)?((?:20\d\d-)?)(\d{1,6})$/i.exec(saisie.trim()) ?? [];
  // « 0612 » starts a telephone number.
  if (rang === "" || (rang.startsWith("0") && rang.length < 6)) return null;
  return annee + rang.padStart(6, "0");
}
