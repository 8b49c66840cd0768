import { describe, expect, it, test } from "vitest";
import type { Regime } from "#domain/bail/bail.ts";
import {
  avertissementsCautionnement,
  type CautionConnue,
  finEngagement,
  montantMaximal,
} from "#domain/bail/cautionnement.ts";
import {
  type Changements,
  DEUX_TITULAIRES,
  garant,
  proprietaire,
  unBail,
} from "../../support/documents/bail.ts";
import { attendre } from "../../support/fiches/avertissements.ts";

const morale = [proprietaire({ qualite: "personne_morale" })];

describe("l'engagement de la caution", () => {
  it("est d'au plus le montant donné, sinon 36 mois de loyer et de charges, ou ceux des paramètres", () => {
    const bail = unBail({ dossier: { loyerHC: 850.11, loyerCharge: 100.01 } });
    expect(montantMaximal(bail, {})).toBe(34_204.32);
    expect(montantMaximal(bail, { montantMax: 20_000 })).toBe(20_000);
    expect(montantMaximal(bail, { montantMax: 0 })).toBe(0);
    const parametres = (cautionNbMois: number | null) =>
      montantMaximal({ ...bail, agence: { ...bail.agence, cautionNbMois } }, {});
    expect([parametres(1), parametres(null)]).toEqual([950.12, 34_204.32]);
    const sixAns = { ...bail, bailleurs: morale, agence: { ...bail.agence, cautionNbMois: null } };
    expect(montantMaximal(sixAns, {})).toBe(34_204.32);
  });

  it("ne couvre pas plus de mois que n'en a le bail, un mois commencé comptant pour un", () => {
    const maximum = (regime: Regime, dateFinBail: string | null) =>
      montantMaximal(
        unBail({ bail: { regime }, dossier: { loyerHC: 900, loyerCharge: 100, dateFinBail } }),
        {},
      );
    expect(maximum("mobilite", "2026-09-14")).toBe(6000);
    expect(maximum("mobilite", "2026-09-15")).toBe(7000);
    expect(maximum("mobilite", "2026-03-20")).toBe(1000);
    expect(maximum("mobilite", null)).toBe(36_000);
    expect(maximum("etudiant", null)).toBe(9000);
    expect(maximum("meuble", null)).toBe(12_000);
    expect(maximum("code_civil", "2030-03-14")).toBe(36_000);
  });

  test.each<[Regime, string, string | null]>([
    ["nu", "le bail et un renouvellement de trois ans", "2032-03-14"],
    ["meuble", "le bail et un renouvellement d'un an", "2028-03-14"],
    ["etudiant", "le bail, qui ne se renouvelle pas", "2026-12-14"],
    ["code_civil", "le bail d'un an", "2027-03-14"],
    ["mobilite", "on ne sait, sans la fin du bail", null],
  ])("pour un bail %s, dure %s", (regime, _duree, fin) => {
    expect(finEngagement(unBail({ bail: { regime } }), {})).toBe(fin);
    expect(finEngagement(unBail({ bail: { regime } }), { dateFinCaution: "2027-01-31" })).toBe(
      "2027-01-31",
    );
  });

  it("pour un bail nu d'une personne morale, dure deux fois six ans", () => {
    expect(finEngagement(unBail({ bail: { bailleurs: morale } }), {})).toBe("2038-03-14");
  });
});

describe("les avertissements d'un cautionnement", () => {
  const MINEURE = /^doute naissance : .* majeure/;
  const IMPAYES = /^doute – : .* garantie des loyers impayés/;
  const MORALE = /^doute – : Un bailleur personne morale/;
  const DEUX = /^manque colocataire : Deux titulaires/;
  const REVISION = /^manque – : L'indice de référence/;
  const GARANTI = { garantieLoyersImpayes: true };

  test.each<[string, Changements, Partial<CautionConnue>, RegExp[]]>([
    ["complet", {}, {}, []],
    ["sans adresse", {}, { adresse: null }, [/^manque adresse /]],
    ["sans code postal", {}, { cp: null }, [/^manque cp /]],
    ["sans ville", {}, { ville: null }, [/^manque ville /]],
    ["sans naissance", {}, { naissance: null }, [/^manque naissance /]],
    ["sans lieu de naissance", {}, { lieuNaissance: null }, [/^manque lieuNaissance /]],
    ["d'une personne de dix-huit ans le jour de la signature", {}, { naissance: "2008-03-01" }, []],
    ["d'une personne de dix-huit ans le lendemain", {}, { naissance: "2008-03-02" }, [MINEURE]],
    ["garanti des impayés", { dossier: GARANTI }, {}, [IMPAYES]],
    [
      "d'un étudiant, garanti des impayés",
      { dossier: GARANTI, bail: { regime: "etudiant" } },
      {},
      [],
    ],
    [
      "de Code civil, garanti des impayés",
      { dossier: GARANTI, bail: { regime: "code_civil" } },
      {},
      [],
    ],
    ["demandé par une personne morale", { bail: { bailleurs: morale } }, {}, [MORALE]],
    [
      "de Code civil, demandé par une personne morale",
      { bail: { regime: "code_civil", bailleurs: morale } },
      {},
      [],
    ],
    ["de deux titulaires", { locataire: DEUX_TITULAIRES }, {}, [DEUX]],
    [
      "de colocataires dont un est dit",
      { locataire: DEUX_TITULAIRES },
      { colocataire: "premier" },
      [],
    ],
    [
      "de Code civil, de deux titulaires",
      { locataire: DEUX_TITULAIRES, bail: { regime: "code_civil" } },
      {},
      [],
    ],
    ["sans indice", { dossier: { indice: null } }, {}, [REVISION]],
    ["sans trimestre de l'indice", { dossier: { indiceTrim: null } }, {}, [REVISION]],
    [
      "de Code civil, sans indice",
      { dossier: { indice: null }, bail: { regime: "code_civil" } },
      {},
      [],
    ],
    [
      "de mobilité, sans indice",
      { dossier: { indice: null, dateFinBail: "2026-09-14" }, bail: { regime: "mobilite" } },
      {},
      [],
    ],
    ["de mobilité, sans fin", { bail: { regime: "mobilite" } }, {}, [/^manque dateFinCaution /]],
    [
      "de mobilité, sans fin, indéterminé",
      { bail: { regime: "mobilite" } },
      { dureeType: "indeterminee" },
      [],
    ],
    [
      "de mobilité, sans fin, déterminé",
      { bail: { regime: "mobilite" } },
      { dureeType: "determinee" },
      [/^manque dateFinCaution /],
    ],
    [
      "de Code civil, indéterminé, sans préavis",
      { bail: { regime: "code_civil" } },
      { dureeType: "indeterminee", preavis: null },
      [/^manque preavis /],
    ],
    [
      "de Code civil, indéterminé, d'un mois de préavis",
      { bail: { regime: "code_civil" } },
      { dureeType: "indeterminee", preavis: 1 },
      [],
    ],
    ["d'un montant nul", {}, { montantMax: 0 }, [/^doute montantMax /]],
    ["d'un euro", {}, { montantMax: 1 }, []],
    ["jusqu'au début du bail", {}, { dateFinCaution: "2026-03-15" }, []],
    ["jusqu'à la veille du bail", {}, { dateFinCaution: "2026-03-14" }, [/^doute dateFinCaution /]],
  ])("%s", (_cas, changements, caution, attendus) => {
    attendre(
      avertissementsCautionnement(unBail(changements), { ...garant(), ...caution }),
      attendus,
    );
  });

  it("se taisent sur un locataire inconnu", () => {
    attendre(avertissementsCautionnement({ ...unBail(), locataire: null }, garant()), []);
  });
});
