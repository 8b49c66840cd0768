import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  LIGNES_AU_PLUS,
  moisMontres,
  type QuittancesComptees,
  quittancesEtLoyers,
} from "#domain/agence/tableau-de-bord.ts";
import { ajouterJours, ajouterMois, dansMois } from "#domain/dates.ts";
import { somme } from "#domain/montants.ts";

const AUJOURDHUI = "2026-11-12";

test.each([
  ["2026-11-12", "2026-12-12"],
  ["2026-12-31", "2027-01-31"],
  ["2027-01-31", "2027-02-28"],
  ["2028-01-31", "2028-02-29"],
  ["2026-03-31", "2026-04-30"],
])("dans un mois, le %s, ce sera le %s", (today, attendu) => {
  expect(dansMois(today, 1)).toBe(attendu);
});

it("montre douze mois, celui-ci en dernier, et 150 lignes au plus", () => {
  const mois = moisMontres(AUJOURDHUI);
  expect([mois.length, mois[0], mois.at(-1)]).toEqual([12, "2025-12", "2026-11"]);
  expect(LIGNES_AU_PLUS).toBe(150);
});

describe("les quittances et les loyers", () => {
  const ligne = (changements: Partial<QuittancesComptees>): QuittancesComptees => ({
    mois: "2026-11",
    regle: false,
    statusInconu: false,
    source: null,
    nombre: 1,
    montant: 100.1,
    recu: 0,
    ...changements,
  });
  const RIEN = { nombre: 0, montant: 0 };

  it("se comptent par état ce mois-ci, et par mois ce qui est attendu et reçu", () => {
    const comptees = [
      ligne({ regle: true, nombre: 2, montant: 1900.2, recu: 1900.2 }),
      ligne({ regle: true, source: "locataire", montant: 30 }),
      ligne({ recu: 40 }),
      ligne({ statusInconu: true, montant: 50.05 }),
      ligne({ mois: "2026-10", regle: true, montant: 700, recu: 650.5 }),
      ligne({ mois: "2025-11", montant: 999 }),
    ];
    const vu = quittancesEtLoyers(comptees, { nombre: 3, montant: 2850.15 }, AUJOURDHUI);
    expect(vu.quittances).toEqual({
      payee: { nombre: 2, montant: 1900.2 },
      declaree: { nombre: 1, montant: 30 },
      impayee: { nombre: 1, montant: 100.1 },
      inconnue: { nombre: 1, montant: 50.05 },
      aGenerer: { nombre: 3, montant: 2850.15 },
    });
    expect(vu.loyerDuMois).toEqual({
      attendu: 4930.5,
      recu: 1940.2,
      declare: 30,
      reste: 2990.3,
    });
    expect(vu.loyers.slice(-2)).toEqual([
      { mois: "2026-10", attendu: 700, recu: 650.5 },
      { mois: "2026-11", attendu: 4930.5, recu: 1940.2 },
    ]);
    expect(vu.loyers.slice(0, -2)).toEqual(
      moisMontres(AUJOURDHUI)
        .slice(0, -2)
        .map((mois) => ({ mois, attendu: 0, recu: 0 })),
    );
  });

  it("ne perdent pas un centime, quels que soient le jour et l'ordre des lignes", () => {
    const desLignes = fc.array(
      fc.record({
        mois: fc.nat(11).map((rang) => ajouterMois("2026-01", rang)),
        regle: fc.boolean(),
        statusInconu: fc.boolean(),
        source: fc.constantFrom(null, "agence" as const, "locataire" as const),
        nombre: fc.nat(50),
        montant: fc.nat(1_000_000).map((centimes) => centimes / 100),
        recu: fc.nat(1_000_000).map((centimes) => centimes / 100),
      }),
    );
    fc.assert(
      fc.property(desLignes, fc.nat(364), (lignes, rang) => {
        const today = ajouterJours("2026-01-01", rang);
        const { quittances, loyers, loyerDuMois } = quittancesEtLoyers(lignes, RIEN, today);
        const { payee, declaree, impayee, inconnue } = quittances;
        expect(loyerDuMois.attendu).toBe(
          somme(payee.montant, declaree.montant, impayee.montant, inconnue.montant),
        );
        expect(loyerDuMois.declare).toBe(declaree.montant);
        expect(loyerDuMois.reste).toBe(somme(loyerDuMois.attendu, -loyerDuMois.recu));
        const passees = lignes.filter(({ mois }) => mois <= today.slice(0, 7));
        expect(somme(...loyers.map(({ attendu }) => attendu))).toBe(
          somme(...passees.map(({ montant }) => montant)),
        );
        expect(quittancesEtLoyers(lignes.toReversed(), RIEN, today)).toEqual({
          quittances,
          loyers,
          loyerDuMois,
        });
      }),
    );
  });
});
