/** The clock of a computer may be wrong by minutes: countdowns follow the server's, told by its answers. */
let ahead = 0;

/** Below this the two clocks agree: an answer takes its time, and tells whole seconds. */
const TOLERANCE_MS = 2500;

export function noteServerTime(date: string | null): void {
  const told = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(told)) return;
  const gap = told + 500 - Date.now();
  ahead = Math.abs(gap) > TOLERANCE_MS ? gap : 0;
}

/** The time of the server, in milliseconds. */
export const serverNow = (): number => Date.now() + ahead;

/** Whole seconds until an instant of the server's; 0 once it has come. */
export const secondsUntil = (instant: string): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - serverNow()) / 1000));
