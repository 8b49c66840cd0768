import fc from "fast-check";
import { expect, test } from "vitest";
import { ajouterJours, dernierJour, moisDe } from "#domain/dates.ts";
import { aviserAvant, deLocationNouvelle } from "#domain/gerance/mandats/avis-versement.ts";

const jour = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2032-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test("l’avis est donné dans les huit jours de la remise des fonds, fins de mois et heure d’été comprises", () => {
  expect(aviserAvant("2026-10-20")).toBe("2026-10-28");
  expect(aviserAvant("2028-02-25")).toBe("2028-03-04");
});

test("est d’une location nouvelle ce qui vient avant la fin de son premier mois, son premier loyer et son dépôt", () => {
  fc.assert(
    fc.property(jour, fc.integer({ min: -40, max: 400 }), (debut, ecart) => {
      const date = ajouterJours(debut, ecart);
      const mois = moisDe(debut);
      expect(deLocationNouvelle({ date, parts: [] }, debut)).toBe(date <= dernierJour(mois));
      for (const part of [
        { nature: "depot", mois: moisDe(date), montant: 1 },
        { nature: "loyer", mois, montant: 1 },
      ] as const)
        expect(deLocationNouvelle({ date, parts: [part] }, debut)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
