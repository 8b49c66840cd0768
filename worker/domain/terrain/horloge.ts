const MINUTE_MS = 60_000;

/** Below this nobody is told that a clock is wrong. */
const ECART_DIT_MS = 5 * MINUTE_MS;

/** « 2 h 13 », « 7 min »: how wrong the clock of a device is, either way; null when that matters to nobody. */
export function ecartDHorloge(avance: number): string | null {
  if (Math.abs(avance) <= ECART_DIT_MS) return null;
  const minutes = Math.round(Math.abs(avance) / MINUTE_MS);
  const heures = Math.floor(minutes / 60);
  return heures === 0 ? `${minutes} min` : `${heures} h ${String(minutes % 60).padStart(2, "0")}`;
}

/** Two readings of a device: its clock, and the time that has passed since its page was opened, milliseconds. */
export interface DeuxHorloges {
  heure: number;
  ecoule: number;
}

/** A clock that is set by the network moves by less. */
const SAUT_MS = MINUTE_MS;

/**
 * How far the clock was moved between two readings, milliseconds; 0 when it only ran. A device that slept counts no
 * time: the clock only seems to have been put forward, unless somebody was `devant` all along.
 */
export function sautDHorloge(
  avant: DeuxHorloges,
  maintenant: DeuxHorloges,
  devant: boolean,
): number {
  const saut = maintenant.heure - avant.heure - (maintenant.ecoule - avant.ecoule);
  return saut < -SAUT_MS || (devant && saut > SAUT_MS) ? saut : 0;
}
