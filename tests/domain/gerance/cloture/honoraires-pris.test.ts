import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { honorairesDits, prendreHonoraires } from "#domain/gerance/cloture/honoraires-pris.ts";
import type { PartDHonoraire } from "#domain/gerance/cloture/parts-du-compte.ts";

const total = (parts: readonly PartDHonoraire[]) =>
  parts.reduce((somme, { montant }) => somme + montant, 0);
const le = (jour: string, montant: number): PartDHonoraire => ({ jour, montant });

describe("Les honoraires qu’un compte prend", () => {
  test("sont ceux qu’il porte, les plus anciens d’abord ; le reste est dû", () => {
    const prise = prendreHonoraires({
      disponible: 10_000,
      avant: [le("2026-08-05", 4_980)],
      dus: [le("2026-09-05", 7_980)],
      rendus: [],
    });
    expect(prise).toEqual({
      pris: [le("2026-08-05", 4_980), le("2026-09-05", 5_020)],
      laisses: [le("2026-09-05", 2_960)],
    });
  });

  test("des mois d’avant sont pris dans leur ordre : le plus récent reste dû", () => {
    const prise = prendreHonoraires({
      disponible: 4_000,
      avant: [le("2026-10-05", 3_000), le("2026-09-05", 3_600)],
      dus: [le("2026-11-05", 3_000)],
      rendus: [],
    });
    expect(prise).toEqual({
      pris: [le("2026-09-05", 3_600), le("2026-10-05", 400)],
      laisses: [le("2026-10-05", 2_600), le("2026-11-05", 3_000)],
    });
  });

  test("ne sont rien d’un compte vide ou débiteur, et un avoir vient d’abord de ce qui est dû", () => {
    const dus = [le("2026-09-05", 7_980)];
    expect(prendreHonoraires({ disponible: -51_200, avant: [], dus, rendus: [] })).toEqual({
      pris: [],
      laisses: dus,
    });
    const prise = prendreHonoraires({
      disponible: 0,
      avant: [le("2026-08-05", 4_980)],
      dus,
      rendus: [le("2026-07-05", -6_000)],
    });
    expect([total(prise.pris), total(prise.laisses)]).toEqual([0, 6_960]);
  });

  test("un compte d’avant n’en laissait pas : il dit les avoir tous pris", () => {
    expect(honorairesDits({ modeFonds: "agence", honorairesTTC: 121.8 })).toMatchObject({
      pris: 121.8,
      dus: 0,
    });
    expect(honorairesDits({ modeFonds: "proprietaire", honorairesTTC: 121.8 }).pris).toBe(0);
  });

  const parts = (min: number, max: number) =>
    fc.array(
      fc.record({
        jour: fc.constantFrom("2026-07-05", "2026-08-05", "2026-09-05"),
        montant: fc.integer({ min, max }),
      }),
      { maxLength: 5 },
    );

  test("et ceux qu’il laisse font ce qui était dû, sans que le compte passe sous zéro pour eux", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -200_000, max: 200_000 }),
        parts(1, 50_000),
        parts(1, 50_000),
        parts(-50_000, -1),
        (disponible, avant, dus, rendus) => {
          const { pris, laisses } = prendreHonoraires({ disponible, avant, dus, rendus });
          expect(total(pris) + total(laisses)).toBe(total(avant) + total(dus) + total(rendus));
          expect(laisses.every(({ montant }) => montant > 0)).toBe(true);
          if (total(pris) > 0) expect(total(pris)).toBeLessThanOrEqual(Math.max(0, disponible));
          if (total(laisses) > 0) expect(total(pris)).toBe(Math.max(0, disponible));
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
