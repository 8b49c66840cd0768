import { describe, expect, it, test } from "vitest";
import {
  aRelouer,
  enGestion,
  regimeDeLImmeuble,
  statutAppartement,
  statutPreavis,
} from "#domain/biens/appartement.ts";
import { creation } from "#domain/biens/appartement-fiche.ts";
import { refus } from "../../support/fiches/schemas.ts";

const HIER = "2026-11-11";
const AUJOURDHUI = "2026-11-12";
const DEMAIN = "2026-11-13";

const ouvert = { dateSortie: null, dateFinBail: null };
const clos = { dateSortie: HIER, dateFinBail: null };

const UN_APPARTEMENT = {
  adresse: "27 bis boulevard Saint-Michel",
  codePostal: "75005",
  ville: "Paris",
};

describe("un appartement", () => {
  it("est en travaux, occupé ou vacant", () => {
    const statut = (wip: boolean, ...dossiers: (typeof ouvert | typeof clos)[]) =>
      statutAppartement({ wip, dossiers }, AUJOURDHUI);
    expect(statut(true, ouvert)).toBe("En Travaux");
    expect(statut(false, clos, ouvert)).toBe("Occupé");
    expect(statut(false, clos)).toBe("Vacant");
    expect(statut(false)).toBe("Vacant");
  });

  it("est en préavis dès qu'un de ses dossiers l'est", () => {
    const preavis = { dateDebutPreavis: HIER, dateFinPreavis: DEMAIN, ...ouvert };
    expect(statutPreavis([{ ...preavis, ...clos }, preavis], AUJOURDHUI)).toBe("En préavis");
    expect(statutPreavis([{ ...preavis, ...clos }], AUJOURDHUI)).toBe("Vacant");
    expect(statutPreavis([], AUJOURDHUI)).toBe("Vacant");
  });

  it("est en gestion du premier au dernier jour d'une mission d'intendance", () => {
    const mission = (dateDepart: string | null, dateFin: string | null) =>
      ({ nature: "mission", dateDepart, dateFin }) as const;
    const gere = (...intendances: Parameters<typeof enGestion>[0]) =>
      enGestion(intendances, AUJOURDHUI);
    expect(gere(mission(AUJOURDHUI, AUJOURDHUI))).toBe(true);
    expect(gere(mission(HIER, HIER), mission(HIER, DEMAIN))).toBe(true);
    expect(gere(mission(DEMAIN, DEMAIN))).toBe(false);
    expect(gere(mission(HIER, HIER))).toBe(false);
    expect(gere(mission(null, DEMAIN), mission(HIER, null))).toBe(false);
    expect(gere({ ...mission(HIER, DEMAIN), nature: "depense" })).toBe(false);
    expect(gere()).toBe(false);
  });

  it("est à relouer en préavis, même en travaux, ou s'il est vacant", () => {
    const sans = { ...ouvert, dateDebutPreavis: null, dateFinPreavis: null };
    const preavis = { ...ouvert, dateDebutPreavis: HIER, dateFinPreavis: DEMAIN };
    expect(aRelouer({ wip: true, dossiers: [sans, preavis] }, AUJOURDHUI)).toBe(true);
    expect(aRelouer({ wip: false, dossiers: [] }, AUJOURDHUI)).toBe(true);
    expect(aRelouer({ wip: true, dossiers: [] }, AUJOURDHUI)).toBe(false);
    expect(aRelouer({ wip: false, dossiers: [sans] }, AUJOURDHUI)).toBe(false);
  });

  it("a l'immeuble qu'on a dit, sinon une copropriété s'il a un syndic", () => {
    expect(regimeDeLImmeuble({ regimeJuridique: "monopropriete", syndicNom: "Foncia" })).toBe(
      "monopropriete",
    );
    expect(regimeDeLImmeuble({ regimeJuridique: null, syndicNom: "Foncia" })).toBe("copropriete");
    expect(regimeDeLImmeuble({ regimeJuridique: null, syndicNom: null })).toBeNull();
  });
});

describe("la fiche d'un appartement", () => {
  it("commence libre, sans loyer, avec des quittances automatiques", () => {
    expect(creation.parse(UN_APPARTEMENT)).toMatchObject({
      wip: false,
      cave: false,
      caveNum: null,
      quitanceAuto: true,
      loyerHC: 0,
      charge: 0,
    });
  });

  test.each([
    ["syndicMail", "syndic@exemple.fr"],
    ["syndicTel", "01 23 45 67 89"],
    ["gestionnaireSyndicNom", "M. Petit"],
    ["gestionnaireSyndicTel", "01 23 45 67 89"],
    ["gestionnaireSyndicMail", "petit@exemple.fr"],
    ["conseillerSyndical", "Mme Roux"],
    ["autreSyndic", "Conseil le mardi"],
  ])("qui a un %s nomme le syndic", (champ, valeur) => {
    const fiche = { ...UN_APPARTEMENT, [champ]: valeur };
    expect(Object.keys(refus(creation, fiche))).toEqual(["syndicNom"]);
    expect(refus(creation, { ...fiche, syndicNom: "Foncia" })).toEqual({});
  });

  it("qui a le téléphone d'un gardien le nomme", () => {
    const fiche = { ...UN_APPARTEMENT, gardienTel: "01 23 45 67 89" };
    expect(Object.keys(refus(creation, fiche))).toEqual(["gardienNom"]);
    expect(refus(creation, { ...fiche, gardienNom: "Mme Lopes" })).toEqual({});
    expect(refus(creation, { ...UN_APPARTEMENT, gardienNom: "Mme Lopes" })).toEqual({});
  });

  it("n'a de numéro de cave qu'avec une cave, zéro s'il n'est pas dit", () => {
    const cave = (fiche: object) => creation.parse({ ...UN_APPARTEMENT, ...fiche }).caveNum;
    expect(cave({ cave: true, caveNum: "12" })).toBe("12");
    expect(cave({ cave: true })).toBe("0");
    expect(cave({ cave: false, caveNum: "12" })).toBeNull();
  });
});
