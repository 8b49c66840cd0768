import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parution } from "#domain/bail/irl.ts";
import { ajouterAnnees, ajouterJours } from "#domain/dates.ts";
import {
  anniversaire,
  anniversairesEntre,
  anniversairesOuverts,
  depuisQuand,
  ouvertureDe,
} from "#domain/gerance/revisions/anniversaires.ts";
import { anneesPlusTard } from "#domain/gerance/revisions/indices.ts";

const MILLE = { numRuns: 1_000 };

describe("l’anniversaire", () => {
  it("11. d’un bail du 29/02/2024 est le 28/02/2025, et de nouveau le 29 en 2028", () => {
    const dates = { debut: "2024-02-29", convenue: null };
    expect([1, 2, 3, 4].map((rang) => anniversaire(dates, rang))).toEqual([
      "2025-02-28",
      "2026-02-28",
      "2027-02-28",
      "2028-02-29",
    ]);
  });

  it("est la date convenue quand il y en a une, et s’ouvre quarante-cinq jours avant", () => {
    const dates = { debut: "2024-07-15", convenue: "01-01" };
    expect([1, 2].map((rang) => anniversaire(dates, rang))).toEqual(["2025-01-01", "2026-01-01"]);
    expect(anniversairesOuverts(dates, "2025-11-16")).toEqual(["2025-01-01"]);
    expect(anniversairesOuverts(dates, "2025-11-17")).toEqual(["2025-01-01", "2026-01-01"]);
    expect(anniversairesOuverts(dates, "2026-01-01")).toEqual(["2026-01-01"]);
  });
});

describe("la date convenue", () => {
  it("laisse passer celle qui vient avant l’indice suivant : juillet et 2e trimestre, révisé chaque 1er octobre", () => {
    const dates = { debut: "2025-07-01", convenue: "10-01" };
    const depuis = depuisQuand(dates, { annee: 2025, trimestre: 2 });
    expect(anniversairesEntre(dates, depuis, "2027-12-31")).toEqual(["2026-10-01", "2027-10-01"]);
  });

  it("prend toujours le dernier indice du trimestre qui paraît avant elle, ou dans les quarante-cinq jours", () => {
    const jour = fc.integer({ min: 0, max: 3_650 }).map((n) => ajouterJours("2020-01-01", n));
    const convenue = fc
      .integer({ min: 0, max: 365 })
      .map((n) => ajouterJours("2020-01-01", n).slice(5));
    const trimestre = fc.record({
      annee: fc.integer({ min: 2020, max: 2030 }),
      trimestre: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(jour, convenue, trimestre, (debut, convenue, reference) => {
        const publie = parution(reference);
        fc.pre(publie <= debut && debut < ajouterAnnees(publie, 1));
        const dates = { debut, convenue };
        const depuis = depuisQuand(dates, reference);
        const jours = anniversairesEntre(dates, depuis, ajouterAnnees(debut, 5));
        // A lease signed when the next index could already be used stays one index behind for good.
        const retard = ouvertureDe(ajouterAnnees(publie, 1)) <= debut ? 1 : 0;
        for (const [rang, le] of jours.entries()) {
          expect(le >= ouvertureDe(parution(anneesPlusTard(reference, rang + 1)))).toBe(true);
          expect(le < ouvertureDe(parution(anneesPlusTard(reference, rang + 2 + retard)))).toBe(
            true,
          );
        }
      }),
      MILLE,
    );
  });
});
