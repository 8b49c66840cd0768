const MINUTE_MS = 60_000;

/** An error of the clock up to this many milliseconds is not shown. */
const ECART_DIT_MS = 5 * MINUTE_MS;

/**
 * The error of a device's clock in words: « 2 h 13 », « 7 min »; null when it is small. @param avance milliseconds, of
 * either sign
 */
export function ecartDHorloge(avance: number): string | null {
  if (Math.abs(avance) <= ECART_DIT_MS) return null;
  const minutes = Math.round(Math.abs(avance) / MINUTE_MS);
  const heures = Math.floor(minutes / 60);
  return heures === 0 ? `${minutes} min` : `${heures} h ${String(minutes % 60).padStart(2, "0")}`;
}

/** Two times of a device, in milliseconds: its clock, and the time since its page opened. */
export interface DeuxHorloges {
  heure: number;
  ecoule: number;
}

/** When the network corrects a clock, the clock moves by less than this. */
const SAUT_MS = MINUTE_MS;

/**
 * How far somebody moved the clock of a device between two readings, in milliseconds; 0 when the clock simply ran, or
 * moved by a minute at most.
 *
 * @param devant the page stayed in sight; when false, a jump ahead is taken for the sleep of the device
 */
export function sautDHorloge(
  avant: DeuxHorloges,
  maintenant: DeuxHorloges,
  devant: boolean,
): number {
  const saut = maintenant.heure - avant.heure - (maintenant.ecoule - avant.ecoule);
  return saut < -SAUT_MS || (devant && saut > SAUT_MS) ? saut : 0;
}
