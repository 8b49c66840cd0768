import { openSync, writeSync } from "node:fs";
import { isDiskFull } from "../problem.ts";

/**
 * The log of the product in a file, which is emptied at each start. A full disk loses lines but never stops the
 * process: a message is printed when the loss begins, and another when there is room again.
 */
export class Journal {
  readonly #file: number;
  readonly #say: (said: string) => void;
  #full = false;

  constructor(path: string, say: (said: string) => void) {
    this.#file = openSync(path, "w");
    this.#say = say;
  }

  write(line: string): void {
    // On a full disk, the previous line may be truncated: a line end then separates it from this line.
    const bytes = Buffer.from(`${this.#full ? "\n" : ""}${line}\n`);
    try {
      if (writeSync(this.#file, bytes) < bytes.length) this.#lack();
      else if (this.#full) {
        this.#full = false;
        this.#say("Il y a de nouveau de la place sur le disque : le journal reprend.");
      }
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      this.#lack();
    }
  }

  #lack(): void {
    if (this.#full) return;
    this.#full = true;
    this.#say(
      "Il n’y a plus de place sur le disque : libérez-en. Le journal s’interrompt, et ce qui ne peut être enregistré est refusé.",
    );
  }
}
