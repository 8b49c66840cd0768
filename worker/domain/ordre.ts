/** Compares two texts for `toSorted`; days and months come in chronological order. */
export const ordre = (texte: string, autre: string): number =>
  Number(texte > autre) - Number(texte < autre);
