import { expect } from "vitest";
import { contratLocation } from "#worker/documents/bail/contrat-location.ts";
import { render } from "#worker/documents/page/render.ts";
import { type Changements, unBail } from "./bail.ts";
import { readPdf } from "./pdf-text.ts";

/** The text of the contract, without the heads and feet of its pages. */
export async function lire(changements: Changements = {}) {
  const { document, warnings } = contratLocation(unBail(changements));
  const pdf = readPdf(await render({ ...document, footer: "", initials: [] }));
  const entete = `${document.letterhead.name} ${document.title}`;
  const text = pdf.pages
    .map((page, rang) => (rang === 0 ? page : page.slice(page.indexOf(entete) + 1)))
    .join(" ")
    .replaceAll(entete.slice(1), "")
    .replace(/Page \d+ \/ \d+/g, "")
    .replace(/\s+/g, " ");
  return { ...pdf, text, warnings };
}

export const TITRES_DU_CONTRAT_TYPE = [
  "I. Désignation des parties",
  "II. Objet du contrat",
  "III. Date de prise d'effet et durée du contrat",
  "IV. Conditions financières",
  "V. Travaux",
  "VI. Garanties",
  "VII. Clause de solidarité",
  "VIII. Clause résolutoire",
  "IX. Honoraires de location",
  "X. Autres conditions particulières",
  "XI. Annexes",
];

export const ENCADREMENT = { surface: 45.6, loyerReference: 15, loyerReferenceMajore: 18 };

export function contient(text: string, mentions: readonly string[]) {
  for (const mention of mentions) expect(text).toContain(mention);
}
