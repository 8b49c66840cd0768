import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { agenceDe } from "#domain/agence/agence.ts";
import { ajouterJours, ajouterMois, jourDuMois, moisDe } from "#domain/dates.ts";
import {
  conservationDepassee,
  dureeDe,
  dureeEnLettres,
  GENRES,
  limiteDeConservation,
} from "#domain/personnes/conservation.ts";

const jour = fc.integer({ min: 0, max: 80_000 }).map((rang) => ajouterJours("1950-01-01", rang));
const mois = fc.integer({ min: 1, max: 360 });

describe("une durée de conservation", () => {
  test.each([
    // Three years after the end of the lease: the anniversary itself is still within the period.
    ["2023-11-22", 36, "2026-11-22", false],
    ["2023-11-22", 36, "2026-11-23", true],
    // Three months after the day of the candidature.
    ["2026-08-22", 3, "2026-11-22", false],
    ["2026-08-21", 3, "2026-11-22", true],
    // Periods that begin at the end of February: 31 May and 28 February are still within them.
    ["2026-02-28", 3, "2026-05-31", false],
    ["2026-02-28", 3, "2026-06-01", true],
    ["2024-02-29", 36, "2027-02-28", false],
    ["2024-02-29", 36, "2027-03-01", true],
  ])("de ce qui a fini le %s, de %d mois, est dépassée le %s : %s", (depuis, duree, today, dit) => {
    expect(conservationDepassee(depuis, duree, today)).toBe(dit);
  });

  it("n’est jamais écourtée, ni prolongée de plus de trois jours", () => {
    fc.assert(
      fc.property(jour, mois, (depuis, duree) => {
        const dernier = jourDuMois(ajouterMois(moisDe(depuis), duree), Number(depuis.slice(8)));
        expect(conservationDepassee(depuis, duree, dernier)).toBe(false);
        expect(conservationDepassee(depuis, duree, ajouterJours(dernier, 4))).toBe(true);
      }),
    );
  });

  it("une fois dépassée, le reste", () => {
    fc.assert(
      fc.property(jour, mois, fc.nat(20_000), (today, duree, plus) => {
        const limite = limiteDeConservation(today, duree);
        expect(limiteDeConservation(ajouterJours(today, plus), duree) >= limite).toBe(true);
      }),
    );
  });

  it("est celle des réglages, en mois", () => {
    expect(GENRES.map((genre) => dureeDe(genre, agenceDe([])))).toEqual([36, 3, 3, 60, 36]);
    const agence = agenceDe([{ nom: "conservationLocataire", valeur: "5" }]);
    expect(dureeDe("locataireParti", agence)).toBe(60);
    expect([60, 12, 3, 18].map(dureeEnLettres)).toEqual(["5 ans", "1 an", "3 mois", "18 mois"]);
  });
});
