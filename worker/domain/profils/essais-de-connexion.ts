// The delay after wrong passwords and codes (http/README §9.7).

/**
 * The failures allowed before each new try must wait. An IP address has more, because a whole agency shares one
 * address.
 */
export const ESSAIS_LIBRES = { profil: 4, adresse: 30 };

/**
 * How many sign-in tries with one account, from one device or IP address, may be checked at once: test suites and
 * shared accounts sign in several times at once.
 */
export const ESSAIS_A_LA_FOIS = 20;

/** How many codes of six digits may be checked at once: one guess in three hundred thousand is right. */
export const CODES_A_LA_FOIS = 5;

/** How many seconds a try must wait when too many are being checked at once. */
export const ATTENTE_DE_SON_TOUR = 2;

/** A failure is forgotten after this many hours without another failure. */
export const HEURES_DE_MEMOIRE = 1;

/**
 * The tries under way with one account, from one device or IP address, are forgotten after this many hours (one
 * minute) without another try.
 */
export const HEURES_D_UN_ESSAI = 1 / 60;

const SECONDES_AU_PLUS = 300;

/**
 * Seconds still to wait before the next try.
 *
 * @param echecs the failures of a counter, the last one at the instant `lastAt`
 * @param libres how many failures cost no delay
 */
export function secondesAAttendre(
  echecs: { count: number; lastAt: string } | undefined,
  libres: number,
  now: Date,
): number {
  if (!echecs || echecs.count <= libres) return 0;
  const ecoulees = (now.getTime() - Date.parse(echecs.lastAt)) / 1000;
  return Math.max(0, Math.ceil(delaiApres(echecs.count, libres) - ecoulees));
}

/** Seconds: 2, 4, 8 … after the free tries, five minutes at most. */
const delaiApres = (echecs: number, libres: number) =>
  Math.min(2 ** Math.min(echecs - libres, 10), SECONDES_AU_PLUS);
