import { describe, expect, it, test } from "vitest";
import {
  avertissementsLogement,
  avertissementsPerformance,
  estPassoire,
  indecentDepuis,
  plombRecherche,
} from "#domain/bail/logement.ts";
import { ancienLoyer, type Changements, unBail } from "../../support/documents/bail.ts";
import { attendre } from "../../support/fiches/avertissements.ts";

const complet = (changements: Changements = {}) =>
  unBail({ ...changements, dossier: { dernierLoyer: ancienLoyer(), ...changements.dossier } });

describe("un logement", () => {
  test.each([
    ["G", "75005", "2025-01-01", true],
    ["F", "75005", "2028-01-01", true],
    ["E", "75005", "2034-01-01", false],
    ["D", "75005", null, false],
    ["A", "75005", null, false],
    [null, "75005", null, false],
    ["G", "97400", "2028-01-01", true],
    ["F", "97110", "2031-01-01", true],
    ["E", "97200", null, false],
    ["G", "09700", "2025-01-01", true],
  ] as const)(
    "classé %s au %s n'est plus décent depuis le %s",
    (dpeClasse, codePostal, jour, passoire) => {
      const { appartement } = unBail({ appartement: { dpeClasse, codePostal } });
      expect(indecentDepuis(appartement)).toBe(jour);
      expect(estPassoire({ appartement })).toBe(passoire);
    },
  );

  it("inconnu n'est pas une passoire, et celui d'avant 1946 seul se cherche du plomb", () => {
    expect(estPassoire({ appartement: null })).toBe(false);
    expect(plombRecherche({ periodeConstruction: "avant 1946" })).toBe(true);
    expect(plombRecherche({ periodeConstruction: "1946-1970" })).toBe(false);
  });
});

describe("les avertissements sur le logement", () => {
  const FISCAL = /^manque AppartementId : L'identifiant fiscal/;
  const FORME = /^doute AppartementId : L'identifiant fiscal .* n'a pas la forme/;
  const SANS_ENTREE = /^manque dateEntree : Aucun état des lieux d'entrée/;

  test.each<[string, Changements, RegExp[]]>([
    ["complet", {}, []],
    ["sans identifiant fiscal", { appartement: { identifiantFiscal: null } }, [FISCAL]],
    ["à l'identifiant fiscal blanc", { appartement: { identifiantFiscal: " " } }, [FISCAL]],
    [
      "à l'identifiant fiscal espacé",
      { appartement: { identifiantFiscal: "75 1234 567 890" } },
      [],
    ],
    [
      "à l'identifiant fiscal de onze chiffres",
      { appartement: { identifiantFiscal: "75123456789" } },
      [FORME],
    ],
    [
      "à l'identifiant fiscal de treize chiffres",
      { appartement: { identifiantFiscal: "7512345678901" } },
      [FORME],
    ],
    [
      "à l'identifiant fiscal d'un autre département",
      { appartement: { identifiantFiscal: "761234567890" } },
      [FORME],
    ],
    [
      "en Corse, dont le fisc écrit 2A",
      { appartement: { identifiantFiscal: "2A1234567890", codePostal: "20000" } },
      [FORME],
    ],
    [
      "en Corse, à douze chiffres quelconques",
      { appartement: { identifiantFiscal: "991234567890", codePostal: "20000" } },
      [],
    ],
    [
      "mobilité, sans identifiant fiscal",
      { bail: { regime: "mobilite" }, appartement: { identifiantFiscal: null } },
      [],
    ],
    [
      "mobilité, à l'identifiant fiscal mal formé",
      { bail: { regime: "mobilite" }, appartement: { identifiantFiscal: "1" } },
      [],
    ],
    [
      "sans surface",
      { appartement: { surface: null } },
      [/^manque AppartementId : La surface habitable .*diminution de loyer \(article 3-1\)/],
    ],
    [
      "meublé sans surface",
      { bail: { regime: "meuble" }, appartement: { surface: null } },
      [/^manque AppartementId : La surface habitable .*diminution de loyer \(articles 3 et 25-3\)/],
    ],
    [
      "à la surface nulle",
      { appartement: { surface: 0 } },
      [/^manque AppartementId : La surface habitable/],
    ],
    [
      "sans nombre de pièces",
      { appartement: { nbPiece: null } },
      [/^manque AppartementId : Le nombre de pièces/],
    ],
    ["sans ancien loyer", { dossier: { dernierLoyer: null } }, [/^manque dernierLoyer /]],
    [
      "sans montant de l'ancien loyer",
      { dossier: { dernierLoyer: {} } },
      [/^manque dernierLoyer /],
    ],
    [
      "meublé, occupé sans état des lieux",
      { bail: { regime: "meuble", emission: "2026-03-16" } },
      [SANS_ENTREE],
    ],
    [
      "étudiant, occupé sans état des lieux",
      { bail: { regime: "etudiant", emission: "2026-03-16" } },
      [SANS_ENTREE],
    ],
    ["meublé, le jour de l'entrée", { bail: { regime: "meuble", emission: "2026-03-15" } }, []],
    [
      "meublé, occupé avec un état des lieux",
      { bail: { regime: "meuble", emission: "2026-03-16", pieces: ["Séjour"] } },
      [],
    ],
    ["nu, occupé sans état des lieux", { bail: { emission: "2026-03-16" } }, []],
    [
      "mobilité, occupé sans état des lieux",
      { bail: { regime: "mobilite", emission: "2026-03-16" } },
      [],
    ],
  ])("d'un bail %s", (_cas, changements, attendus) => {
    attendre(avertissementsLogement(complet(changements)), attendus);
  });

  it("se taisent sur ce qui est inconnu", () => {
    const meuble = complet({ bail: { regime: "meuble", emission: "2026-03-16" } });
    attendre(avertissementsLogement({ ...meuble, appartement: null }), []);
    attendre(avertissementsLogement({ ...meuble, pieces: null }), []);
    attendre(avertissementsLogement({ ...meuble, emission: null }), []);
    const dossier = { ...meuble.dossier, dateEntree: null };
    attendre(avertissementsLogement({ ...meuble, dossier }), []);
  });
});

describe("les avertissements sur la performance", () => {
  const INDECENT = /^doute AppartementId : Le logement est classé . : il n'est plus décent depuis/;
  const GELE = /^doute AppartementId : .* ni révisé ni augmenté/;
  const DEPENSES = /^manque AppartementId : Les dépenses annuelles/;
  const classe = (dpeClasse: "E" | "F" | "G", dateDebutBail: string) => ({
    appartement: { dpeClasse },
    dossier: { dateDebutBail },
  });

  test.each<[string, Changements, RegExp[]]>([
    ["complet", {}, []],
    [
      "sans classe",
      { appartement: { dpeClasse: null } },
      [/^manque AppartementId : La classe du DPE/],
    ],
    ["classé G, loué la veille", classe("G", "2024-12-31"), [GELE]],
    ["classé G, loué du jour dit", classe("G", "2025-01-01"), [INDECENT]],
    ["classé F, loué la veille", classe("F", "2027-12-31"), [GELE]],
    ["classé F, loué du jour dit", classe("F", "2028-01-01"), [INDECENT]],
    ["classé E, loué la veille", classe("E", "2033-12-31"), []],
    ["classé E, loué du jour dit", classe("E", "2034-01-01"), [INDECENT]],
    [
      "classé F, plus cher que l'ancien loyer d'un centime",
      { appartement: { dpeClasse: "F" }, dossier: { loyerHC: 850.01 } },
      [GELE, /^doute loyerHC : .*\(850,01 €\).*\(850,00 €\)/],
    ],
    [
      "classé F, sans ancien loyer",
      { appartement: { dpeClasse: "F" }, dossier: { dernierLoyer: null } },
      [GELE],
    ],
    ["classé D, plus cher", { dossier: { loyerHC: 900 } }, []],
    ["sans dépense minimale", { appartement: { dpeDepenseMin: null } }, [DEPENSES]],
    ["sans dépense maximale", { appartement: { dpeDepenseMax: null } }, [DEPENSES]],
    ["sans année des prix", { appartement: { dpeAnnee: null } }, [DEPENSES]],
    ["aux dépenses égales", { appartement: { dpeDepenseMin: 1060 } }, []],
    [
      "à la dépense minimale au-dessus",
      { appartement: { dpeDepenseMin: 1060.01 } },
      [/^doute AppartementId : La dépense .* dépasse la maximale/],
    ],
  ])("d'un logement %s", (_cas, changements, attendus) => {
    attendre(avertissementsPerformance(complet(changements)), attendus);
  });

  it("se taisent sur ce qui n'est pas encore tapé", () => {
    const passoire = complet({ appartement: { dpeClasse: "F" } });
    attendre(avertissementsPerformance({ ...passoire, appartement: null }), []);
    attendre(avertissementsPerformance({ ...passoire, dossier: {} }), []);
    const sansLoyer = { dernierLoyer: ancienLoyer() };
    attendre(avertissementsPerformance({ ...passoire, dossier: sansLoyer }), []);
  });
});
