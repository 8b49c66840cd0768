/** Compares two texts for `toSorted`; days and months come in the order of time. */
export const ordre = (texte: string, autre: string): number =>
  Number(texte > autre) - Number(texte < autre);
