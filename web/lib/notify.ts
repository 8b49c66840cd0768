import { insecables } from "#domain/orthographe.ts";

export interface Undo {
  /** « Annuler » when absent. */
  label?: string;
  onClick(): void;
  /**
   * How many seconds the notification stays, with a button to close it; when absent, the usual time of the toaster.
   */
  seconds?: number;
}

export interface Notification {
  message: string;
  danger?: boolean;
  undo?: Undo | undefined;
  /** A second button, drawn before the button of `undo`. */
  also?: Undo | undefined;
}

// The notifications sent before the `Toaster` has loaded, which happens after the first screen.
const waiting: Notification[] = [];
let show: ((notification: Notification) => void) | null = null;
let wake: (() => void) | null = null;

export const notify = (message: string, undo?: Undo, also?: Undo): void =>
  tell({ message, undo, also });

export const notifyDanger = (message: string, undo?: Undo, also?: Undo): void =>
  tell({ message, danger: true, undo, also });

const ONE_LINE = 100;
let ask: ((text: string) => void) | null = null;

/** Notifies a refusal. A text longer than one line is shown in a dialog, which leaves time to read it. */
export const notifyRefusal = (message: string): void =>
  ask && message.length > ONE_LINE ? ask(insecables(message)) : notifyDanger(message);

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

/**
 * Calls the listener as soon as a notification waits for a function to show it (`showWith`).
 * @returns a function that removes the listener
 */
export function onWaiting(listener: () => void): () => void {
  wake = listener;
  if (waiting.length > 0) listener();
  return () => {
    wake = null;
  };
}

/**
 * Passes every notification to this function from now on, the waiting ones first.
 * @returns a function that stops passing them
 */
export function showWith(next: (notification: Notification) => void): () => void {
  show = next;
  waiting.splice(0).forEach(next);
  return () => {
    show = null;
  };
}
