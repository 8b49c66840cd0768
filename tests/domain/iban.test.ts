import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { ibanEnGroupes, ibanMasque, ibanNu, ibanValable } from "#domain/iban.ts";

const FR = "FR7630006000011234567890189";

describe("un IBAN", () => {
  test.each([
    [FR, true],
    ["fr76 3000 6000 0112 3456 7890 189", true],
    ["DE89 3704 0044 0532 0130 00", true],
    ["GB82 WEST 1234 5698 7654 32", true],
    ["FR76 3000 6000 0112 3456 7890 188", false],
    ["FR76 3000 6000 0112 3456 7890", false],
    ["7630006000011234567890189", false],
    ["", false],
  ])("« %s » est valable : %s", (iban, dit) => {
    expect(ibanValable(iban)).toBe(dit);
  });

  it("dont un chiffre change, ou dont deux voisins s’échangent, ne l’est plus", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: FR.length - 1 }), fc.nat(9), (rang, chiffre) => {
        const autre = FR.slice(0, rang) + chiffre + FR.slice(rang + 1);
        expect(ibanValable(autre)).toBe(autre === FR);
        const voisins =
          FR.slice(0, rang) +
          FR.slice(rang, rang + 2)
            .split("")
            .reverse()
            .join("");
        const echange = voisins + FR.slice(rang + 2);
        expect(ibanValable(echange)).toBe(echange === FR);
      }),
    );
  });

  it("masqué, ne dit que ses bouts, et reste ce qu’il est masqué deux fois", () => {
    expect(ibanMasque(FR)).toBe("FR76 •••• •••• •••• 0189");
    expect(ibanMasque("DE89 3704 0044 0532 0130 00")).toBe("DE89 •••• •••• •••• 3000");
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (texte) => {
        const masque = ibanMasque(texte);
        expect(ibanMasque(masque)).toBe(masque);
        const nu = ibanNu(texte);
        if (nu !== "" && !nu.includes("•") && nu.length < 15)
          expect(masque).toBe("•••• •••• •••• •••• ••••");
      }),
    );
  });

  it("s’écrit par groupes de quatre", () => {
    expect(ibanEnGroupes(FR)).toBe("FR76 3000 6000 0112 3456 7890 189");
  });
});
