import { describe, expect, it, test } from "vitest";
import { avertissementsDuBail } from "#domain/bail/avertissements.ts";
import { bailleurMoral, estMeuble, locatairesDe, sousLoi89 } from "#domain/bail/bail.ts";
import { manquesDuBail, sansDomicile } from "#domain/bail/parties.ts";
import { TYPES_BAIL } from "#domain/biens/dossier.ts";
import type { Qualite } from "#domain/personnes/personne.ts";
import {
  ancienLoyer,
  type Changements,
  DEUX_TITULAIRES,
  garant,
  proprietaire,
  unBail,
} from "../../support/documents/bail.ts";
import { attendre } from "../../support/fiches/avertissements.ts";

const REGIMES = TYPES_BAIL;
const complet = (changements: Changements = {}) =>
  unBail({ ...changements, dossier: { dernierLoyer: ancienLoyer(), ...changements.dossier } });

describe("un bail", () => {
  it("relève de la loi de 1989 sauf au Code civil, et n'est pas toujours meublé", () => {
    expect(REGIMES.filter((regime) => sousLoi89({ regime }))).toEqual(REGIMES.slice(0, 4));
    expect(REGIMES.filter((regime) => estMeuble({ regime }))).toEqual(REGIMES.slice(1, 4));
    expect([sousLoi89({ regime: null }), estMeuble({ regime: null })]).toEqual([false, false]);
  });

  it("est loué par une personne morale dès qu'un bailleur l'est, SCI familiale à part", () => {
    const moral = (...qualites: Qualite[]) =>
      bailleurMoral({ bailleurs: qualites.map((qualite) => proprietaire({ qualite })) });
    expect(moral("personne_physique", "personne_morale")).toBe(true);
    expect(moral("personne_physique", "sci_familiale")).toBe(false);
    expect(moral()).toBe(false);
    expect(bailleurMoral({ bailleurs: null })).toBe(false);
  });

  it("nomme tous ses titulaires", () => {
    const deux = unBail({ locataire: DEUX_TITULAIRES });
    expect(locatairesDe(deux).map(({ nom }) => nom)).toEqual(["Lefèvre", "Petit"]);
    expect(locatairesDe({ locataire: null })).toBeNull();
  });

  it("manque de propriétaire, d'adresse ou de domicile du bailleur", () => {
    expect(manquesDuBail(unBail())).toEqual([]);
    const perdu = unBail({ bail: { bailleurs: [] } });
    const sansVille = { ...perdu.appartement, codePostal: "", ville: "" };
    expect(manquesDuBail({ ...perdu, appartement: sansVille })).toEqual([
      "Le logement n'a aucun propriétaire.",
      "L'adresse du logement est incomplète.",
    ]);
    const nullePart = proprietaire({ adresse: null, codePostal: null, ville: null });
    expect(sansDomicile([proprietaire(), nullePart])).toEqual([
      "Le domicile ou le siège de Madame Jeanne DE LA TOUR, bailleur, n'est pas renseigné.",
    ]);
  });
});

describe("les avertissements d'un bail", () => {
  const ICI = { adresse: "27 BIS, boulevard Saint Michel", codePostal: "75005" };
  const REQUALIFIE = /^doute typeBail : .* requalifié/;
  const SECONDAIRE = /^doute typeBail : .* relève en principe du Code civil/;
  const MEME_ADRESSE = /^doute LocataireId : .* celle du logement loué/;
  const IMPAYES = /^doute garantieLoyersImpayes : .* garantie des loyers impayés/;
  const GARANTI = { garantieLoyersImpayes: true };
  const secondaire = { rp: false, adresse: ICI.adresse.replace(",", ""), codePostal: "75005" };

  test.each<[string, Changements, RegExp[]]>([
    ["nu, complet", {}, []],
    [
      "de Code civil, en résidence secondaire",
      { bail: { regime: "code_civil" }, locataire: { rp: false } },
      [],
    ],
    ["de Code civil, en résidence principale", { bail: { regime: "code_civil" } }, [REQUALIFIE]],
    [
      "de Code civil, dont la résidence principale est le logement loué",
      { bail: { regime: "code_civil" }, locataire: secondaire },
      [MEME_ADRESSE],
    ],
    [
      "de Code civil, dont la résidence principale est à cette voie d'une autre ville",
      { bail: { regime: "code_civil" }, locataire: { ...secondaire, codePostal: "69002" } },
      [],
    ],
    [
      "de Code civil, dont la résidence principale est ailleurs dans la ville",
      { bail: { regime: "code_civil" }, locataire: { ...secondaire, adresse: "1 rue de la Paix" } },
      [],
    ],
    ["nu, en résidence secondaire", { locataire: { rp: false } }, [SECONDAIRE]],
    [
      "meublé, en résidence secondaire",
      { bail: { regime: "meuble" }, locataire: { rp: false } },
      [SECONDAIRE],
    ],
    [
      "mobilité, en résidence secondaire",
      {
        bail: { regime: "mobilite" },
        locataire: { rp: false },
        dossier: { depotGarantie: 0, dateFinBail: "2026-09-14", motifMobilite: "Stage" },
      },
      [],
    ],
    [
      "nu, d'un locataire mineur",
      { locataire: { naissance: "2010-06-07" } },
      [/^doute LocataireId : .* n'est pas majeur/],
    ],
    [
      "nu, dont un second titulaire a dix-huit ans le jour de la signature",
      { locataire: { ...DEUX_TITULAIRES, autreNaissance: "2008-03-01" } },
      [],
    ],
    [
      "de stationnement, dont l'emplacement n'est pas désigné",
      {
        bail: { regime: "stationnement" },
        appartement: { situation: " " },
        dossier: { regimeTva: "franchise", indice: null, indiceTrim: null },
      },
      [/^manque AppartementId : L'emplacement n'est pas désigné/],
    ],
    ["garanti des impayés, sans caution", { dossier: GARANTI }, []],
    [
      "garanti des impayés, avec une caution",
      { dossier: GARANTI, bail: { cautions: [garant()] } },
      [IMPAYES],
    ],
    [
      "étudiant, garanti des impayés, avec une caution",
      { dossier: GARANTI, bail: { regime: "etudiant", cautions: [garant()] } },
      [],
    ],
    [
      "nu, à la clause nulle",
      { dossier: { clauses: { clausesText: "Les animaux sont interdits." } } },
      [/^doute clauses.clausesText : .* elle interdit/],
    ],
    [
      "de Code civil, que la loi de 1989 ne borne pas",
      {
        bail: { regime: "code_civil" },
        locataire: { rp: false },
        appartement: { dpeClasse: "G", surface: null, identifiantFiscal: null, zoneTendue: null },
        dossier: {
          clauses: { clausesText: "Les animaux sont interdits." },
          fraisDossierTTC: 9999,
          dernierLoyer: null,
        },
      },
      [],
    ],
    [
      "nu, où tout manque, que chaque règle lit",
      {
        appartement: { dpeClasse: null, surface: null, zoneTendue: null },
        dossier: { indice: null, fraisDossierTTC: null },
      },
      [
        /^manque indice /,
        /: La surface /,
        /: La classe du DPE /,
        /zone tendue/,
        /^manque fraisDossierTTC /,
      ],
    ],
  ])("%s", (_cas, changements, attendus) => {
    attendre(avertissementsDuBail(complet(changements)), attendus);
  });

  it("se taisent tant que le régime, le locataire ou le logement sont inconnus", () => {
    const bail = complet({ bail: { regime: "code_civil" }, dossier: GARANTI });
    attendre(avertissementsDuBail({ ...bail, regime: null }), []);
    const inconnu = { locataire: null, appartement: null, bailleurs: null, cautions: null };
    attendre(avertissementsDuBail({ ...bail, ...inconnu }), []);
    attendre(avertissementsDuBail({ ...bail, ...inconnu, regime: "nu" }), []);
    const sansLieu = unBail({ bail: { regime: "code_civil" }, locataire: secondaire });
    attendre(avertissementsDuBail({ ...sansLieu, appartement: null }), []);
  });
});
