import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  intendanceEnCours,
  joursRestants,
  prixHorsTaxe,
  renouvellement,
  renouvellementAttendu,
} from "#domain/missions/etat-intendance.ts";
import { creation } from "#domain/missions/intendance.ts";
import { refus } from "../../support/fiches/schemas.ts";

const UNE_MISSION = {
  AppartementId: 1,
  dateDepart: "2026-03-15",
  dateFin: "2027-03-14",
  prix: 120,
};
const UNE_DEPENSE = {
  nature: "depense",
  AppartementId: 1,
  intitule: "Serrure",
  montant: 85.5,
  numFacture: "F-12",
};

describe("une intendance", () => {
  const mission = (dateFin: string | null, renouvele = false) =>
    ({ nature: "mission", dateFin, renouvele }) as const;

  it("est en cours jusqu'à son dernier jour, même à venir", () => {
    expect(intendanceEnCours(mission("2026-11-13"), "2026-11-12")).toBe(true);
    expect(intendanceEnCours(mission("2026-11-12"), "2026-11-12")).toBe(true);
    expect(intendanceEnCours(mission("2026-11-11"), "2026-11-12")).toBe(false);
    expect(intendanceEnCours(mission(null), "2026-11-12")).toBe(false);
    const depense = { nature: "depense", dateFin: "2026-11-13" } as const;
    expect(intendanceEnCours(depense, "2026-11-12")).toBe(false);
  });

  test.each([
    ["plus d'un mois après", "2026-12-13", false],
    ["un mois après", "2026-12-12", true],
    ["le jour même", "2026-11-12", true],
    ["la veille", "2026-11-11", true],
  ])("qui finit %s attend son renouvellement, ou pas", (_quand, fin, attendu) => {
    expect(renouvellementAttendu(mission(fin), "2026-11-12")).toBe(attendu);
    expect(renouvellementAttendu(mission(fin, true), "2026-11-12")).toBe(false);
    const depense = { ...mission(fin), nature: "depense" } as const;
    expect(renouvellementAttendu(depense, "2026-11-12")).toBe(false);
  });

  it("compte les jours qui lui restent, puis ceux depuis sa fin", () => {
    const jours = (dateFin: string | null) => joursRestants({ dateFin }, "2026-11-12");
    expect([jours("2026-11-13"), jours("2026-11-12"), jours("2026-11-11")]).toEqual([1, 0, -1]);
    expect([jours("2026-11-02"), jours(null)]).toEqual([-10, null]);
    expect(renouvellementAttendu(mission(null), "2026-11-12")).toBe(false);
  });

  it("a un prix hors taxe, que la dépense n'a pas", () => {
    expect(prixHorsTaxe({ prix: 120, tva: 20 })).toBe(100);
    expect(prixHorsTaxe({ prix: 0, tva: 20 })).toBe(0);
    expect(prixHorsTaxe({ prix: null, tva: 20 })).toBeNull();
    expect(prixHorsTaxe({ tva: 20 })).toBeNull();
  });
});

describe("le renouvellement", () => {
  const ancienne = {
    AppartementId: 7,
    dateDepart: "2026-03-15",
    dateFin: "2027-03-14",
    tva: 20,
    prix: 250,
    renouvele: true,
    regle: true,
  };

  it("est la même mission un an plus tard, à 100 € hors taxe, ni réglée ni renouvelée", () => {
    expect(renouvellement(ancienne)).toEqual({
      nature: "mission",
      AppartementId: 7,
      dateDepart: "2027-03-15",
      dateFin: "2028-03-14",
      prix: 120,
      tva: 20,
      renouvele: false,
      regle: false,
    });
  });

  it("ramène le 29 février au 28", () => {
    const bissextile = { ...ancienne, dateDepart: "2028-02-29", dateFin: "2028-02-29" };
    expect(renouvellement(bissextile)).toMatchObject({
      dateDepart: "2029-02-28",
      dateFin: "2029-02-28",
    });
  });

  it("vaut toujours 100 € hors taxe, quelle que soit la TVA", () => {
    fc.assert(
      fc.property(fc.nat(10_000), (centiemes) => {
        const tva = centiemes / 100;
        const { prix } = renouvellement({ ...ancienne, tva });
        expect(prix).toBe((10_000 + centiemes) / 100);
        expect(prixHorsTaxe({ prix, tva })).toBe(100);
      }),
    );
  });
});

describe("la fiche d'une intendance", () => {
  it("est une mission à 20 %, ni réglée ni renouvelée, si rien d'autre n'est dit", () => {
    expect(creation.parse({ ...UNE_MISSION, prixHT: 1 })).toEqual({
      ...UNE_MISSION,
      nature: "mission",
      tva: 20,
      renouvele: false,
      regle: false,
    });
  });

  test.each([
    ["intitule", UNE_DEPENSE],
    ["montant", UNE_DEPENSE],
    ["numFacture", UNE_DEPENSE],
  ])("d'une dépense ne va pas sans %s", (champ, fiche) => {
    expect(refus(creation, fiche)).toEqual({});
    expect(refus(creation, { ...fiche, [champ]: null })).toEqual({
      [champ]: "Ce champ est requis.",
    });
    const { [champ as keyof typeof fiche]: _absent, ...reste } = fiche;
    expect(refus(creation, reste)).toEqual({ [champ]: "Ce champ est requis." });
  });

  it("finit au plus tôt le jour où elle commence", () => {
    const jusquAu = (dateFin: string) => refus(creation, { ...UNE_MISSION, dateFin });
    expect(jusquAu("2026-03-15")).toEqual({});
    expect(jusquAu("2026-03-14")).toEqual({ dateFin: "La fin précède le début." });
    expect(refus(creation, { ...UNE_DEPENSE, dateFin: "2026-03-14" })).toEqual({});
    expect(refus(creation, { ...UNE_DEPENSE, dateDepart: "2026-03-14" })).toEqual({});
  });
});
