import { expect, test } from "vitest";
import type { Color, Mark } from "#worker/documents/page/ink.ts";
import { PAGE, pagesOf } from "#worker/documents/page/pages.ts";
import { unBail } from "../../support/documents/bail.ts";
import { pieces } from "../../support/documents/cas-extremes.ts";
import { tousLesDocuments } from "../../support/documents/extremes.ts";

/** The share of black ink that a gray printer uses for this color. */
const encre = ([rouge, vert, bleu]: Color) => 1 - (0.2126 * rouge + 0.7152 * vert + 0.0722 * bleu);
const MOYENNE = 0.55;
const TRAIT = 0.5;
/** In points: a box no wider than this is a vertical rule. */
const FINE = 3;
const PIED = PAGE.height - 50;

const epaisseur = (mark: Mark): number => {
  if (mark.kind === "rule") return mark.thickness;
  if (mark.kind === "box") return Math.min(mark.width, mark.height);
  return Number.POSITIVE_INFINITY;
};

test("imprimés en noir et blanc, les traits et les textes restent, le pied se lit", () => {
  for (const [nom, composer] of Object.entries(tousLesDocuments(unBail(), pieces(5)))) {
    for (const mark of pagesOf(composer().document, new Map()).flat()) {
      if (mark.kind === "picture" || (mark.kind === "box" && epaisseur(mark) > FINE)) continue;
      expect(encre(mark.color), `${nom} : ${JSON.stringify(mark)}`).toBeGreaterThan(MOYENNE);
      expect(epaisseur(mark), nom).toBeGreaterThanOrEqual(TRAIT);
      if (mark.kind === "text" && mark.y > PIED)
        expect(mark.size, `${nom} : ${mark.text}`).toBeGreaterThanOrEqual(7);
    }
  }
});
