/** The letters and signs, other than accented letters, that banks write differently, each with its replacement. */
const AUTREMENT: Readonly<Record<string, string>> = {
  œ: "oe",
  Œ: "OE",
  æ: "ae",
  Æ: "AE",
  ß: "ss",
  ẞ: "SS",
  ł: "l",
  Ł: "L",
  đ: "d",
  Đ: "D",
  ð: "d",
  Ð: "D",
  ø: "o",
  Ø: "O",
  þ: "th",
  Þ: "TH",
  ı: "i",
  "&": "+",
};

const TIRETS = /[\u2010-\u2015\u2212]/g;
const APOSTROPHES = /['’‘ʼ`´"“”«»]/g;
const HORS_JEU = /[^A-Za-z0-9/\-?:().,'+ ]/g;

/**
 * A text in the characters that SEPA banks exchange (reversements/README §12.18): letters without accents, digits, `/
 * - ? : ( ) . , ' +` and spaces. The text neither starts nor ends with a slash, and never holds two slashes in a row.
 * @param longueur the most characters
 * @returns "" when no character of the text can be written
 */
export function texteSepa(texte: string, longueur: number): string {
  const ecrit = texte
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/./gu, (signe) => AUTREMENT[signe] ?? signe)
    .replace(TIRETS, "-")
    .replace(APOSTROPHES, "'")
    .replace(/\s+/g, " ")
    .replace(HORS_JEU, "")
    .replace(/ +/g, " ")
    .replace(/\/{2,}/g, "/");
  return ebarber(ebarber(ecrit).slice(0, longueur));
}

const ebarber = (texte: string): string => texte.replace(/^[ /]+|[ /]+$/g, "");
