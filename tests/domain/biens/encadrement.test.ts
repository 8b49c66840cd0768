import fc from "fast-check";
import { expect, it } from "vitest";
import {
  complementLoyer,
  encadrementComplet,
  montantBaseEncadrement,
} from "#domain/biens/encadrement.ts";

it("le loyer de base est le loyer de référence majoré fois la surface, au centime", () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(30_000), (centimes, centiemes) => {
      const produit = BigInt(centimes) * BigInt(centiemes);
      const attendu = Number((produit + 50n) / 100n) / 100;
      const declare = { loyerReferenceMajore: centimes / 100, surface: centiemes / 100 };
      expect(montantBaseEncadrement(declare)).toBe(attendu);
    }),
  );
  expect(montantBaseEncadrement({ loyerReferenceMajore: 40.8, surface: 23.45 })).toBe(956.76);
});

it("le complément est le loyer moins le loyer de base, signe compris", () => {
  expect(complementLoyer(1000, 956.76)).toBe(43.24);
  expect(complementLoyer(956.77, 956.76)).toBe(0.01);
  expect(complementLoyer(956.76, 956.76)).toBe(0);
  expect(complementLoyer(556.76, 956.76)).toBe(-400);
  expect(encadrementComplet({ loyerReferenceMajore: 40.8, surface: 23.45 }, 1000)).toEqual({
    loyerReferenceMajore: 40.8,
    surface: 23.45,
    montantBase: 956.76,
    complementLoyer: 43.24,
  });
});

it("sans surface ou sans référence majorée, rien ne se calcule", () => {
  for (const declare of [{ surface: 23.45 }, { loyerReferenceMajore: 40.8, surface: null }])
    expect(encadrementComplet(declare, 1000)).toMatchObject({
      montantBase: null,
      complementLoyer: null,
    });
});
