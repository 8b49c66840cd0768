import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { agenceDe } from "#domain/agence/agence.ts";
import { fraisDossier } from "#domain/bail/frais-de-dossier.ts";
import {
  avertissementsHonoraires,
  plafondsHonoraires,
  zoneHonoraires,
} from "#domain/bail/honoraires.ts";
import { type Changements, unBail } from "../../support/documents/bail.ts";
import { attendre } from "../../support/fiches/avertissements.ts";

const MANDAT = {
  honorairesLocationMandant: 500,
  honorairesLocationLocataire: 420,
  honorairesEdlMandant: 140,
  honorairesEdlLocataire: 130,
};

describe("les honoraires du locataire", () => {
  it("se plafonnent au jour de la signature", () => {
    const agence = { ...agenceDe([]), plafondEdl: null };
    expect(plafondsHonoraires(agence, "2025-12-31")).toEqual({
      tresTendue: 12,
      tendue: 10,
      autre: 8,
      etatDesLieux: 3,
    });
    expect(plafondsHonoraires(agence, "2026-01-01")).toEqual({
      tresTendue: 12.1,
      tendue: 10.09,
      autre: 8.07,
      etatDesLieux: null,
    });
  });

  it("suivent la zone du logement, sinon hors des zones tendues celle du reste du pays, sinon celle de l'agence", () => {
    const agence = { ...agenceDe([]), zoneDefaut: "tendue" } as const;
    const zone = (zone: "tresTendue" | null, zoneTendue: boolean | null) =>
      zoneHonoraires(agence, { zone, zoneTendue });
    expect(zone("tresTendue", false)).toBe("tresTendue");
    expect(zone(null, false)).toBe("autre");
    expect(zone(null, true)).toBe("tendue");
    expect(zone(null, null)).toBe("tendue");
  });

  const agence = { ...unBail().agence, plafondHonorairesTresTendue: null };
  test.each<[string, Changements, RegExp[]]>([
    ["complet", {}, []],
    [
      "au plafond de 12,10 € par m²",
      { dossier: { fraisDossierTTC: 551.76, honorairesBailleurTTC: 600 } },
      [],
    ],
    [
      "d'un centime au-dessus",
      { dossier: { fraisDossierTTC: 551.77, honorairesBailleurTTC: 600 } },
      [
        /^doute fraisDossierTTC : .*\(551,77 €\) dépassent leur plafond de 551,76 € \(12,10 €\/m²\)/,
      ],
    ],
    [
      "signé en 2025, au plafond de 12 € par m² dépassé",
      {
        dossier: {
          dateCreationBail: "2025-12-31",
          fraisDossierTTC: 547.21,
          honorairesBailleurTTC: 600,
        },
      },
      [/^doute fraisDossierTTC : .* plafond de 547,20 €/],
    ],
    ["à l'état des lieux au plafond", { dossier: { fraisEdlTTC: 138.17 } }, []],
    [
      "à l'état des lieux d'un centime au-dessus",
      { dossier: { fraisEdlTTC: 138.18 } },
      [/^doute fraisEdlTTC : .*\(138,18 €\) dépassent leur plafond de 138,17 € \(3,03 €\/m²\)/],
    ],
    [
      "d'une surface inconnue",
      {
        appartement: { surface: null },
        dossier: { fraisEdlTTC: 9999, fraisEdlBailleurTTC: 9999 },
      },
      [],
    ],
    ["égaux à ceux du bailleur", { dossier: { honorairesBailleurTTC: 420 } }, []],
    [
      "supérieurs d'un centime à ceux du bailleur",
      { dossier: { honorairesBailleurTTC: 419.99 } },
      [/^doute fraisDossierTTC : .*\(420,00 €\) dépassent ceux du bailleur \(419,99 €\)/],
    ],
    [
      "que le bailleur ne dit pas partager",
      { dossier: { honorairesBailleurTTC: null, fraisEdlBailleurTTC: null } },
      [/^manque honorairesBailleurTTC /, /^manque fraisEdlBailleurTTC /],
    ],
    [
      "d'état des lieux supérieurs d'un centime à ceux du bailleur",
      { dossier: { fraisEdlBailleurTTC: 129.99 } },
      [/^doute fraisEdlTTC : .*\(130,00 €\) dépassent ceux du bailleur \(129,99 €\)/],
    ],
    ["ceux du mandat", { bail: { mandat: MANDAT } }, []],
    [
      "autres que ceux du mandat",
      {
        bail: {
          mandat: { ...MANDAT, honorairesLocationMandant: 490, honorairesEdlLocataire: 120 },
        },
      },
      [
        /^doute honorairesBailleurTTC : .*\(500,00 €\) ne sont pas ceux du mandat \(490,00 €\)/,
        /^doute fraisEdlTTC : .*\(130,00 €\) ne sont pas ceux du mandat \(120,00 €\)/,
      ],
    ],
    [
      "que le mandat ne chiffre pas",
      { bail: { mandat: { ...MANDAT, honorairesLocationMandant: null } } },
      [],
    ],
    ["inconnus", { dossier: { fraisDossierTTC: null } }, [/^manque fraisDossierTTC /]],
    [
      "inconnus, quand le bailleur n'en paie pas",
      { dossier: { fraisDossierTTC: null, honorairesBailleurTTC: 0 } },
      [/^manque fraisDossierTTC /],
    ],
    ["inconnus à l'état des lieux", { dossier: { fraisEdlTTC: null } }, [/^manque fraisEdlTTC /]],
    [
      "sans plafond",
      { bail: { agence }, dossier: { fraisDossierTTC: 500 } },
      [/^manque fraisDossierTTC : Les plafonds /],
    ],
    [
      "sans plafond d'état des lieux",
      { bail: { agence: { ...unBail().agence, plafondEdl: null } } },
      [/^manque fraisDossierTTC : Les plafonds /],
    ],
    ["gratuits", { dossier: { fraisDossierTTC: 0, fraisEdlTTC: 0, honorairesBailleurTTC: 0 } }, []],
  ])("%s", (_cas, changements, attendus) => {
    attendre(avertissementsHonoraires(unBail(changements)), attendus);
  });

  it("se taisent tant que l'agence, le logement ou le jour de la signature sont inconnus", () => {
    const cher = unBail({ dossier: { fraisDossierTTC: 9999 } });
    const { dateCreationBail: _jour, ...sansJour } = cher.dossier;
    for (const inconnu of [{ agence: null }, { appartement: null }, { dossier: sansJour }])
      attendre(avertissementsHonoraires({ ...cher, ...inconnu }), []);
  });
});

describe("les frais de dossier", () => {
  it("se partagent en hors taxe et TVA au centime", () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), (centimes) => {
        const frais = { fraisDossierTTC: centimes / 100, fraisDossierTauxTVA: 20 };
        const { fraisDossierHT, fraisDossierTVA } = fraisDossier(frais);
        const ht = Math.round((fraisDossierHT ?? Number.NaN) * 100);
        expect(ht + Math.round((fraisDossierTVA ?? Number.NaN) * 100)).toBe(centimes);
        expect(Math.abs(ht * 6 - centimes * 5)).toBeLessThanOrEqual(3);
      }),
    );
    expect(fraisDossier({ fraisDossierTTC: 420, fraisDossierTauxTVA: 20 })).toEqual({
      fraisDossierHT: 350,
      fraisDossierTVA: 70,
    });
  });

  it("restent inconnus tant que nul ne les a dits", () => {
    const inconnus = { fraisDossierHT: null, fraisDossierTVA: null };
    expect(fraisDossier({ fraisDossierTTC: null, fraisDossierTauxTVA: 20 })).toEqual(inconnus);
    expect(fraisDossier({ fraisDossierTauxTVA: 20 })).toEqual(inconnus);
  });
});
