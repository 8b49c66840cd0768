import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ajouterJours, dernierJour } from "#domain/dates.ts";
import { joursDEcriture, refusDeClore, refusDeRendre } from "#domain/gerance/livres/periodes.ts";

const TODAY = "2027-04-20";
const jour = fc.integer({ min: -800, max: 0 }).map((ecart) => ajouterJours(TODAY, ecart));

describe("Un fait et ses périodes closes", () => {
  it("d’un jour ouvert est de son propre jour ; d’un jour clos, du premier jour ouvert", () => {
    const closes = ["2026-12-31", "2027-03-31"];
    expect(joursDEcriture("2026-12-20", { closes, today: TODAY })).toEqual({
      date: "2027-04-01",
      pieceDate: "2026-12-20",
    });
    expect(joursDEcriture("2027-04-01", { closes, today: TODAY }).pieceDate).toBeNull();
  });

  it("n’est jamais passé dans une période close, ni avant son jour, ni à venir", () => {
    fc.assert(
      fc.property(jour, fc.array(jour), (fait, closes) => {
        const { date, pieceDate } = joursDEcriture(fait, { closes, today: TODAY });
        expect(closes.every((fin) => fin >= TODAY || fin < date)).toBe(true);
        expect([date >= fait, date <= TODAY, pieceDate ?? date]).toEqual([true, true, fait]);
      }),
      { numRuns: 1000 },
    );
  });

  it("un mois se clôt dès son dernier jour, pas la veille", () => {
    fc.assert(
      fc.property(jour, (today) => {
        const mois = today.slice(0, 7);
        const fini = today === dernierJour(mois);
        expect([refusDeClore(mois, today) === null, refusDeRendre(mois, today) === null]).toEqual([
          fini,
          fini,
        ]);
      }),
    );
    expect(refusDeClore("2027-07", "2027-07-02")).toBe(
      "Juillet 2027 n’est pas terminé\u00A0: ce mois se clôt à partir du 31/07/2027.",
    );
  });
});
