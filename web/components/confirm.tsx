import { Suspense, useSyncExternalStore } from "react";
import { lazyNamed } from "#web/lib/lazy.ts";

const AlertDialog = lazyNamed(() => import("./ui/alert-dialog.tsx"), "AlertDialog");

export interface Question {
  title: string;
  /** What it is about, by name. */
  subject?: string;
  text?: string;
  /** What is worth knowing before accepting. */
  warnings?: readonly string[];
  /** The verb of the button that accepts. */
  action: string;
  /** « Annuler » unless told otherwise. */
  cancel?: string;
  danger?: boolean;
}

interface Asked extends Question {
  answer(accepted: boolean): void;
}

let asked: Asked | null = null;
const listeners = new Set<() => void>();

function show(question: Asked | null): void {
  asked = question;
  for (const listener of listeners) listener();
}

/** Asks, and answers true once accepted; a question asked meanwhile answers the first one false. */
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

/** The question before any deletion, in the same words everywhere, and what is deleted (domain/README §10.3). */
export function confirmDeletion(name: string): Promise<boolean> {
  return confirm({
    title: "Supprimer l'element ?",
    subject: name,
    text: "Cette action est irreversible.",
    action: "Supprimer",
    danger: true,
  });
}

/** Where questions appear: once, in the application. */
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
      <AlertDialog
        title={question.title}
        subject={question.subject}
        text={question.text}
        warnings={question.warnings ?? []}
        action={question.action}
        cancel={question.cancel ?? "Annuler"}
        danger={question.danger}
        onAnswer={question.answer}
      />
    </Suspense>
  );
}
