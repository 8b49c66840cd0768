/** The clock of a computer may be wrong by minutes: countdowns follow the server's, told by its answers. */
let ahead = 0;
let told = false;

/** Below this the two clocks agree: an answer takes its time, and tells whole seconds. */
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

/** An answer has told the time of the server since the page was loaded. */
export const knowsServerTime = (): boolean => told;

/** The computer's clock was moved, or its error is known from before: the server's time is told as if it had answered. */
export const moveServerTime = (change: number): void => {
  ahead += change;
};

/** Whole seconds until an instant of the server's; 0 once it has come. */
export const secondsUntil = (instant: string): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - serverNow()) / 1000));
