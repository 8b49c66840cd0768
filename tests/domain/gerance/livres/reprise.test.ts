import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Ecriture, equilibree } from "#domain/gerance/livres/ecritures.ts";
import { ecartDeTresorerie, soldes } from "#domain/gerance/livres/soldes.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";
import {
  controlerReprise,
  engagement,
  exigibleAvant,
  ouverture,
  partsDeLaDette,
} from "#domain/gerance/reprise/reprise.ts";
import {
  brouillon,
  type LigneReprise,
  signature,
  soldesEcrits,
} from "#domain/gerance/reprise/reprise-fiche.ts";
import { accepte, refus } from "../../../support/fiches/schemas.ts";

/** Odd dossiers pay their rents to the agency, even ones to their owners. */
const fondsDe = (DossierId: number): ModeFonds => (DossierId % 2 ? "agence" : "proprietaire");
const controler = (...lignes: LigneReprise[]) => controlerReprise(lignes, fondsDe);

const banque = (montant: number): LigneReprise => ({
  genre: "banque",
  CompteBancaireId: 1,
  montant,
});
const mandant = (montant: number): LigneReprise => ({ genre: "mandant", MissionId: 42, montant });
const avance = (DossierId: number, montant: number): LigneReprise => ({
  genre: "avance",
  DossierId,
  montant,
});
const depot = (detenuPar: "agence" | "bailleur", montant: number): LigneReprise => ({
  genre: "depot",
  DossierId: 1,
  detenuPar,
  montant,
});

describe("Les soldes d’une reprise", () => {
  test("se signent quand la banque tient ce qui est aux mandants, les dépôts et les avances", () => {
    const lignes = [mandant(1000.1), depot("agence", 850), avance(1, 50.2)];
    expect(controler(banque(1900.3), ...lignes)).toEqual({
      banque: 190_030,
      mandants: 100_010,
      depots: 85_000,
      avances: 5_020,
      ecart: 0,
    });
    expect(controler(banque(1900.29), ...lignes).ecart).toBe(-1);
  });

  test("ce que le bailleur tient, dépôt ou avance, et ce qui est dû ne sont pas en banque", () => {
    const dette: LigneReprise = { genre: "dette", DossierId: 1, mois: null, montant: 700 };
    expect(controler(depot("bailleur", 850), avance(2, 50), dette).ecart).toBe(0);
  });

  test("un mandant à découvert diminue ce que la banque doit tenir", () => {
    expect(controler(banque(700), mandant(1000), mandant(-300)).ecart).toBe(0);
  });

  test("une dette sans nature est de loyer et de charges, au prorata de ceux en vigueur, au centime", () => {
    const montants = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(montants, montants, montants, (montant, loyer, charges) => {
        const bail = { loyerHC: loyer / 100, loyerCharge: charges / 100 };
        const parts = partsDeLaDette(montant, null, bail);
        expect(parts.reduce((total, part) => total + part.montant, 0)).toBe(montant);
        const [du = 0] = parts.filter(({ nature }) => nature === "loyer").map((une) => une.montant);
        if (loyer + charges > 0) {
          expect(Math.abs(du - (montant * loyer) / (loyer + charges))).toBeLessThanOrEqual(1);
        }
        expect(partsDeLaDette(montant, "reparation", bail)).toEqual([
          { nature: "reparation", montant },
        ]);
      }),
      { numRuns: 1_000 },
    );
    expect(partsDeLaDette(18_000, null, { loyerHC: 620, loyerCharge: 60 })).toEqual([
      { nature: "loyer", montant: 16_412 },
      { nature: "charges", montant: 1_588 },
    ]);
  });

  test("une dette est échue au plus tard la veille des comptes", () => {
    expect(exigibleAvant("2026-11-01", "2026-09", 5)).toBe("2026-09-05");
    expect(exigibleAvant("2026-11-01", "2026-02", 31)).toBe("2026-02-28");
    expect(exigibleAvant("2026-11-20", "2026-11", 19)).toBe("2026-11-19");
    expect(exigibleAvant("2026-11-20", "2026-11", 20)).toBe("2026-11-19");
    expect(exigibleAvant("2026-11-20", null, 5)).toBe("2026-11-05");
    expect(exigibleAvant("2026-11-01", null, 5)).toBe("2026-10-31");
  });
});

const compteDe = (une: LigneReprise): Ecriture => {
  const cents = Math.round(une.montant * 100);
  switch (une.genre) {
    case "banque":
      return ouverture({ genre: "512G", de: une.CompteBancaireId }, true, cents);
    case "mandant":
      return ouverture({ genre: "4670", de: une.MissionId }, false, cents);
    case "depot":
      return une.detenuPar === "agence"
        ? ouverture({ genre: "165", de: une.DossierId, mandat: 42 }, false, cents)
        : engagement({ debite: "801", credite: "809" }, une.DossierId, cents);
    case "avance":
      return fondsDe(une.DossierId) === "agence"
        ? ouverture({ genre: "4191", de: une.DossierId }, false, cents)
        : engagement({ debite: "803", credite: "802" }, une.DossierId, cents);
    default:
      throw new Error(une.genre);
  }
};

describe("Les écritures d’une reprise", () => {
  test("disent qui tient et à qui c’est ; un solde négatif est de l’autre côté", () => {
    const lire = (ecriture: Ecriture) => Object.fromEntries(soldes([ecriture]));
    expect(lire(compteDe(banque(10)))).toEqual({ "512G 1": 1_000, "4710": -1_000 });
    expect(lire(compteDe(banque(-10)))).toEqual({ "512G 1": -1_000, "4710": 1_000 });
    expect(lire(compteDe(mandant(10)))).toEqual({ "4670 42": -1_000, "4710": 1_000 });
    expect(lire(compteDe(depot("bailleur", 10)))).toEqual({ "801 1": 1_000, "809 1": -1_000 });
    expect(compteDe(depot("agence", 10)).lignes.map(({ mandat }) => mandat)).toEqual([
      undefined,
      42,
    ]);
    expect(compteDe(banque(10)).lignes.some((ligne) => "mandat" in ligne)).toBe(false);
  });

  test("s’équilibrent chacune, et soldent ensemble l’attente quand rien ne manque", () => {
    const cents = (min: number) => fc.integer({ min, max: 9_999_999 }).map((n) => n / 100);
    const lignes = fc.array(
      fc.oneof(
        fc.tuple(fc.constantFrom(1, 2), cents(1)).map(([id, montant]) => avance(id, montant)),
        fc
          .tuple(fc.constantFrom("agence" as const, "bailleur" as const), cents(1))
          .map(([qui, montant]) => depot(qui, montant)),
        cents(1).map(mandant),
        cents(1).map((montant) => mandant(-montant)),
        cents(1).map(banque),
        cents(1).map((montant) => banque(-montant)),
      ),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(lignes, (unes) => {
        const ecritures = unes.map(compteDe);
        expect(ecritures.every(equilibree)).toBe(true);
        const parCompte = soldes(ecritures);
        expect(ecartDeTresorerie(parCompte)).toBe(0);
        expect((parCompte.get("4710") ?? 0) + 0).toBe(-controler(...unes).ecart + 0);
      }),
    );
  });
});

describe("Le brouillon d’une reprise", () => {
  const debut = "2026-11-01";
  const de = (...lignes: unknown[]) => refus(brouillon, { debut, lignes });
  const dette = (mois: string | null, montant = 10) => ({
    genre: "dette",
    DossierId: 1,
    mois,
    montant,
  });

  test("donne chaque solde une fois : une dette par mois, un dépôt et une avance par dossier", () => {
    expect(
      de(
        dette("2026-09"),
        dette("2026-10"),
        dette(null),
        avance(1, 5),
        avance(2, 5),
        depot("agence", 5),
        mandant(5),
        banque(-5),
        { ...banque(5), CompteBancaireId: 2 },
        { ...mandant(5), MissionId: 43 },
      ),
    ).toEqual({});
    for (const une of [dette("2026-09"), dette(null), avance(1, 5), mandant(5), banque(5)])
      expect(de(une, { ...une, montant: 6 })).toEqual({
        lignes: "Un même solde est donné deux fois.",
      });
    expect(de(depot("agence", 5), depot("bailleur", 6))).toEqual({
      lignes: "Un même solde est donné deux fois.",
    });
  });

  test("refuse un montant nul ou négatif, sauf le solde d’un mandant ou d’une banque", () => {
    const moinsQueRien = (une: object) => Object.values(de({ ...une, montant: -0.01 }));
    for (const une of [dette(null), avance(1, 5), depot("agence", 5)]) {
      expect(de({ ...une, montant: 0 })).toEqual({
        "lignes.0.montant": "Le montant est supérieur à zéro.",
      });
      expect(moinsQueRien(une)).toHaveLength(1);
      expect(de({ ...une, montant: 0.01 })).toEqual({});
    }
    for (const une of [mandant(5), banque(5)]) {
      expect([de({ ...une, montant: 0 }), moinsQueRien(une)]).toEqual([{}, []]);
      for (const montant of [99_999_999.99, -99_999_999.99])
        expect(de({ ...une, montant })).toEqual({});
      for (const montant of [100_000_000, -100_000_000])
        expect(de({ ...une, montant })).toEqual({
          "lignes.0.montant": "Ce montant est trop grand.",
        });
      expect(de({ ...une, montant: 1.005 })).toEqual({
        "lignes.0.montant": "Deux décimales au plus.",
      });
    }
  });

  test("lit les mois AAAA-MM, et vingt mille soldes au plus", () => {
    for (const mois of ["2026-13", "2026-00", "1899-12", "2026-1", "novembre"])
      expect(Object.keys(de(dette(mois)))).toEqual(["lignes.0.mois"]);
    const dettes = (nombre: number) =>
      Array.from({ length: nombre }, (_, rang) => ({ ...dette(null), DossierId: rang + 1 }));
    expect(de(...dettes(20_000))).toEqual({});
    expect(de(...dettes(20_001))).toEqual({ lignes: "20000 soldes au plus." });
    expect(accepte(soldesEcrits, { debut, texte: "x".repeat(900_000) })).toBe(true);
    expect(accepte(soldesEcrits, { debut, texte: "x".repeat(900_001) })).toBe(false);
    expect(accepte(signature, { version: 1 })).toBe(true);
    expect(accepte(signature, { version: 0 })).toBe(false);
  });
});
