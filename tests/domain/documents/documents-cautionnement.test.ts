import { describe, expect, test } from "vitest";
import { agenceDe } from "#domain/agence/agence.ts";
import { acteCautionnement } from "#worker/documents/bail/acte-cautionnement.ts";
import type { Bail } from "#worker/documents/bail/bail.ts";
import { pagesOf } from "#worker/documents/page/pages.ts";
import { render } from "#worker/documents/page/render.ts";
import { RESILIATION_CAUTION } from "#worker/documents/textes-legaux.ts";
import {
  type Changements,
  DEUX_TITULAIRES,
  garant,
  proprietaire,
  unBail,
} from "../../support/documents/bail.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const composer = (changements: Changements = {}, caution = garant()) =>
  acteCautionnement(unBail(changements), caution);

async function lire(changements: Changements = {}, caution = garant()) {
  const { document, warnings } = composer(changements, caution);
  return { ...readPdf(await render(document)), warnings };
}

describe("acte de cautionnement solidaire", () => {
  test("porte ce que l'article 22-1 exige, à peine de nullité", async () => {
    const { text, title, warnings } = await lire();
    expect(title).toBe("ACTE DE CAUTIONNEMENT SOLIDAIRE – Monsieur Paul LEFÈVRE");
    expect(warnings).toEqual([]);
    for (const mention of [
      "Article 22-1 de la loi n° 89-462 du 6 juillet 1989 et article 2297 du Code civil",
      "Monsieur Paul LEFÈVRE Né le 1er février 1958 à Tours Demeurant 12 rue Nationale, 37000 Tours Téléphone 06 12 34 56 78 Adresse électronique paul@exemple.fr",
      "Madame Jeanne DE LA TOUR 4 place de la Contrescarpe, 75005 Paris Représenté par Saint-Michel Gestion, mandataire",
      "Monsieur Étienne LEFÈVRE, né le 21 juin 1990 à Tours",
      "Bail signé le 1er mars 2026 Prise d'effet 15 mars 2026 Durée Trois ans, jusqu'au 14 mars 2029 inclus",
      "850,00 € (huit cent cinquante euros)",
      "100,00 € (cent euros)",
      "950,00 € (neuf cent cinquante euros)",
      "Le loyer est révisé chaque année, le 15 mars, dans la limite de la variation de l'indice de référence des loyers (IRL) publié par l'INSEE. Indice de référence : 4e trimestre 2025 – 145,78.",
      "loyers, charges, indemnités d'occupation, réparations locatives, intérêts et frais",
      "trente-quatre mille deux cents euros (34 200,00 €) en principal et accessoires",
      "jusqu'au 14 mars 2032 inclus",
      RESILIATION_CAUTION,
      "« Je m'engage, en qualité de caution, à payer à Madame Jeanne DE LA TOUR ce que lui doit Monsieur Étienne LEFÈVRE au titre du bail du 1er mars 2026 en cas de défaillance de celui-ci, dans la limite de trente-quatre mille deux cents euros (34 200,00 €) en principal et accessoires. Je reconnais ne pouvoir exiger du bailleur ni qu'il poursuive d'abord le locataire, ni qu'il divise ses poursuites entre les cautions. »",
      "l'établissement et l'exécution du cautionnement, que la caution a accepté, et le respect des obligations légales",
      "La caution reconnaît avoir reçu un exemplaire du contrat de location.",
      "Fait à Paris, le ……………",
    ])
      expect(text).toContain(mention);
  });

  test("laisse la mention de l'article 2297 à la main de la caution : un cadre vide sous le modèle, avec sa signature", () => {
    for (let conditions = 0; conditions < 12; conditions++) {
      const complement = "Une condition de plus.\n".repeat(conditions);
      const { document } = composer({}, garant({ complement }));
      const pages = pagesOf(document, new Map());
      const cadre = pages.flat().find((mark) => mark.kind === "frame" && mark.height > 150);
      const page = pages.find((marks) => cadre && marks.includes(cadre)) ?? [];
      const textes = page.filter((mark) => mark.kind === "text");
      const ecrit = textes.map(({ text }) => text).join(" ");
      expect(cadre).toBeDefined();
      expect(ecrit).toContain("Je m’engage");
      expect(ecrit).toContain("LA CAUTION");
      if (cadre?.kind !== "frame") return;
      for (const { y } of textes) expect(y < cadre.y || y > cadre.y + cadre.height).toBe(true);
    }
  });

  test("reprend le montant, la durée et les conditions de la fiche", async () => {
    const { text } = await lire(
      {},
      garant({
        montantMax: 20_000,
        dureeType: "indeterminee",
        complement: "La caution est la mère du locataire.",
        dateCautionSolidaire: "2026-03-01",
      }),
    );
    expect(text).toContain("vingt mille euros (20 000,00 €)");
    expect(text).toContain("durée indéterminée");
    expect(text).toContain(RESILIATION_CAUTION);
    expect(text).toContain("7. Conditions particulières La caution est la mère du locataire.");
    expect(text).toContain("Fait à Paris, le 1er mars 2026");
  });

  test("le modèle s'accorde avec les bailleurs et les locataires, et le montant s'élide", async () => {
    const { text } = await lire(
      {
        bail: { bailleurs: [proprietaire(), proprietaire({ titre: "Monsieur", prenom: "Henri" })] },
        locataire: { titre: "Madame", prenom: "Anaïs" },
      },
      garant({ montantMax: 1_000_000 }),
    );
    expect(text).toContain(
      "à payer à Madame Jeanne DE LA TOUR et Monsieur Henri DE LA TOUR ce que leur doit Madame Anaïs LEFÈVRE au titre du bail du 1er mars 2026 en cas de défaillance de celle-ci, dans la limite d'un million d'euros (1 000 000,00 €) en principal et accessoires.",
    );
  });

  test("pour deux titulaires, les nomme tous deux et fait désigner le colocataire", async () => {
    const { text, warnings } = await lire({ locataire: DEUX_TITULAIRES });
    expect(text).toContain("solidairement avec Monsieur Étienne LEFÈVRE et Madame Anaïs PETIT");
    expect(text).toContain("colocataire dont le départ met fin à l'engagement de la caution");
    expect(text).toContain(
      "le bailleur peut la poursuivre sans avoir poursuivi d'abord les locataires",
    );
    expect(warnings.join()).toContain("article 8-1, VI");
  });

  test("d'une colocation, nomme celui dont le départ met fin à l'engagement, et n'a plus rien à cocher", async () => {
    const { text, warnings } = await lire(
      { locataire: DEUX_TITULAIRES },
      garant({ colocataire: "second" }),
    );
    expect(text).toContain(
      "Le colocataire dont le départ met fin à l'engagement de la caution est Madame Anaïs PETIT : cet engagement cesse à la date d'effet de son congé si un nouveau colocataire figure au bail et, à défaut, au plus tard six mois après cette date (article 8-1, VI, de la loi du 6 juillet 1989).",
    );
    expect(text).not.toContain("☐");
    expect(warnings).toEqual([]);
  });

  test("envers deux bailleurs, dit ce qu'ils peuvent, et ce qu'elle ne peut exiger d'eux", async () => {
    const { text } = await lire({
      bail: { bailleurs: [proprietaire(), proprietaire({ prenom: "Anne" })] },
    });
    for (const mention of [
      "les bailleurs peuvent la poursuivre sans avoir poursuivi d'abord le locataire",
      "les bailleurs peuvent réclamer à chacune la totalité de la dette",
      "Je reconnais ne pouvoir exiger des bailleurs ni qu'ils poursuivent d'abord le locataire",
    ])
      expect(text).toContain(mention);
    expect(text).not.toContain("le bailleur peut");
  });

  test("d'un bail mobilité à deux, sans solidarité, dit lequel est garanti, pour ses seules obligations", async () => {
    const { text, warnings } = await lire({
      locataire: DEUX_TITULAIRES,
      bail: { regime: "mobilite" },
      dossier: { dateFinBail: "2026-09-14", depotGarantie: 0 },
    });
    for (const mention of [
      "En l'absence de solidarité entre les locataires, la caution garantit : ☐ Monsieur Étienne LEFÈVRE ☐ Madame Anaïs PETIT, chacun pour ses seules obligations.",
      "solidairement avec chaque locataire qu'elle garantit et pour les seules obligations de celui-ci",
      "ce que lui doit …………… au titre du bail du 1er mars 2026 en cas de défaillance de sa part",
      // Six months of rent and charges.
      "cinq mille sept cents euros (5 700,00 €)",
    ])
      expect(text).toContain(mention);
    expect(text).toContain(
      "Il n'y a de solidarité ni entre les locataires, ni entre leurs cautions (article 25-13, II) : la caution garde le bénéfice de division.",
    );
    expect(text).toContain(
      "Je reconnais ne pouvoir exiger du bailleur qu'il poursuive d'abord le locataire. »",
    );
    expect(text).not.toMatch(
      /8-1|avec Monsieur Étienne LEFÈVRE et Madame|renonce au bénéfice de division|divise/,
    );
    expect(warnings.join()).toMatch(/sans solidarité/);
    expect(warnings.join()).not.toContain("8-1");
  });

  test("de durée indéterminée au Code civil, se résilie à tout moment, moyennant un préavis", async () => {
    const resilier =
      "La caution peut y mettre fin à tout moment pour l'avenir, moyennant un préavis de …………… (article 2315 du Code civil).";
    const sansFin = garant({ dureeType: "indeterminee" });
    const { text, warnings } = await lire(
      { bail: { regime: "code_civil" }, locataire: { rp: false } },
      sansFin,
    );
    expect(text).toContain(resilier);
    expect(warnings.join()).toMatch(/préavis .* n'est pas renseigné \(article 2315/);
    const connu = (preavis: number) =>
      lire({ bail: { regime: "stationnement" } }, { ...sansFin, preavis });
    const trois = await connu(3);
    expect(trois.text).toContain("moyennant un préavis de 3 mois (article 2315");
    expect(trois.warnings.join()).not.toContain("2315");
    expect((await connu(1)).text).toContain("moyennant un préavis d'un mois (article 2315");
    expect((await lire({}, sansFin)).text).not.toContain("2315");
  });

  test.each<[Bail["regime"], Partial<Bail["dossier"]>, string, string, string]>([
    ["meuble", {}, "Un an, jusqu'au 14 mars 2027", "14 mars 2028", "chaque année, le 15 mars"],
    [
      "etudiant",
      {},
      "Neuf mois, jusqu'au 14 décembre 2026",
      "14 décembre 2026",
      "Révision du loyer Sans objet.",
    ],
    [
      "mobilite",
      { dateFinBail: "2026-09-14", depotGarantie: 0 },
      "Six mois, jusqu'au 14 septembre 2026",
      "14 septembre 2026",
      "Le loyer n'est pas révisé en cours de bail.",
    ],
  ])(
    "d'un bail %s, suit sa durée et sa révision",
    async (regime, dossier, duree, fin, revision) => {
      const { text } = await lire({ bail: { regime }, dossier });
      for (const mention of [
        "Article 22-1 de la loi n° 89-462",
        `Durée ${duree} inclus`,
        `pour une durée déterminée, jusqu'au ${fin} inclus`,
        revision,
        RESILIATION_CAUTION,
      ])
        expect(text).toContain(mention);
    },
  );

  test("sans charges, dit néant ; sans mois entiers, ne dit qu'une fois la fin du bail", async () => {
    const { text } = await lire({
      bail: { regime: "mobilite" },
      dossier: { dateFinBail: "2026-07-02", depotGarantie: 0, loyerCharge: 0 },
    });
    expect(text).toContain("Durée Du 15 mars 2026 au 2 juillet 2026 inclus Logement");
    expect(text).toContain("Charges Néant Total mensuel 850,00 €");
    expect(text).not.toContain("zéro euro");
  });

  test("au Code civil, ne cite que l'article 2297", async () => {
    const { text, warnings } = await lire({
      bail: { regime: "code_civil", bailleurs: [proprietaire({ qualite: "personne_morale" })] },
      dossier: { garantieLoyersImpayes: true },
      locataire: { rp: false, ...DEUX_TITULAIRES },
    });
    expect(text).toContain("Article 2297 du Code civil");
    expect(text).not.toMatch(/89-462|1989|22-1|8-1|peut le résilier unilatéralement/);
    expect(warnings).toEqual([]);
  });

  test.each<[string, Changements, RegExp]>([
    [
      "garantie des loyers impayés",
      { dossier: { garantieLoyersImpayes: true } },
      /garantie des loyers impayés/,
    ],
    [
      "bailleur personne morale",
      { bail: { bailleurs: [proprietaire({ qualite: "personne_morale" })] } },
      /personne morale/,
    ],
    ["sans indice", { dossier: { indice: null } }, /à peine de nullité/],
  ])("avertit : %s", (_, changements, attendu) => {
    expect(composer(changements).warnings.join()).toMatch(attendu);
  });

  test("avertit : une caution mineure à la signature du bail", () => {
    const mineure = composer({}, garant({ naissance: "2008-03-02" }));
    expect(mineure.warnings.join()).toMatch(/n'était pas majeure/);
    const majeure = composer({}, garant({ naissance: "2008-03-01" }));
    expect(majeure.warnings.join()).not.toMatch(/majeure/);
  });

  test("ce qui manque laisse des pointillés", async () => {
    const vide = garant({
      naissance: null,
      lieuNaissance: null,
      adresse: null,
      cp: null,
      ville: null,
    });
    const { text, warnings } = await lire(
      {
        bail: { agence: agenceDe([]), bailleurs: [] },
        dossier: { indice: null, indiceTrim: null },
      },
      vide,
    );
    expect(text).toContain("Né le …………… à …………… Demeurant ……………");
    expect(text).not.toMatch(/null|undefined|NaN|\[object|\u202f/);
    expect(warnings.length).toBeGreaterThan(4);
  });
});
