const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const PARENT_MS = 500;

/** Undoes the steps of the start, last one first, when the product is stopped or fails to start. */
export class Stop {
  readonly #steps: (() => unknown)[] = [];
  #stopping: Promise<void> | undefined;

  constructor() {
    this.takeSignals();
    process.on("disconnect", () => void this.now(0));
    this.#followParent();
  }

  /**
   * Removes every other listener of the signals of Ctrl-C, SIGTERM and a closed terminal, and stops the product on
   * these signals. Call it again after Miniflare or Vite, whose own listeners end the process at once.
   */
  takeSignals(): void {
    for (const signal of SIGNALS) {
      process.removeAllListeners(signal);
      process.on(signal, () => void this.now(0));
    }
  }

  /** Stops the product when npm has ended, because a killed npm does not signal its children. */
  #followParent(): void {
    if (!process.env.npm_lifecycle_event) return;
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && void this.now(0), PARENT_MS).unref();
  }

  /** Adds a step that runs before all the present steps. */
  before(step: () => unknown): void {
    this.#steps.unshift(step);
  }

  get asked(): boolean {
    return this.#stopping !== undefined;
  }

  /** Runs the steps, then ends the process; later calls wait for the first one. */
  now(code: number): Promise<void> {
    this.#stopping ??= (async () => {
      for (const step of this.#steps) {
        try {
          await step();
        } catch (error) {
          console.error(error);
        }
      }
      process.exit(code);
    })();
    return this.#stopping;
  }
}
