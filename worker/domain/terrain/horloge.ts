const MINUTE_MS = 60_000;

/** Below this nobody is told that a clock is wrong. */
const ECART_DIT_MS = 5 * MINUTE_MS;

/**
 * How wrong the clock of a device is, ahead or behind: « 2 h 13 », « 7 min »; null when the difference is too small to
 * matter.
 */
export function ecartDHorloge(avance: number): string | null {
  if (Math.abs(avance) <= ECART_DIT_MS) return null;
  const minutes = Math.round(Math.abs(avance) / MINUTE_MS);
  const heures = Math.floor(minutes / 60);
  return heures === 0 ? `${minutes} min` : `${heures} h ${String(minutes % 60).padStart(2, "0")}`;
}

/** Two readings of a device, in milliseconds: its clock, and the time since its page was opened. */
export interface DeuxHorloges {
  heure: number;
  ecoule: number;
}

/** A clock that is set by the network moves by less. */
const SAUT_MS = MINUTE_MS;

/**
 * How far the clock was moved between two readings, in milliseconds; 0 when it simply ran. A device counts no time
 * while it sleeps: its clock then only seems to jump ahead, unless somebody was `devant` all along.
 */
export function sautDHorloge(
  avant: DeuxHorloges,
  maintenant: DeuxHorloges,
  devant: boolean,
): number {
  const saut = maintenant.heure - avant.heure - (maintenant.ecoule - avant.ecoule);
  return saut < -SAUT_MS || (devant && saut > SAUT_MS) ? saut : 0;
}
