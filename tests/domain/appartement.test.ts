import { describe, expect, it, test } from "vitest";
import {
  creation,
  regimeDeLImmeuble,
  statutAppartement,
  statutPreavis,
  statutsTableauDeBord,
} from "#domain/appartement.ts";
import { refus } from "../support/schemas.ts";

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

  it("cumule ses états au tableau de bord", () => {
    const enCours = { dateDepart: HIER, dateFin: AUJOURDHUI };
    const aVenir = { dateDepart: DEMAIN, dateFin: "2027-11-12" };
    const depense = { dateDepart: null, dateFin: null };
    const vide = { wip: false, intendances: [], dossiers: [] };
    expect(statutsTableauDeBord(vide, AUJOURDHUI)).toEqual(["Vacant"]);
    expect(
      statutsTableauDeBord({ wip: true, intendances: [enCours], dossiers: [ouvert] }, AUJOURDHUI),
    ).toEqual(["En gestion", "Louée", "En Travaux"]);
    expect(
      statutsTableauDeBord({ ...vide, intendances: [enCours], dossiers: [clos] }, AUJOURDHUI),
    ).toEqual(["En gestion", "Vacant"]);
    expect(
      statutsTableauDeBord({ ...vide, wip: true, intendances: [aVenir, depense] }, AUJOURDHUI),
    ).toEqual(["En Travaux"]);
  });

  it("est en gestion du premier au dernier jour de l'intendance", () => {
    const etats = (dateDepart: string | null, dateFin: string | null) =>
      statutsTableauDeBord(
        { wip: false, intendances: [{ dateDepart, dateFin }], dossiers: [ouvert] },
        AUJOURDHUI,
      );
    expect(etats(AUJOURDHUI, AUJOURDHUI)).toEqual(["En gestion", "Louée"]);
    expect(etats(DEMAIN, DEMAIN)).toEqual(["Louée"]);
    expect(etats(HIER, HIER)).toEqual(["Louée"]);
    expect(etats(null, DEMAIN)).toEqual(["Louée"]);
    expect(etats(HIER, null)).toEqual(["Louée"]);
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
