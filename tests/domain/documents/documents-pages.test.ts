import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PaiementDeQuittance } from "#domain/gerance/locataires/comptes-de-quittance.ts";
import { etatDesLieux } from "#worker/documents/bail/etat-des-lieux.ts";
import { recuReglement } from "#worker/documents/locataires/recu-reglement.ts";
import type { Block, Composed, Document } from "#worker/documents/page/blocks.ts";
import { pagesOf } from "#worker/documents/page/pages.ts";
import { quittance } from "#worker/documents/quittances/quittance.ts";
import { donneesRecu } from "../../support/documents/comptes.ts";
import { donneesQuittance } from "../../support/documents/documents.ts";
import { donneesEtatDesLieux, etatLieux, piece } from "../../support/documents/etat-des-lieux.ts";

/** The text of each page, without spaces. */
const pagesDe = (document: Document): string[] =>
  pagesOf(document, new Map()).map((marks) =>
    marks
      .flatMap((mark) => (mark.kind === "text" ? [mark.text] : []))
      .join("")
      .replace(/\s/g, ""),
  );

const pageQuiDit = (pages: readonly string[], texte: string) =>
  pages.find((page) => page.includes(texte.replace(/\s/g, "")));

const BAILLEURS = [
  ["Jeanne", "de La Tour", "4 place de la Contrescarpe", "75005", "Paris"],
  ["Henri", "Delorme-Vasseur", "128 avenue du Général-Leclerc", "92340", "Bourg-la-Reine"],
  ["Hélène", "Ouardi", "7 impasse des Acacias, bâtiment C", "69003", "Lyon"],
].map(([prenom = "", nom = "", adresse = "", codePostal = "", ville = ""]) => ({
  titre: "Madame",
  prenom,
  nom,
  adresse,
  codePostal,
  ville,
}));
const LOCATAIRES = ["Ilona", "Yasmine"].map((prenom) => ({
  titre: "Madame",
  prenom,
  nom: "Petit",
}));

const paiement = (changements: Partial<PaiementDeQuittance> = {}): PaiementDeQuittance => ({
  date: "2026-03-09",
  mode: "virement",
  payeur: "gli",
  loyer: 425,
  charges: 50,
  avance: false,
  sousReserve: false,
  fonds: "agence",
  ...changements,
});

const COMPTES = {
  rejeteLe: null,
  reference: "D000123",
  auBailleur: false,
  suite: null,
  subrogee: false,
  avance: 0,
  sousReserve: 0,
};

const SUITE = {
  au: "2026-02-28",
  soldeAnterieur: 950,
  recus: 400,
  avance: 0,
  aides: (["2026-02", "2026-03"] as const).map((mois) => ({
    payeur: "caf" as const,
    mois,
    montant: 210,
  })),
  net: 1080,
};

describe("une page presque vide n'est pas imprimée", () => {
  const surUnePage: [string, () => Composed][] = [
    [
      "l'avis d'échéance de trois bailleurs, avec un solde antérieur et deux aides",
      () =>
        quittance(
          donneesQuittance({
            regle: false,
            datePaiement: null,
            mode: null,
            bailleurs: BAILLEURS,
            comptes: { ...COMPTES, paiements: [], suite: SUITE },
          }),
        ),
    ],
    [
      "l'avis d'échéance de trois bailleurs à huit colocataires",
      () =>
        quittance(
          donneesQuittance({
            regle: false,
            datePaiement: null,
            mode: null,
            bailleurs: BAILLEURS,
            locataires: Array.from({ length: 8 }, (_, rang) => ({
              titre: "Madame",
              prenom: `Anne-Sophie${rang}`,
              nom: "de La Rochefoucauld",
            })),
            comptes: { ...COMPTES, paiements: [], suite: SUITE },
          }),
        ),
    ],
    [
      "la quittance de trois bailleurs que l'assurance a payée en partie",
      () =>
        quittance(
          donneesQuittance({
            bailleurs: BAILLEURS,
            locataires: LOCATAIRES,
            comptes: {
              ...COMPTES,
              paiements: [paiement(), paiement({ payeur: "locataire", mode: "cheque" })],
            },
          }),
        ),
    ],
    [
      "le reçu de quatre mois payés par l'assurance à trois bailleurs",
      () =>
        recuReglement({
          ...donneesRecu({
            payeur: "gli",
            montant: 3800,
            avance: 0,
            imputations: ["2026-07", "2026-08", "2026-09", "2026-10"].flatMap((mois) => [
              { mois, nature: "loyer" as const, montant: 850 },
              { mois, nature: "charges" as const, montant: 100 },
            ]),
          }),
          bailleurs: BAILLEURS,
          locataires: LOCATAIRES,
        }),
    ],
  ];
  test.each(surUnePage)("%s tient sur une page, signature comprise", (_, composer) => {
    const [seule, ...autres] = pagesDe(composer().document);
    expect(autres).toEqual([]);
    expect(seule).toContain("POURLE");
  });

  test("quatorze pièces font cinq pages d'état des lieux, à l'entrée comme à la sortie", () => {
    const pieces = Array.from({ length: 14 }, (_, rang) => piece(`Pièce ${rang + 1}`));
    for (const cote of ["entree", "sortie"] as const) {
      const pages = pagesDe(
        etatDesLieux(
          donneesEtatDesLieux({
            cote,
            etatEntree: etatLieux({ pieces }),
            etatSortie: cote === "sortie" ? etatLieux({ pieces, date: "2027-08-31" }) : null,
          }),
        ).document,
      );
      expect(pages.length).toBeLessThanOrEqual(5);
      expect(pages.at(-1)).toContain("Pièce14");
    }
  });
});

describe("une signature n'est jamais seule sur sa page", () => {
  const ligne = (rang: number): Block => ({ kind: "paragraph", text: `Ligne ${rang}.` });
  const tableau = (rang: number, rangees: number): Block => ({
    kind: "table",
    columns: [{ label: "Colonne", width: 1 }],
    rows: Array.from({ length: rangees }, () => ({ cells: [`Ligne ${rang}.`] })),
  });
  const encart = (rang: number): Block => ({
    kind: "callout",
    label: `Ligne ${rang}.`,
    value: "1,00 €",
  });
  const blocs = fc.array(
    fc.oneof(
      fc.constant(ligne),
      fc.constant(encart),
      fc.integer({ min: 1, max: 30 }).map((rangees) => (rang: number) => tableau(rang, rangees)),
    ),
    { minLength: 1, maxLength: 60 },
  );

  test("quelle que soit la longueur, elle garde avec elle ce qui précède la phrase que l'on signe", () => {
    fc.assert(
      fc.property(blocs, fc.integer({ min: 0, max: 4 }), (faire, phrases) => {
        const pages = pagesDe({
          title: "Essai",
          metadata: { author: "", subject: "", date: "2026-03-06" },
          letterhead: { name: "Agence", lines: [] },
          footer: "",
          blocks: [
            ...faire.map((fabrique, rang) => fabrique(rang + 1)),
            ...Array.from(
              { length: phrases },
              (): Block => ({ kind: "paragraph", text: "Lu et approuvé.", keep: true }),
            ),
            {
              kind: "signature",
              placeAndDate: "Fait ici",
              signatories: [{ role: "Le mandataire", name: "Agence" }],
            },
          ],
        });
        expect(pageQuiDit(pages, "Fait ici")).toContain(`Ligne${faire.length}.`);
      }),
    );
  });

  test("un état des lieux de une à vingt pièces se signe sous les observations des parties", () => {
    for (let nombre = 1; nombre <= 20; nombre++) {
      const pieces = Array.from({ length: nombre }, (_, rang) => piece(`Pièce ${rang + 1}`));
      const pages = pagesDe(
        etatDesLieux(donneesEtatDesLieux({ etatEntree: etatLieux({ pieces }) })).document,
      );
      expect(pageQuiDit(pages, "Fait à Paris")).toContain("OBSERVATIONSETRÉSERVES");
    }
  });
});
