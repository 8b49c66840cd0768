import { vi } from "vitest";

const vrai = globalThis.fetch;
/** The longest delay of a call, in milliseconds: many times the gap between the reads and the writes of an act. */
const AU_PLUS = 12;

/**
 * Does these acts at once. Each call of the database gets a random delay, so that the reads and writes of two people
 * come in any order.
 */
export async function aLaFois<Rendu>(gestes: readonly (() => Promise<Rendu>)[]): Promise<Rendu[]> {
  const lente = vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    await scheduler.wait(Math.random() * AU_PLUS);
    return vrai(input, init);
  });
  try {
    return await Promise.all(gestes.map((geste) => geste()));
  } finally {
    lente.mockRestore();
  }
}

/** Does this act once, right before the next database call whose body matches. */
export function avantQueSEcrive(mots: RegExp, geste: () => Promise<unknown>): void {
  let fait = false;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const requete = new Request(input, init);
    if (!fait && mots.test(await requete.clone().text())) {
      fait = true;
      await geste();
    }
    return vrai(requete);
  });
}
