/** The labels of a sheet, Avery L7160: three columns of seven. */
export const PLANCHE = { colonnes: 3, rangees: 7 } as const;

export const ETIQUETTES_PAR_PLANCHE = PLANCHE.colonnes * PLANCHE.rangees;

/** The most labels of one request: ten whole sheets. */
export const COPIES_AU_PLUS = 10 * ETIQUETTES_PAR_PLANCHE;

/** An order of labels to print. */
export interface Tirage {
  /** The first label to print on, from 1, row after row; a sheet used in part skips its first labels. */
  position: number;
  /** The number of labels, from 1 to `COPIES_AU_PLUS`. */
  copies: number;
}
