import {
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import type { Keys, Place } from "./shortcuts.ts";

/**
 * The answer to each key. A function handles the key; `true` leaves it to the browser; `false` or nothing means that
 * the key does not apply now.
 */
type Answers<At extends Place, Event> = Readonly<
  Partial<Record<Keys<At>, ((event: Event) => void) | boolean>>
>;

interface Held {
  place: Place;
  answers: RefObject<Readonly<Record<string, unknown>>>;
}

let held: readonly Held[] = [];
const readers = new Set<() => void>();

function setHeld(next: readonly Held[]) {
  held = next;
  for (const read of readers) read();
}

function subscribe(read: () => void) {
  readers.add(read);
  return () => void readers.delete(read);
}

/** Whether these keys work on the present screen; checked again when a part of the screen appears or disappears. */
export function useAreHeld(): (place: Place, keys: string) => boolean {
  const all = useSyncExternalStore(subscribe, () => held);
  return (place, keys) => all.some((held) => held.place === place && held.answers.current[keys]);
}

/** Handles these keys wherever the focus is, while the caller is on screen. */
export function useShortcuts<At extends Place>(
  place: At,
  answers: Answers<At, KeyboardEvent>,
): void {
  const latest = useHeld(place, answers);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => answer(latest.current, event);
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [latest]);
}

/** Handles these keys while the focus is within an element; returns the `onKeyDown` of that element. */
export function useShortcutsWithin<At extends Place>(
  place: At,
  answers: Answers<At, ReactKeyboardEvent<HTMLElement>>,
): (event: ReactKeyboardEvent<HTMLElement>) => void {
  const latest = useHeld(place, answers);
  return (event) => answer(latest.current, event);
}

function useHeld<Some extends Readonly<Record<string, unknown>>>(place: Place, answers: Some) {
  const latest = useRef(answers);
  latest.current = answers;
  useEffect(() => {
    const own = { place, answers: latest };
    setHeld([...held, own]);
    return () => setHeld(held.filter((held) => held !== own));
  }, [place]);
  return latest;
}

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

function answer<Event extends Pressed>(
  answers: Readonly<Record<string, ((event: Event) => void) | boolean | undefined>>,
  event: Event,
): void {
  const modified = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  for (const [keys, own] of Object.entries(answers)) {
    const pressed = keys
      .split(" ")
      .some(
        (key) => key === event.key || (modified && key === `Control+${event.key.toUpperCase()}`),
      );
    if (pressed && typeof own === "function") own(event);
  }
}
