import { describe, expect, it, test } from "vitest";
import { statutAppartement, statutPreavis, statutsTableauDeBord } from "#domain/appartement.ts";
import { dossierClos, finDossier, preavisEtFinBail } from "#domain/dossier.ts";
import { peut, roles } from "#domain/droits.ts";
import { complementLoyer, montantBaseEncadrement } from "#domain/encadrement.ts";
import { intendanceEnCours } from "#domain/intendance.ts";
import { appartementsRestants, soldeMission, valeurTotalMission } from "#domain/mission.ts";
import { loyerTTC } from "#domain/montants.ts";
import { rechercheNormalisee } from "#domain/recherche.ts";

const HIER = "2026-11-11";
const AUJOURDHUI = "2026-11-12";
const DEMAIN = "2026-11-13";

const ouvert = { dateSortie: null, dateFinBail: null };
const clos = { dateSortie: HIER, dateFinBail: null };

describe("un dossier", () => {
  it("finit à la sortie si elle est notée, sinon à la fin du bail", () => {
    expect(finDossier({ dateSortie: HIER, dateFinBail: DEMAIN })).toBe(HIER);
    expect(finDossier({ dateSortie: null, dateFinBail: DEMAIN })).toBe(DEMAIN);
    expect(finDossier(ouvert)).toBeNull();
  });

  it("est clos une fois son dernier jour passé", () => {
    expect(dossierClos(clos, AUJOURDHUI)).toBe(true);
    expect(dossierClos({ dateSortie: AUJOURDHUI, dateFinBail: HIER }, AUJOURDHUI)).toBe(false);
    expect(dossierClos(ouvert, AUJOURDHUI)).toBe(false);
  });
});

describe("un appartement", () => {
  it("est en travaux, occupé ou vacant", () => {
    const statut = (wip: boolean, ...dossiers: (typeof ouvert | typeof clos)[]) =>
      statutAppartement({ wip, dossiers }, AUJOURDHUI);
    expect(statut(true, ouvert)).toBe("En Travaux");
    expect(statut(false, clos, ouvert)).toBe("Occupé");
    expect(statut(false, clos)).toBe("Vacant");
    expect(statut(false)).toBe("Vacant");
  });

  test.each([
    ["le premier jour du préavis", AUJOURDHUI, DEMAIN, null, "En préavis"],
    ["le dernier jour du préavis", HIER, AUJOURDHUI, null, "En préavis"],
    ["avant le préavis", DEMAIN, "2027-02-12", null, "Vacant"],
    ["après le préavis", "2026-08-11", HIER, null, "Vacant"],
    ["sans fin de préavis", HIER, null, null, "Vacant"],
    ["si le locataire est déjà parti", HIER, DEMAIN, HIER, "Vacant"],
  ])("%s", (_nom, dateDebutPreavis, dateFinPreavis, dateSortie, statut) => {
    const dossier = { dateDebutPreavis, dateFinPreavis, dateSortie, dateFinBail: dateFinPreavis };
    expect(statutPreavis([dossier], AUJOURDHUI)).toBe(statut);
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
});

it("une intendance est en cours jusqu'à son dernier jour, même à venir", () => {
  expect(intendanceEnCours({ dateFin: DEMAIN }, AUJOURDHUI)).toBe(true);
  expect(intendanceEnCours({ dateFin: AUJOURDHUI }, AUJOURDHUI)).toBe(true);
  expect(intendanceEnCours({ dateFin: HIER }, AUJOURDHUI)).toBe(false);
  expect(intendanceEnCours({ dateFin: null }, AUJOURDHUI)).toBe(false);
});

describe("une mission", () => {
  it("vaut le nombre d'appartements fois la valeur par appartement", () => {
    expect(valeurTotalMission({ nbAppart: 3, valeurMissionAppt: 333.33 })).toBe(999.99);
  });

  it("a pour solde sa valeur moins les acomptes réglés", () => {
    const accomptes = [
      { regle: true, prix: 300.1, montant: null },
      { regle: true, prix: 300.1, montant: 200.2 },
      { regle: false, prix: 100, montant: 100 },
    ];
    expect(soldeMission({ valeurTotalMission: 1000, accomptes })).toBe(499.7);
    expect(soldeMission({ valeurTotalMission: 1000, accomptes: [] })).toBe(1000);
  });

  it("attend les appartements qui ne lui sont pas encore liés", () => {
    expect(appartementsRestants({ nbAppart: 3, appartements: [{ id: 1 }] })).toBe(2);
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

describe("le loyer", () => {
  it("charges comprises est la somme du loyer et des charges", () => {
    expect(loyerTTC(850.1, 100.2)).toBe(950.3);
  });

  it("encadré est le loyer de référence majoré fois la surface, plus un complément jamais négatif", () => {
    const base = montantBaseEncadrement({ loyerReferenceMajore: 40.8, surface: 23.45 });
    expect(base).toBe(956.76);
    expect(complementLoyer(1000, base)).toBe(43.24);
    expect(complementLoyer(900, base)).toBe(0);
  });
});

it("chaque rôle a ses droits, et personne sans session", () => {
  const actions = ["lire", "modifier", "supprimer", "administrer"] as const;
  const droits = (role: (typeof roles)[number] | null) =>
    actions.filter((action) => peut(role, action));
  expect(roles.map(droits)).toEqual([actions, actions.slice(0, 3), actions.slice(0, 2)]);
  expect(droits(null)).toEqual([]);
});

test.each([
  ["Léo D’Alembert", "leo d alembert"],
  ["  JEAN-PIERRE   l'Hôte ", "jean pierre l hote"],
  ["Œuvré Æther Straße", "oeuvre aether strasse"],
  ["Łukasz Đorđe Øystein Þór Guðrún Işıl İnci", "lukasz dorde oystein thor gudrun isil inci"],
  ["Nguyễn\u00A0Thị", "nguyen thi"],
  ["e\u0301te\u0301", "ete"],
  ["01 23 45 67 89", "01 23 45 67 89"],
  ["", ""],
])("chercher « %s » compare « %s »", (texte, compare) => {
  expect(rechercheNormalisee(texte)).toBe(compare);
  expect(rechercheNormalisee(compare)).toBe(compare);
});
