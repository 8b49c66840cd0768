const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const PARENT_MS = 500;

/** Undoes the steps of the start in reverse order, when the product is stopped or fails to start. */
export class Stop {
  readonly #steps: (() => unknown)[] = [];
  #stopping: Promise<void> | undefined;

  constructor() {
    this.takeSignals();
    process.on("disconnect", () => void this.now(0));
    this.#followParent();
  }

  /**
   * Handles Ctrl-C, SIGTERM and a closed terminal here only. Call it again after a library that listens to them and
   * ends the process at once, as Miniflare and Vite do.
   */
  takeSignals(): void {
    for (const signal of SIGNALS) {
      process.removeAllListeners(signal);
      process.on(signal, () => void this.now(0));
    }
  }

  /** Stops when npm is gone: npm, killed by its number, does not tell its children. */
  #followParent(): void {
    if (!process.env.npm_lifecycle_event) return;
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && void this.now(0), PARENT_MS).unref();
  }

  /** Adds a step that comes before those already there. */
  before(step: () => unknown): void {
    this.#steps.unshift(step);
  }

  get asked(): boolean {
    return this.#stopping !== undefined;
  }

  /** Runs the steps and ends the process. */
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
