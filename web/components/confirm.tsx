import { Suspense, useSyncExternalStore } from "react";
import { lazyNamed } from "#web/lib/lazy.ts";
import { showRefusalsWith } from "#web/lib/notify.ts";

const AlertDialog = lazyNamed(() => import("./ui/alert-dialog.tsx"), "AlertDialog");

export interface Question {
  title: string;
  /** The name of the record that the question is about. */
  subject?: string;
  text?: string;
  /** Facts to know before accepting. */
  warnings?: readonly string[];
  /** The verb of the button that accepts. */
  action: string;
  /** « Annuler » by default; null when there is nothing to choose. */
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

/** Asks a question and resolves to true once accepted; a second question meanwhile answers the first with false. */
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

/** The question before any deletion: the same words everywhere, with the name of the record (web/README §10.3). */
export function confirmDeletion(name: string): Promise<boolean> {
  return confirm({
    title: "Supprimer l'element ?",
    subject: name,
    text: "Cette action est irreversible.",
    action: "Supprimer",
    danger: true,
  });
}

/** Shows the questions: mounted once, in the application. */
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
