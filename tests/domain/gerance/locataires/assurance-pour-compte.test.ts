import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ajouterJours, ajouterMois } from "#domain/dates.ts";
import {
  aRecuperer,
  douziemeDuMois,
  premierMoisDemande,
  souscriptibleLe,
} from "#domain/gerance/locataires/assurance-pour-compte.ts";

const CONTRAT = {
  ...{ du: "2027-01-15", prime: 12_000, majoration: 10, premierMois: "2027-02" },
  finLe: null as string | null,
};

const demandes = (contrat: typeof CONTRAT) =>
  Array.from({ length: 24 }, (_, rang) => ajouterMois("2027-01", rang))
    .map((mois) => ({ mois, ...douziemeDuMois(contrat, mois) }))
    .filter(({ montant }) => montant > 0);

describe("une assurance souscrite pour le compte du locataire", () => {
  it("43. de 120,00 € de prime se récupère à 132,00 €, en douze fois 11,00 €", () => {
    expect(aRecuperer(CONTRAT)).toBe(13_200);
    const douziemes = demandes(CONTRAT);
    expect(douziemes.map(({ montant }) => montant)).toEqual(Array(12).fill(1_100));
    expect(douziemes.map(({ majoration }) => majoration)).toEqual(Array(12).fill(100));
    expect([douziemes.at(0)?.mois, douziemes.at(-1)?.mois]).toEqual(["2027-02", "2028-01"]);
  });

  it("se souscrit un mois après la mise en demeure, et se demande au premier loyer que rien ne facture encore", () => {
    expect(souscriptibleLe("2027-01-31")).toBe("2027-02-28");
    expect(premierMoisDemande("2027-01-15", null)).toBe("2027-02");
    expect(premierMoisDemande("2027-02-01", "2027-01")).toBe("2027-02");
    expect(premierMoisDemande("2027-02-01", "2027-03")).toBe("2027-04");
  });

  it("résiliée le 20/06, ne demande que les cinq mois entiers qu’elle a couverts", () => {
    const finie = demandes({ ...CONTRAT, finLe: "2027-06-20" });
    expect(finie.map(({ mois }) => mois)).toEqual([
      "2027-02",
      "2027-03",
      "2027-04",
      "2027-05",
      "2027-06",
    ]);
    expect(demandes({ ...CONTRAT, finLe: "2027-01-15" })).toEqual([]);
  });

  it("ne demande jamais plus que la prime et un dixième, et tout quand rien n’y met fin", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500_000 }),
        fc.integer({ min: 0, max: 1_000 }),
        fc.option(fc.integer({ min: 0, max: 364 })),
        (prime, centiemes, jour) => {
          const majoration = centiemes / 100;
          const finLe = jour === null ? null : ajouterJours(CONTRAT.du, jour);
          const douziemes = demandes({ ...CONTRAT, prime, majoration, finLe });
          const total = douziemes.reduce((somme, { montant }) => somme + montant, 0);
          const dont = douziemes.reduce((somme, douzieme) => somme + douzieme.majoration, 0);
          expect(total * 10).toBeLessThanOrEqual(prime * 11);
          if (finLe === null) expect(total).toBe(aRecuperer({ prime, majoration }));
          if (finLe === null) expect(total - dont).toBe(prime);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
