/** A text from outside, on one line and cut to the length kept. */
export const surUneLigne = (texte: string, max = 500): string =>
  texte
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd\s]+/gu, " ")
    .trim()
    .slice(0, max)
    .toWellFormed();

/** An unreadable text, as a refusal quotes it. */
export const cite = (texte: string): string => `« ${surUneLigne(texte, 40)} »`;
