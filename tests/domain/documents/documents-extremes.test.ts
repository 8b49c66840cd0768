import { PDFDocument } from "pdf-lib";
import { describe, expect, test } from "vitest";
import { HEADING, MINOR_HEADING, SUBHEADING } from "#worker/documents/page/atoms.ts";
import type { Mark } from "#worker/documents/page/ink.ts";
import { PAGE, pagesOf } from "#worker/documents/page/pages.ts";
import { render } from "#worker/documents/page/render.ts";
import { widthOf } from "#worker/documents/page/typeface.ts";
import { quittance } from "#worker/documents/quittances/quittance.ts";
import {
  CAS_EXTREMES,
  CLAUSES,
  NOM_DE_40,
  PRENOM_DE_40,
} from "../../support/documents/cas-extremes.ts";
import { donneesQuittance } from "../../support/documents/documents.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const MOTS_DE_MACHINE = /\bnull\b|undefined|NaN|\[object|\u202f/;
/** In points: nothing is printed nearer to the edge than 4 mm, where the fold marks are. */
const MARGE = 11;

type Texte = Extract<Mark, { kind: "text" }>;
const textesDe = (page: readonly Mark[]) =>
  page.filter((mark): mark is Texte => mark.kind === "text");

const estUnTitre = ({ face, size, color }: Texte) =>
  [HEADING, SUBHEADING, MINOR_HEADING].some(
    (style) => style.face === face && style.size === size && style.color === color,
  );

/**
 * The lowest line of text of a page, without its initials and its foot: both are drawn after the rule of the foot, the
 * last rule of the page.
 */
function derniereLigne(page: readonly Mark[]): Texte | undefined {
  const pied = page.findLastIndex((mark) => mark.kind === "rule");
  return textesDe(page.slice(0, pied)).toSorted((une, autre) => autre.y - une.y)[0];
}

const sansBlancs = (texte: string) => texte.replace(/\s/g, "").toUpperCase();

describe.each(Object.entries(CAS_EXTREMES))("avec %s", (_, composer) => {
  const documents = Object.entries(composer()).map(([nom, faire]) => [nom, faire()] as const);

  test("chaque document se rouvre et se relit, sans un mot de machine", async () => {
    for (const [nom, { document, warnings }] of documents) {
      const octets = await render(document);
      const { text, title, pages } = readPdf(octets);
      expect((await PDFDocument.load(octets)).getPageCount(), nom).toBe(pages.length);
      expect(`${title} ${text} ${warnings.join(" ")}`, nom).not.toMatch(MOTS_DE_MACHINE);
    }
  });

  test("rien ne sort de la page, ni titre seul en bas, ni signature ni montant coupés", () => {
    for (const [nom, { document }] of documents) {
      const pages = pagesOf(document, new Map());
      for (const [rang, page] of pages.entries()) {
        const lieu = `${nom}, page ${rang + 1}`;
        for (const { x, y, text, face, size } of textesDe(page)) {
          expect(x, lieu).toBeGreaterThanOrEqual(MARGE);
          expect(x + widthOf(text, face, size), `${lieu} : ${text}`).toBeLessThan(
            PAGE.width - MARGE,
          );
          expect(y, lieu).toBeLessThan(PAGE.height - MARGE);
        }
        const derniere = derniereLigne(page);
        if (derniere && rang < pages.length - 1)
          expect(estUnTitre(derniere), `${lieu} finit par « ${derniere.text} »`).toBe(false);
      }
      const cadre = document.blocks.find((block) => block.kind === "writingBox" && block.keep);
      const signature = document.blocks.findLast((block) => block.kind === "signature");
      if (cadre?.kind === "writingBox" && signature?.kind === "signature")
        expect(
          pages.some((page) => {
            const ecrit = textesDe(page).map(({ text }) => text);
            return (
              ecrit.includes(cadre.label.toUpperCase()) &&
              ecrit.includes(signature.signatories[0]?.role.toUpperCase() ?? "")
            );
          }),
          `${nom} : on signe sous ce que l'on a écrit de sa main`,
        ).toBe(true);
      const ecrits = new Set(pages.flatMap(textesDe).map(({ text }) => text));
      const cellules = document.blocks.flatMap((block) =>
        block.kind === "table" ? block.rows.flatMap(({ cells }) => cells) : [],
      );
      for (const montant of cellules.filter((cellule) => /^[\d\s]+,\d\d\s€$/.test(cellule)))
        expect(ecrits.has(montant), `${nom} : ${montant} d'un seul tenant`).toBe(true);
      for (const block of document.blocks) {
        if (block.kind !== "signature") continue;
        const signataires = block.signatories.map(({ role }) => role.toUpperCase());
        const ensemble = pages.some((page) => {
          const ecrit = sansBlancs(
            textesDe(page)
              .map(({ text }) => text)
              .join(" "),
          );
          return [block.placeAndDate, ...signataires].every((texte) =>
            ecrit.includes(sansBlancs(texte)),
          );
        });
        expect(ensemble, `${nom} : signatures`).toBe(true);
      }
    }
  });
});

const lire = async (cas: string) =>
  Promise.all(
    Object.entries(CAS_EXTREMES[cas]?.() ?? {}).map(async ([nom, faire]) => ({
      nom,
      ...readPdf(await render(faire().document)),
    })),
  );

test("un nom de 40 lettres est écrit en entier dans chaque document", async () => {
  for (const { nom, text } of await lire("des noms de 40 lettres")) {
    expect(sansBlancs(text), nom).toContain(sansBlancs(NOM_DE_40));
    expect(sansBlancs(text), nom).toContain(sansBlancs(PRENOM_DE_40));
  }
});

test("la phrase qui donne quittance n'est pas coupée, et la signature est sous elle", () => {
  const locataire = { titre: "Monsieur", prenom: PRENOM_DE_40, nom: NOM_DE_40 };
  for (let nombre = 1; nombre <= 16; nombre++) {
    const { document } = quittance(
      donneesQuittance({ locataires: Array.from({ length: nombre }, () => locataire) }),
    );
    const page = pagesOf(document, new Map())
      .map((marks) =>
        sansBlancs(
          textesDe(marks)
            .map(({ text }) => text)
            .join(""),
        ),
      )
      .find((texte) => texte.includes("RECONNAÎTAVOIRREÇU"));
    expect(page, `${nombre} locataires`).toContain("TOUSLESDROITSDUBAILLEUR.");
    expect(page, `${nombre} locataires`).toContain("POURLEBAILLEUR,LEMANDATAIRE");
  }
});

test("une quittance sans image pèse 25 Ko au plus, trois bailleurs et trois longs noms compris", async () => {
  const [bailleur] = donneesQuittance().bailleurs;
  const locataires = ["Anne-Sophie Marie-Charlotte", "Maximilien", "Wilhelmine Félicité"].map(
    (prenom) => ({
      titre: "Madame",
      prenom,
      nom: "de La Rochefoucauld-Montbel d'Aulaire-Wyckaert",
    }),
  );
  const bailleurs = bailleur
    ? ["Jeanne", "Jean-Baptiste", "Éléonore"].map((prenom) => ({ ...bailleur, prenom }))
    : [];
  for (const noms of [
    locataires,
    locataires.map((locataire) => ({ ...locataire, nom: "Żółć Nguyễn Щербакова" })),
  ])
    expect(
      (await render(quittance(donneesQuittance({ locataires: noms, bailleurs })).document)).length,
    ).toBeLessThanOrEqual(25 * 1024);
});

test("trois pages de clauses sont toutes là, dans l'ordre", async () => {
  const contrats = (await lire("douze pièces et trois pages de clauses")).filter(({ nom }) =>
    nom.startsWith("contrat"),
  );
  for (const { nom, text } of contrats) {
    const places = CLAUSES.map((_, rang) => text.lastIndexOf(`Clause ${rang + 1}. `));
    expect(Math.min(...places), nom).toBeGreaterThan(0);
    expect(places, nom).toEqual(places.toSorted((une, autre) => une - autre));
  }
});
