import { vi } from "vitest";

const vrai = globalThis.fetch;
/** In milliseconds: many times the delay between the readings and the writes of an act. */
const AU_PLUS = 12;

/**
 * Does these acts at once, each call of the database slowed by a delay of its own, so that the readings and writes of
 * two people come in every order.
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

/** Does this act once, right before the write that holds these words, when all its readings are done. */
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
