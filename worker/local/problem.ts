import { inspect } from "node:util";

/** Something the person at the keyboard can put right: its message is all that is shown. */
export class Problem extends Error {}

/** A problem as plain sentences, anything else with its stack. */
export const errorShown = (error: unknown): string =>
  error instanceof Problem ? `\n${error.message}\n` : inspect(error);

export function showError(error: unknown): void {
  console.error(errorShown(error));
}
