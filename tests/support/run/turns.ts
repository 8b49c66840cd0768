/** The turn of a speaker: writes a text, and tells that it was the last. */
export interface Turn {
  say: (text: string) => void;
  end: () => void;
  /** Makes this turn the only one that is printed: the texts of the others are dropped. */
  alone: () => void;
}

interface Waiting {
  title: string;
  kept: string;
  ended: boolean;
}

/**
 * Prints the output of several speakers one after the other: the first prints at once, the next keeps its text until
 * the first has ended.
 */
export class Turns {
  readonly #write: (text: string) => void;
  #waiting: Waiting[] = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** @param title printed when its turn comes, unless it ended before without a word */
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
