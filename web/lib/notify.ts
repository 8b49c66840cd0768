import { insecables } from "#domain/orthographe.ts";

interface Undo {
  /** « Annuler » unless told otherwise. */
  label?: string;
  onClick(): void;
  /** How long the undo is offered, for acts that are long to undo one by one. */
  seconds?: number;
}

export interface Notification {
  message: string;
  danger?: boolean;
  undo?: Undo | undefined;
  /** Another gesture, before `undo`. */
  also?: Undo | undefined;
}

// The notifications told before their host has loaded, which it does after the first screen.
const waiting: Notification[] = [];
let show: ((notification: Notification) => void) | null = null;
let wake: (() => void) | null = null;

/**
 * Tells that something was done; `undo` offers to take it back while the notification is there, `also` a part of it.
 */
export const notify = (message: string, undo?: Undo, also?: Undo): void =>
  tell({ message, undo, also });

export const notifyDanger = (message: string, undo?: Undo, also?: Undo): void =>
  tell({ message, danger: true, undo, also });

/** Characters that a notification holds on one line. */
const ONE_LINE = 100;
let ask: ((text: string) => void) | null = null;

/** Tells why something was refused: at leisure, in a dialog, when that takes more than a line. */
export const notifyRefusal = (message: string): void =>
  ask && message.length > ONE_LINE ? ask(insecables(message)) : notifyDanger(message);

/** Sets the dialog of long refusals. */
export function showRefusalsWith(dialog: (text: string) => void): void {
  ask = dialog;
}

function tell(told: Notification): void {
  const notification = { ...told, message: insecables(told.message) };
  if (show) {
    show(notification);
    return;
  }
  waiting.push(notification);
  wake?.();
}

/** Calls back at the first notification that nothing shows yet. */
export function onWaiting(listener: () => void): () => void {
  wake = listener;
  if (waiting.length > 0) listener();
  return () => {
    wake = null;
  };
}

/** Hands every notification over from now on, beginning with those that wait. */
export function showWith(next: (notification: Notification) => void): () => void {
  show = next;
  waiting.splice(0).forEach(next);
  return () => {
    show = null;
  };
}
