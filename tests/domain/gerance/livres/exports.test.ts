import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ajouterJours } from "#domain/dates.ts";
import {
  COLONNES_FEC,
  champsFec,
  fichierFec,
  type LigneFec,
  nomFec,
} from "#domain/gerance/livres/fec.ts";
import {
  type ChangementDeGarantie,
  etatPointe,
  garantieDuSoir,
  montantGaranti,
  pointe,
} from "#domain/gerance/livres/pointe.ts";
import { ordre } from "#domain/ordre.ts";

const HONORAIRES: LigneFec = {
  journal: "HON",
  exercice: "2026",
  numero: 311,
  date: "2026-11-05",
  pieceDate: "2026-10-31",
  genre: "411H",
  tiers: { code: "M000042", nom: "INDIVISION DURAND" },
  piece: "FH-2026-000311",
  libelle: "Gerance 10/2026",
  debit: 121_80,
  credit: 0,
  lettre: { lettre: "A", date: "2026-11-12" },
  valideLe: "2026-11-05",
};

describe("Les écritures au format FEC", () => {
  it("ont dix-huit champs, dans l’ordre de la loi", () => {
    expect(COLONNES_FEC).toHaveLength(18);
    expect(champsFec(HONORAIRES)).toEqual([
      "HO",
      "Honoraires",
      "2026-000311",
      "20261105",
      "411100",
      "Mandants",
      "M000042",
      "INDIVISION DURAND",
      "FH-2026-000311",
      "20261031",
      "Gerance 10/2026",
      "121,80",
      "0,00",
      "A",
      "20261112",
      "20261105",
      "",
      "",
    ]);
    const sansTiers = { ...HONORAIRES, tiers: null, debit: 0 };
    const ht = champsFec({ ...sansTiers, genre: "706", credit: 101_50 });
    const tva = champsFec({ ...sansTiers, genre: "44571", credit: 20_30 });
    expect([ht[4], ht[11], ht[12]]).toEqual(["706100", "0,00", "101,50"]);
    expect([tva[4], tva[11], tva[12]]).toEqual(["445710", "0,00", "20,30"]);
  });

  it("ne laissent rien passer pour une fin de champ, et n’écrivent pas de séparateur de milliers", () => {
    const texte = fichierFec(
      [{ ...HONORAIRES, libelle: "a\tb|c\r\nd", debit: 1_234_567_89 }],
      true,
    );
    const [titres, ligne, fin] = texte.split("\r\n");
    expect(titres?.split("\t")).toEqual([...COLONNES_FEC]);
    expect(ligne?.split("\t").slice(10, 13)).toEqual(["a b c d", "1234567,89", "0,00"]);
    expect(fin).toBe("");
  });

  it("portent le SIREN et le jour de la clôture", () => {
    expect(nomFec("912 345 670 00018", "2026-12-31")).toBe("912345670FEC20261231.txt");
    expect(nomFec("912 345 670 00018", "2027-06-30")).toBe("912345670FEC20270630.txt");
    expect(nomFec("", "2026-12-31")).toBeNull();
  });
});

describe("La pointe", () => {
  it("prévient à 80 % de la garantie, et alerte au-delà", () => {
    const garantie = montantGaranti("30 000,00 €");
    expect(garantie).toBe(30_000_00);
    expect(
      [23_999_99, 24_000_00, 30_000_00, 30_000_01].map((un) => etatPointe(un, garantie)),
    ).toEqual(["couverte", "proche", "proche", "depassee"]);
    expect(etatPointe(1, null)).toBe("inconnue");
  });

  it("lit le montant garanti comme on l’écrit, et ne devine rien", () => {
    expect(
      ["320 000 €", "110.000,00", "110000", "", "cent mille", "0"].map(montantGaranti),
    ).toEqual([320_000_00, 110_000_00, 110_000_00, null, null, null]);
  });

  it("est la plus grande des soirées, le premier jour où elle est atteinte", () => {
    const jours = [
      { date: "2026-01-01", montant: 0 },
      { date: "2026-01-05", montant: 950_00 },
      { date: "2026-01-09", montant: 100_00 },
      { date: "2026-02-05", montant: 950_00 },
    ];
    expect(
      pointe({ du: "2026-01-01", au: "2026-02-28" }, jours, {
        changements: [],
        actuelle: "1 000 €",
      }),
    ).toMatchObject({ max: 950, maxLe: "2026-01-05", garantie: 1000, etat: "proche" });
  });

  it("se compare chaque soir à la garantie de ce soir-là", () => {
    const jours = [
      { date: "2026-01-01", montant: 950_00 },
      { date: "2026-03-01", montant: 1_500_00 },
      { date: "2026-04-30", montant: 1_500_00 },
    ];
    const lue = (changements: ChangementDeGarantie[], actuelle: string) =>
      pointe({ du: "2026-01-01", au: "2026-04-30" }, jours, { changements, actuelle });
    const relevee = lue(
      [
        { date: "2025-06-01", avant: "500 €" },
        { date: "2026-02-10", avant: "900 €" },
      ],
      "2 000 €",
    );
    expect(relevee).toMatchObject({
      max: 1500,
      garantie: 2000,
      etat: "depassee",
      depassement: { date: "2026-01-01", montant: 950, garantie: 900 },
    });
    expect(relevee.jours.map(({ date, montant, garantie }) => [date, montant, garantie])).toEqual([
      ["2026-01-01", 950, 900],
      ["2026-02-10", 950, 2000],
      ["2026-03-01", 1500, 2000],
      ["2026-04-30", 1500, 2000],
    ]);
    expect(lue([{ date: "2026-02-10", avant: "2 000 €" }], "1 400 €")).toMatchObject({
      etat: "depassee",
      depassement: { date: "2026-03-01", garantie: 1400 },
    });
    expect(lue([{ date: "2026-02-10", avant: null }], "2 000 €")).toMatchObject({
      etat: "couverte",
      depassement: null,
    });
    expect(lue([{ date: "2026-02-10", avant: "2 000 €" }], "cent mille")).toMatchObject({
      garantie: null,
      etat: "inconnue",
    });
  });

  it("ne change pas la garantie des soirs passés quand elle change aujourd’hui", () => {
    const jour = fc.integer({ min: 0, max: 400 }).map((n) => ajouterJours("2026-01-01", n));
    const texte = fc.constantFrom("", "cent mille", "900 €", "1 000 €", "110.000,00");
    fc.assert(
      fc.property(
        fc.array(fc.record({ date: jour, avant: texte }), { maxLength: 6 }),
        jour,
        texte,
        texte,
        (lus, soir, avant, apres) => {
          const changements = lus.toSorted((un, autre) => ordre(un.date, autre.date));
          const aujourdhui = ajouterJours("2026-01-01", 401);
          const connue = garantieDuSoir(soir, changements, avant);
          const suite = [...changements, { date: aujourdhui, avant }];
          expect(garantieDuSoir(soir, suite, apres)).toBe(connue ?? montantGaranti(apres));
          expect(garantieDuSoir(aujourdhui, suite, apres)).toBe(montantGaranti(apres));
        },
      ),
      { numRuns: 1000 },
    );
  });
});
