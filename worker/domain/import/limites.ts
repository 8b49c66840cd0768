// The limits stand apart from the columns: the screen that sends a file loads only them.

/** The limits of one file (import/README §13.1). */
export const LIGNES_PAR_IMPORT = 10_000;
export const OCTETS_PAR_IMPORT = 10 * 1024 * 1024;
export const COLONNES_PAR_IMPORT = 200;
/** The most cells mended on the screen; beyond that, the file itself is mended. */
export const CORRECTIONS_PAR_IMPORT = 2000;
