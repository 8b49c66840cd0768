import { expect, test } from "vitest";
import { render } from "#worker/documents/page/render.ts";
import { type DossierAnnuel, recapitulatif } from "#worker/documents/quittances/recapitulatif.ts";
import { AGENCE, donneesQuittance, ligneAnnuelle } from "../../support/documents/documents.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const MOIS = Array.from({ length: 12 }, (_, rang) => `2026-${String(rang + 1).padStart(2, "0")}`);

const dossier = (changements: Partial<DossierAnnuel> = {}): DossierAnnuel => ({
  dates: {
    dateDebutBail: "2020-01-01",
    dateFinBail: null,
    dateDebutPreavis: null,
    dateFinPreavis: null,
    dateSortie: null,
    dateRelocation: null,
  },
  rp: true,
  stationnement: false,
  chargesMode: "provisions",
  locataires: donneesQuittance().locataires,
  lignes: MOIS.map((mois) => ligneAnnuelle(mois)),
  ...changements,
});

async function lire(
  dossiers: DossierAnnuel[],
  emission = "2027-01-04",
  situation: string | null = null,
) {
  const { bailleurs, logement } = donneesQuittance();
  const { document } = recapitulatif({
    annee: 2026,
    emission,
    bailleurs,
    logement: { ...logement, situation },
    dossiers,
    agence: AGENCE,
  });
  return readPdf(await render(document));
}

test("une année toute réglée est une quittance annuelle", async () => {
  const { pages, text, title } = await lire([dossier()]);
  expect(title).toContain("QUITTANCE ANNUELLE 2026");
  expect(pages).toHaveLength(1);
  for (const mention of [
    "QUITTANCE ANNUELLE 2026",
    "Mars 2026 01/03 – 31/03 850,00 € 100,00 € 950,00 € 05/03/2026 Quittancé",
    "Total réglé 10 200,00 € 1 200,00 € 11 400,00 €",
    "la somme de onze mille quatre cents euros (11 400,00 €)",
    "Provisions sur charges soumises à régularisation annuelle",
    "article 21 de la loi n° 89-462",
  ])
    expect(text).toContain(mention);
  expect(text).not.toContain("Échéances non réglées");
});

test.each([
  ["un mois impayé", { regle: false, datePaiement: null }],
  ["un mois inconnu", { regle: false, statusInconu: true, datePaiement: null }],
  ["un mois payé en partie", { montantPaye: 400 }],
])("%s en fait un récapitulatif, qui ne totalise que le réglé", async (_, changements) => {
  const lignes = MOIS.map((mois) => ligneAnnuelle(mois, mois === "2026-02" ? changements : {}));
  const { text, title } = await lire([dossier({ lignes })]);
  expect(title).toContain("RÉCAPITULATIF ANNUEL DES LOYERS 2026");
  expect(`${title} ${text}`).not.toMatch(/QUITTANCE|donne quittance/);
  expect(text).toContain("Février 2026 01/02 – 28/02 850,00 € 100,00 € 950,00 € – Non quittancé");
  expect(text).toContain("Total réglé 9 350,00 € 1 100,00 € 10 450,00 €");
  expect(text).toContain("Échéances non réglées 850,00 € 100,00 € 950,00 €");
});

test.each<[string, string, Partial<DossierAnnuel>]>([
  ["une année qui court encore", "2026-12-31", {}],
  [
    "un mois que rien ne facture",
    "2027-01-04",
    { lignes: MOIS.slice(1).map((mois) => ligneAnnuelle(mois)) },
  ],
  [
    "un mois facturé pour moitié",
    "2027-01-04",
    {
      lignes: MOIS.map((mois) =>
        ligneAnnuelle(
          mois,
          mois === "2026-05" ? { automatique: false, dateFin: "2026-05-15" } : {},
        ),
      ),
    },
  ],
])("%s n'a pas de quittance annuelle, même toute payée", async (_, emission, changements) => {
  const { text, title } = await lire([dossier(changements)], emission);
  expect(`${title} ${text}`).not.toMatch(/QUITTANCE|donne quittance/);
});

test("les mois échus que rien ne facture, ou en partie, sont nommés ; un jour seul s'écrit une fois", async () => {
  const { dates } = dossier();
  const lignes = MOIS.slice(0, 11).map((mois) => ligneAnnuelle(mois));
  expect((await lire([dossier({ lignes })])).text).toContain("Mois non facturé : décembre 2026.");
  const unJour = { automatique: false, dateDebut: "2026-01-31", dateFin: "2026-01-31" };
  const { text } = await lire(
    [
      dossier({
        dates: { ...dates, dateDebutBail: "2026-01-15" },
        lignes: [ligneAnnuelle("2026-01", unJour)],
      }),
    ],
    "2026-04-15",
  );
  expect(text).toContain(
    "Mois non facturés : janvier 2026 (en partie), février 2026 et mars 2026.",
  );
  expect(text).toContain("Janvier 2026 31/01 850,00 €");
  expect((await lire([dossier()])).text).not.toContain("non facturé");
});

test("les mois d'avant le bail et d'après sa fin ne sont pas attendus", async () => {
  const { dates } = dossier();
  const { title } = await lire([
    dossier({
      dates: { ...dates, dateDebutBail: "2026-03-01", dateFinBail: "2026-06-30" },
      lignes: MOIS.slice(2, 6).map((mois) => ligneAnnuelle(mois)),
    }),
  ]);
  expect(title).toContain("QUITTANCE ANNUELLE 2026");
});

test("un bail sans charges n'en quittance pas", async () => {
  const { text } = await lire([
    dossier({ lignes: MOIS.map((mois) => ligneAnnuelle(mois, { charge: 0 })) }),
  ]);
  expect(text).toContain("en paiement du loyer du logement");
  expect(text).not.toContain("Provisions sur charges");
});

test("l'assurance souscrite pour le locataire est quittancée avec le loyer", async () => {
  const { text } = await lire([
    dossier({ lignes: MOIS.map((mois) => ligneAnnuelle(mois, { assurance: 12 })) }),
  ]);
  expect(text).toContain("en paiement du loyer, des charges et de l'assurance du logement");
});

test("la TVA de l'année est la somme de celles des quittances, sans l'assurance", async () => {
  const annee = (assurance: number) =>
    lire([
      dossier({ lignes: MOIS.map((mois) => ligneAnnuelle(mois, { assurance, tauxTva: 20 })) }),
    ]);
  const tva = /Dont TVA[^.]*\./;
  const sans = (await annee(0)).text.match(tva)?.[0];
  // Twelve receipts of 950 € hold 158,33 € of VAT each.
  expect(sans).toContain("1 899,96 €");
  expect((await annee(12)).text.match(tva)?.[0]).toBe(sans);
});

test("un mois payé en partie dit ce qui a été reçu et ce qui reste dû", async () => {
  const payeEnPartie = ligneAnnuelle("2026-02", { regle: false, montantPaye: 400 });
  const { text } = await lire([dossier({ lignes: [ligneAnnuelle("2026-01"), payeEnPartie] })]);
  expect(text).toContain("Dont reçu en paiements partiels 400,00 €");
  expect(text).toContain("Reste dû 550,00 €");
  expect((await lire([dossier()])).text).not.toContain("paiements partiels");
});

test("chaque locataire de l'année a sa section et son titre ; une longue table répète son en-tête", async () => {
  const suivant = dossier({
    locataires: [{ titre: "Madame", prenom: "Anaïs", nom: "Petit" }],
    lignes: [...MOIS, ...MOIS, ...MOIS].map((mois) => ligneAnnuelle(mois, { regle: false })),
  });
  const { pages, title } = await lire([dossier(), suivant]);
  expect(title).not.toMatch(/quittance/i);
  expect(pages).toHaveLength(3);
  expect(pages[0]).toContain("QUITTANCE ANNUELLE");
  expect(pages[0]).not.toContain("PETIT");
  expect(pages[1]).toContain("RÉCAPITULATIF ANNUEL DES LOYERS 2026");
  expect(pages[1]).toContain("Madame Anaïs PETIT");
  for (const page of pages) expect(page).toContain("LOYER HC CHARGES TOTAL RÉGLÉ LE ÉTAT");
  expect(pages[2]).toContain("Page 3 / 3");
});

test("une année sans échéance le dit", async () => {
  expect((await lire([])).text).toContain(
    "RÉCAPITULATIF ANNUEL DES LOYERS 2026 27 bis boulevard Saint-Michel, 75005 PARIS Aucune échéance en 2026.",
  );
  expect((await lire([dossier({ lignes: [] })])).text).not.toContain("QUITTANCE");
});

test("l'année d'un stationnement nomme l'emplacement et son numéro, jamais un logement", async () => {
  const { text } = await lire([dossier({ stationnement: true })], "2027-01-04", "Box n° 7");
  expect(text).toContain("EMPLACEMENT");
  expect(text).toContain("Box n° 7");
  expect(text).toContain("de l'emplacement de stationnement désigné ci-dessus");
  expect(text).not.toMatch(/logement|étage|cave/i);
});
