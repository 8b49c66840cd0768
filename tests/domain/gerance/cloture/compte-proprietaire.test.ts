import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type MandatLu,
  partDuProprietaire,
  soldeDuProprietaire,
} from "#domain/gerance/cloture/compte-proprietaire.ts";

const MANDAT: Omit<MandatLu, "solde" | "honoraires" | "quotites"> = {
  MissionId: 7,
  numero: "42",
  lots: [],
  modeFonds: "agence",
  annees: [],
  garde: null,
};
const DURAND = [
  { ClientId: 1, num: 3, den: 5 },
  { ClientId: 2, num: 2, den: 5 },
];

it("Les parts des propriétaires font toujours la somme, dette ou avoir, et aucune ne change de signe", () => {
  const parts = fc
    .array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 6 })
    .map((poids) => {
      const den = poids.reduce((somme, un) => somme + un, 0);
      return poids.map((num, rang) => ({ ClientId: rang + 1, num, den }));
    });
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 1e11 }), parts, (montant, quotites) => {
      const recues = quotites.map(({ ClientId }) =>
        partDuProprietaire(montant, quotites, ClientId),
      );
      expect(recues.reduce((somme, une) => (somme ?? 0) + (une ?? 0), 0)).toBe(montant);
      for (const une of recues) expect(Math.sign(une ?? 0) * Math.sign(montant)).not.toBe(-1);
    }),
  );
});

it("Des quotités de dénominateurs différents se comptent ensemble, comme sur le compte rendu", () => {
  const quotites = [
    { ClientId: 1, num: 1, den: 2 },
    { ClientId: 2, num: 1, den: 4 },
    { ClientId: 3, num: 1, den: 4 },
  ];
  expect([1, 2, 3].map((qui) => partDuProprietaire(86_245, quotites, qui))).toEqual([
    43_123, 21_561, 21_561,
  ]);
});

it("Ce qui revient à un propriétaire est ce qui reste à lui reverser, et sa part de chaque mandat", () => {
  const mandat = { ...MANDAT, solde: 30_000, honoraires: 12_180, quotites: DURAND };
  expect(soldeDuProprietaire(1, [mandat], 51_747)).toMatchObject({
    solde: 697.47,
    aReverser: 517.47,
    honorairesDus: 73.08,
    incomplet: false,
    mandats: [{ MissionId: 7, num: 3, den: 5, solde: 180 }],
  });
  const direct = { ...mandat, modeFonds: "proprietaire" as const, solde: 0, honoraires: 0 };
  expect(soldeDuProprietaire(1, [direct], 0)).toMatchObject({ solde: 0, honorairesDus: 0 });
});

it("Une part que personne n’a dite n’est pas inventée", () => {
  const mandat = { ...MANDAT, solde: 30_000, honoraires: 0, quotites: [] };
  expect(soldeDuProprietaire(1, [mandat], 0)).toMatchObject({
    solde: 0,
    incomplet: true,
    mandats: [{ num: null, den: null, solde: null }],
  });
});
