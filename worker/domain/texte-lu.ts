/** A text from outside the product, put on one line and cut to `max` characters. */
export const surUneLigne = (texte: string, max = 500): string =>
  texte
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd\s]+/gu, " ")
    .trim()
    .slice(0, max)
    .toWellFormed();

/** A text quoted in a refusal: « … », forty characters at most. */
export const cite = (texte: string): string => `« ${surUneLigne(texte, 40)} »`;
