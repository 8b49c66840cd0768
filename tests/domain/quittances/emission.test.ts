import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { ajouterMois, dernierJour, moisDe, premierJour } from "#domain/dates.ts";
import {
  avertissementsPassage,
  avertissementsPeriode,
  avertissementsReste,
  delaiDeReglement,
  moisAProposer,
  refusPeriode,
  refusQuittanceManuelle,
} from "#domain/quittances/emission.ts";

const AUJOURDHUI = "2026-11-22";
const BAIL = {
  dateDebutBail: "2025-01-01",
  dateFinBail: null as string | null,
  dateDebutPreavis: null as string | null,
  dateFinPreavis: null as string | null,
  dateSortie: null as string | null,
  dateRelocation: null as string | null,
  jourQuitance: 5,
};
const faite = (mois: string, reste = {}) => ({
  numero: "2026-000042",
  date: premierJour(mois),
  dateFin: dernierJour(mois),
  automatique: true,
  emission: "2026-11-05",
  ...reste,
});

test.each([
  [{ date: "2062-11-01", dateFin: "2062-11-30" }, ["date", "dateFin"]],
  [{ date: "2027-12-01", dateFin: "2028-01-01" }, ["dateFin"]],
  [{ date: "2027-12-01", dateFin: "2027-12-31" }, []],
  [{ date: "1999-12-31", dateFin: "2026-01-01" }, ["date", "dateFin"]],
  [{ date: "2000-01-01", dateFin: "2000-12-31" }, []],
  [{ date: "2000-01-01", dateFin: "2001-01-01" }, ["dateFin"]],
  [{ date: "2024-02-29", dateFin: "2025-02-28" }, []],
  [{ date: "2026-11-02", dateFin: "2026-11-01" }, ["dateFin"]],
  [{ date: "2062-11-01" }, ["date"]],
])("la période %j est refusée sur %j", (periode, champs) => {
  expect(Object.keys(refusPeriode(periode, AUJOURDHUI))).toEqual(champs);
});

test("une quittance faite à la main demande quelque chose", () => {
  const novembre = { date: "2026-11-01", dateFin: "2026-11-30" };
  const refus = (prixHC: number, charge: number) =>
    Object.keys(refusQuittanceManuelle({ ...novembre, prixHC, charge }, AUJOURDHUI));
  expect([refus(0, 0), refus(0, 0.01), refus(850, 0)]).toEqual([["prixHC"], [], []]);
});

describe("avant de faire une quittance, on dit", () => {
  const dit = (mois: string, bail = {}, faites = [] as ReturnType<typeof faite>[]) =>
    avertissementsPeriode(faite(mois), { ...BAIL, ...bail }, faites, AUJOURDHUI);

  it("rien d’un mois à venir que le bail couvre et que rien ne facture", () => {
    expect(dit("2026-12", {}, [faite("2026-11")])).toEqual([]);
  });

  it("qu’elle commence avant le bail, dépasse sa fin, est déjà facturée, ou déjà échue", () => {
    expect(dit("2026-12", { dateDebutBail: "2026-12-02" })).toEqual([
      "La période commence avant le bail, qui débute le 02/12/2026.",
    ]);
    expect(dit("2026-12", { dateDebutBail: "2026-12-01" })).toEqual([]);
    expect(dit("2026-12", { dateFinBail: "2026-12-31" })).toEqual([]);
    expect(dit("2026-12", { dateFinBail: "2026-12-30" })).toEqual([
      "La période dépasse la fin du loyer, le 30/12/2026.",
    ]);
    expect(dit("2026-12", {}, [faite("2026-12", { automatique: false })])).toEqual([
      "Déjà facturé du 01/12/2026 au 31/12/2026\u00A0: n°\u00A02026-000042, générée à la main le 05/11/2026.",
    ]);
    expect(dit("2026-11", { jourQuitance: 22 })).toEqual([]);
    expect(dit("2026-11")).toEqual([
      "L’échéance du 5 novembre 2026 est passée\u00A0: le règlement sera demandé dès réception.",
    ]);
  });

  it("de chaque quittance qui en partage un jour, et d’elle seule, qu’il est déjà facturé", () => {
    const double = (date: string, dateFin: string) =>
      dit("2026-12", {}, [faite("2026-12", { date, dateFin })]).length;
    expect(double("2026-11-01", "2026-12-01")).toBe(1);
    expect(double("2026-12-31", "2027-01-31")).toBe(1);
    expect(double("2026-11-01", "2026-11-30")).toBe(0);
    expect(double("2027-01-01", "2027-01-31")).toBe(0);
  });

  it("que le locataire est parti sans congé noté, tant que le loyer court après son départ", () => {
    const parti = { dateFinBail: "2027-08-31", dateSortie: "2026-11-10" };
    const dit12 = (reste = {}) => dit("2026-12", { ...parti, ...reste });
    expect(dit12()).toEqual(["Le locataire est parti le 10/11/2026, sans congé noté."]);
    expect(dit12({ dateSortie: AUJOURDHUI })).toEqual([
      "Le locataire est parti le 22/11/2026, sans congé noté.",
    ]);
    expect(dit12({ dateSortie: "2026-12-10" })).toEqual([
      "Le locataire part le 10/12/2026, sans congé noté.",
    ]);
    expect(dit12({ dateSortie: "2026-12-31" })).toEqual([]);
    expect(dit12({ dateDebutPreavis: "2026-10-10", dateFinPreavis: "2027-01-10" })).toEqual([]);
    expect(dit12({ dateFinBail: null })).toEqual([
      "La période dépasse la fin du loyer, le 10/11/2026.",
    ]);
  });
});

test("les quittances que le prochain passage fera sont comptées par mois, depuis la première échéance", () => {
  const dues = (mois: string, jours: number[]) =>
    jours.map((jour) => ({ mois, echeance: `${mois}-${String(jour).padStart(2, "0")}` }));
  expect(
    avertissementsPassage([...dues("2026-11", [5, 1, 20]), ...dues("2026-10", [25, 28])]),
  ).toEqual([
    "Le prochain passage fera les quittances dues depuis le 25/10/2026\u00A0: novembre (3), octobre (2).",
  ]);
  expect(avertissementsPassage([])).toEqual([]);
});

describe("le mois proposé", () => {
  it("est le premier du bail s’il commence plus tard, sinon le premier qui n’est pas facturé", () => {
    expect(moisAProposer({ ...BAIL, dateDebutBail: "2026-12-01" }, [], AUJOURDHUI)).toBe("2026-12");
    expect(moisAProposer(BAIL, [], AUJOURDHUI)).toBe("2026-11");
    expect(moisAProposer(BAIL, [faite("2026-11"), faite("2026-12")], AUJOURDHUI)).toBe("2027-01");
    expect(moisAProposer({ ...BAIL, dateFinBail: "2026-10-31" }, [], AUJOURDHUI)).toBe("2026-11");
  });

  it("est le premier du bail, dans les treize mois à venir, qui n’est pas facturé", () => {
    const rang = fc.integer({ min: -6, max: 13 });
    const mois = rang.map((decalage) => ajouterMois(moisDe(AUJOURDHUI), decalage));
    fc.assert(
      fc.property(mois, fc.uniqueArray(mois, { maxLength: 12 }), (debut, factures) => {
        const bail = { ...BAIL, dateDebutBail: premierJour(debut) };
        const faites = factures.map((facture) => faite(facture));
        const propose = moisAProposer(bail, faites, AUJOURDHUI);
        const candidats = Array.from({ length: 14 }, (_, avance) =>
          ajouterMois(moisDe(AUJOURDHUI), avance),
        ).filter((un) => un >= debut && !factures.includes(un));
        expect(propose).toBe(candidats[0] ?? moisDe(AUJOURDHUI));
      }),
    );
  });
});

test("une échéance passée n’est plus un délai", () => {
  expect(delaiDeReglement("2026-11-05", "2026-11-05")).toBe("au plus tard le 5 novembre 2026");
  expect(delaiDeReglement("2026-11-05", "2026-11-06")).toBe(
    "dès réception (échéance du 5 novembre 2026)",
  );
});

test("les jours de loyer que le dernier mois facturé ne demande pas restent à facturer à la main", () => {
  const reste = (fin: string, bail = {}) =>
    avertissementsReste({ ...BAIL, ...bail }, { mois: "2026-11", fin });
  expect(reste("2026-11-14")).toEqual([
    "Le loyer court jusqu’au 30/11/2026, et ce qui est facturé s’arrête au 14/11/2026\u00A0: le reste est à facturer à la main.",
  ]);
  expect([reste("2026-11-30"), reste("2026-12-31")]).toEqual([[], []]);
  expect(reste("2026-11-14", { dateFinBail: "2026-11-14" })).toEqual([]);
  expect(reste("2026-11-14", { dateDebutBail: "2026-12-01" })).toEqual([]);
  expect(avertissementsReste(BAIL, null)).toEqual([]);
});
