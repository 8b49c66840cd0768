import type { Values } from "./values.ts";

const PREFIX = "draft:";
const OWNER = "drafts-of";
const key = (path: string) => `${PREFIX}${path}`;

/** Drafts belong to one person: another person's drafts in this tab are deleted before this person sees them. */
export function ownDrafts(userId: number): void {
  const owner = String(userId);
  if (sessionStorage.getItem(OWNER) !== owner) forgetDrafts();
  sessionStorage.setItem(OWNER, owner);
}

export function forgetDrafts(): void {
  for (const name of Object.keys(sessionStorage)) {
    if (name.startsWith(PREFIX) || name === OWNER) sessionStorage.removeItem(name);
  }
}

export function storeDraft(path: string, values: Values): void {
  sessionStorage.setItem(key(path), JSON.stringify(values));
}

/** Reads the draft of this path without deleting it. */
export function peekDraft(path: string): Values | null {
  const stored = sessionStorage.getItem(key(path));
  return stored ? JSON.parse(stored) : null;
}

export function forgetDraft(path: string): void {
  sessionStorage.removeItem(key(path));
}
