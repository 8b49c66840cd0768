import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ajouterJours } from "#domain/dates.ts";
import { exercicesFinisEn } from "#domain/gerance/charges/calendrier.ts";
import { exerciceCivil } from "#domain/gerance/charges/exercice.ts";
import { chargesASolder, periodeASolder } from "#domain/gerance/departs/charges-soldees.ts";

const depuis = (exerciceDebut: string) => ({ exerciceDebut, exercicesAvant: null });

const sent = (annee: number) => ({ ...exerciceCivil(annee), annee, le: `${annee + 1}-03-10` });

describe("Les charges d’un départ", () => {
  it("sont celles de l’exercice où le bail finit, depuis le bail au plus tôt", () => {
    const fin = "2026-02-15";
    expect(periodeASolder({ debut: "2019-09-01", fin }, depuis("01-01"))).toEqual({
      ...{ du: "2026-01-01", au: fin },
    });
    expect(periodeASolder({ debut: "2019-09-01", fin }, depuis("07-01")).du).toBe("2025-07-01");
    expect(periodeASolder({ debut: "2026-02-01", fin }, depuis("01-01")).du).toBe("2026-02-01");
  });

  it("ne se comptent pas de nouveau quand un décompte les règle, et se soldent depuis le lendemain s’il en règle une partie", () => {
    const periode = { du: "2025-01-01", au: "2026-02-15" };
    expect(chargesASolder(periode, [])).toEqual({ ...periode, decompte: null });
    expect(chargesASolder(periode, [sent(2025), sent(2026)])).toEqual({
      ...periode,
      decompte: { annee: 2026, le: "2027-03-10" },
    });
    expect(chargesASolder(periode, [sent(2025)])).toContain("depuis le 01/01/2026");
    expect(chargesASolder({ ...periode, du: "2026-01-01" }, [sent(2025)])).toMatchObject({
      decompte: null,
    });
    expect(chargesASolder({ ...periode, du: "2026-03-01" }, [])).toContain("Le bail finit le");
  });

  it("ne soldent jamais un jour qu’un décompte règle", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1500 }),
        fc.integer({ min: 0, max: 700 }),
        fc.uniqueArray(fc.integer({ min: 2022, max: 2028 })),
        fc.constantFrom("01-01", "07-01", "10-01"),
        (rang, jours, annees, debut) => {
          const du = ajouterJours("2022-06-01", rang);
          const periode = { du, au: ajouterJours(du, jours) };
          const reglees = annees.flatMap((annee) =>
            exercicesFinisEn(annee, depuis(debut)).map((exercice) => ({
              ...exercice,
              le: "2029-01-01",
            })),
          );
          const charges = chargesASolder(periode, reglees);
          if (typeof charges === "string" || charges.decompte) return;
          expect(reglees.some((une) => une.du <= charges.au && une.au >= charges.du)).toBe(false);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
