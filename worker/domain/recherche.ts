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
 * The text as a search compares it: lower case, without accents or ligatures, with spaces for apostrophes and hyphens.
 * « leo d'alembert » then finds « Léo D’Alembert » (http/README §9.5).
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

/** The folded text of a record, in which lists search: names folded, phone numbers reduced to digits. */
export function texteDeRecherche(valeurs: readonly unknown[]): string {
  return valeurs
    .filter((valeur) => valeur !== null && valeur !== undefined && valeur !== "")
    .map((valeur) => chiffresOuTexte(String(valeur)))
    .join(" ");
}

/** The words of a search: the folded text of a record must hold them all. */
export function motsCherches(saisie: string): string[] {
  const telephone = telephoneNormalise(saisie);
  if (telephone === null) return rechercheNormalisee(saisie).split(" ").filter(Boolean);
  // A whole number also matches records that were folded when « +33 » was not yet read as « 0 ».
  return [/^0\d{9}$/.test(telephone) ? telephone.slice(1) : telephone];
}

/** The digits of a telephone, else the folded text, with « m baye » beside « mbaye » for « M’BAYE ». */
function chiffresOuTexte(texte: string): string {
  const telephone = telephoneNormalise(texte);
  if (telephone !== null) return telephone;
  const plie = rechercheNormalisee(texte);
  const soude = rechercheNormalisee(texte.replace(/(?<=\p{L})['’‘ʼʻ](?=\p{L})/gu, ""));
  return soude === plie ? plie : `${plie} ${soude}`;
}

/**
 * The digits of a telephone number, whole or begun, as they are dialled in France and overseas: « +33 (0)6 12 34 », «
 * 0033 6.12.34 » and « 06 12 34 » give 061234, « +590 690 12 » gives 069012. Null for a text that looks like no number.
 */
export function telephoneNormalise(texte: string): string | null {
  if (!/^(\+|0)[\d\s.()-]{5,}$/.test(texte.trim())) return null;
  const compose = texte.replace(/[^\d+]/g, "");
  return compose.replace(/^(?:\+|00)(?:33|262|508|590|594|596)0?/, "0").replace(/\D/g, "");
}

/**
 * The end of a receipt's number as it is stored, from what a person types: « 446 » is 000446, « 2026-446 » is
 * 2026-000446. Null when it is no such number.
 */
export function numeroDeQuittance(saisie: string): string | null {
  const [, annee = "", rang = ""] =
    /^(?:n[°o]\s*)?((?:20\d\d-)?)(\d{1,6})$/i.exec(saisie.trim()) ?? [];
  // « 0612 » starts a telephone number.
  if (rang === "" || (rang.startsWith("0") && rang.length < 6)) return null;
  return annee + rang.padStart(6, "0");
}
