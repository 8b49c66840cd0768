// Screens with lists load this file alone, without the validation library of the forms (Zod).

/** The most receipts that one request may settle, and the most mails that one request may call back or queue again. */
export const LOT_AU_PLUS = 500;

/** The most receipts in one archive, within the platform's limits for one call. */
export const QUITTANCES_PAR_ARCHIVE = 5_000;

/** The number of archives of a month. @param nombre the number of its receipts, cancelled ones included */
export const partiesDuMois = (nombre: number): number =>
  Math.max(1, Math.ceil(nombre / QUITTANCES_PAR_ARCHIVE));

/** The most dossiers that one request may bill: as many as a batch of the queue. */
export const LOT_A_GENERER = 100;
