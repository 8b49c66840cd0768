/** What others wrote, on one line and no longer than it is kept. */
export const surUneLigne = (texte: string, max = 500): string =>
  texte
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd\s]+/gu, " ")
    .trim()
    .slice(0, max)
    .toWellFormed();

/** What could not be read, as a refusal quotes it. */
export const cite = (texte: string): string => `« ${surUneLigne(texte, 40)} »`;
