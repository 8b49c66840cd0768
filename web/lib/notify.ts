import { insecables } from "#domain/orthographe.ts";

export interface Undo {
  /** « Annuler » unless told otherwise. */
  label?: string;
  onClick(): void;
  /** How many seconds the undo is offered, for acts that take long to undo one by one. */
  seconds?: number;
}

export interface Notification {
  message: string;
  danger?: boolean;
  undo?: Undo | undefined;
  /** Another gesture, before `undo`. */
  also?: Undo | undefined;
}

// The notifications sent before their host has loaded: it loads after the first screen.
const waiting: Notification[] = [];
let show: ((notification: Notification) => void) | null = null;
let wake: (() => void) | null = null;

/**
 * Notifies that something was done; `undo` offers to undo it while the notification is shown, `also` to undo a part of
 * it.
 */
export const notify = (message: string, undo?: Undo, also?: Undo): void =>
  tell({ message, undo, also });

export const notifyDanger = (message: string, undo?: Undo, also?: Undo): void =>
  tell({ message, danger: true, undo, also });

/** Characters that a notification holds on one line. */
const ONE_LINE = 100;
let ask: ((text: string) => void) | null = null;

/** Notifies a refusal; a text of more than a line is shown in a dialog, to be read at leisure. */
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

/** Calls the listener at the first notification that nothing shows yet. */
export function onWaiting(listener: () => void): () => void {
  wake = listener;
  if (waiting.length > 0) listener();
  return () => {
    wake = null;
  };
}

/** Passes every notification to this function from now on, the waiting ones first. */
export function showWith(next: (notification: Notification) => void): () => void {
  show = next;
  waiting.splice(0).forEach(next);
  return () => {
    show = null;
  };
}
