/** Compares two texts for `toSorted`; days and months come in the order of time. */
export const ordre = (un: string, autre: string): number => Number(un > autre) - Number(un < autre);
