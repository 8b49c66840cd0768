import { inspect } from "node:util";

/** A fault that the person at the keyboard can correct: only the message is shown. */
export class Problem extends Error {}

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && "code" in error && ["ENOSPC", "EDQUOT"].includes(String(error.code));

const DISK_FULL = new Problem("Il n’y a plus de place sur le disque : libérez-en, et recommencez.");

/** The text to show for an error: the message of a problem or of a full disk, the stack of anything else. */
export const errorShown = (error: unknown): string =>
  isDiskFull(error)
    ? errorShown(DISK_FULL)
    : error instanceof Problem
      ? `\n${error.message}\n`
      : inspect(error);

export function showError(error: unknown): void {
  console.error(errorShown(error));
}
