/** A computer's clock may be wrong by minutes, so countdowns follow the server's clock, read from its answers. */
let ahead = 0;
let told = false;

/** Below this difference the clocks are taken to agree: an answer takes time, and gives whole seconds. */
const TOLERANCE_MS = 2500;

export function noteServerTime(date: string | null): void {
  const instant = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(instant)) return;
  told = true;
  const gap = instant + 500 - Date.now();
  ahead = Math.abs(gap) > TOLERANCE_MS ? gap : 0;
}

/** The time of the server, in milliseconds. */
export const serverNow = (): number => Date.now() + ahead;

/** Whether an answer has given the server's time since the page was loaded. */
export const knowsServerTime = (): boolean => told;

/**
 * Corrects the server's time without an answer: when the computer's clock was moved, or when its error was stored by an
 * earlier visit.
 */
export const moveServerTime = (change: number): void => {
  ahead += change;
};

/** Whole seconds until an instant by the server's clock; 0 once it is past. */
export const secondsUntil = (instant: string): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - serverNow()) / 1000));
