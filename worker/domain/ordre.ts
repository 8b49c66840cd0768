/** Which of two texts comes first, as `toSorted` asks it; days and months are in the order of time. */
export const ordre = (un: string, autre: string): number => Number(un > autre) - Number(un < autre);
