/**
 * The characters that the font of the documents can draw, as first and last code points: Latin of Europe and Vietnam,
 * transliterations, Greek, Cyrillic, and accents drawn apart from their letter. The font files are cut from this list
 * (`documents/fonts/cut.ts`).
 */
export const CARACTERES_IMPRIMABLES: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x17f],
  [0x18f, 0x18f],
  [0x192, 0x192],
  [0x1a0, 0x1a1],
  [0x1af, 0x1b0],
  [0x1cd, 0x1dc],
  [0x1e6, 0x1e7],
  [0x218, 0x21b],
  [0x259, 0x259],
  [0x300, 0x304],
  [0x306, 0x30c],
  [0x323, 0x323],
  [0x326, 0x328],
  [0x384, 0x3ce],
  [0x400, 0x45f],
  [0x490, 0x491],
  [0x1e80, 0x1e85],
  [0x1e9e, 0x1e9e],
  [0x1ea0, 0x1ef9],
  [0x2010, 0x2022],
  [0x2026, 0x2026],
  [0x2030, 0x203a],
  [0x20ac, 0x20ac],
  [0x2116, 0x2122],
  [0x2212, 0x2212],
];

const INVISIBLE = /\p{Cc}|\p{Cf}|\p{Variation_Selector}|\s/gu;

const connu = (caractere: string): boolean => {
  const point = caractere.codePointAt(0) ?? 0;
  return CARACTERES_IMPRIMABLES.some(([premier, dernier]) => premier <= point && point <= dernier);
};

/** Replaces the Polynesian letters that look like apostrophes (« Teriʻi ») by apostrophes, which every font has. */
export const apostrophesDessinees = (texte: string): string =>
  texte.replaceAll("ʻ", "‘").replaceAll("ʼ", "’");

/**
 * Whether the font of the documents can draw every character of a text, as one glyph or as a letter and its accents
 * (documents/README §8.2).
 */
export const estImprimable = (texte: string): boolean =>
  [...apostrophesDessinees(texte).normalize("NFC").replace(INVISIBLE, "")].every((caractere) =>
    (["NFC", "NFD", "NFKC"] as const).some((forme) => [...caractere.normalize(forme)].every(connu)),
  );

/**
 * Whether the font of the documents can draw every letter of a text; signs that it cannot draw are left out on paper.
 */
export const lettresImprimables = (texte: string): boolean =>
  estImprimable(texte.replace(/[^\p{L}\p{M}]/gu, ""));

/** The refusal of a text that papers cannot print, when the text is not a name. */
export const TEXTE_EN_LETTRES_LATINES = "Écrivez ce texte en lettres latines.";

/** The refusal of a name that papers cannot print. */
export const EN_LETTRES_LATINES =
  "Écrivez le nom en lettres latines, comme sur la pièce d’identité.";
