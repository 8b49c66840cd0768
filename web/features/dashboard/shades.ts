/** The colors of the charts, stronger than the colors of the badges: a badge has a word beside its color. */
export const SHADES = {
  green: "light-dark(oklch(0.6 0.13 155), oklch(0.7 0.13 156))",
  blue: "light-dark(oklch(0.6 0.12 250), oklch(0.7 0.11 250))",
  red: "light-dark(oklch(0.58 0.18 26), oklch(0.66 0.17 24))",
  grey: "light-dark(oklch(0.66 0.02 257), oklch(0.6 0.02 257))",
  orange: "light-dark(oklch(0.72 0.14 65), oklch(0.76 0.13 70))",
  violet: "light-dark(oklch(0.6 0.15 300), oklch(0.7 0.13 302))",
  expected: "light-dark(oklch(0.88 0.03 205), oklch(0.4 0.04 207))",
  received: "var(--accent)",
};

export type Shade = keyof typeof SHADES;
