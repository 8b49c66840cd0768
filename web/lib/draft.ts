import type { Values } from "./schema.ts";

const key = (path: string) => `draft:${path}`;

/** Keeps what was typed at this path until the tab comes back to it. */
export function storeDraft(path: string, values: Values): void {
  sessionStorage.setItem(key(path), JSON.stringify(values));
}

/** What was typed at this path, left where it is. */
export function peekDraft(path: string): Values | null {
  const stored = sessionStorage.getItem(key(path));
  return stored ? JSON.parse(stored) : null;
}

/** What was typed there is on screen again, or given up. */
export function forgetDraft(path: string): void {
  sessionStorage.removeItem(key(path));
}
