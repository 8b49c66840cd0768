/** Labels on a sheet of the product's kind, Avery L7160: three columns of seven. */
export const PLANCHE = { colonnes: 3, rangees: 7 } as const;

export const ETIQUETTES_PAR_PLANCHE = PLANCHE.colonnes * PLANCHE.rangees;

/** Ten whole sheets. */
export const COPIES_AU_PLUS = 10 * ETIQUETTES_PAR_PLANCHE;

/** The place on the sheet, and the number of labels. */
export interface Tirage {
  /** The first label used, 1 to `ETIQUETTES_PAR_PLANCHE`, row after row: a sheet used in part can serve again. */
  position: number;
  /** 1 to `COPIES_AU_PLUS`. */
  copies: number;
}
