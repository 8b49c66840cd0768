import { describe, expect, it, test } from "vitest";
import { cloture, creation } from "#domain/biens/dossier-fiche.ts";
import {
  bailAVenir,
  bailEnCours,
  dossierClos,
  dossierEnPreavis,
  dossierOccupant,
  etatDossier,
  finDossier,
  preavisEtFinBail,
} from "#domain/biens/etat-dossier.ts";
import { refus } from "../../support/fiches/schemas.ts";

const HIER = "2026-11-11";
const AUJOURDHUI = "2026-11-12";
const DEMAIN = "2026-11-13";

const UN_DOSSIER = {
  AppartementId: 1,
  LocataireId: 1,
  dateEntree: "2026-03-15",
  dateCreationBail: "2026-03-01",
  dateDebutBail: "2026-03-15",
  depotGarantie: 850,
  loyerHC: 850,
  loyerCharge: 100,
  numFraisDossier: "F-2026-018",
};

describe("un dossier", () => {
  it("finit à la sortie si elle est notée, sinon à la fin du bail", () => {
    expect(finDossier({ dateSortie: HIER, dateFinBail: DEMAIN })).toBe(HIER);
    expect(finDossier({ dateSortie: null, dateFinBail: DEMAIN })).toBe(DEMAIN);
    expect(finDossier({ dateSortie: null, dateFinBail: null })).toBeNull();
  });

  test.each([
    ["hier", HIER, true, false],
    ["aujourd'hui", AUJOURDHUI, false, false],
    ["demain", DEMAIN, false, true],
    ["on ne sait quand", null, false, true],
  ])("qui finit %s est clos ou non, occupé ou non", (_quand, fin, clos, occupe) => {
    for (const dossier of [
      { dateSortie: fin, dateFinBail: null },
      { dateSortie: null, dateFinBail: fin },
    ]) {
      expect(dossierClos(dossier, AUJOURDHUI)).toBe(clos);
      expect(dossierOccupant(dossier, AUJOURDHUI)).toBe(occupe);
    }
  });

  test.each([
    ["le premier jour du préavis", AUJOURDHUI, DEMAIN, null, true],
    ["le dernier jour du préavis", HIER, AUJOURDHUI, null, true],
    ["avant le préavis", DEMAIN, "2027-02-12", null, false],
    ["après le préavis, si le bail continue", "2026-08-11", HIER, DEMAIN, false],
    ["sans fin de préavis", HIER, null, null, false],
    ["sans début de préavis", null, DEMAIN, null, false],
    ["si le locataire est déjà parti", HIER, DEMAIN, HIER, false],
    ["si le locataire part aujourd'hui", HIER, DEMAIN, AUJOURDHUI, true],
  ])("%s, est ou non en préavis", (_quand, debut, fin, dateSortie, enPreavis) => {
    const preavis = { dateDebutPreavis: debut, dateFinPreavis: fin };
    const dossier = { ...preavis, dateSortie, dateFinBail: null };
    expect(dossierEnPreavis(dossier, AUJOURDHUI)).toBe(enPreavis);
  });

  it("s'ouvre le 5, à Paris, à 20 % de TVA, si rien d'autre n'est dit", () => {
    expect(creation.parse(UN_DOSSIER)).toMatchObject({
      jourQuitance: 5,
      lieuSignature: "Paris",
      fraisDossierTauxTVA: 20,
      encadrement: null,
      dateFinBail: null,
      dateFinPreavis: null,
      dateDebutPreavis: null,
    });
  });

  it("se signe en un lieu de cent caractères au plus", () => {
    const signe = (longueur: number) =>
      refus(creation, { ...UN_DOSSIER, lieuSignature: "a".repeat(longueur) });
    expect([signe(100), signe(101)]).toEqual([{}, { lieuSignature: "100 caractères au plus." }]);
  });

  it("ne garde aucun montant calculé, quoi qu'on envoie", () => {
    const encadrement = { surface: 40, loyerReference: 20, loyerReferenceMajore: 24 };
    const calcules = { loyerTTC: 1, fraisDossierHT: 2, fraisDossierTVA: 3 };
    const garde = creation.parse({
      ...UN_DOSSIER,
      ...calcules,
      encadrement: { ...encadrement, montantBase: 1, complementLoyer: 1 },
    });
    expect(garde.encadrement).toEqual(encadrement);
    expect(Object.keys(garde)).not.toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^(loyerTTC|fraisDossierHT|fraisDossierTVA)$/),
      ]),
    );
  });
});

describe("les dates d'un dossier se suivent, le même jour au plus tôt", () => {
  test.each([
    ["dateDebutBail", "dateFinBail", "La fin du bail précède son début."],
    ["dateDebutPreavis", "dateFinPreavis", "La fin du préavis précède son début."],
    ["dateDebutBail", "dateFinPreavis", "La fin du préavis précède le début du bail."],
    ["dateEntree", "dateSortie", "La sortie précède l’entrée."],
  ])("%s puis %s", (debut, fin, message) => {
    // The lease ends late, so that the refusals come from the two days under test.
    const large = { ...UN_DOSSIER, dateDebutBail: "2026-01-01", dateFinBail: "2030-01-01" };
    const datee = (dernier: string | null) => ({ ...large, [debut]: "2026-05-10", [fin]: dernier });
    expect(refus(creation, datee("2026-05-09"))).toMatchObject({ [fin]: message });
    for (const accepte of ["2026-05-10", "2026-05-11", null])
      expect(refus(creation, datee(accepte))).toEqual({});
  });

  it("la fin du bail, qui tient lieu de fin de préavis, ne précède pas le préavis", () => {
    const enPreavis = { ...UN_DOSSIER, dateDebutPreavis: "2026-09-01" };
    expect(refus(creation, { ...enPreavis, dateFinBail: "2026-08-31" })).toEqual({
      dateFinPreavis: "La fin du préavis précède son début.",
    });
    expect(creation.parse({ ...enPreavis, dateFinBail: "2026-12-01" })).toMatchObject({
      dateDebutPreavis: "2026-09-01",
      dateFinPreavis: "2026-12-01",
    });
  });
});

describe("la fin du préavis et la fin du bail", () => {
  const dates = { dateDebutPreavis: null, dateFinPreavis: null, dateFinBail: null };

  it("se remplissent l'une par l'autre", () => {
    const remplies = { ...dates, dateFinPreavis: DEMAIN, dateFinBail: DEMAIN };
    expect(preavisEtFinBail({ ...dates, dateFinBail: DEMAIN })).toEqual(remplies);
    expect(preavisEtFinBail({ ...dates, dateFinPreavis: DEMAIN })).toEqual(remplies);
  });

  it("restent telles quelles si l'année ne dépasse pas 2010, ou si les deux sont notées", () => {
    const ancienne = { ...dates, dateFinBail: "2010-12-31" };
    const notees = { ...dates, dateFinBail: DEMAIN, dateFinPreavis: HIER };
    expect(preavisEtFinBail(ancienne)).toEqual(ancienne);
    expect(preavisEtFinBail(notees)).toEqual(notees);
    expect(preavisEtFinBail({ ...dates, dateFinBail: "2011-01-01" }).dateFinPreavis).toBe(
      "2011-01-01",
    );
  });
});

it("un bail court de son premier jour jusqu'à la fin du dossier", () => {
  const enCours = (dateDebutBail: string, dateFinBail: string | null) =>
    bailEnCours({ dateDebutBail, dateFinBail, dateSortie: null }, AUJOURDHUI);
  expect([enCours(HIER, null), enCours(AUJOURDHUI, AUJOURDHUI)]).toEqual([true, true]);
  expect([enCours(DEMAIN, null), enCours(HIER, HIER)]).toEqual([false, false]);
});

it("la clôture veut un préavis entier, dont la fin suit le début", () => {
  const refuse = (debut?: string, fin?: string) =>
    refus(cloture, { dateDebutPreavis: debut, dateFinPreavis: fin });
  expect([refuse(), refuse(HIER, HIER), refuse(HIER, DEMAIN)]).toEqual([{}, {}, {}]);
  expect(refuse(HIER)).toEqual({ dateFinPreavis: "Ce champ est requis." });
  expect(refuse(undefined, HIER)).toEqual({ dateDebutPreavis: "Ce champ est requis." });
  expect(refuse(DEMAIN, HIER)).toEqual({ dateFinPreavis: "La fin du préavis précède son début." });
});

test("un bail à venir se dit à venir, son dernier jour se dit, puis il est clos", () => {
  const bail = {
    dateDebutBail: "2026-12-01",
    dateSortie: null,
    dateFinBail: null,
    dateDebutPreavis: null,
    dateFinPreavis: null,
  };
  expect(etatDossier(bail, "2026-11-30")).toBe("a_venir");
  expect(etatDossier(bail, "2026-12-01")).toBe("en_cours");
  const donne = { ...bail, dateDebutPreavis: "2027-01-01", dateFinPreavis: "2027-03-31" };
  expect(etatDossier(donne, "2027-02-01")).toBe("en_preavis");
  const parti = { ...donne, dateSortie: "2027-03-15" };
  expect(etatDossier(parti, "2027-03-15")).toBe("dernier_jour");
  expect(etatDossier(parti, "2027-03-16")).toBe("clos");
  const finiAvant = { ...bail, dateSortie: "2026-11-20" };
  expect(etatDossier(finiAvant, "2026-11-10")).toBe("annule");
  expect(bailAVenir(finiAvant, "2026-11-10")).toBe(true);
  expect(bailAVenir(finiAvant, "2026-11-21")).toBe(false);
});
