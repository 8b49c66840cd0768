import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ContenuCompteRendu } from "#domain/gerance/cloture/compte-rendu.ts";
import {
  partsDeSynthese,
  quotePart,
  syntheseDe,
} from "#domain/gerance/cloture/synthese-compte-rendu.ts";
import { somme } from "#domain/montants.ts";
import { compteRendu } from "#worker/documents/compte-rendu/compte-rendu.ts";
import { factureHonoraires } from "#worker/documents/compte-rendu/facture-honoraires.ts";
import type { DonneesCompteRendu } from "#worker/documents/compte-rendu/presentation.ts";
import { render } from "#worker/documents/page/render.ts";
import {
  contenuCompteRendu,
  debiteur,
  donneesCompteRendu,
  grandCompte,
  percusParLeProprietaire,
} from "../../support/documents/comptes-rendus.ts";
import { compteAPayer, contenuFacture, societe } from "../../support/documents/factures.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

const lire = async (donnees: DonneesCompteRendu) =>
  readPdf(await render(compteRendu(donnees).document));

const attendre = (texte: string, mentions: readonly string[]) => {
  for (const mention of mentions) expect(texte).toContain(mention);
};

test("un loyer révisé se dit sous son logement", async () => {
  const { situation } = contenuCompteRendu();
  const revisions = [{ le: "2026-10-01", avant: 940, apres: 950.83 }];
  const { pages } = await lire(
    donneesCompteRendu({ situation: situation.map((lot) => ({ ...lot, revisions })) }),
  );
  expect(pages[0]).toContain("950,00 0,00 Loyer révisé : de 940,00 à 950,83 au 01/10/2026");
});

describe("le compte rendu de l’indivision DURAND, octobre 2026", () => {
  test("dit chaque chiffre du compte, de la synthèse aux échéances", async () => {
    const { pages, title } = await lire(donneesCompteRendu());
    expect(title).toBe("COMPTE RENDU DE GESTION 2026-10 / 000042 – INDIVISION DURAND");
    const [synthese = "", detail = ""] = pages;
    attendre(synthese, [
      "Reversement prévu le 10 novembre 2026 Réparti entre les 2 propriétaires, comme ci-dessous 862,45 € A. Synthèse",
      "2026-10 / 000042",
      "n° 000042 du 12/03/2024",
      "INDIVISION DURAND – du 1er au 31 octobre 2026",
      "Solde précédent (provision conservée) 300,00",
      "+ Encaissements 1 450,00",
      "− Honoraires de gestion TTC (facture FH-2026-000311) −121,80",
      "− Garantie loyers impayés −23,75",
      "− Dépenses payées pour votre compte −442,00",
      "= Solde du présent compte 1 162,45",
      "− Provision conservée −300,00",
      "= REVERSEMENT 862,45",
      "Monsieur Paul DURAND 60 % FR14 **** **** 2606 10/11/2026 517,47",
      "Madame Anne DURAND 40 % FR76 **** **** 0189 10/11/2026 344,98",
      "A Martin 950,00 0,00 950,00 0,00 B",
      "B Petit 680,00 180,00 500,00 360,00 relance du 16/10/2026",
      "Totaux 1 630,00 180,00 1 450,00 360,00",
      "Dépôts de garantie détenus par l'agence : 1 470,00 €",
    ]);
    attendre(detail, [
      "02/10/2026 A, Martin Locataire, virement 10/2026 662,11 77,89 740,00",
      "05/10/2026 A, Martin CAF, virement 10/2026 187,89 22,11 210,00",
      "09/10/2026 B, Petit Locataire, chèque 09/2026 164,12 15,88 180,00",
      "09/10/2026 B, Petit Locataire, chèque 10/2026 291,76 28,24 320,00",
      "Totaux 1 305,88 144,12 1 450,00",
      "120,00 12,00 132,00 non F-7781",
      "310,00 – 310,00 non AP-2026-4",
      "23,75 – 23,75 non GLI-10",
      "Totaux 453,75 12,00 465,75",
      "Honoraires de gestion 1 450,00 × 7 % 101,50 20 % = 20,30 121,80",
      "Facture FH-2026-000311 : 121,80 € TTC, prélevée sur votre compte.",
      "01/01/2027 A Révision du loyer (IRL)",
      "Compte rendu établi en exécution de votre mandat (art. 66 du décret n° 72-678 du 20 juillet 1972). Pièces à votre disposition.",
    ]);
  });

  test("donne à chaque propriétaire une page, adressée à lui, avec sa part de chaque ligne", async () => {
    const { pages } = await lire(donneesCompteRendu());
    expect(pages).toHaveLength(4);
    attendre(pages[2] ?? "", [
      "Monsieur Paul DURAND 4 place Bellecour 69002 LYON",
      "VOTRE PART DU COMPTE RENDU",
      "+ Encaissements 1 450,00 870,00",
      "(facture FH-2026-000311) −121,80 −73,08",
      "= REVERSEMENT 862,45 517,47",
      "Reversement prévu le 10 novembre 2026",
    ]);
    attendre(pages[3] ?? "", ["Madame Anne DURAND 18 rue de la Paix 35000 RENNES", "344,98 €"]);
  });

  test("ne parle ni de « quittancement » ni de comptes, et donne les mêmes octets deux fois", async () => {
    const { text } = await lire(donneesCompteRendu());
    expect(text).not.toMatch(/quittancement|4670|4671|imputation|mandant|repris\b|extourn/i);
    const octets = async () =>
      Buffer.from(await render(compteRendu(donneesCompteRendu()).document));
    expect((await octets()).equals(await octets())).toBe(true);
  });
});

test("un projet se dit projet", async () => {
  const { text, title } = await lire(donneesCompteRendu({}, { etat: "brouillon", factures: [] }));
  expect(title).toContain("PROJET – COMPTE RENDU DE GESTION");
  expect(text).toContain("ce compte n'est pas arrêté");
});

test("qui perçoit ses loyers lit ce qui fut appelé, reçu, non confirmé, et les honoraires à régler", async () => {
  const { pages, text } = await lire(donneesCompteRendu(percusParLeProprietaire));
  attendre(text, [
    "COMPTE RENDU DE GESTION Monsieur Paul DURAND – du 1er au 31 octobre 2026 – Loyers perçus directement",
    "Honoraires à régler 121,80 € A. Synthèse",
    "Loyers appelés 1 630,00",
    "Loyers déclarés reçus 1 450,00",
    "Loyers non confirmés 360,00",
    "Honoraires de gestion TTC à régler (FH-2026-000311) 121,80",
    "Facture FH-2026-000311 : 121,80 € TTC, à régler.",
  ]);
  expect(text).not.toContain("REVERSEMENT");
  expect(pages).toHaveLength(2);
});

test("qui perçoit désormais ses loyers lit ce que l’agence détenait encore, et ce qu’elle lui en verse", async () => {
  const { mandants } = contenuCompteRendu();
  const { pages } = await lire(
    donneesCompteRendu({
      ...percusParLeProprietaire,
      mandants: mandants.map((mandant, rang) => ({ ...mandant, montant: rang === 0 ? 210 : 140 })),
      soldePrecedent: 300,
      depenses: -50,
      solde: 350,
      reversement: 350,
    }),
  );
  attendre(pages[0] ?? "", [
    "Solde précédent 300,00",
    "+ Dépenses annulées, rendues à votre compte 50,00",
    "= Solde 350,00",
    "= REVERSEMENT 350,00",
    "Madame Anne DURAND 40 % FR76 **** **** 0189 10/11/2026 140,00",
  ]);
  attendre(pages[3] ?? "", ["Reversement prévu le 10 novembre 2026", "140,00 €"]);
});

test("un compte débiteur dit pourquoi rien n’est versé, et ce que devient la dette", async () => {
  const donnees = donneesCompteRendu(debiteur, {
    factures: [{ numero: "AV-2026-000002", ttc: -79.8 }],
  });
  const { text } = await lire(donnees);
  attendre(text, [
    "− Paiements annulés ou rejetés par la banque −950,00",
    "+ Honoraires de gestion rendus TTC (avoir AV-2026-000002) 79,80",
    "= Solde du présent compte (débiteur) −570,20",
    "Votre compte est débiteur Rien n'est à reverser : cette somme sera reprise sur vos prochains encaissements. −570,20 € A. Synthèse",
    "Annulé : locataire, virement, reçu 2026-000012 09/2026* −850,00 −100,00 −950,00",
    "Annulé : paiement déjà compté, que la banque a rejeté ou que l'agence a retiré. * Rectifie un compte rendu précédent.",
    "950,00 relance à venir",
    "Avoir AV-2026-000002 : 79,80 € TTC, rendu sur votre compte.",
  ]);
  expect(compteRendu(donnees).warnings).toEqual([
    "Des sommes restent dues sans qu'une relance soit partie.",
  ]);
});

test("chaque propriétaire d’un compte débiteur lit ce que sa part en doit", async () => {
  const mandants = contenuCompteRendu().mandants.map((mandant) => ({ ...mandant, montant: 0 }));
  const { pages } = await lire(donneesCompteRendu({ ...debiteur, mandants }));
  attendre(pages[0] ?? "", ["Votre compte est débiteur", "−570,20 €"]);
  attendre(pages[2] ?? "", ["Votre part du compte débiteur", "−342,12 € EN EUROS"]);
  attendre(pages[3] ?? "", ["Votre part du compte débiteur", "−228,08 € EN EUROS"]);
});

test("30 lots, 60 encaissements, 100 000 € : rien n’est coupé, chaque page redit ses colonnes", async () => {
  const { pages, text } = await lire(donneesCompteRendu(grandCompte()));
  attendre(text, ["+ Encaissements 100 000,00", "= REVERSEMENT 91 200,11", "45 600,06 €"]);
  const recus = pages.filter((page) => page.includes("05/10/2026"));
  expect(recus.length).toBeGreaterThan(2);
  for (const page of recus) expect(page).toContain("LOYER HC");
  expect(text.match(/05\/10\/2026/g)).toHaveLength(60);
  expect(text).toContain("Totaux 90 000,00 10 000,00 100 000,00");
  expect(text).toContain("30 boulevard du Général-Leclerc");
});

describe("les parts des propriétaires", () => {
  const une = fc.record({
    poids: fc.array(fc.integer({ min: 1, max: 97 }), { minLength: 2, maxLength: 6 }),
    centimes: fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 7, maxLength: 7 }),
  });
  const compte = ({ poids, centimes }: { poids: number[]; centimes: number[] }) => {
    const [avant = 0, recu = 0, frais = 0, prime = 0, depense = 0, provision = 0, reserves = 0] =
      centimes.map((centime) => centime / 100);
    const solde = somme(avant, recu, -frais, -prime, -depense);
    const reversement = Math.max(0, somme(solde, -provision, -reserves));
    const den = poids.reduce((total, un) => total + un, 0);
    const bases = contenuCompteRendu().mandants[0];
    if (!bases) throw new Error("Ce compte n’a pas de propriétaire.");
    const total = Math.round(reversement * 100);
    const parts = poids.map((num) => Math.floor((total * num) / den));
    const reste = total - parts.reduce((un, part) => un + part, 0);
    return contenuCompteRendu({
      soldePrecedent: avant,
      encaissements: recu,
      honorairesTTC: frais,
      assuranceLoyers: prime,
      depenses: depense,
      solde,
      provision,
      reserves,
      reversement,
      mandants: poids.map((num, rang) => ({
        ...bases,
        num,
        den,
        montant: ((parts[rang] ?? 0) + (rang < reste ? 1 : 0)) / 100,
      })),
    });
  };
  const additionne = ({ synthese }: { synthese: ReturnType<typeof syntheseDe> }) => {
    const { reversement, solde, reserves, provision, ...mouvements } = synthese;
    expect(somme(...Object.values(mouvements))).toBe(solde);
    if (solde > 0) expect(somme(solde, reserves, provision)).toBe(reversement);
  };

  test("font chaque ligne du compte, et les lignes de chacun font ce qu’il reçoit", () => {
    fc.assert(
      fc.property(une, (hasard) => {
        const contenu: ContenuCompteRendu = compte(hasard);
        const parts = partsDeSynthese(contenu);
        const entiere = syntheseDe(contenu);
        additionne({ synthese: entiere });
        for (const nom of Object.keys(entiere) as (keyof typeof entiere)[])
          expect(somme(...parts.map(({ synthese }) => synthese[nom]))).toBe(entiere[nom]);
        if (contenu.solde > 0) for (const part of parts) additionne(part);
        for (const { mandant, synthese } of parts)
          expect(synthese.reversement).toBe(mandant.montant);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    [60, 100, "60 %"],
    [1, 3, "1/3"],
    [1, 8, "12,5 %"],
  ])("%i/%i se dit « %s »", (num, den, dit) =>
    expect(quotePart({ num, den }).replace("\u00a0", " ")).toBe(dit),
  );
});

describe("la facture des honoraires", () => {
  const { agence } = donneesCompteRendu();
  const facture = async (
    numero: string,
    changements: Parameters<typeof contenuFacture>[0] = {},
  ) => {
    const contenu = contenuFacture(changements);
    const { document, warnings } = factureHonoraires({
      numero,
      contenu,
      compte: compteAPayer,
      agence,
    });
    expect(warnings).toEqual([]);
    return readPdf(await render(document)).text;
  };

  test("porte ses mentions, et dit qu’elle est prélevée", async () => {
    const text = await facture("FH-2026-000311");
    attendre(text, [
      "FACTURE FH-2026-000311",
      "12 rue des Lilas 75011 PARIS SIREN 912 345 675 TVA intracommunautaire FR 65 912 345 675",
      "INDIVISION DURAND",
      "05/11/2026",
      "Honoraires de gestion 1 101,50 € 20 % 101,50 €",
      "Total HT 101,50 €",
      "TVA 20 % sur 101,50 € 20,30 €",
      "Total TTC 121,80 €",
      "Prestation de services",
      "du 1er au 31 octobre 2026",
      "Prélevée sur les fonds de gérance le 05/11/2026 : rien n'est à payer.",
    ]);
    expect(text).not.toMatch(/40,00 €|débits|293 B/);
  });

  test("à régler, elle dit par quel moyen et avec quelle référence ; prélevée, elle n’en dit pas", async () => {
    const due = contenuFacture({ prelevee: false });
    const text = await facture("FH-2026-000312", due);
    attendre(text, [
      "À régler au plus tard le 05/12/2026",
      "Moyen de paiement Par virement au compte d'Agence du Parc SARL, IBAN FR76 3000 6000 0112 3456 7890 189, BIC AGRIFRPP, ou par chèque à l'ordre d'Agence du Parc, en rappelant la référence FH-2026-000312.",
    ]);
    expect(await facture("FH-2026-000311")).not.toContain("Moyen de paiement");
    const sansCompte = factureHonoraires({
      numero: "FH-2026-000312",
      contenu: due,
      compte: null,
      agence,
    });
    expect(sansCompte.warnings).toEqual([
      "Aucun compte bancaire de l'agence n'est ouvert\u00A0: la facture ne dit pas où virer.",
    ]);
    expect(readPdf(await render(sansCompte.document)).text).toContain(
      "Par chèque à l'ordre d'Agence du Parc",
    );
  });

  test("à une société, dit son SIREN, les débits, l’échéance, les pénalités et l’indemnité", async () => {
    const text = await facture("FH-2026-000312", {
      acheteur: societe,
      prelevee: false,
      optionDebits: true,
    });
    attendre(text, [
      "SIREN 834 567 216",
      "TVA intracommunautaire FR31834567216",
      "Option pour le paiement de la taxe d'après les débits",
      "À régler au plus tard le 05/12/2026",
      "majoré de 10 points",
      "Indemnité forfaitaire pour frais de recouvrement : 40,00 €.",
    ]);
  });

  test("sans TVA, cite l’article 293 B ; un avoir nomme la facture et rend des sommes positives", async () => {
    const sansTva = { ht: 40, tva: 0, ttc: 40, franchise: true };
    const [ligne] = contenuFacture().lignes;
    if (!ligne) throw new Error("Cette facture n’a pas de ligne.");
    const franchise = await facture("FH-2026-000313", {
      ...sansTva,
      lignes: [{ ...ligne, ...sansTva, prixUnitaireHT: 40, tauxTva: 0 }],
    });
    expect(franchise).toContain("TVA non applicable, art. 293 B du CGI");
    expect(franchise).not.toContain("TVA 0 % sur");
    const rendu = { ht: -66.5, tva: -13.3, ttc: -79.8 };
    const avoir = await facture("AV-2026-000002", {
      ...rendu,
      corrige: "FH-2026-000298",
      lignes: [{ ...ligne, ...rendu, prixUnitaireHT: -66.5 }],
    });
    attendre(avoir, [
      "AVOIR AV-2026-000002",
      "Facture FH-2026-000298",
      "Total TTC en votre faveur 79,80 €",
      "Rendu sur les fonds de gérance",
    ]);
    expect(avoir).not.toContain("−");
  });
});
