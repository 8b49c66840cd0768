import { expect, test } from "vitest";
import { agenceDe } from "#domain/agence/agence.ts";
import { ecrire } from "#domain/gerance/relances/textes-relance.ts";
import { lettreDeRelance } from "#worker/documents/locataires/relance.ts";
import { render } from "#worker/documents/page/render.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

test("la mise en demeure porte sa fenêtre, son décompte par mois en tableau, et la copie à la caution", async () => {
  const agence = agenceDe([{ nom: "agenceNom", valeur: "Agence des Lilas" }]);
  const mots = ecrire(
    {
      due: {
        etape: "R3",
        exigibleLe: "2026-09-05",
        CautionId: null,
        montant: 140_000,
        terme: null,
      },
      echeances: [
        {
          mois: "2026-09",
          exigibleLe: "2026-09-05",
          depuis: "2026-09-05",
          nature: "loyer",
          montant: 85_000,
          reste: 45_000,
          incertaine: false,
        },
        {
          mois: "2026-10",
          exigibleLe: "2026-10-05",
          depuis: "2026-10-05",
          nature: "loyer",
          montant: 85_000,
          reste: 85_000,
          incertaine: false,
        },
        {
          mois: "2026-10",
          exigibleLe: "2026-10-05",
          depuis: "2026-10-05",
          nature: "charges",
          montant: 10_000,
          reste: 10_000,
          incertaine: false,
        },
      ],
      recu: 0,
      adresse: "27 boulevard Saint-Michel, 75005 Paris",
      locataires: "Monsieur Léo DUPONT",
      bailleurs: "Madame Jeanne DE LA TOUR",
      caution: null,
      liberees: {},
      loyerMensuel: 95_000,
      reference: "D000012",
      agence,
    },
    "2026-11-01",
  );
  const { document } = lettreDeRelance({
    ...mots,
    destinataires: [{ titre: "Monsieur", prenom: "Léo", nom: "Dupont" }],
    adresse: { adresse: "27 boulevard Saint-Michel", codePostal: "75005", ville: "Paris" },
    copies: [{ titre: "Madame", prenom: "Ana", nom: "Petit" }],
    bailleurs: [{ titre: "Madame", prenom: "Jeanne", nom: "de La Tour" }],
    reference: "D000012",
    emission: "2026-11-01",
    agence,
  });
  const { pages, text } = await readPdf(await render(document));
  expect(pages).toHaveLength(1);
  expect(text).toContain("Monsieur Léo DUPONT 27 boulevard Saint-Michel 75005 PARIS");
  expect(text).toContain("MISE EN DEMEURE DE PAYER");
  expect(text).toContain("DÉSIGNATION APPELÉ RESTE DÛ Loyer, septembre 2026 850,00 € 450,00 €");
  expect(text).toContain("Loyer et charges, octobre 2026 950,00 € 950,00 €");
  expect(text).toContain("Total 1 400,00 €");
  expect(text).toContain("Copie pour information à Madame Ana PETIT, caution.");
  expect(text).not.toMatch(/frais|pénalit/i);
});
