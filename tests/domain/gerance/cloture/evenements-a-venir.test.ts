import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ajouterAnnees } from "#domain/dates.ts";
import { type BailSuivi, echeancesAVenir } from "#domain/gerance/cloture/evenements-a-venir.ts";

const bail: BailSuivi = {
  adresse: "12 rue des Lilas",
  etage: null,
  dateSortie: null,
  dateDebutBail: "2024-03-15",
  dateFinBail: null,
  indice: 143.46,
  jourRevision: null,
  dpeDate: null,
  dpeClasse: "C",
};
const revisions = (changements: Partial<BailSuivi>, au: string): string[] =>
  echeancesAVenir([{ ...bail, ...changements }], {
    au,
    mandat: { dateSignature: null, duree: null },
  }).map(({ date, libelle }) => `${date} ${libelle}`);

describe("les échéances à venir d’un compte rendu", () => {
  test("annoncent la révision du loyer à l’anniversaire du bail", () => {
    expect(revisions({}, "2026-11-30")).toEqual(["2027-03-15 Révision annuelle du loyer"]);
  });

  test("annoncent la révision du loyer au jour que le bail convient", () => {
    expect(revisions({ jourRevision: "01-01" }, "2026-11-30")).toEqual([
      "2027-01-01 Révision annuelle du loyer",
    ]);
    expect(revisions({ jourRevision: "07-01" }, "2026-11-30")).toEqual([]);
  });

  test("n’annoncent aucune révision avant le premier anniversaire d’un bail", () => {
    expect(revisions({ dateDebutBail: "2026-12-01" }, "2026-11-30")).toEqual([]);
    expect(revisions({ dateDebutBail: "2026-12-01" }, "2027-11-30")).toEqual([
      "2027-12-01 Révision annuelle du loyer",
    ]);
  });

  test("n’annoncent aucune révision d’un logement classé F ou G", () => {
    expect(revisions({ dpeClasse: "F" }, "2026-11-30")).toEqual([]);
    expect(revisions({ dpeClasse: "G" }, "2026-11-30")).toEqual([]);
  });

  test("annoncent la fin du DPE : dix ans, ou le terme que la loi donne à ceux d’avant juillet 2021", () => {
    const sansIndice = { indice: null };
    expect(revisions({ ...sansIndice, dpeDate: "2022-02-01" }, "2031-11-30")).toEqual([
      "2032-01-31 Fin de validité du DPE",
    ]);
    expect(revisions({ ...sansIndice, dpeDate: "2019-05-01" }, "2024-09-30")).toEqual([
      "2024-12-31 Fin de validité du DPE",
    ]);
  });

  test("disent du mandat le dernier jour, celui que son papier imprime", () => {
    const mandat = { dateSignature: "2026-03-12", duree: 12 };
    expect(echeancesAVenir([], { au: "2026-11-30", mandat })).toEqual([
      { date: "2027-03-11", libelle: "Terme du mandat", lot: "" },
    ]);
  });

  test("ne placent jamais une révision moins d’un an après le début du bail", () => {
    const jour = fc
      .date({ min: new Date("2015-01-01"), max: new Date("2035-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(jour, jour, (dateDebutBail, au) => {
        for (const revision of revisions({ dateDebutBail }, au)) {
          expect(revision.slice(0, 10) >= ajouterAnnees(dateDebutBail, 1)).toBe(true);
        }
      }),
    );
  });
});
