import { Suspense, useSyncExternalStore } from "react";
import { lazyNamed } from "#web/lib/lazy.ts";
import { onConfirmation } from "#web/lib/server/api.ts";

const PasswordConfirmation = lazyNamed(
  () => import("./password-confirmation.tsx"),
  "PasswordConfirmation",
);

/** The question now on screen; all the calls that wait for its answer share this question. */
let asked: { answer: Promise<boolean>; give(confirmed: boolean): void } | null = null;
const listeners = new Set<() => void>();

function ask(): Promise<boolean> {
  if (asked) return asked.answer;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  show({
    answer: promise,
    give(confirmed) {
      show(null);
      resolve(confirmed);
    },
  });
  return promise;
}

function show(question: typeof asked): void {
  asked = question;
  for (const listener of listeners) listener();
}

onConfirmation(ask);

/** Asks for the password again, over any screen; the application mounts it once. */
export function ConfirmationHost() {
  const question = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked,
  );
  return <Suspense>{question && <PasswordConfirmation onAnswer={question.give} />}</Suspense>;
}
