import fc from "fast-check";
import { expect, test } from "vitest";
import { NATURES } from "#domain/gerance/locataires/imputation.ts";
import {
  couvre,
  delaiDeDeclaration,
  moisDeclares,
  type SommeAppelee,
} from "#domain/gerance/relances/declaration.ts";

const somme = (mois: string, reste: Partial<SommeAppelee> = {}): SommeAppelee => ({
  mois,
  exigibleLe: `${mois}-05`,
  nature: "loyer",
  montant: 85_000,
  reste: 85_000,
  ...reste,
});
const LOYER = { loyerHC: 85_000, charges: 10_000, aide: 0 };

test("le mois payé en partie dit tout ce qui fut appelé, ce qui fut reçu et ce qui reste ; le mois payé n’y est pas", () => {
  const octobre = [
    somme("2026-10", { reste: 0 }),
    somme("2026-10", { nature: "charges", montant: 10_000, reste: 4_000 }),
  ];
  const sommes = [somme("2026-09", { reste: 0 }), ...octobre, somme("2026-11")];
  expect(moisDeclares("gli", sommes, [...octobre.slice(1), somme("2026-11")])).toEqual([
    {
      mois: "2026-10",
      exigibleLe: "2026-10-05",
      loyer: 85_000,
      charges: 10_000,
      autres: 0,
      recu: 91_000,
      reste: 4_000,
    },
    {
      mois: "2026-11",
      exigibleLe: "2026-11-05",
      loyer: 85_000,
      charges: 0,
      autres: 0,
      recu: 0,
      reste: 85_000,
    },
  ]);
});

test("l’assurance a quarante jours du premier terme ; Visale, du lendemain du mois dépassé, et de rien avant", () => {
  const deux = [somme("2026-10"), somme("2026-11")];
  expect(delaiDeDeclaration("gli", deux, { loyer: LOYER, delaiVisale: 30 })).toEqual({
    constitueLe: "2026-10-05",
    avant: "2026-11-14",
  });
  expect(delaiDeDeclaration("visale", deux.slice(1), { loyer: LOYER, delaiVisale: 30 })).toBeNull();
  expect(delaiDeDeclaration("visale", deux, { loyer: LOYER, delaiVisale: 30 })).toEqual({
    constitueLe: "2026-11-06",
    avant: "2026-12-06",
  });
  const depot = somme("2026-10", { nature: "depot" });
  expect(delaiDeDeclaration("gli", [depot], { loyer: LOYER, delaiVisale: 30 })).toBeNull();
});

test("ce qui est déclaré est, au centime, ce qui est couvert et en retard", () => {
  const une = fc
    .record({
      mois: fc.constantFrom("2026-07", "2026-08", "2026-09", "2026-10"),
      nature: fc.constantFrom(...NATURES),
      montant: fc.integer({ min: 1, max: 500_000 }),
      part: fc.integer({ min: 0, max: 100 }),
    })
    .map(({ part, ...reste }) =>
      somme(reste.mois, { ...reste, reste: Math.floor((reste.montant * part) / 100) }),
    );
  fc.assert(
    fc.property(
      fc.array(une, { maxLength: 20 }),
      fc.constantFrom("gli", "visale"),
      (sommes, assureur) => {
        const enRetard = sommes.filter(({ reste }) => reste > 0);
        const mois = moisDeclares(assureur, sommes, enRetard);
        for (const { autres, charges, loyer, recu, reste } of mois) {
          expect(loyer + charges + autres - recu).toBe(reste);
          expect(reste).toBeGreaterThan(0);
        }
        const total = enRetard.reduce(
          (du, { nature, reste }) => du + (couvre(assureur, nature) ? reste : 0),
          0,
        );
        expect(mois.reduce((du, { reste }) => du + reste, 0)).toBe(total);
      },
    ),
    { numRuns: 1000 },
  );
});
