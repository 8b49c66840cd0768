import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { numeroSuivant } from "#domain/biens/numero-dossier.ts";

describe("le numéro proposé à un dossier", () => {
  test.each<[string, string[], string]>([
    ["le premier de l'année, sans rien avant", [], "2026-001"],
    ["celui d'après", ["2026-041", "2026-040"], "2026-042"],
    [
      "celui d'après le plus grand, pas d'après le dernier saisi",
      ["2026-009", "2026-041"],
      "2026-042",
    ],
    ["écrit comme les autres", ["F-2026-0018"], "F-2026-0019"],
    ["recommencé avec l'année", ["F-2025-018"], "F-2026-001"],
    ["au-delà de ce que sa largeur contient", ["2026-999"], "2026-1000"],
    ["malgré un numéro sans compteur", ["sans frais", "2026-007 bis", "2026-006"], "2026-007"],
    ["malgré un numéro sans année", ["412"], "2026-001"],
  ])("est %s", (_cas, numeros, attendu) => {
    expect(numeroSuivant(numeros, 2026)).toBe(attendu);
  });

  it("n'est jamais un numéro déjà donné", () => {
    const numero = fc
      .tuple(fc.constantFrom("", "F-", "D/"), fc.integer({ min: 2024, max: 2026 }), fc.nat(1200))
      .map(([tete, annee, rang]) => `${tete}${annee}-${String(rang).padStart(3, "0")}`);
    fc.assert(
      fc.property(fc.array(numero), (numeros) => {
        expect(numeros).not.toContain(numeroSuivant(numeros, 2026));
      }),
    );
  });
});
