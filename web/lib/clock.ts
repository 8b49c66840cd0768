/**
 * The milliseconds to add to this computer's clock to get the server's time. A computer may be wrong by minutes, so
 * countdowns follow the server.
 */
let ahead = 0;
let told = false;

/** Below this difference the two clocks are taken to agree: an answer takes time, and gives whole seconds. */
const TOLERANCE_MS = 2500;

export function noteServerTime(date: string | null): void {
  const instant = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(instant)) return;
  told = true;
  const gap = instant + 500 - Date.now();
  ahead = Math.abs(gap) > TOLERANCE_MS ? gap : 0;
}

/** The server's time, in milliseconds. */
export const serverNow = (): number => Date.now() + ahead;

export const knowsServerTime = (): boolean => told;

/**
 * Moves the estimate of the server's time by some milliseconds, without an answer of the server: when the computer's
 * clock was moved, or when the device has stored its clock's error.
 */
export const moveServerTime = (change: number): void => {
  ahead += change;
};

/** Whole seconds until an instant by the server's clock; 0 once it is past. */
export const secondsUntil = (instant: string): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - serverNow()) / 1000));
