import { vi } from "vitest";

const vrai = globalThis.fetch;
/** In milliseconds: many times what a gesture takes between what it reads and what it writes. */
const AU_PLUS = 12;

/**
 * Each call of the database now takes a while of its own, so that what two people do at once is read and written in every
 * order. `vi.restoreAllMocks()` gives the database back.
 */
export function ralentirLaBase(): void {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    await scheduler.wait(Math.random() * AU_PLUS);
    return vrai(input, init);
  });
}

/** This is done, once, right before the write that these words are of: after all that the write rests on was read. */
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
