// The screen that sends a file loads this file alone, without the columns.

/** The limits of one file (import/README §13.1). */
export const LIGNES_PAR_IMPORT = 10_000;
export const OCTETS_PAR_IMPORT = 10 * 1024 * 1024;
export const COLONNES_PAR_IMPORT = 200;
/** The most cells corrected on the screen; beyond, the file itself must be corrected. */
export const CORRECTIONS_PAR_IMPORT = 2000;
