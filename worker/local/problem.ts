/** Something the person at the keyboard can put right: its message is all that is shown. */
export class Problem extends Error {}

/** Prints a problem as plain sentences, anything else with its stack. */
export function showError(error: unknown): void {
  if (error instanceof Problem) console.error(`\n${error.message}\n`);
  else console.error(error);
}
