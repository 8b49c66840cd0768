import { describe, expect, test } from "vitest";
import {
  type ComptesDeQuittance,
  faitsDePaiement,
  type PaiementDeQuittance,
  type SuiteDeLAvis,
} from "#domain/gerance/locataires/comptes-de-quittance.ts";
import { titreQuittance } from "#domain/quittances/quittance.ts";
import { render } from "#worker/documents/page/render.ts";
import { type DonneesQuittance, quittance } from "#worker/documents/quittances/quittance.ts";
import { donneesQuittance } from "../../support/documents/documents.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const paiement = (changements: Partial<PaiementDeQuittance> = {}): PaiementDeQuittance => ({
  date: "2026-03-05",
  mode: "virement",
  payeur: "locataire",
  loyer: 850,
  charges: 100,
  avance: false,
  sousReserve: false,
  fonds: "proprietaire",
  ...changements,
});

const comptes = (
  paiements: readonly PaiementDeQuittance[],
  suite: SuiteDeLAvis | null = null,
): ComptesDeQuittance => ({
  ...faitsDePaiement(paiements),
  paiements,
  rejeteLe: null,
  suite,
  reference: suite && "D000123",
  auBailleur: false,
});

async function lire(changements: Partial<DonneesQuittance>) {
  const donnees = donneesQuittance(changements);
  const { document, warnings } = quittance(donnees);
  const lu = readPdf(await render(document));
  expect(warnings).toEqual([]);
  expect(lu.pages).toHaveLength(1);
  return { ...lu, titre: titreQuittance(donnees) };
}

const IMPAYE = { regle: false, datePaiement: null, mode: null } as const;
const PARTIEL = { regle: false, montantPaye: 500 } as const;
const CINQ_CENTS = { loyer: 447.37, charges: 52.63 };

test("une quittance payée d’un seul règlement du locataire se lit comme avant les comptes", async () => {
  const avant = await lire({});
  expect((await lire({ comptes: comptes([paiement()]) })).text).toBe(avant.text);
  const cheque = { mode: "Cheque" } as const;
  const { text } = await lire({ ...cheque, comptes: comptes([paiement({ mode: "cheque" })]) });
  expect(text).toBe((await lire(cheque)).text);
});

describe("l’avis d’échéance", () => {
  test("dit le solde antérieur, ce qui est venu depuis, l’aide, le net et la référence, hors du total de la période", async () => {
    const { text } = await lire({
      ...IMPAYE,
      comptes: comptes([], {
        au: "2026-02-28",
        soldeAnterieur: 950,
        recus: 500,
        avance: 20,
        aides: [{ payeur: "caf", mois: "2026-03", montant: 210 }],
        net: 1170,
      }),
    });
    for (const mention of [
      "Sous-total de la période 950,00 €",
      "Solde antérieur au 28/02/2026 950,00 €",
      "Règlements reçus depuis −500,00 €",
      "Avance reportée −20,00 €",
      "Aide au logement versée au bailleur (CAF) −210,00 €",
      "Net à payer 1 170,00 €",
      "Référence à rappeler : D000123",
      "La somme de mille cent soixante-dix euros (1 170,00 €) est à régler",
      "Le présent avis ne vaut pas quittance.",
    ])
      expect(text).toContain(mention);
  });

  test("un compte créditeur est « en votre faveur » : rien n’est demandé", async () => {
    const suite = {
      au: "2026-02-28",
      soldeAnterieur: 0,
      recus: 0,
      aides: [],
      avance: 1000,
      net: -50,
    };
    const { text } = await lire({ ...IMPAYE, comptes: comptes([], suite) });
    expect(text).toContain("50,00 € en votre faveur");
    expect(text).not.toMatch(/à régler au plus tard|Solde antérieur|CAF/);
  });

  test("reste un avis quand seule une avance l’entame", () => {
    const avance = comptes([paiement({ avance: true, loyer: 50, charges: 0 })]);
    const donnees = donneesQuittance({ ...IMPAYE, montantPaye: 50, comptes: avance });
    expect(titreQuittance(donnees)).toBe("AVIS D'ÉCHÉANCE");
  });
});

describe("le reçu", () => {
  test("500 € de 950 € : dit le loyer et les charges qu’ils règlent, et ce qui reste dû", async () => {
    const { text, titre } = await lire({ ...PARTIEL, comptes: comptes([paiement(CINQ_CENTS)]) });
    expect(titre).toBe("REÇU DE PAIEMENT PARTIEL");
    expect(text).toContain(
      "reconnaît avoir reçu de Monsieur Étienne LEFÈVRE, le 5 mars 2026 par virement, la somme de cinq cents euros (500,00 €), à valoir sur le loyer et les charges du logement désigné ci-dessus pour la période du 1er au 31 mars 2026, soit loyer 447,37 € et charges 52,63 €. Reste dû : 450,00 €. Le présent reçu ne vaut pas quittance.",
    );
  });

  test("un chèque que la banque n’a pas crédité est reçu « sous réserve d’encaissement », jamais quittancé", async () => {
    const cheque = paiement({ mode: "cheque", fonds: "agence", sousReserve: true });
    const { text, titre } = await lire({ ...IMPAYE, comptes: comptes([cheque]) });
    expect(titre).toBe("REÇU DE PAIEMENT");
    expect(text).toContain("le 5 mars 2026 par chèque, sous réserve d'encaissement, la somme");
    expect(text).not.toMatch(/QUITTANCE DE LOYER|en donne quittance/);
  });

  test("plusieurs règlements sont listés, chacun avec son jour, son mode et qui l’a fait", async () => {
    const parts = [
      paiement({ loyer: 200, charges: 10, payeur: "caf", date: "2026-03-02" }),
      paiement({ loyer: 250, charges: 40, mode: "especes" }),
    ];
    const { text } = await lire({ ...PARTIEL, comptes: comptes(parts) });
    expect(text).toContain("02/03/2026 Virement La CAF 210,00 €");
    expect(text).toContain("05/03/2026 Espèces Le locataire 290,00 €");
    expect(text).toContain("(500,00 €), dont 210,00 € versés par la CAF, à valoir sur");
  });

  test("ce que l’assurance a payé n’est jamais quittancé : le locataire le doit à qui l’a payé", async () => {
    const { text, titre } = await lire({ comptes: comptes([paiement({ payeur: "gli" })]) });
    expect(titre).toBe("REÇU DE PAIEMENT");
    expect(text).toContain("reçu de l'assurance loyers impayés");
    expect(text).toContain("(950,00 €), à valoir sur");
    expect(text).toContain("à la place du locataire, dont la dette subsiste envers ce payeur.");
    expect(text).not.toContain("en donne quittance");
  });
});

describe("la quittance", () => {
  test("payée en deux fois, elle dit la part de la CAF et annule les reçus partiels", async () => {
    const parts = [
      paiement({ loyer: 187.89, charges: 22.11, payeur: "caf", date: "2026-03-02" }),
      paiement({ loyer: 662.11, charges: 77.89 }),
    ];
    const { text, titre } = await lire({ montantPaye: 950, comptes: comptes(parts) });
    expect(titre).toBe("QUITTANCE DE LOYER");
    expect(text).toContain("(950,00 €), dont 210,00 € versés par la CAF, en paiement du loyer");
    expect(text).toContain(
      "La présente quittance annule les reçus partiels délivrés pour la même période et ne préjuge pas des sommes dues au titre d'autres périodes.",
    );
    expect(text).toContain("02/03/2026 Virement La CAF 210,00 €");
  });

  test("ce que le bailleur a remis est dit", async () => {
    const parts = [
      paiement({ loyer: 800, charges: 100 }),
      paiement({ loyer: 50, charges: 0, mode: "abandon", payeur: "bailleur" }),
    ];
    const { text } = await lire({ comptes: comptes(parts) });
    expect(text).toContain("dont 50,00 € remis par le bailleur");
  });
});
