// This file stands apart from the schemas of forms: lists and months load it without their library.

/** The most receipts that one request settles. */
export const LOT_AU_PLUS = 500;

/** The most receipts of one archive: reading and storing them stays within the platform's limits for one call. */
export const QUITTANCES_PAR_ARCHIVE = 5_000;

/** The number of archives of a month. @param nombre of its receipts, cancelled ones included */
export const partiesDuMois = (nombre: number): number =>
  Math.max(1, Math.ceil(nombre / QUITTANCES_PAR_ARCHIVE));

/** The most dossiers billed by one request: as many as a batch of the queue. */
export const LOT_A_GENERER = 100;
