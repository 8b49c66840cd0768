// Apart from the columns: the screen that sends a file loads only these.

/** The limits of one file (import/README §13.1). */
export const LIGNES_PAR_IMPORT = 10_000;
export const OCTETS_PAR_IMPORT = 10 * 1024 * 1024;
export const COLONNES_PAR_IMPORT = 200;
/** Cells that a person may mend on the screen; more of them are mended in the file. */
export const CORRECTIONS_PAR_IMPORT = 2000;
