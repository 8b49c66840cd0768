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
 * The text reduced to what a search compares: lower case, no accents or ligatures, apostrophes and hyphens
 * turned into spaces, spaces collapsed. « leo d'alembert » then finds « Léo D’Alembert » (contract §2).
 */
export function rechercheNormalisee(texte: string): string {
  return texte
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[łđðøœæßıþ]/g, (lettre) => LETTRES_SANS_DECOMPOSITION[lettre] ?? lettre)
    .replace(/[\s'’‘ʼ\-\u2010-\u2015]+/g, " ")
    .trim();
}
