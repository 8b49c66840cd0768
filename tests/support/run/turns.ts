/** The turn of one speaker; `end` means that the speaker has nothing more to print. */
export interface Turn {
  say: (text: string) => void;
  end: () => void;
  /** Prints this turn only, and drops the texts that the other speakers keep. */
  alone: () => void;
}

interface Waiting {
  title: string;
  kept: string;
  ended: boolean;
}

/**
 * Prints the output of several speakers one after the other: the first prints at once, the others keep their texts
 * until their turn comes.
 */
export class Turns {
  readonly #write: (text: string) => void;
  #waiting: Waiting[] = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** @param title printed when the turn comes; not printed for a speaker that has already ended without output */
  next(title: string): Turn {
    const turn: Waiting = { title, kept: "", ended: false };
    this.#waiting.push(turn);
    this.#speak();
    return {
      say: (text) => {
        turn.kept += text;
        this.#speak();
      },
      end: () => {
        turn.ended = true;
        this.#speak();
      },
      alone: () => {
        this.#waiting = [turn];
        this.#speak();
      },
    };
  }

  #speak(): void {
    for (let first = this.#waiting[0]; first; first = this.#waiting[0]) {
      if (first.kept || !first.ended) this.#write(first.title + first.kept);
      first.title = "";
      first.kept = "";
      if (!first.ended) return;
      this.#waiting.shift();
    }
  }
}
