import { describe, expect, it, test } from "vitest";
import { admetDepot, admetSolidarite, joindreNotice, type Regime } from "#domain/bail/bail.ts";
import {
  avertissementsFinances,
  depotInterdit,
  estRevisable,
  indexation,
  plafondDepot,
} from "#domain/bail/finances.ts";
import { TYPES_BAIL } from "#domain/biens/dossier.ts";
import { type Changements, DEUX_TITULAIRES, unBail } from "../../support/documents/bail.ts";
import { attendre } from "../../support/fiches/avertissements.ts";

const REGIMES = TYPES_BAIL;

describe("le dépôt de garantie", () => {
  it("est d'un mois de loyer hors charges au plus, de deux en meublé, interdit en mobilité", () => {
    const plafond = (regime: Regime | null, loyerHC: number | null | undefined = 850.55) =>
      plafondDepot({ regime, dossier: { loyerHC } });
    expect(REGIMES.map((regime) => plafond(regime))).toEqual([
      { mois: 1, montant: 850.55 },
      { mois: 2, montant: 1701.1 },
      { mois: 2, montant: 1701.1 },
      null,
      null,
      null,
    ]);
    expect([plafond(null), plafond("nu", null)]).toEqual([null, null]);
    expect(plafondDepot({ regime: "nu", dossier: {} })).toBeNull();
    expect(plafond("nu", 0)).toEqual({ mois: 1, montant: 0 });
  });

  it("d'un bail mobilité est refusé au premier centime", () => {
    const interdit = (regime: Regime, depotGarantie?: number | null) =>
      depotInterdit({ regime, dossier: { depotGarantie } });
    expect([interdit("mobilite", 0), interdit("mobilite"), interdit("mobilite", null)]).toEqual([
      false,
      false,
      false,
    ]);
    expect([interdit("mobilite", 0.01), interdit("nu", 850)]).toEqual([true, false]);
  });
});

test("le bail mobilité seul n'admet ni dépôt ni solidarité ; la notice est jointe aux autres baux de la loi de 1989", () => {
  const sans = (fait: (bail: { regime: Regime }) => boolean) =>
    REGIMES.filter((regime) => !fait({ regime }));
  expect(sans(admetDepot)).toEqual(["mobilite"]);
  expect(sans(admetSolidarite)).toEqual(["mobilite"]);
  expect(sans(joindreNotice)).toEqual(["mobilite", "code_civil", "stationnement"]);
});

describe("les avertissements sur le loyer, les charges et le dépôt", () => {
  test.each<[string, Changements, RegExp[]]>([
    ["complet", {}, []],
    ["au loyer nul", { dossier: { loyerHC: 0, depotGarantie: 0 } }, [/^doute loyerHC : .* nul/]],
    [
      "à Ajaccio, à l'indice de la métropole",
      {
        appartement: { codePostal: "20000" },
        dossier: { indice: 145.47 },
        bail: { agence: { ...unBail().agence, irlValeur: 145.47 } },
      },
      [/^doute indice : Le logement est en Corse, .*145,47 est la valeur de la métropole/],
    ],
    [
      "à Saint-Denis de la Réunion, à l'indice de métropole d'un autre trimestre que celui des paramètres",
      {
        appartement: { codePostal: "97400" },
        dossier: { indice: 145.77, indiceTrim: "3e trimestre 2025" },
      },
      [/^doute indice : Le logement est outre-mer, .*145,77 est la valeur de la métropole/],
    ],
    [
      "à Saint-Denis de la Réunion, à l'indice de sa série",
      {
        appartement: { codePostal: "97400" },
        dossier: { indice: 142.97 },
        bail: { agence: { ...unBail().agence, irlValeur: 145.47 } },
      },
      [],
    ],
    ["dû le 15", { dossier: { jourQuitance: 15 } }, []],
    [
      "dû le 16",
      { dossier: { jourQuitance: 16 } },
      [/^doute jourQuitance : .* à échoir.* le 16 de chaque mois/],
    ],
    [
      "dû le 31",
      { dossier: { jourQuitance: 31 } },
      [/^doute jourQuitance : .* le dernier jour de/],
    ],
    [
      "signé avant la fin du trimestre de l'indice",
      { dossier: { indiceTrim: "1er trimestre 2026" } },
      [/^doute indiceTrim : L'indice du 1er trimestre 2026 n'était pas encore publié/],
    ],
    ["à l'indice du trimestre d'avant", { dossier: { indiceTrim: "4ème trimestre 2025" } }, []],
    [
      "à l'indice abrégé d'un trimestre qui court",
      { dossier: { indiceTrim: "T1 2026" } },
      [/^doute indiceTrim/],
    ],
    [
      "à l'indice d'un trimestre achevé, la veille de sa parution",
      { dossier: { indiceTrim: "T4 2025", dateCreationBail: "2026-01-14" } },
      [/^doute indiceTrim : .* n'était pas encore publié/],
    ],
    [
      "à l'indice d'un trimestre le jour de sa parution",
      { dossier: { indiceTrim: "T4 2025", dateCreationBail: "2026-01-15" } },
      [],
    ],
    ["au loyer d'un euro", { dossier: { loyerHC: 1, depotGarantie: 0 } }, []],
    ["nu, au dépôt d'un mois", { dossier: { depotGarantie: 850 } }, []],
    [
      "nu, au dépôt d'un centime de plus",
      { dossier: { depotGarantie: 850.01 } },
      [/^doute depotGarantie : .*\(850,01 €\).* d'un mois .*\(850,00 €\)/],
    ],
    [
      "meublé, au dépôt de deux mois",
      { bail: { regime: "meuble" }, dossier: { depotGarantie: 1700 } },
      [],
    ],
    [
      "meublé, au dépôt d'un centime de plus",
      { bail: { regime: "meuble" }, dossier: { depotGarantie: 1700.01 } },
      [/^doute depotGarantie : .* de deux mois /],
    ],
    [
      "au Code civil, au dépôt d'un an",
      { bail: { regime: "code_civil" }, dossier: { depotGarantie: 10_200 } },
      [],
    ],
    ["sans indice", { dossier: { indice: null } }, [/^manque indice : /]],
    ["sans trimestre de l'indice", { dossier: { indiceTrim: null } }, [/^manque indiceTrim : /]],
    [
      "mobilité, sans indice",
      { bail: { regime: "mobilite" }, dossier: { depotGarantie: 0, indice: null } },
      [],
    ],
    [
      "nu, au forfait",
      { dossier: { chargesMode: "forfait" } },
      [/^doute chargesMode : .* sauf colocation/],
    ],
    [
      "nu, au forfait, à deux",
      { dossier: { chargesMode: "forfait" }, locataire: DEUX_TITULAIRES },
      [],
    ],
    ["nu, aux charges réelles", { dossier: { chargesMode: "periodique" } }, []],
    ["meublé, au forfait", { bail: { regime: "meuble" }, dossier: { chargesMode: "forfait" } }, []],
    [
      "mobilité, au forfait",
      { bail: { regime: "mobilite" }, dossier: { depotGarantie: 0, chargesMode: "forfait" } },
      [],
    ],
    [
      "mobilité, sans mode de charges",
      { bail: { regime: "mobilite" }, dossier: { depotGarantie: 0 } },
      [],
    ],
    [
      "mobilité, au dépôt d'un centime",
      { bail: { regime: "mobilite" }, dossier: { depotGarantie: 0.01 } },
      [/^doute depotGarantie : Un bail mobilité interdit/],
    ],
    [
      "mobilité, aux provisions",
      { bail: { regime: "mobilite" }, dossier: { depotGarantie: 0, chargesMode: "provisions" } },
      [/^doute chargesMode : .* nécessairement forfaitaires/],
    ],
  ])("d'un bail %s", (_cas, changements, attendus) => {
    attendre(avertissementsFinances(unBail(changements)), attendus);
  });

  it("se taisent sur ce qui n'est pas encore tapé", () => {
    const vide = { ...unBail(), regime: null, dossier: {}, locataire: null };
    attendre(avertissementsFinances(vide), [/^manque indice /]);
    const loyerNul = { ...vide, regime: "nu", dossier: { loyerHC: 0 } } as const;
    attendre(avertissementsFinances(loyerNul), [/^doute loyerHC /, /^manque indice /]);
    attendre(
      avertissementsFinances({ ...vide, regime: "nu", dossier: { chargesMode: "forfait" } }),
      [/^manque indice /],
    );
  });

  it("le loyer d'un logement se révise par l'IRL, sauf celui d'un bail mobilité ou étudiant", () => {
    const dossier = { indiceTrim: "2e trimestre 2026" };
    expect(REGIMES.filter((regime) => estRevisable({ regime, dossier }))).toEqual(
      REGIMES.filter((regime) => !["mobilite", "etudiant", "stationnement"].includes(regime)),
    );
  });

  it("le loyer d'une place se révise par l'indice que les parties ont nommé, jamais par l'IRL", () => {
    const place = (indiceTrim: string | null) =>
      indexation({ regime: "stationnement", dossier: { indice: 135.2, indiceTrim } });
    expect(place("ilc – 2e trimestre 2026")).toEqual({
      indice: "ILC",
      trimestre: "2e trimestre 2026",
    });
    expect(place("ICC, T2 2026")?.indice).toBe("ICC");
    expect([place("2e trimestre 2026"), place("IRL, T2 2026"), place(null)]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
