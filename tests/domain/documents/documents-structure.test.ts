import { PDFBool, type PDFDict, PDFName } from "pdf-lib";
import { describe, expect, test } from "vitest";
import type { Block, Document } from "#worker/documents/page/blocks.ts";
import { wrap } from "#worker/documents/page/ink.ts";
import { pagesOf } from "#worker/documents/page/pages.ts";
import { render } from "#worker/documents/page/render.ts";
import { unBail } from "../../support/documents/bail.ts";
import { clauses, pieces } from "../../support/documents/cas-extremes.ts";
import { tousLesDocuments } from "../../support/documents/extremes.ts";
import {
  type Part,
  type PdfStructure,
  readStructure,
} from "../../support/documents/pdf-structure.ts";

/** The children that each structure element may have (ISO 32000-1, 14.8.4). */
const ENFANTS: Record<string, readonly string[]> = {
  Document: ["H1", "H2", "H3", "H4", "P", "BlockQuote", "L", "Table", "Figure"],
  BlockQuote: ["P"],
  L: ["LI"],
  LI: ["Lbl", "LBody"],
  LBody: ["P", "L"],
  Table: ["Caption", "TR"],
  TR: ["TH", "TD"],
};
/** A longer document must have bookmarks. */
const PAGES_SANS_SIGNETS = 2;

const plat = (texte: string) => texte.replace(/[\s\u00a0]+/g, " ").trim();
const entree = ({ catalog }: PdfStructure, cle: string) => catalog.lookup(PDFName.of(cle));

const LONG = { dossier: { clauses: { clausesText: clauses(40).join("\n") } } };
const DOCUMENTS = {
  ...tousLesDocuments(unBail(), pieces(5)),
  "contrat long": () => {
    const faire = tousLesDocuments(unBail(LONG), pieces(5))["contrat nu"];
    if (!faire) throw new Error("pas de contrat");
    return faire();
  },
};

const ouvrage = (blocks: Block[], changements: Partial<Document> = {}): Document => ({
  title: "Essai",
  metadata: { author: "Agence", subject: "", date: "2026-03-06" },
  letterhead: { name: "Agence", lines: [] },
  footer: "Pied",
  blocks,
  ...changements,
});

/** A picture of one half-transparent pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfz0AEAAANBQKB0CeJHQAAAABJRU5ErkJggg==",
  "base64",
);

describe.each(Object.entries(DOCUMENTS))("%s", (_, composer) => {
  const { document } = composer();
  const lu = render(document).then(readStructure);

  test("tout ce qui est écrit est à une partie du document ou à un artefact, et se relit", async () => {
    const { faults, fonts, parts, root } = await lu;
    expect(faults).toEqual([]);
    for (const { name, program, unmapped } of fonts) {
      expect(program, name).toBeGreaterThan(5000);
      expect(unmapped, name).toEqual([]);
    }
    expect(root.role).toBe("Document");
    for (const { role, parts: enfants, alternative, text } of parts) {
      for (const enfant of enfants) expect(ENFANTS[role], role).toContain(enfant.role);
      if (role === "Figure") expect(alternative).toBeTruthy();
      else if (role === "P" || role === "LBody") expect(text.trim(), role).not.toBe("");
    }
  });

  test("le pied et les en-têtes répétés ne se lisent pas, le reste se lit, une fois", async () => {
    const { artifacts, root } = await lu;
    const textes = pagesOf(document, new Map())
      .flat()
      .flatMap((mark) => (mark.kind === "text" && mark.element ? [mark.text] : []));
    const lus = root.text.replace(/\s/gu, "");
    expect(lus.length).toBe(textes.join("").replace(/\s/gu, "").length);
    if (document.bare) return;
    expect(plat(artifacts)).toContain("Page 1 /");
    expect(lus).not.toContain("Page1/");
  });

  test("les titres se suivent sans saut, ceux d'un long document sont ses signets", async () => {
    const { parts, bookmarks } = await lu;
    const titres = parts.filter(({ role }) => /^H\d$/.test(role));
    let niveau = 0;
    for (const { role, text } of titres) {
      expect(Number(role.slice(1)), text).toBeLessThanOrEqual(niveau + 1);
      niveau = Number(role.slice(1));
    }
    if (!document.bare) expect(titres[0]?.role).toBe("H1");
    expect(titres.slice(1).map(({ role }) => role)).not.toContain("H1");
    const pages = pagesOf(document, new Map()).length;
    const attendus = pages > PAGES_SANS_SIGNETS ? titres : [];
    expect(bookmarks.map(({ title, page }) => ({ title: plat(title), page }))).toEqual(
      attendus.map(({ text, page }) => ({ title: plat(text), page })),
    );
  });

  test("chaque rangée d'un tableau a autant de cellules, chaque en-tête dit ce qu'il désigne", async () => {
    const { parts } = await lu;
    for (const { parts: lignes } of parts.filter(({ role }) => role === "Table")) {
      const rangees = lignes.filter(({ role }) => role === "TR");
      const largeur = ({ parts: cellules }: Part) =>
        cellules.reduce((somme, { columns }) => somme + columns, 0);
      for (const rangee of rangees) {
        expect(largeur(rangee)).toBe(largeur(rangees[0] ?? rangee));
        const colonnes = rangee.parts.every(({ scope }) => scope === "Column");
        for (const [rang, { role, scope, text }] of rangee.parts.entries()) {
          const entete = text.trim() !== "" && (colonnes || rang === 0);
          expect(role, text).toBe(entete ? "TH" : "TD");
          if (entete) expect(scope, text).toBe(colonnes ? "Column" : "Row");
        }
      }
    }
  });

  test("le fichier dit sa langue, son titre, ses couleurs et les normes qu'il suit", async () => {
    const structure = await lu;
    const { info, profile, xmp } = structure;
    expect(String(entree(structure, "Lang"))).toBe("(fr-FR)");
    const drapeau = (dict: string, cle: string) =>
      (entree(structure, dict) as PDFDict).lookup(PDFName.of(cle));
    expect(drapeau("MarkInfo", "Marked")).toBe(PDFBool.True);
    expect(drapeau("ViewerPreferences", "DisplayDocTitle")).toBe(PDFBool.True);
    const dit = (nom: string) => {
      const [, contenu = ""] = new RegExp(`<${nom}>([\\s\\S]*?)</${nom}>`).exec(xmp) ?? [];
      return contenu
        .replace(/<[^>]*>/g, "")
        .replace(/&lt;/g, "<")
        .replace(/&gt;/g, ">")
        .replace(/&amp;/g, "&");
    };
    expect(dit("dc:title")).toBe(info.Title);
    expect(dit("dc:creator")).toBe(info.Author ?? "");
    expect(dit("dc:description")).toBe(info.Subject ?? "");
    for (const [cle, nom] of [
      ["CreationDate", "xmp:CreateDate"],
      ["ModDate", "xmp:ModifyDate"],
    ] as const)
      expect(`D:${dit(nom).replace(/[-:T]/g, "")}`).toBe(info[cle]);
    expect([dit("pdfaid:part"), dit("pdfaid:conformance"), dit("pdfuaid:part")]).toEqual([
      "2",
      "A",
      "1",
    ]);
    const icc = Buffer.from(profile);
    expect(icc.readUInt32BE(0)).toBe(icc.length);
    expect(icc.toString("latin1", 12, 20)).toBe("mntrRGB ");
    expect(icc.toString("latin1", 36, 40)).toBe("acsp");
    expect(icc.length).toBeLessThan(3 * 1024);
  });
});

const roles = ({ role, parts }: Part): unknown =>
  parts.length > 0 ? [role, ...parts.map(roles)] : role;

test("une image dit ce qu'elle montre, une case ce qu'elle est, un point ce qui dépend de lui", async () => {
  const { parts, root, faults } = await readStructure(
    await render(
      ouvrage(
        [
          { kind: "title", text: "Titre" },
          { kind: "heading", text: "Trop bas", level: 3 },
          {
            kind: "list",
            items: [
              { text: "Faite", checked: true },
              { text: "À faire", checked: false },
              { text: "Détail", inset: true },
            ],
          },
          {
            kind: "signature",
            placeAndDate: "Fait ici",
            signatories: [{ role: "Le mandataire", name: "Agence", picture: PNG }],
          },
        ],
        { letterhead: { name: "Agence", lines: ["Rue"], logo: PNG } },
      ),
    ),
  );
  expect(faults).toEqual([]);
  expect(
    parts.filter(({ role }) => role === "Figure").map(({ alternative }) => alternative),
  ).toEqual(["Logo : Agence", "Cachet ou signature : Agence"]);
  expect(parts.filter(({ role }) => role === "Lbl").map(({ text }) => text.trim())).toEqual([
    "☑",
    "☐",
    "–",
  ]);
  expect(roles(root)).toEqual([
    "Document",
    "Figure",
    "P",
    "P",
    "H1",
    "H2",
    ["L", ["LI", "Lbl", "LBody"], ["LI", "Lbl", ["LBody", ["L", ["LI", "Lbl", "LBody"]]]]],
    "P",
    "P",
    "P",
    "Figure",
  ]);
});

test("les lignes d'un paragraphe se lisent mot à mot, un mot coupé ne fait qu'un", async () => {
  const long = "mot".repeat(100);
  const { root } = await readStructure(
    await render(ouvrage([{ kind: "paragraph", text: `${"Des mots. ".repeat(40)}${long} fin` }])),
  );
  expect(plat(root.text)).toBe(`Agence ${"Des mots. ".repeat(40)}${long} fin`);
});

test("une espace insécable le reste pour qui copie ou lit le texte", async () => {
  const { root } = await readStructure(
    await render(ouvrage([{ kind: "paragraph", text: "850,00\u00a0€ : « Œuvre » – d’été…" }])),
  );
  expect(root.text).toContain("850,00\u00a0€\u00a0: «\u00a0Œuvre\u00a0» – d’été…");
});

test("un document que suivent les pages d'un autre fichier ne se dit conforme à aucune norme", async () => {
  const { xmp } = await readStructure(await render(ouvrage([]), { followed: true }));
  expect(xmp).toContain("<dc:title>");
  expect(xmp).not.toMatch(/<pdf(a|ua)id:/);
});

test("un titre hors de l'ordinaire se lit pareil dans le fichier et dans ses métadonnées", async () => {
  const title = "Bail « Œuvre » (L&É) <a> \\ 😀\u0007\ud800";
  const { info, xmp } = await readStructure(await render(ouvrage([], { title })));
  expect(info.Title).toBe("Bail « Œuvre » (L&É) <a> \\ 😀 \ufffd");
  expect(xmp).toContain("Bail « Œuvre » (L&amp;É) &lt;a&gt; \\ 😀 \ufffd");
});

const STYLE = { size: 9.5, leading: 13.5, face: "regular", color: [0, 0, 0] } as const;

test("un article n'est jamais séparé de son numéro, ni un montant coupé", () => {
  const texte =
    "En application de l’article 21, des articles L. 611-1 et 22 de la loi n° 89-462, de l’art. 4 du décret, et pour un capital de 1 320 000 € ou 50 000 €, le tout selon l’Article 3.";
  for (let largeur = 100; largeur < 400; largeur++) {
    const lignes = wrap(texte, largeur, STYLE).map(({ pieces }) =>
      pieces.map(({ text }) => text).join(""),
    );
    expect(lignes.join(" ").replaceAll("\u00a0", " ")).toBe(texte);
    for (const ligne of lignes.slice(0, -1))
      expect(ligne).not.toMatch(/(?:articles?|art\.|n°|L\.|[\d\u00a0]\d{2,3}| 1| 50)$/i);
  }
});

test("une pièce est l'en-tête de toute sa rangée, un formulaire a une légende", async () => {
  const { parts } = await readStructure(
    await render(
      ouvrage([
        {
          kind: "table",
          grid: true,
          columns: ["Élément", "Entrée", "Sortie"].map((label) => ({ label, width: 1 })),
          rows: [
            { cells: ["Salle d'eau", "", ""], tone: "group" },
            { cells: ["Murs", "Bon état", ""] },
            { cells: ["", "", ""] },
          ],
        },
        {
          kind: "table",
          columns: [
            { label: "À compléter", width: 1 },
            { label: "", width: 1 },
          ],
          rows: [{ cells: ["Date", "……………"] }],
        },
      ]),
    ),
  );
  const [pieces, formulaire] = parts.filter(({ role }) => role === "Table");
  const cellules = (table: Part | undefined) =>
    table?.parts.map((rangee) =>
      rangee.role === "TR"
        ? rangee.parts.map(({ role, scope, columns }) => [role, scope, columns].join(" ").trim())
        : rangee.role,
    );
  expect(cellules(pieces)).toEqual([
    ["TH Column 1", "TH Column 1", "TH Column 1"],
    ["TH Row 3"],
    ["TH Row 1", "TD  1", "TD  1"],
    ["TD  1", "TD  1", "TD  1"],
  ]);
  expect(cellules(formulaire)).toEqual(["Caption", ["TH Row 1", "TD  1"]]);
});

test("une annexe a son titre sous celui du document, ses intertitres sous le sien", async () => {
  const { root } = await readStructure(
    await render(
      ouvrage([
        { kind: "title", text: "Mandat" },
        { kind: "heading", text: "Objet" },
        { kind: "title", text: "Formulaire" },
        { kind: "heading", text: "À remplir" },
      ]),
    ),
  );
  expect(roles(root)).toEqual(["Document", "P", "H1", "H2", "H2", "H3"]);
});
