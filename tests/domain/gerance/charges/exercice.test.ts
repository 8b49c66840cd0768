import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ajouterMois, dernierJour, moisDe, terme } from "#domain/dates.ts";
import {
  type Calendrier,
  type ExerciceNomme,
  exercicesFinisEn,
  finirLExercice,
} from "#domain/gerance/charges/calendrier.ts";
import { lendemainDe, nomDExercice } from "#domain/gerance/charges/exercice.ts";

const ANNEES = Array.from({ length: 8 }, (_, rang) => 2020 + rang);
const tous = (calendrier: Calendrier): ExerciceNomme[] =>
  ANNEES.flatMap((annee) => exercicesFinisEn(annee, calendrier));

const debuts = fc.integer({ min: 1, max: 12 }).map((mois) => `${String(mois).padStart(2, "0")}-01`);
/**
 * Changes of the end of an exercice, made one after the other: the rank of the exercice, and the number of months
 * from its first month to its new last month.
 */
const fins = fc.array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 0, max: 11 })), {
  maxLength: 4,
});

describe("Les exercices d’un immeuble dont la fin change", () => {
  it("se suivent sans jour compté deux fois ni jamais, d’un an au plus, chacun sous son nom", () => {
    fc.assert(
      fc.property(debuts, fins, (exerciceDebut, changements) => {
        let calendrier: Calendrier = { exerciceDebut, exercicesAvant: null };
        for (const [rang, mois] of changements) {
          const exercice = tous(calendrier)[rang];
          if (!exercice) continue;
          const au = dernierJour(ajouterMois(moisDe(exercice.du), mois));
          const apres = finirLExercice(calendrier, exercice, au);
          if (typeof apres === "string") continue;
          expect(tous(apres).find(({ du }) => du === exercice.du)?.au).toBe(au);
          const avant = finirLExercice(apres, { du: exercice.du, au }, exercice.au);
          expect(typeof avant === "string" ? avant : tous(avant)).toEqual(tous(calendrier));
          calendrier = apres;
        }
        const exercices = tous(calendrier);
        for (const [rang, exercice] of exercices.entries()) {
          const suivant = exercices[rang + 1];
          if (suivant) expect(suivant.du).toBe(lendemainDe(exercice));
          expect(exercice.au <= terme(exercice.du, 12)).toBe(true);
        }
        expect(new Set(exercices.map(({ annee }) => annee)).size).toBe(exercices.length);
      }),
      { numRuns: 1000 },
    );
  });

  it("gardent l’année pour nom ; le second d’une même année la dit avec son mois", () => {
    const calendrier = finirLExercice(
      { exerciceDebut: "07-01", exercicesAvant: null },
      { du: "2026-07-01", au: "2027-06-30" },
      "2026-12-31",
    );
    if (typeof calendrier === "string") throw new Error(calendrier);
    expect(exercicesFinisEn(2026, calendrier)).toEqual([
      { annee: 2026, du: "2025-07-01", au: "2026-06-30" },
      { annee: 202612, du: "2026-07-01", au: "2026-12-31" },
    ]);
    expect([2026, 202612].map(nomDExercice)).toEqual(["2026", "12/2026"]);
  });
});
