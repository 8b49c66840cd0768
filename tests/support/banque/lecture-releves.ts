import { expect } from "vitest";
import { type LigneLue, ReleveRefuse } from "#domain/gerance/banque/releve.ts";
import { processorTime } from "../run/processor-time.ts";

export const montants = (lignes: readonly LigneLue[]) => lignes.map(({ montant }) => montant);

/** The reason why a file is refused; empty when it is read. */
export function refusDe(lire: () => unknown): string {
  try {
    lire();
    return "";
  } catch (error) {
    if (!(error instanceof ReleveRefuse)) throw error;
    return error.message;
  }
}

/** Each hostile file would take longer than this, even on an idle machine, if its guard were missing. */
const AUSSITOT_MS = 5000;

/**
 * Checks that a hostile file is read or refused at once. Only processor time counts, so a busy machine changes
 * nothing.
 */
export function seLitAussitot(lire: () => unknown): void {
  const debut = processorTime();
  refusDe(lire);
  expect(processorTime() - debut).toBeLessThan(AUSSITOT_MS);
}
