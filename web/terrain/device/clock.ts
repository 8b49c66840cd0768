import { useSyncExternalStore } from "react";
import { type DeuxHorloges, ecartDHorloge, sautDHorloge } from "#domain/terrain/horloge.ts";
import { knowsServerTime, moveServerTime, serverNow } from "#web/lib/clock.ts";
import { lastAhead, rememberAhead } from "./database.ts";

const EVERY_MS = 30_000;

const read = (): DeuxHorloges => ({ heure: Date.now(), ecoule: performance.now() });
const ahead = () => Date.now() - serverNow();

let last = read();
let moved = false;
const listeners = new Set<() => void>();

/** Reads the device's clock. When somebody has moved the clock, corrects the server's time by the same jump. */
export function watchClock(inSight = document.visibilityState === "visible"): void {
  const now = read();
  const jump = sautDHorloge(last, now, inSight);
  last = now;
  if (jump !== 0) {
    moveServerTime(-jump);
    moved = true;
  }
  for (const listener of listeners) listener();
}

/**
 * Applies the error of the clock that the device has stored, unless the server has already given its time. Then
 * notices when somebody moves the clock.
 * @returns a function that stops the watch
 */
export function keepWatch(): () => void {
  const look = () => watchClock();
  // The device may have slept while the page was hidden: `false` ignores a jump ahead.
  const shown = () => watchClock(false);
  const timer = setInterval(look, EVERY_MS);
  document.addEventListener("visibilitychange", shown);
  void lastAhead().then((known) => {
    if (!knowsServerTime()) moveServerTime(-known);
    look();
  });
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", shown);
  };
}

/** Stores the error of the clock. Must be called after an answer, which has just given the server's time. */
export async function clockTold(): Promise<void> {
  last = read();
  await rememberAhead(ahead());
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The error of the clock, « 2 h 13 », when it is wrong; and whether the clock was moved since the page opened. */
export const useClock = () => ({
  error: useSyncExternalStore(subscribe, () => ecartDHorloge(ahead())),
  moved: useSyncExternalStore(subscribe, () => moved),
});
