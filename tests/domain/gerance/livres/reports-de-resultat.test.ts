import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compteDeResultat } from "#domain/gerance/livres/fec.ts";
import { reportsDeResultat } from "#domain/gerance/livres/reports-de-resultat.ts";

const OUVERTURES = ["2022", "2023", "2024", "2025", "2026"].map((exercice) => ({
  exercice,
  du: `${exercice}-01-01`,
}));

describe("Le résultat d’un exercice", () => {
  it("passe au suivant en 120 ou 129, celui d’avant en 110 ou 119, et les produits repartent de zéro", () => {
    const centimes = fc.integer({ min: -50_000, max: 50_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(centimes, centimes), { minLength: 5, maxLength: 5 }), (ans) => {
        const produits = ans.flatMap(([gestion, location], rang) =>
          (["706", "7062"] as const).map((genre, place) => ({
            ...{ exercice: String(2021 + rang), genre, solde: [gestion, location][place] ?? 0 },
          })),
        );
        const lignes = reportsDeResultat(produits, OUVERTURES);
        const resultat = (premier: number, dernier: number) =>
          produits.reduce(
            (total, { exercice, solde }) =>
              total + (Number(exercice) >= premier && Number(exercice) <= dernier ? solde : 0),
            0,
          );
        for (const { exercice } of OUVERTURES) {
          const soldes = new Map<string, number>();
          for (const ligne of lignes.filter((ligne) => ligne.exercice <= exercice))
            soldes.set(ligne.compte, (soldes.get(ligne.compte) ?? 0) + ligne.debit - ligne.credit);
          for (const { genre, exercice: an, solde } of produits)
            if (an < exercice) soldes.set(genre, (soldes.get(genre) ?? 0) + solde);
          const annee = Number(exercice);
          const dernier = resultat(annee - 1, annee - 1);
          const avant = resultat(2021, annee - 2);
          const attendus = new Map<string, number>([
            [compteDeResultat("dernier", dernier), dernier],
            [compteDeResultat("avant", avant), avant],
          ]);
          for (const [compte, solde] of soldes)
            expect([compte, solde]).toEqual([compte, attendus.get(compte) ?? 0]);
          for (const [compte, solde] of attendus) expect(soldes.get(compte) ?? 0).toBe(solde);
        }
      }),
    );
  });
});
