// Apart from the columns: what sends a file loads these alone.

/** What one file may hold (domain/README §13.1). */
export const LIGNES_PAR_IMPORT = 10_000;
export const OCTETS_PAR_IMPORT = 10 * 1024 * 1024;
export const COLONNES_PAR_IMPORT = 200;
/** Cells that a person may mend on the screen; more of them are mended in the file. */
export const CORRECTIONS_PAR_IMPORT = 2000;
