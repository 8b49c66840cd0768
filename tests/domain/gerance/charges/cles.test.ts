import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  calculDeLaPart,
  cleEnVigueur,
  refusDeCle,
  repartirDepense,
} from "#domain/gerance/charges/cles.ts";
import { exerciceCivil } from "#domain/gerance/charges/exercice.ts";
import { ensemble, equilibree } from "#domain/gerance/livres/ecritures.ts";
import { depensePayee } from "#domain/gerance/livres/ecritures-mandats.ts";
import { partRecuperable } from "#domain/gerance/mandats/depense.ts";
import { bail, depense, parts, poids, solde } from "../../../support/gerance/charges.ts";

const MILLE = { numRuns: 1_000 };

const montants = (montant: number, total: number, ...lots: number[]) => {
  const { lots: repartis, reste } = repartirDepense(montant, { total, lots: poids(...lots) });
  return [...repartis.map((lot) => lot.montant), reste];
};

describe("une dépense d’immeuble", () => {
  const TANTIEMES = [92, 85, 110, 104, 98, 88, 121, 96, 103, 103];

  it("29. de 4 387,50 se partage au centime entre dix lots par leurs tantièmes", () => {
    expect(montants(4_387_50, 1_000, ...TANTIEMES)).toEqual([
      403_65, 372_94, 482_63, 456_30, 429_97, 386_10, 530_89, 421_20, 451_91, 451_91, 0,
    ]);
    expect(calculDeLaPart(4_387_50, { poids: 92, total: 1_000, nom: "Tantièmes généraux" })).toBe(
      "4\u00A0387,50\u00A0×\u00A092/1000, Tantièmes généraux",
    );
  });

  it("30. dont deux lots seuls sont gérés ne laisse à personne d’ici les 3 610,91 des autres", () => {
    expect(montants(4_387_50, 1_000, 92, 85)).toEqual([403_65, 372_94, 3_610_91]);
    expect(montants(-4_387_50, 1_000, 92, 85)).toEqual([-403_65, -372_94, -3_610_91]);
  });

  it("31. se partage aussi par surfaces et par personnes", () => {
    expect(montants(1_000_01, 161_00, 31_50, 44_20, 58_00, 27_30)).toEqual([
      195_65, 274_54, 360_25, 169_57, 0,
    ]);
    expect(montants(300_00, 7, 1, 2, 4)).toEqual([42_86, 85_71, 171_43, 0]);
  });

  it("32. de gardien, 75 % de 30 000,00, fait 2 070,00 au lot, 1 656,00 au locataire, 414,00 au propriétaire", () => {
    const [lot] = repartirDepense(30_000_00, { total: 1_000, lots: poids(92) }).lots;
    expect(partRecuperable(depense("R91", 30_000_00))).toBe(22_500_00);
    expect(partRecuperable(depense("R92", 30_000_00))).toBe(12_000_00);
    const gardien = depense("R91", lot?.montant ?? 0);
    expect(partRecuperable(gardien)).toBe(2_070_00);
    const exercice = exerciceCivil(2025);
    expect(parts(exercice, [bail(1, "2025-03-15")], [gardien])).toEqual({
      proprietaire: 414_00,
      baux: [1_656_00],
      jours: [292],
    });
  });

  it("35. d’eau se partage par les mètres cubes des lots, et le reste non mesuré suit une autre clé", () => {
    expect(montants(9_812_37, 1_957, 50, 64, 183, 70)).toEqual([
      250_70, 320_89, 917_56, 350_98, 7_972_24,
    ]);
  });

  it("suit la clé de son jour, qui ne dépasse pas son total", () => {
    const cle = (depuis: string, total: number) =>
      ({ genre: "tantiemes", depuis, total, lots: poids(92, 85) }) as const;
    const cles = [cle("2026-01-01", 1_010), cle("2020-01-01", 1_000)];
    expect(cleEnVigueur(cles, "2025-12-31")?.total).toBe(1_000);
    expect(cleEnVigueur(cles, "2026-01-01")?.total).toBe(1_010);
    expect(cleEnVigueur(cles, "2019-12-31")).toBeNull();
    expect(refusDeCle({ total: 177, lots: poids(92, 85) })).toBeNull();
    expect(refusDeCle({ total: 176, lots: poids(92, 85) })).toMatch(
      /177, plus que le total de 176/,
    );
    expect(refusDeCle({ total: 10, lots: poids(0) })).toMatch(/Aucun logement/);
    expect(refusDeCle({ total: 10, lots: [...poids(1), ...poids(2)] })).toMatch(/qu’une fois/);
  });

  it("Q9. payée en une fois fait une somme au fournisseur, et à chaque mandat sa part", () => {
    fc.assert(
      fc.property(
        fc.nat(5_000_000),
        fc.array(fc.nat(500), { minLength: 1, maxLength: 12 }),
        fc.nat(500),
        (montant, tantiemes, ailleurs) => {
          const total = tantiemes.reduce((somme, tantieme) => somme + tantieme, ailleurs);
          const { lots, reste } = repartirDepense(montant, { total, lots: poids(...tantiemes) });
          const payees = lots.filter((lot) => lot.montant > 0);
          const ecriture = ensemble(
            payees.map((lot) =>
              depensePayee({
                mandat: lot.AppartementId % 3,
                fournisseur: 7,
                compteBancaire: 1,
                montant: lot.montant,
              }),
            ),
            "DEP",
          );
          if (payees.length > 0) expect(equilibree(ecriture)).toBe(true);
          expect(solde(ecriture, "512G")).toBe(total === 0 ? 0 : reste - montant);
          expect(solde(ecriture, "401")).toBe(0);
          for (const mandat of [0, 1, 2]) {
            const siens = payees.filter((lot) => lot.AppartementId % 3 === mandat);
            expect(solde(ecriture, "4670", mandat)).toBe(
              siens.reduce((somme, lot) => somme + lot.montant, 0),
            );
          }
        },
      ),
      MILLE,
    );
  });
});
