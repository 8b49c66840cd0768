import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { BlocFige } from "#domain/signature/blocs.ts";
import { Paper } from "#web/components/paper/paper.tsx";
import { etatDesLieux } from "#worker/documents/bail/etat-des-lieux.ts";
import type { PhotoImprimee } from "#worker/documents/bail/photographies.ts";
import type { Composed } from "#worker/documents/page/blocks.ts";
import { render } from "#worker/documents/page/render.ts";
import { figer } from "#worker/documents/signature/gel.ts";
import { unBail } from "../../support/documents/bail.ts";
import { CAS_EXTREMES, pieces } from "../../support/documents/cas-extremes.ts";
import { donneesEtatDesLieux } from "../../support/documents/etat-des-lieux.ts";
import { tousLesDocuments } from "../../support/documents/extremes.ts";
import { readStructure } from "../../support/documents/pdf-structure.ts";
import { auClavier, readPdf } from "../../support/documents/pdf-text.ts";
import { PHOTO } from "../../support/fichiers/photos.ts";

/** The words in capitals and without spaces: paper and screen differ in case and in line breaks. */
const mots = (texte: string) =>
  auClavier(texte)
    .replace(/[\s\u00a0\u202f\u2060]+/g, "")
    .toUpperCase();

const ENTITES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};

/** The words of a page of HTML, in order. */
const motsDuHtml = (html: string) =>
  mots(html.replace(/<[^>]*>/g, "").replace(/&[#\w]+;/g, (entite) => ENTITES[entite] ?? entite));

/** The words that the screen shows for the frozen blocks, which were stored as JSON. */
async function motsAlEcran({ document: { blocks } }: Composed): Promise<string> {
  const blocs: BlocFige[] = JSON.parse(JSON.stringify(await figer(blocks)));
  return motsDuHtml(renderToStaticMarkup(createElement(Paper, { blocs })));
}

/** The words of the PDF as a screen reader reads them, without the letterhead. */
async function motsDuPdf({ document }: Composed): Promise<string> {
  const { root } = await readStructure(await render(document));
  const { name, lines } = document.letterhead;
  const entete = mots([name, ...lines].join(""));
  const lus = mots(root.text);
  expect(lus.startsWith(entete)).toBe(true);
  return lus.slice(entete.length);
}

const photo = (numero: number): PhotoImprimee => ({
  place: "chambre/sol",
  numero,
  priseLe: "2026-03-01T09:30:00.000Z",
  empreinte: String(numero).padStart(2, "0").repeat(32),
  ancienne: numero === 2,
  vignette: new Uint8Array(PHOTO["image/jpeg"]),
});

/** The documents that people sign, on screen or by hand, by the beginning of their names. */
const SIGNES = /^(?:contrat|avenant|cautionnement|mobilier|plan|état des lieux|mission|intendance)/;

const signes = (tous: Record<string, () => Composed>) =>
  Object.entries(tous).filter(([nom]) => SIGNES.test(nom));

/** Words that only make sense for a signature by hand. */
const A_LA_MAIN =
  /manuscrit|paraphe|de sa main|précédée de|lu et approuvé|bon pour|(?:mandat accepté|mission acceptée) »|exemplaires|un original|le cadre ci-dessous/i;

describe("un papier gelé pour être signé électroniquement n’a rien à écrire, ni à parapher, à la main", () => {
  const geles = { ...unBail(), electronique: true };

  // The inventory of furniture is filled in by hand, and is not put to signature.
  const tous = signes(tousLesDocuments(geles, pieces(5))).filter(([nom]) => !/^mobilier/.test(nom));
  test.each(tous)("%s", async (nom, composer) => {
    const compose = composer();
    const { text } = readPdf(await render(compose.document));
    // The proof page gives the day of the signatures; only an inventory bears its own day, that of the visit.
    if (!nom.startsWith("état des lieux"))
      expect(text).not.toMatch(/Fait à [^,]+, le \d|, signé le \d/);
    expect(text.replace(/\s+/g, " ").match(A_LA_MAIN)).toBeNull();
    expect(compose.document.initials ?? []).toEqual([]);
    expect(compose.document.blocks.map(({ kind }) => kind)).not.toContain("writingBox");
    expect(await motsAlEcran(compose)).toBe(await motsDuPdf(compose));
  });

  test("et celui qu’on imprime les garde tous", () => {
    const imprimes = signes(tousLesDocuments(unBail(), pieces(5)));
    for (const [nom, composer] of imprimes)
      expect(
        composer().document.initials?.length ?? (nom.startsWith("plan") ? 1 : 0),
        nom,
      ).toBeGreaterThan(0);
    const textes = imprimes
      .map(([, composer]) => JSON.stringify(composer().document.blocks))
      .join();
    for (const mot of [
      "Lu et approuvé",
      "Bon pour mandat",
      "« Mandat accepté »",
      "de sa main",
      "un original",
    ])
      expect(textes).toContain(mot);
  });
});

describe("la page d’un signataire dit le PDF mot pour mot", () => {
  test.each(signes(tousLesDocuments(unBail(), pieces(5))))("%s", async (_, composer) => {
    const compose = composer();
    expect(await motsAlEcran(compose)).toBe(await motsDuPdf(compose));
  });

  test.each(Object.entries(CAS_EXTREMES))("%s", async (_, documents) => {
    for (const [nom, composer] of signes(documents())) {
      const compose = composer();
      expect(await motsAlEcran(compose), nom).toBe(await motsDuPdf(compose));
    }
  });

  test("les photographies d’un état des lieux y sont, sous leur légende", async () => {
    const compose = etatDesLieux(
      donneesEtatDesLieux({ photos: { entree: [photo(1), photo(2), photo(3)], sortie: [] } }),
    );
    expect(await motsAlEcran(compose)).toBe(await motsDuPdf(compose));
    const html = renderToStaticMarkup(
      createElement(Paper, { blocs: await figer(compose.document.blocks) }),
    );
    expect(html.match(/src="data:image\/jpeg;base64,/g)).toHaveLength(3);
  });

  test("un sens d’écriture renversé en cachette ne se lit ni sur l’un ni sur l’autre", async () => {
    const [bloc] = await figer([{ kind: "paragraph", text: "Loyer\u00A0: \u202E005\u202C €" }]);
    expect(bloc).toEqual({ kind: "paragraph", text: "Loyer\u00A0: 005 €" });
  });
});
