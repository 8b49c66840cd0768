/** Writes a text, and tells that it was the last. */
export interface Turn {
  say: (text: string) => void;
  end: () => void;
  /** Makes it the only one that is still read: what the others kept, or will say, is not. */
  alone: () => void;
}

interface Waiting {
  title: string;
  kept: string;
  ended: boolean;
}

/**
 * Lets several speakers be read one after the other: the first speaks at once, the next waits for its end, and then
 * gives the text it kept.
 */
export class Turns {
  readonly #write: (text: string) => void;
  #waiting: Waiting[] = [];

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** @param title said when its turn comes, unless it ended before without a word */
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
