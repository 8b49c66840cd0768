import { PDFDict, PDFDocument, PDFName, PDFRawStream } from "pdf-lib";
import { describe, expect, test } from "vitest";
import type { Block, Document } from "#worker/documents/page/blocks.ts";
import { pagesOf } from "#worker/documents/page/pages.ts";
import { render } from "#worker/documents/page/render.ts";
import { type DonneesQuittance, quittance } from "#worker/documents/quittances/quittance.ts";
import { donneesQuittance } from "../../support/documents/documents.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const pdf = (changements: Partial<DonneesQuittance> = {}) =>
  render(quittance(donneesQuittance(changements)).document);

const locataire = (prenom: string, nom: string) => ({
  locataires: [{ titre: "Madame", prenom, nom }],
});

/** The fonts of the file, each with the length of its program in bytes: 0 for a font that is not embedded. */
async function policesDe(octets: Uint8Array): Promise<{ nom: string; programme: number }[]> {
  const { context } = await PDFDocument.load(octets);
  return context.enumerateIndirectObjects().flatMap(([, objet]) => {
    if (
      !(objet instanceof PDFDict) ||
      objet.get(PDFName.of("Type")) !== PDFName.of("FontDescriptor")
    )
      return [];
    const programme = objet.lookup(PDFName.of("FontFile2"));
    const nom = objet.lookup(PDFName.of("FontName"), PDFName).decodeText();
    return [{ nom, programme: programme instanceof PDFRawStream ? programme.contents.length : 0 }];
  });
}

const ouvrage = (blocks: Block[]): Document => ({
  title: "Essai",
  metadata: { author: "", subject: "", date: "2026-03-06" },
  letterhead: { name: "Agence", lines: [] },
  footer: "",
  blocks,
});

describe("aucun nom ne casse ni ne vide un document", () => {
  test.each([
    ["Zoé-Œuvre", "L’Haÿ (d’Été) \\", "Zoé-Œuvre L'HAŸ (D'ÉTÉ) \\"],
    ["Zoé".normalize("NFD"), "Müller".normalize("NFD"), "Zoé MÜLLER"],
    ["Łukasz", "Żółć", "Łukasz ŻÓŁĆ"],
    ["Thị Hường", "Nguyễn".normalize("NFD"), "Thị Hường NGUYỄN"],
    ["İbrahim", "Şahin", "İbrahim ŞAHIN"],
    ["Ольга", "Παπαδοπούλου", "Ольга ΠΑΠΑΔΟΠΟΥΛΟΥ"],
    ["Ana 😀", "北京", "Ana … ……"],
    ["Ana\u200d\u202e\u0007\ud800", "B\u202fC\tD", "Ana… B C D"],
  ])("%s %s", async (prenom, nom, attendu) => {
    const { text, pages } = readPdf(await pdf(locataire(prenom, nom)));
    expect(text).toContain(`Madame ${attendu}`);
    expect(pages).toHaveLength(1);
    expect(text).not.toContain("\u202f");
  });

  test("toute police est embarquée, la large seulement pour un nom que le français n'écrit pas", async () => {
    for (const [prenom, nom, police, plafond] of [
      ["Zoé", "Œuvre € « ’ – — …", "ARIMOF", 25],
      ["Ana 😀", "北京", "ARIMOF", 25],
      ["Łukasz", "Żółć", "ARIMOA", 30],
      ["Nguyễn Ольга", "Παπαδοπούλου", "ARIMOA", 30],
    ] as const) {
      const octets = await pdf(locataire(prenom, nom));
      expect(octets.length).toBeLessThan(plafond * 1024);
      const polices = await policesDe(octets);
      expect(polices.map(({ nom }) => nom).sort()).toEqual([
        `${police}+Arimo-Bold`,
        `${police}+Arimo-Regular`,
      ]);
      for (const { programme } of polices) expect(programme).toBeGreaterThan(4000);
    }
  });

  test("un logo illisible est laissé de côté", async () => {
    const { text } = readPdf(await pdf({ logo: new Uint8Array([0x89, 1, 2, 3]) }));
    expect(text).toContain("QUITTANCE DE LOYER");
  });
});

test("les mêmes données donnent les mêmes octets", async () => {
  expect(await pdf()).toEqual(await pdf());
});

describe("le destinataire tient dans la fenêtre de l'enveloppe, à 110 mm, 50 mm, sur 85 mm", () => {
  const millimetres = (points: number) => (points * 25.4) / 72;
  const lieu = {
    adresse: "Résidence des Jardins de l'Observatoire, bâtiment C",
    codePostal: "92330",
    ville: "Sceaux",
  };
  /** The lines of the address in the envelope's window, from top to bottom. */
  const fenetre = (noms: readonly string[]) => {
    const { document } = quittance(
      donneesQuittance({
        locataires: noms.map((nom) => ({ titre: "Madame", prenom: "Anne-Sophie", nom })),
        destinataire: lieu,
        logement: { ...lieu, etage: "4", caveNum: null },
      }),
    );
    const [page = []] = pagesOf(document, new Map());
    const titre = page.findIndex((mark) => mark.kind === "text" && mark.size === 20);
    return page
      .slice(0, titre)
      .flatMap((mark) =>
        mark.kind === "text" && mark.y > 141 && Math.abs(millimetres(mark.x) - 110) < 0.001
          ? [mark]
          : [],
      );
  };

  test("en six lignes au plus quand 7,5 points y suffisent", () => {
    for (const nom of ["d'Ornano", "de La Rochefoucauld-Montbel"])
      expect(fenetre(["Petit", nom]).length).toBeLessThanOrEqual(6);
  });

  test("jamais sous 7,5 points, même si de longs noms ou des colocataires demandent plus de lignes", () => {
    const long = "de La Rochefoucauld-Montbel d'Aulaire-Wyckaert";
    for (let nombre = 1; nombre <= 8; nombre++) {
      const lignes = fenetre(Array.from({ length: nombre }, () => long));
      expect(lignes.length).toBeGreaterThan(nombre);
      for (const { size } of lignes) expect(size).toBeGreaterThanOrEqual(7.5);
      if (nombre <= 3) expect(millimetres(lignes.at(-1)?.y ?? 0)).toBeLessThan(83);
    }
  });
});

describe("la mise en page", () => {
  const lignes = (nombre: number) =>
    Array.from(
      { length: nombre },
      (_, rang): Block => ({ kind: "paragraph", text: `Ligne ${rang}` }),
    );

  test("un intertitre ne reste jamais seul en bas de page, une signature n'est jamais coupée", async () => {
    for (let nombre = 20; nombre < 40; nombre++) {
      const { pages } = readPdf(
        await render(
          ouvrage([
            ...lignes(nombre),
            { kind: "heading", text: "Intertitre" },
            { kind: "paragraph", text: "Suite" },
            {
              kind: "signature",
              placeAndDate: "Fait ici",
              signatories: [
                { role: "Un", name: "Premier" },
                { role: "Deux", name: "Second" },
                { role: "Trois", name: "Dernier" },
              ],
            },
          ]),
        ),
      );
      const page = (texte: string) => pages.findIndex((contenu) => contenu.includes(texte));
      expect(page("Suite")).toBe(page("Intertitre"));
      expect(page("Dernier")).toBe(page("Fait ici"));
    }
  });

  const pagesDe = (blocks: Block[]) =>
    pagesOf(ouvrage(blocks), new Map()).map((marks) =>
      marks.flatMap((mark) => (mark.kind === "text" ? [mark.text] : [])),
    );
  const ensemble = (pages: string[][], ...textes: string[]) =>
    pages.some((page) => textes.every((texte) => page.includes(texte)));

  test("on ne signe jamais une page blanche : quelques lignes précèdent la signature", () => {
    for (let nombre = 20; nombre < 40; nombre++) {
      const signatories = [
        { role: "Un", name: "Premier" },
        { role: "Deux", name: "Second" },
      ];
      const pages = pagesDe([
        ...lignes(nombre),
        { kind: "signature", placeAndDate: "Fait ici", signatories },
      ]);
      expect(ensemble(pages, "Fait ici", `Ligne ${nombre - 1}`)).toBe(true);
    }
  });

  test("un petit tableau n'est jamais coupé, un long garde deux lignes sur chaque page", () => {
    const rangees = (nombre: number) =>
      Array.from({ length: nombre }, (_, rang) => ({ cells: [`Rangée ${rang}`] }));
    for (let nombre = 15; nombre < 40; nombre++) {
      const tableau = (rows: { cells: string[] }[]): Block[] => [
        ...lignes(nombre),
        { kind: "table", columns: [{ label: "Colonne", width: 1 }], rows },
      ];
      expect(ensemble(pagesDe(tableau(rangees(5))), "Rangée 0", "Rangée 4")).toBe(true);
      const long = pagesDe(tableau(rangees(20)));
      expect(ensemble(long, "Rangée 0", "Rangée 1")).toBe(true);
      expect(ensemble(long, "Rangée 18", "Rangée 19")).toBe(true);
    }
  });

  test("une fiche de renseignements garde deux lignes sur chaque page", () => {
    const facts = Array.from({ length: 6 }, (_, rang) => ({ label: "Nom", value: `Fait ${rang}` }));
    for (let nombre = 20; nombre < 40; nombre++) {
      const pages = pagesDe([...lignes(nombre), { kind: "facts", facts }]);
      expect(ensemble(pages, "Fait 0", "Fait 1")).toBe(true);
      expect(ensemble(pages, "Fait 4", "Fait 5")).toBe(true);
    }
  });

  test("une liste garde deux lignes sur chaque page, et ce qui en annonce d'autres reste avec elles", () => {
    const items = Array.from({ length: 8 }, (_, rang) => ({
      text: `Point ${rang}`,
      inset: rang === 4 || rang === 5,
    }));
    for (let nombre = 20; nombre < 40; nombre++) {
      const pages = pagesDe([...lignes(nombre), { kind: "list", items }]);
      expect(ensemble(pages, "Point 0", "Point 1")).toBe(true);
      expect(ensemble(pages, "Point 3", "Point 4")).toBe(true);
      expect(ensemble(pages, "Point 6", "Point 7")).toBe(true);
    }
  });

  test("une adresse ne se coupe ni après le numéro de la rue, ni après le code postal", () => {
    const adresse = "Le Clos, 27 bis Grande-Rue-Charles-de-Gaulle, 92100 Boulogne-Billancourt";
    for (let width = 30; width < 70; width++) {
      const columns = [
        { label: "", width },
        { label: "", width: 170 - width },
      ];
      const [page = []] = pagesDe([{ kind: "table", columns, rows: [{ cells: [adresse, "–"] }] }]);
      expect(page.length).toBeGreaterThan(3);
      expect(page.filter((ligne) => /(27|bis|92100)\s?$/.test(ligne))).toEqual([]);
    }
  });

  test("le titre courant a toute la place que laisse le nom de l'agence", () => {
    const titreCourant = (name: string) => {
      const title =
        "CONTRAT DE LOCATION – LOGEMENT MEUBLÉ – Monsieur Baptiste DE SAINT-AUBIN et fils";
      const blocks: Block[] = [{ kind: "pageBreak" }, ...lignes(1)];
      const [, page = []] = pagesOf(
        { ...ouvrage(blocks), title, letterhead: { name, lines: [] } },
        new Map(),
      );
      return page.flatMap((mark) => (mark.kind === "text" ? [mark.text] : []))[1];
    };
    expect(titreCourant("Agence")).toMatch(/ et fils$/);
    expect(titreCourant("Agence-Belleville-Charonne-Patrimoine")).toMatch(/ …$/);
  });

  test("rien ne sort de la page, même un mot de mille lettres dans une cellule étroite", () => {
    const pages = pagesOf(
      ouvrage([
        {
          kind: "table",
          columns: [
            { label: "Étroite", width: 1 },
            { label: "Large", width: 9, align: "right" },
          ],
          rows: [{ cells: ["Anticonstitutionnellement", "x".repeat(1000)] }],
        },
      ]),
      new Map(),
    );
    for (const mark of pages.flat()) {
      expect(mark.x).toBeGreaterThan(0);
      expect(mark.y).toBeLessThan(842);
    }
    expect(pages.flat().length).toBeGreaterThan(10);
  });
});
