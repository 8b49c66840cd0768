import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  appartementsRestants,
  soldeMission,
  valeurTotalMission,
} from "#domain/missions/mission.ts";
import { creation } from "#domain/missions/mission-fiche.ts";
import { refus } from "../../support/fiches/schemas.ts";

const UNE_MISSION = {
  type: "gestion",
  nbAppart: 3,
  valeurMissionAppt: 333.33,
  accompte1: 300,
  accompte2: 200,
};
const TROP = "Les acomptes et le reliquat dépassent la valeur totale de la mission.";

const desCentimes = fc.nat(10_000_000);

describe("une mission", () => {
  it("vaut le nombre d'appartements fois la valeur par appartement, au centime", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), desCentimes, (nbAppart, centimes) => {
        const valeurMissionAppt = centimes / 100;
        expect(valeurTotalMission({ nbAppart, valeurMissionAppt })).toBe(
          (nbAppart * centimes) / 100,
        );
      }),
    );
    expect(valeurTotalMission({ nbAppart: 3, valeurMissionAppt: 333.33 })).toBe(999.99);
  });

  it("a pour solde sa valeur moins les acomptes réglés, pour ce qui en fut vraiment payé", () => {
    const accomptes = [
      { regle: true, prix: 300.1, montant: null },
      { regle: true, prix: 300.1, montant: 200.2 },
      { regle: true, prix: 50, montant: 0 },
      { regle: false, prix: 100, montant: 100 },
    ];
    expect(soldeMission({ valeurTotalMission: 1000, accomptes })).toBe(499.7);
    expect(soldeMission({ valeurTotalMission: 1000, accomptes: [] })).toBe(1000);
  });

  it("attend les appartements qui ne lui sont pas encore liés", () => {
    expect(appartementsRestants({ nbAppart: 3, appartements: [{ id: 1 }] })).toBe(2);
    expect(appartementsRestants({ nbAppart: 1, appartements: [{ id: 1 }, { id: 2 }] })).toBe(-1);
  });
});

describe("la fiche d'une mission", () => {
  it("a 20 % de TVA et plusieurs domiciles, si rien d'autre n'est dit", () => {
    expect(creation.parse({ ...UNE_MISSION, valeurTotalMission: 1 })).toEqual({
      ...UNE_MISSION,
      tauxTva: 20,
      domicileUnique: false,
      reliquat: 499.99,
    });
  });

  it("a pour reliquat ce que les acomptes laissent, sauf s'il est dit", () => {
    fc.assert(
      fc.property(desCentimes, fc.nat(100), fc.nat(100), (centimes, un, deux) => {
        const accompte1 = Math.floor((centimes * un) / 200) / 100;
        const accompte2 = Math.floor((centimes * deux) / 200) / 100;
        const { reliquat } = creation.parse({
          ...UNE_MISSION,
          nbAppart: 1,
          valeurMissionAppt: centimes / 100,
          accompte1,
          accompte2,
        });
        expect(Math.round((reliquat + accompte1 + accompte2) * 100)).toBe(centimes);
      }),
    );
    expect(creation.parse({ ...UNE_MISSION, reliquat: 0 }).reliquat).toBe(0);
    expect(creation.parse({ ...UNE_MISSION, reliquat: 12.5 }).reliquat).toBe(12.5);
  });

  test.each([
    [{ accompte1: 800, accompte2: 199.99 }, {}],
    [{ accompte1: 800, accompte2: 200 }, { reliquat: TROP }],
    [{ reliquat: 499.99 }, {}],
    [{ reliquat: 500 }, { reliquat: TROP }],
  ])("pour 999,99 € en tout, %j", (echeancier, attendu) => {
    expect(refus(creation, { ...UNE_MISSION, ...echeancier })).toEqual(attendu);
  });

  it("n'a pas une valeur plus grande qu'un montant", () => {
    const valant = (valeurMissionAppt: number) =>
      refus(creation, { ...UNE_MISSION, nbAppart: 2, valeurMissionAppt });
    expect(valant(49_999_999.99)).toEqual({});
    expect(valant(50_000_000)).toEqual({
      valeurMissionAppt: "La valeur totale de la mission est trop grande.",
    });
  });
});
