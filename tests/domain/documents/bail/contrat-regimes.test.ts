import { describe, expect, test } from "vitest";
import { Invalid } from "#domain/erreurs.ts";
import { contratLocation } from "#worker/documents/bail/contrat-location.ts";
import { HONORAIRES_ARTICLE_5, RAPPEL_PERFORMANCE } from "#worker/documents/textes-legaux.ts";
import { ancienLoyer, unBail } from "../../../support/documents/bail.ts";
import {
  contient,
  ENCADREMENT,
  lire,
  TITRES_DU_CONTRAT_TYPE,
} from "../../../support/documents/contrat.ts";

describe("les autres régimes", () => {
  test("meublé : un an, reconduction d'un an, inventaire joint, sections décalées d'une lettre", async () => {
    const { text, warnings } = await lire({
      bail: { regime: "meuble" },
      dossier: { depotGarantie: 1700, chargesMode: "forfait", dernierLoyer: ancienLoyer() },
    });
    contient(text, [
      ...TITRES_DU_CONTRAT_TYPE,
      ...RAPPEL_PERFORMANCE,
      ...HONORAIRES_ARTICLE_5,
      "CONTRAT DE LOCATION – LOGEMENT MEUBLÉ",
      "Soumis au titre Ier bis de la loi du 6 juillet 1989",
      "Durée Un an Terme du contrat 14 mars 2027 inclus",
      "sont reconduits tacitement à leur terme pour une durée d'un an",
      "Montant mensuel du forfait de charges 100,00 €",
      "F. Dépenses énergétiques",
      "État des lieux, inventaire et état détaillé du mobilier",
    ]);
    expect(text).not.toContain("partage des économies de charges");
    expect(warnings).toEqual([]);
  });

  test("étudiant : neuf mois sans reconduction", async () => {
    const { text } = await lire({ bail: { regime: "etudiant" } });
    contient(text, [
      ...TITRES_DU_CONTRAT_TYPE,
      ...RAPPEL_PERFORMANCE,
      ...HONORAIRES_ARTICLE_5,
      "titre Ier bis",
      "Durée Neuf mois Terme du contrat 14 décembre 2026 inclus",
      "Le locataire déclare être étudiant et en justifie ; le bail est consenti pour neuf mois sans reconduction tacite (article 25-7).",
      "ne sont pas reconduits tacitement à leur terme",
      "2. Modalités de révision Sans objet.",
    ]);
    expect(text).not.toMatch(/pour une durée d'un an|IRL/);
  });

  test("étudiant d'une autre durée : celle convenue, et les règles d'un meublé ordinaire", async () => {
    const { text, warnings } = await lire({
      bail: { regime: "etudiant" },
      dossier: { dateFinBail: "2026-09-14" },
    });
    contient(text, [
      "Durée Six mois Terme du contrat 14 septembre 2026 inclus Le locataire déclare être étudiant et en justifie. À l'exception",
      "sont reconduits tacitement à leur terme pour une durée d'un an",
    ]);
    expect(text).not.toMatch(/consenti pour neuf mois|ne sont pas reconduits/);
    expect(warnings.join()).toMatch(/pas de neuf mois/);
  });

  test("mobilité : motif, ni renouvellement, ni dépôt, ni révision, ni identifiant fiscal", async () => {
    const { text, title } = await lire({
      bail: { regime: "mobilite" },
      dossier: {
        depotGarantie: 0,
        dateFinBail: "2026-09-14",
        motifMobilite: "Mission temporaire",
        chargesMode: "provisions",
      },
    });
    expect(title).toContain("BAIL MOBILITÉ");
    contient(text, [
      ...TITRES_DU_CONTRAT_TYPE,
      ...HONORAIRES_ARTICLE_5,
      "titre Ier ter",
      "Durée Six mois Terme du contrat 14 septembre 2026 inclus",
      "Motif du bail mobilité Mission temporaire",
      "non renouvelable ni reconductible",
      "La durée peut être modifiée une fois par avenant, sans excéder dix mois au total.",
      "Aucun dépôt de garantie ne peut être exigé",
      "Le loyer n'est pas révisé en cours de bail.",
      "Montant mensuel du forfait de charges 100,00 €",
      "non-paiement du loyer ou des charges aux termes convenus ; un mois après",
    ]);
    expect(text).not.toMatch(/Identifiant fiscal|Provisions sur charges|Notice d'information|IRL/);
  });

  test("un préavis donné depuis ne change pas le terme convenu", async () => {
    const { text } = await lire({
      bail: { regime: "mobilite" },
      dossier: {
        depotGarantie: 0,
        dateFinBail: "2026-09-14",
        dateDebutPreavis: "2026-05-01",
        dateFinPreavis: "2026-06-01",
      },
    });
    expect(text).toContain("Durée Six mois Terme du contrat 14 septembre 2026 inclus");
  });

  test("mobilité avec un dépôt de garantie : refusé, avec la raison", () => {
    const composer = () => contratLocation(unBail({ bail: { regime: "mobilite" } }));
    expect(composer).toThrow(Invalid);
    expect(composer).toThrow(/un bail mobilité interdit tout dépôt de garantie/);
  });

  test("résidence secondaire : le Code civil seul, rien de la loi de 1989", async () => {
    const { text, title, warnings } = await lire({
      bail: { regime: "code_civil" },
      locataire: { rp: false },
      dossier: {
        depotGarantie: 5000,
        dateFinBail: "2027-03-14",
        encadrement: ENCADREMENT,
        meuble: true,
      },
      appartement: { identifiantFiscal: null, dpeClasse: null },
    });
    expect(title).toContain("CONTRAT DE LOCATION À USAGE DE RÉSIDENCE SECONDAIRE");
    contient(text, [
      "Soumis aux articles 1714 à 1762 du Code civil",
      "Le locataire déclare que sa résidence principale est située 1 rue de la Paix, 75002 Paris et que le logement loué ne constitue pas sa résidence principale. Cette déclaration est déterminante du consentement du bailleur.",
      "Destination des lieux Logement Loué meublé",
      "État des lieux, inventaire et état détaillé du mobilier",
      "Terme 14 mars 2027 inclus",
      "un mois après un commandement",
      "article 1731 du Code civil",
    ]);
    expect(text).not.toMatch(
      /89-462|1989|Rappel : un logement décent|Loyer de référence|Notice|22-1|article 5|identifiant fiscal/i,
    );
    expect(warnings).toEqual([]);
  });
});

test("résidence secondaire dont on ne sait si elle est meublée : la mention est à remplir", async () => {
  const { text, warnings } = await lire({
    bail: { regime: "code_civil" },
    locataire: { rp: false },
    dossier: { meuble: null },
  });
  expect(text).toContain("Logement …………… (meublé / vide)");
  expect(warnings.join()).toContain("louée meublée");
});

describe("le contrat d'un emplacement de stationnement", () => {
  const place = {
    bail: { regime: "stationnement" },
    appartement: { situation: "Place n° 14, 2e sous-sol", dpeClasse: null, nbPiece: null },
    dossier: {
      vehicule: "Peugeot 208, AB-123-CD",
      depotGarantie: 170,
      loyerHC: 90,
      loyerCharge: 10,
      indice: 139.3,
      indiceTrim: "ILC, 4e trimestre 2025",
      regimeTva: "franchise",
    },
  } as const;

  test("dit l'emplacement et le véhicule, et rien de ce qui fait un logement", async () => {
    const { text, title, warnings } = await lire(place);
    expect(title).toContain("CONTRAT DE LOCATION D'UN EMPLACEMENT DE STATIONNEMENT");
    contient(text, [
      "Articles 1709 et suivants du Code civil",
      "II. Désignation de l'emplacement Adresse 27 bis boulevard Saint-Michel, 75005 Paris Emplacement Place n° 14, 2e sous-sol",
      "III. Destination L'emplacement est loué pour le seul stationnement d'un véhicule",
      "Véhicule Peugeot 208, AB-123-CD",
      "Durée Un an Prise d'effet 15 mars 2026 Terme 14 mars 2027 inclus",
      "À son terme, le contrat est reconduit tacitement par périodes d'un an.",
      "moyennant un préavis d'un mois",
      "D. Indexation Le loyer est révisé chaque année, le 15 mars, dans la limite de la variation de l'indice des loyers commerciaux (ILC) publié par l'INSEE. Indice de référence : 4e trimestre 2025 – 139,30.",
      "E. Taxe sur la valeur ajoutée TVA non applicable, art. 293 B du CGI.",
      "Montant du dépôt de garantie 170,00 €",
      "à l'adresse indiquée ci-dessus",
      "A. Extrait du règlement de copropriété",
      "B. État des lieux ☐ C. Acte de cautionnement ☐ D. Attestation d'assurance ☐ E. Relevé d'identité bancaire",
    ]);
    // The recipients of personal data are the same for every lease; nothing else in the contract concerns homes only.
    expect(text.replace("les organismes d'aide au logement", "")).not.toMatch(
      /89-462|1989|pièce|chauffage|eau chaude|DPE|diagnostic|énerg|Surface|résidence|logement|Notice|relocation/i,
    );
    expect(warnings).toEqual([]);
  });

  test("n'indexe rien sur l'IRL, qui n'est que des logements : sans indice convenu, pas de révision", async () => {
    const dit = (indice: number | null, indiceTrim: string | null) =>
      lire({ ...place, dossier: { ...place.dossier, indice, indiceTrim } });
    const irl = await dit(145.47, "4ème trimestre 2025");
    contient(irl.text, ["D. Indexation Le loyer n'est pas révisé en cours de bail."]);
    expect(irl.warnings).toEqual([expect.stringContaining("L. 112-2")]);
    const sans = await dit(null, null);
    expect(sans.text).not.toContain("IRL");
    expect(sans.warnings).toEqual([]);
  });

  test("dit la TVA que le loyer comprend ; personne ne l'ayant dite, il n'en dit rien et avertit", async () => {
    const { dossier } = place;
    const soumis = await lire({ ...place, dossier: { ...dossier, regimeTva: "normale" } });
    contient(soumis.text, ["Dont TVA 20 % : 16,67 € (hors taxe : 83,33 €)."]);
    const muet = await lire({ ...place, dossier: { ...dossier, regimeTva: null } });
    expect(muet.text).not.toMatch(/Taxe sur la valeur|Dont TVA|293 B/);
    expect(muet.warnings).toEqual([expect.stringContaining("articles 261 D, 2° et 293 B")]);
  });

  test("de durée convenue, prend fin à son terme", async () => {
    const { text } = await lire({
      ...place,
      dossier: { ...place.dossier, dateFinBail: "2026-09-14" },
    });
    contient(text, ["Durée Six mois", "prend fin de plein droit à son terme"]);
    expect(text).not.toContain("reconduit");
  });

  test("n'avertit de rien qui tienne au logement ou à la résidence", () => {
    for (const rp of [true, false]) {
      const { warnings } = contratLocation(
        unBail({
          ...place,
          locataire: { rp },
          appartement: { ...place.appartement, surface: null, zoneTendue: null },
          dossier: { ...place.dossier, fraisDossierTTC: 9999, annexes: null, encadrement: null },
        }),
      );
      expect(warnings.map((phrase) => phrase.replaceAll("\u00a0", " "))).toEqual([
        "Annexes à joindre au bail et non cochées : Règlement de copropriété.",
      ]);
    }
  });
});
