import type { Jour } from "#domain/dates.ts";

/** The index of each quarter, first to fourth, as INSEE published it. */
const SERIE: Record<number, number[]> = {
  2020: [130.57, 130.57, 130.59, 130.52],
  2021: [130.69, 131.12, 131.67, 132.62],
  2022: [133.93, 135.84, 136.27, 137.26],
  2023: [138.61, 140.59, 141.03, 142.06],
  2024: [143.46, 145.17, 144.51, 144.64],
  2025: [145.47, 146.68, 145.77, 145.78],
  2026: [146.6, 148.37],
};

/** The last index of rents known when a lease is signed: a quarter is published a month after its end. */
export function irlConnu(signature: Jour): { indice: number; indiceTrim: string } {
  const rang = (Number(signature.slice(0, 4)) * 12 + Number(signature.slice(5, 7)) - 2) / 3 - 1;
  for (let trimestre = Math.floor(rang); ; trimestre--) {
    const annee = Math.floor(trimestre / 4);
    const indice = SERIE[annee]?.[trimestre % 4];
    if (indice !== undefined) {
      const numero = (trimestre % 4) + 1;
      return { indice, indiceTrim: `${numero === 1 ? "1er" : `${numero}ème`} trimestre ${annee}` };
    }
    if (annee < 2020) return { indice: 130.57, indiceTrim: "1er trimestre 2020" };
  }
}
