import { Suspense, useSyncExternalStore } from "react";
import { lazyNamed } from "#web/lib/lazy.ts";
import { showRefusalsWith } from "#web/lib/notify.ts";

const AlertDialog = lazyNamed(() => import("./ui/alert-dialog.tsx"), "AlertDialog");

export interface Question {
  title: string;
  subject?: string;
  text?: string;
  warnings?: readonly string[];
  /** The label of the button that accepts. */
  action: string;
  /** « Annuler » when absent; null removes the button. */
  cancel?: string | null;
  danger?: boolean;
}

interface Asked extends Question {
  answer(accepted: boolean): void;
}

const REFUSED = "Ce n’est pas possible pour l’instant";

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function show(question: Asked | null): void {
  asked = question;
  for (const listener of listeners) listener();
}

/**
 * Asks a question. Gives true when the user accepts; false when the user refuses, or when a second question replaces
 * this one.
 */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  return new Promise((resolve) => {
    show({
      ...question,
      answer: (accepted) => {
        show(null);
        resolve(accepted);
      },
    });
  });
}

showRefusalsWith((text) => void confirm({ title: REFUSED, text, action: "Compris", cancel: null }));

/** Asked before any deletion, with the same words everywhere and the name of the record (web/README §10.3). */
export function confirmDeletion(name: string): Promise<boolean> {
  return confirm({
    title: "Supprimer l'element ?",
    subject: name,
    text: "Cette action est irreversible.",
    action: "Supprimer",
    danger: true,
  });
}

/** Shows the questions; the application mounts it once. */
export function ConfirmHost() {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
  if (!question) return null;
  return (
    <Suspense>
      <AlertDialog {...question} />
    </Suspense>
  );
}
