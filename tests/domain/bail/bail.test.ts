import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { phrasesDe } from "#domain/avertissement.ts";
import { avertissementsDuBail } from "#domain/bail/avertissements.ts";
import { type BailConnu, modeCharges, regime } from "#domain/bail/bail.ts";
import { DEPOT_INTERDIT } from "#domain/bail/finances.ts";
import { TYPES_BAIL } from "#domain/biens/dossier.ts";
import { record as champsDossier } from "#domain/biens/dossier-fiche.ts";
import { contratLocation } from "#worker/documents/bail/contrat-location.ts";
import { ancienLoyer, garant, proprietaire, unBail } from "../../support/documents/bail.ts";

const REGIMES = TYPES_BAIL;
const SOCIETE = { bailleurs: [proprietaire(), proprietaire({ qualite: "personne_morale" })] };

describe("pendant la saisie du dossier", () => {
  const RIEN: BailConnu = {
    regime: null,
    dossier: {},
    appartement: null,
    bailleurs: null,
    locataire: null,
    cautions: null,
    presentes: null,
    pieces: null,
    mandat: null,
    agence: null,
    emission: null,
  };
  /** A lease that breaks many rules of the law. */
  const douteux = () =>
    unBail({
      dossier: {
        depotGarantie: 2000,
        fraisDossierTTC: 900,
        fraisEdlTTC: 900,
        honorairesBailleurTTC: 0,
        chargesMode: "forfait",
        indice: null,
        dernierLoyer: ancienLoyer(),
        loyerHC: 900,
        motifDureeReduite: "Retour",
        garantieLoyersImpayes: true,
        clauses: { clausesText: "Les animaux sont interdits." },
        encadrement: { surface: 20, loyerReference: 15, loyerReferenceMajore: 20 },
      },
      appartement: { dpeClasse: "G", surface: 45.6, zoneTendue: true, identifiantFiscal: "12" },
      locataire: { rp: false },
      bail: { ...SOCIETE, cautions: [garant()] },
    });

  test("rien n'est reproché tant que rien n'est su, quel que soit le type de bail", () => {
    expect(avertissementsDuBail(RIEN)).toEqual([]);
    for (const regime of REGIMES) {
      const reproches = avertissementsDuBail({ ...RIEN, regime });
      expect(reproches.filter(({ manque }) => !manque)).toEqual([]);
    }
  });

  test("les phrases sont celles du contrat, quoi qu'il reste à saisir", () => {
    const bail = douteux();
    const finales = contratLocation(bail).warnings;
    expect(finales.length).toBeGreaterThan(12);
    expect(finales).toEqual(expect.arrayContaining(phrasesDe(avertissementsDuBail(bail))));
    const champs = Object.keys(bail.dossier) as (keyof typeof bail.dossier)[];
    fc.assert(
      fc.property(
        fc.subarray(champs),
        fc.subarray(["appartement", "locataire"]),
        (tus, inconnus) => {
          const dossier = { ...bail.dossier, ...Object.fromEntries(tus.map((nom) => [nom, null])) };
          const masque = Object.fromEntries(inconnus.map((nom) => [nom, null]));
          for (const { phrase, manque } of avertissementsDuBail({ ...bail, ...masque, dossier })) {
            expect(phrase).not.toMatch(/null|undefined|NaN/);
            if (!manque) expect(finales).toContain(phrase);
          }
        },
      ),
    );
  });

  test("chaque phrase se place à un champ du dossier", () => {
    const champs = Object.keys(champsDossier.shape);
    for (const { champ } of avertissementsDuBail(douteux()))
      expect(champs).toContain(champ?.split(".")[0]);
  });

  test("un dépôt au-dessus du plafond se dit au dépôt, et un bail mobilité n'en admet aucun", () => {
    const { dossier } = unBail({ dossier: { depotGarantie: 850.01 } });
    const [reproche] = avertissementsDuBail({
      ...RIEN,
      regime: "nu",
      dossier: { ...dossier, indice: 1, indiceTrim: "T1" },
    });
    expect(reproche).toMatchObject({ champ: "depotGarantie", manque: false });
    expect(
      phrasesDe(
        avertissementsDuBail({ ...RIEN, regime: "mobilite", dossier: { depotGarantie: 1 } }),
      ),
    ).toContain(DEPOT_INTERDIT);
    expect(
      avertissementsDuBail({ ...RIEN, regime: "nu", dossier: { ...dossier, depotGarantie: 850 } }),
    ).toEqual([]);
  });
});

describe("le régime du bail et le mode des charges", () => {
  it("sont ceux qu'on a dits, sinon la résidence principale et les provisions", () => {
    expect(regime({ typeBail: "meuble" }, false)).toBe("meuble");
    expect(regime({ typeBail: null }, true)).toBe("nu");
    expect(regime({}, false)).toBe("code_civil");
    expect(modeCharges("nu", "periodique")).toBe("periodique");
    expect(modeCharges("meuble", null)).toBe("provisions");
    expect(modeCharges(null, undefined)).toBe("provisions");
  });

  it("le bail mobilité n'a que le forfait", () => {
    expect(modeCharges("mobilite", "provisions")).toBe("forfait");
    expect(modeCharges("mobilite", null)).toBe("forfait");
  });
});
