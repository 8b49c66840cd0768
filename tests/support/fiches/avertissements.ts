import { expect } from "vitest";
import type { Avertissement } from "#domain/avertissement.ts";

/** Expects exactly these warnings, each as « doute loyerHC : Le loyer hors charges est nul. », with plain spaces. */
export function attendre(avertissements: readonly Avertissement[], attendus: readonly RegExp[]) {
  const dits = avertissements.map(({ champ, phrase, manque }) =>
    `${manque ? "manque" : "doute"} ${champ ?? "–"} : ${phrase}`.replaceAll("\u00A0", " "),
  );
  expect(dits).toEqual(attendus.map((attendu) => expect.stringMatching(attendu)));
}
