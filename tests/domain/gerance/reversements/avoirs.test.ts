import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tvaDesPaiements } from "#domain/gerance/cloture/tva-des-honoraires.ts";
import { partsDAvoir } from "#domain/gerance/reversements/avoirs-dus.ts";

const somme = (montants: readonly number[]) => montants.reduce((total, un) => total + un, 0);

const payes = fc.array(fc.record({ num: fc.integer({ min: 1, max: 9 }) }), {
  minLength: 1,
  maxLength: 4,
});

describe("l’avoir d’honoraires de plusieurs mandants", () => {
  it("se rend à chacun pour sa part : 79,80 font 47,88 et 31,92", () => {
    const lui = { num: 3, den: 5, dejaVire: 0 };
    const elle = { num: 2, den: 5, dejaVire: 0 };
    expect(partsDAvoir(7_980, [lui, elle])).toEqual([4_788, 3_192]);
    // The bank returned her transfer: only her share is due again.
    expect(partsDAvoir(3_192, [{ ...lui, dejaVire: 4_788 }, elle])).toEqual([0, 3_192]);
  });

  it("se rend tout entier, et jamais deux fois, quels que soient les virements qui reviennent", () => {
    fc.assert(
      fc.property(
        payes,
        fc.integer({ min: 1, max: 500_000 }),
        fc.array(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), { maxLength: 6 }),
        (nums, total, tours) => {
          const den = somme(nums.map(({ num }) => num));
          const parts = nums.map(({ num }) => ({ num, den, dejaVire: 0 }));
          const justes = partsDAvoir(total, parts);
          expect(somme(justes)).toBe(total);
          for (const gardes of [...tours, [true, true, true, true]]) {
            const reste = total - somme(parts.map(({ dejaVire }) => dejaVire));
            const dues = partsDAvoir(reste, parts);
            expect(somme(dues)).toBe(reste);
            for (const [rang, part] of parts.entries())
              if (gardes[rang]) part.dejaVire += dues[rang] ?? 0;
          }
          expect(parts.map(({ dejaVire }) => dejaVire)).toEqual(justes);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("fait rendre sa TVA part après part, au centime de l’avoir", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(0, 550, 1000, 2000),
        (montants, taux) => {
          const ttc = somme(montants);
          const tva = Math.round((ttc * taux) / (10_000 + taux));
          const attente = tva === 0 ? [] : [{ tauxTva: taux, tva: -tva }];
          const avoir = { id: 1, prelevee: false, ttc: -ttc, reste: -ttc, tva: attente };
          const rendues = tvaDesPaiements(
            { enAttente: attente, ouvertes: [avoir] },
            montants.map((montant) => ({ id: 1, montant: -montant })),
          );
          expect(somme(rendues.flat().map((une) => une.tva))).toBe(0 - tva);
          for (const [rang, une] of rendues.entries()) {
            const exacte = ((montants[rang] ?? 0) * tva) / ttc;
            expect(Math.abs(somme(une.map((part) => part.tva)) + exacte)).toBeLessThanOrEqual(1);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("de plusieurs régimes rend sa TVA avec ses remboursements, et pas un centime de plus", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 5 }),
        fc.nat(100),
        fc.constantFrom(550, 1000, 2000),
        (montants, soumis, taux) => {
          const ttc = somme(montants);
          const tva = Math.round((ttc * soumis * taux) / (100 * (10_000 + taux)));
          const enAttente = tva === 0 ? [] : [{ tauxTva: taux, tva: -tva }];
          const avoir = { id: 1, prelevee: false, ttc: -ttc, reste: -ttc, tva: enAttente };
          const rendues = tvaDesPaiements(
            { enAttente, ouvertes: [avoir] },
            montants.map((montant) => ({ id: 1, montant: -montant })),
          );
          expect(somme(rendues.flat().map((une) => une.tva))).toBe(0 - tva);
          for (const [rang, une] of rendues.entries()) {
            const rendue = 0 - somme(une.map((part) => part.tva));
            expect(rendue).toBeGreaterThanOrEqual(0);
            const exacte = ((montants[rang] ?? 0) * taux) / (10_000 + taux);
            expect(rendue).toBeLessThanOrEqual(1.02 * exacte + 1);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
