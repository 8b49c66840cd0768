/** The index of rents of metropolitan France, from the first quarter to the fourth, as the INSEE published it. */
const METROPOLE: Readonly<Record<number, readonly number[]>> = {
  2020: [130.57, 130.57, 130.59, 130.52],
  2021: [130.69, 131.12, 131.67, 132.62],
  2022: [133.93, 135.84, 136.27, 137.26],
  2023: [138.61, 140.59, 141.03, 142.06],
  2024: [143.46, 145.17, 144.51, 144.64],
  2025: [145.47, 146.68, 145.77, 145.78],
  2026: [146.6, 148.37],
};

/**
 * The index of rents of metropolitan France for a quarter, from 1 to 4; null before 2020, and for those published since
 * this table was written.
 */
export const irlDeMetropole = (annee: number, trimestre: number): number | null =>
  METROPOLE[annee]?.[trimestre - 1] ?? null;
