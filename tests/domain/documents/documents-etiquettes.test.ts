import { describe, expect, test } from "vitest";
import { COPIES_AU_PLUS } from "#domain/biens/etiquettes-adresse.ts";
import { pagesOf } from "#worker/documents/page/pages.ts";
import { render } from "#worker/documents/page/render.ts";
import {
  type DonneesEtiquette,
  etiquettes,
} from "#worker/documents/quittances/etiquettes-adresse.ts";
import { donneesEtiquette } from "../../support/documents/etiquettes.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const composee = (changements: Partial<DonneesEtiquette> = {}) =>
  etiquettes(donneesEtiquette(changements));

const millimetres = (points: number) => (points * 25.4) / 72;

/** The texts of each sheet, each with its place in millimetres from the top left corner. */
const textes = (changements: Partial<DonneesEtiquette>) =>
  pagesOf(composee(changements).document, new Map()).map((marks) =>
    marks.flatMap((mark) =>
      mark.kind === "text"
        ? [{ text: mark.text, size: mark.size, x: millimetres(mark.x), y: millimetres(mark.y) }]
        : [],
    ),
  );

const lignes = (changements: Partial<DonneesEtiquette>) =>
  textes(changements)[0]?.map(({ text }) => text);

test("on imprime dix planches de vingt et une étiquettes au plus", () => {
  expect(COPIES_AU_PLUS).toBe(210);
});

const LONGUE: Partial<DonneesEtiquette> = {
  destinataires: [
    {
      titre: "Monsieur",
      prenom: "Jean-Baptiste Marie Alexandre",
      nom: "de La Rochefoucauld-Montbel d'Aulaire",
    },
    { titre: "Madame", prenom: "Łucja", nom: "Żółć-Wielkopolska" },
  ],
  complements: ["4e étage, bâtiment C, escalier 3"],
  adresse: {
    adresse: "Résidence des Jardins de l'Observatoire, 27 bis avenue du Général-Leclerc",
    codePostal: "94240",
    ville: "L'Haÿ-les-Roses",
  },
};

describe("l'adresse suit la norme postale", () => {
  test("en capitales, sans ponctuation, la dernière ligne sans accent", () => {
    expect(lignes({})).toEqual([
      "M ÉTIENNE LEFÈVRE",
      "4E ÉTAGE",
      "27 BIS BOULEVARD SAINT-MICHEL",
      "75005 PARIS",
    ]);
    expect(lignes(LONGUE)?.at(-1)).toBe("94240 L HAY LES ROSES");
  });

  test.each([
    [["Monsieur", "Jean", "Dupont"], ["Madame", "Anne", "DUPONT"], ["M et MME DUPONT"]],
    [
      ["Madame", "Anne", "Dupont"],
      ["Madame", "Ève", "Dupont"],
      ["MME ANNE DUPONT", "MME ÈVE DUPONT"],
    ],
    [
      ["Monsieur", "Jean", "Dupont"],
      ["Mademoiselle", "Zoé", "Œuvre"],
      ["M JEAN DUPONT", "MME ZOÉ ŒUVRE"],
    ],
  ])("deux titulaires %j et %j", (un, autre, attendu) => {
    const destinataires = [un, autre].map(([titre = "", prenom = "", nom = ""]) => ({
      titre,
      prenom,
      nom,
    }));
    expect(lignes({ destinataires, complements: [] })).toEqual([
      ...attendu,
      "27 BIS BOULEVARD SAINT-MICHEL",
      "75005 PARIS",
    ]);
  });
});

describe("la planche Avery L7160", () => {
  test("chaque étiquette tient dans sa case, à 2 mm du bord, aux mesures du fabricant", () => {
    for (const changements of [{}, LONGUE]) {
      const [feuille = []] = textes({ ...changements, copies: 21 });
      const parCase = feuille.length / 21;
      feuille.forEach(({ x, y }, rang) => {
        const place = Math.floor(rang / parCase);
        const gauche = 7.21 + (place % 3) * 66.04;
        const haut = 15.15 + Math.floor(place / 3) * 38.1;
        expect(x).toBeCloseTo(gauche + 2, 2);
        expect(y).toBeGreaterThan(haut + 2);
        expect(y).toBeLessThan(haut + 36.1);
      });
    }
  });

  test("commence à la position demandée et déborde sur les feuilles suivantes", () => {
    const feuilles = textes({ position: 20, copies: 24 });
    expect(feuilles.map((feuille) => feuille.length / 4)).toEqual([2, 21, 1]);
    expect(feuilles[0]?.[0]?.x).toBeCloseTo(7.21 + 66.04 + 2, 2);
    expect(feuilles[2]?.[0]?.x).toBeCloseTo(9.21, 2);
  });

  test("une adresse longue rapetisse et revient à la ligne, sans rien perdre", () => {
    const [feuille = []] = textes(LONGUE);
    const texte = feuille.map(({ text }) => text).join(" ");
    expect(texte).toBe(
      "M JEAN-BAPTISTE MARIE ALEXANDRE DE LA ROCHEFOUCAULD-MONTBEL D’AULAIRE MME ŁUCJA ŻÓŁĆ-WIELKOPOLSKA 4E ÉTAGE BÂTIMENT C ESCALIER 3 RÉSIDENCE DES JARDINS DE L’OBSERVATOIRE 27 BIS AVENUE DU GÉNÉRAL-LECLERC 94240 L HAY LES ROSES",
    );
    for (const { size } of feuille) expect(size).toBeGreaterThanOrEqual(7.5);
    expect(textes({})[0]?.[0]?.size).toBeGreaterThanOrEqual(9);
  });

  test("au-delà de six lignes, étage, porte et bâtiment en partagent une, que l'on lit encore", () => {
    const destinataires = ["Anne", "Ève", "Zoé"].map((prenom, rang) => ({
      titre: "Madame",
      prenom,
      nom: `Petit${rang}`,
    }));
    const adresse = { adresse: "5 rue Bleue", codePostal: "75005", ville: "Paris" };
    const complements = ["Chez Dupont", "4e étage", "porte gauche"];
    expect(lignes({ destinataires, complements, adresse })).toEqual([
      "MME ANNE PETIT0",
      "MME ÈVE PETIT1",
      "MME ZOÉ PETIT2",
      "CHEZ DUPONT 4E ÉTAGE PORTE GAUCHE",
      "5 RUE BLEUE",
      "75005 PARIS",
    ]);
    const [feuille = []] = textes({
      ...LONGUE,
      complements: Array.from({ length: 8 }, (_, rang) => `Escalier ${rang + 1}`),
    });
    expect(feuille.map(({ text }) => text).join(" ")).toContain("ESCALIER 7 ESCALIER 8");
    for (const { size, y } of feuille) {
      expect(size).toBeGreaterThanOrEqual(7.5);
      expect(y).toBeLessThan(15.15 + 36.1);
    }
  });

  test("la plus longue des saisies reste dans sa case", () => {
    const [feuille = []] = textes({
      complements: ["x".repeat(255)],
      adresse: { adresse: "mot ".repeat(60), codePostal: "75005", ville: "V".repeat(100) },
    });
    expect(feuille.map(({ text }) => text).join("")).toContain("X".repeat(20));
    for (const { y } of feuille) expect(y).toBeLessThan(15.15 + 36.1);
  });

  test("n'a ni en-tête ni pied de page", async () => {
    const { pages } = readPdf(await render(composee({ copies: 22 }).document));
    expect(pages).toHaveLength(2);
    expect(pages.join(" ")).not.toMatch(/Saint-Michel Gestion|Page/);
  });
});

test("une adresse incomplète laisse des pointillés et avertit", () => {
  const adresse = { adresse: null, codePostal: null, ville: null };
  const { warnings } = composee({ destinataires: [], complements: [], adresse });
  expect(warnings).toEqual([
    "L'étiquette n'a aucun destinataire.",
    "L'adresse de l'étiquette est incomplète.",
  ]);
  expect(lignes({ destinataires: [], complements: [], adresse })).toEqual(Array(3).fill("……………"));
});
