import fc from "fast-check";
import { expect, it } from "vitest";
import { sauvegardesPerimees } from "#domain/agence/sauvegarde.ts";
import { ajouterJours } from "#domain/dates.ts";

const AUJOURDHUI = "2026-11-12";
const chaqueJour = Array.from({ length: 800 }, (_, rang) => ajouterJours(AUJOURDHUI, -rang));

it("garde chaque jour des cinq dernières semaines, et le premier de chacun des treize derniers mois", () => {
  const gardees = chaqueJour.filter(
    (jour) => !sauvegardesPerimees(chaqueJour, AUJOURDHUI).includes(jour),
  );
  const mensuelles = gardees.filter((jour) => jour < "2026-10-08").toSorted();
  expect(gardees.toSorted().at(-36)).toBe("2026-10-08");
  expect(mensuelles).toEqual([
    "2025-10-01",
    "2025-11-01",
    "2025-12-01",
    ...Array.from({ length: 10 }, (_, rang) => `2026-${String(rang + 1).padStart(2, "0")}-01`),
  ]);
});

it("garde la première du mois, même si elle n'est pas du 1er, et dans n'importe quel ordre", () => {
  fc.assert(
    fc.property(fc.subarray(chaqueJour), (jours) => {
      const perimees = sauvegardesPerimees(jours, AUJOURDHUI);
      expect(sauvegardesPerimees(jours.toReversed(), AUJOURDHUI).toSorted()).toEqual(
        perimees.toSorted(),
      );
      for (const jour of perimees) {
        const avant = jours.some((autre) => autre < jour && autre.slice(0, 7) === jour.slice(0, 7));
        expect(avant || jour < "2025-10-01").toBe(true);
      }
    }),
    { numRuns: 20 },
  );
});

it("une horloge qui saute en 2100 n'emporte pas plus qu'un jour ordinaire, et rien quand elle revient", () => {
  let copies = chaqueJour.filter(
    (jour) => !sauvegardesPerimees(chaqueJour, AUJOURDHUI).includes(jour),
  );
  const passer = (jour: string) => {
    copies = [...copies, jour];
    const perimees = sauvegardesPerimees(copies, jour);
    copies = copies.filter((autre) => !perimees.includes(autre));
    return perimees;
  };
  expect(passer("2100-01-01").length).toBeLessThanOrEqual(2);
  expect(passer("2100-01-02").length).toBeLessThanOrEqual(1);
  expect(copies).toContain(AUJOURDHUI);
  for (let rang = 1; rang <= 60; rang++) {
    const jour = ajouterJours(AUJOURDHUI, rang);
    expect(passer(jour).length).toBeLessThanOrEqual(2);
    expect(copies).toEqual(expect.arrayContaining([jour, "2100-01-01", "2100-01-02"]));
  }
});
