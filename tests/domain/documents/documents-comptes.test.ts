import { describe, expect, test } from "vitest";
import type { Recette } from "#domain/gerance/livres/recettes.ts";
import type { ContenuFin } from "#domain/gerance/mandats/fin-de-mandat.ts";
import { recuReglement } from "#worker/documents/locataires/recu-reglement.ts";
import { regularisationCharges } from "#worker/documents/locataires/regularisation-charges.ts";
import {
  decompteCommandement,
  releveDeCompte,
} from "#worker/documents/locataires/releve-compte.ts";
import { finDeMandat } from "#worker/documents/mandats/fin-de-mandat.ts";
import { registreRecettes } from "#worker/documents/mandats/registre-recettes.ts";
import type { Composed } from "#worker/documents/page/blocks.ts";
import { render } from "#worker/documents/page/render.ts";
import {
  donneesRecu,
  donneesRegularisation,
  donneesReleve,
} from "../../support/documents/comptes.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";

async function lire({ document, warnings }: Composed) {
  expect(warnings).toEqual([]);
  return readPdf(await render(document)).text;
}

describe("le reçu d’un règlement", () => {
  test("dit son numéro, ce qu’il règle, l’avance, et qu’il ne vaut pas quittance", async () => {
    const { agence } = donneesRecu();
    expect(() => recuReglement(donneesRecu({ agence: { ...agence, garantNom: "" } }))).toThrow(
      "Ce reçu doit porter le garant financier de l’agence",
    );
    const text = await lire(recuReglement(donneesRecu()));
    for (const mention of [
      "REÇU DE RÈGLEMENT R 2026-000012",
      "Loyer octobre 2026 850,00 €",
      "Avance sur les prochaines échéances 50,00 €",
      "le 5 novembre 2026 par virement, la somme de mille euros (1 000,00 €)",
      "Le présent reçu ne vaut pas quittance.",
    ])
      expect(text).toContain(mention);
  });

  test("un chèque en attente est sous réserve ; un paiement rejeté est sans effet", async () => {
    const attente = { mode: "cheque", etat: "recu", imputations: [], avance: 0 } as const;
    expect(await lire(recuReglement(donneesRecu(attente)))).toContain(
      "par chèque, sous réserve d'encaissement, la somme",
    );
    const rejete = { etat: "rejete", finLe: "2026-11-12", imputations: [], avance: 0 } as const;
    const text = await lire(recuReglement(donneesRecu(rejete)));
    expect(text).toContain("a été rejeté le 12 novembre 2026");
    expect(text).not.toContain("reconnaît avoir reçu");
  });
});

describe("le relevé de compte", () => {
  test("ouvre, déroule et clôt le compte, dit l’âge des dettes et met le dépôt à part", async () => {
    const text = await lire(releveDeCompte(donneesReleve()));
    for (const mention of [
      "Du 1er octobre 2026 au 22 novembre 2026",
      "01/10/2026 Solde à l'ouverture 0,00 €",
      "25/10/2026 Règlement, virement, la CAF 2026-000012 210,00 € 740,00 €",
      "Solde à la clôture 740,00 €",
      "0,00 € 0,00 € 740,00 € 0,00 € 0,00 €",
      "Dépôt de garantie détenu par l'agence 850,00 €, non déduits du solde",
      "Ce relevé ne vaut pas quittance.",
    ])
      expect(text).toContain(mention);
  });

  test("dit chaque dépôt par qui le détient, sans le déduire", async () => {
    const text = await lire(
      releveDeCompte(donneesReleve({ detenu: { agence: 0, bailleur: 1200 } })),
    );
    expect(text).toContain("détenu par le bailleur 1 200,00 €, non déduits du solde");
    expect(text).not.toContain("détenu par l'agence");
  });

  test("un compte créditeur est « en votre faveur »", async () => {
    const text = await lire(releveDeCompte(donneesReleve({ report: -50, lignes: [] })));
    expect(text).toContain("50,00 € en votre faveur");
  });
});

describe("la régularisation des charges", () => {
  test("dit la nature, les jours, les provisions, le solde, son échéance et les pièces", async () => {
    const appelee = { montant: 448.27, exigibleLe: "2026-12-24", le: "2026-11-22" };
    const text = await lire(
      regularisationCharges(donneesRegularisation({ appelee, exigibleLe: appelee.exigibleLe })),
    );
    for (const mention of [
      "RÉGULARISATION DES CHARGES LOCATIVES – EXERCICE 2025",
      "Eau froide ou chaude, assainissement 2 231,30 € 2 231,30 € 292/365 1 785,04 €",
      "Provisions appelées −1 336,77 €",
      "Payable le 24/12/2026",
      "pendant six mois, sur rendez-vous",
      "31/12/2025 Décompte du syndic S-2025 2 231,30 € 100 %",
    ])
      expect(text).toContain(mention);
    expect(text).not.toContain("douzièmes");
  });

  test("se paie par douzièmes quand elle vient trop tard, mais d’un bail de la loi de 1989 seul", async () => {
    const tardive = donneesRegularisation({ annee: 2024 });
    expect(await lire(regularisationCharges(tardive))).toContain(
      "Par douzièmes si vous le demandez : 7 × 37,36 € et 5 × 37,35 €",
    );
    const text = await lire(regularisationCharges({ ...tardive, loi89: false }));
    expect(text).not.toMatch(/douzièmes|89-462|six mois/);
  });

  test("dit ce qui revient au locataire, et les jours partagés entre plusieurs baux", async () => {
    const changements = { solde: -12.5, partage: true, jours: 182.5, mode: "periodique" } as const;
    const text = await lire(regularisationCharges(donneesRegularisation(changements)));
    for (const mention of [
      "Solde en votre faveur",
      "12,50 €",
      "182,5/365",
      "Charges déjà appelées",
      "partagés également entre eux",
    ])
      expect(text).toContain(mention);
    expect(text).not.toContain("Payable");
  });

  test("une fois appelée, dit ce qui le fut, et que son décompte a changé depuis", async () => {
    const appelee = { montant: 448.27, exigibleLe: "2026-12-24", le: "2026-11-22" };
    const apres = (changements: Parameters<typeof donneesRegularisation>[0]) =>
      lire(regularisationCharges(donneesRegularisation({ appelee, ...changements })));
    const text = await apres({ solde: -12.5 });
    for (const mention of [
      "Solde à votre charge",
      "448,27 €",
      "Somme appelée le 22/11/2026 ; ce décompte a changé depuis, son solde serait de 12,50 € en votre faveur",
    ])
      expect(text).toContain(mention);
    expect(await apres({})).not.toContain("a changé depuis");
    const tu = await apres({ solde: 588.27, manquants: ["2025-12"] });
    expect(tu).toContain("ce décompte ne déduit pas les provisions appelées ailleurs");
  });

  test("rectifie celle qui fut envoyée de la seule différence, avec la part de l’immeuble et le compteur", async () => {
    const [ligne] = donneesRegularisation().decompte.lignes;
    const [depense] = donneesRegularisation().decompte.depenses;
    if (!ligne || !depense) throw new Error("sans ligne");
    const text = await lire(
      regularisationCharges(
        donneesRegularisation({
          rectifie: { envoyeLe: "2026-03-10", solde: 400 },
          lignes: [{ ...ligne, compteur: "eauFroide" }],
          consommations: [
            { compteur: "eauFroide", quantite: 50.25, index: { debut: 41, fin: 91.25 } },
          ],
          depenses: [{ ...depense, calcul: "4\u00A0387,50 × 92/1000, Tantièmes" }],
          echelons: [16.09, 16.09, 16.09].map((montant, rang) => ({
            ...{ montant, exigibleLe: `2027-0${rang + 1}-10` },
          })),
          exigibleLe: "2027-01-10",
          nouvelleProvision: { depuis: "2027-01-01", montant: 185.94 },
        }),
      ),
    );
    for (const mention of [
      "DÉCOMPTE RECTIFICATIF DES CHARGES LOCATIVES – EXERCICE 2025",
      "2 231,30 € Compteur 1 785,04 €",
      "Solde du décompte du 10/03/2026 −400,00 €",
      "Différence à votre charge",
      "48,27 €",
      "Payable en 3 fois, 3 × 16,09 €, la première le 10/01/2027 puis chaque mois",
      "Décompte du syndic (4 387,50 × 92/1000, Tantièmes)",
      "Compteur d'eau froide : 50,25 m³ (index 41 au début, 91,25 à la fin).",
      "À compter du 1er janvier 2027, votre provision pour charges passe de 140,00 € à 185,94 € par mois",
    ])
      expect(text).toContain(mention);
  });

  test("porte au crédit du compte un solde en faveur du locataire", async () => {
    const enFaveur = donneesRegularisation({ solde: -12.5 });
    expect(await lire(regularisationCharges(enFaveur))).toContain(
      "Cette somme est portée au crédit de votre compte : elle règle ce que vous devez, puis les loyers à venir",
    );
  });

  test("n’est qu’un projet, que rien ne rend payable, tant que ce qui est dû n’est pas connu", async () => {
    const text = await lire(regularisationCharges(donneesRegularisation({ projet: true })));
    expect(text).toContain("PROJET – RÉGULARISATION DES CHARGES LOCATIVES – EXERCICE 2025");
    expect(text).toContain("Solde provisoire");
    expect(text).not.toMatch(/Payable|à votre charge|six mois|douzièmes/);
  });
});

test("le décompte pour commandement réclame loyer et charges par mois, ni réparation ni frais", async () => {
  const text = await lire(decompteCommandement(donneesReleve()));
  expect(text).toContain("octobre 2026 05/10/2026 662,11 € 77,89 € 740,00 €");
  expect(text).toContain("Total dû 740,00 €");
  expect(text).toContain("(740,00 €), en loyers et charges, règlements déduits.");
  expect(text).not.toContain("DÉPÔT");
  expect(text).toContain("Loyer mensuel hors charges 850,00 €");
  expect(text).not.toContain("SOLDE ANTÉRIEUR");
});

test("le décompte ne fait pas un loyer d’un solde repris, et demande qu’on en joigne le détail", async () => {
  const [due] = donneesReleve().compte.echeances;
  if (!due) throw new Error("Rien n’est dû.");
  const repris = { ...due, nature: "solde_anterieur", mois: "2026-09", reste: 180 } as const;
  const { document, warnings } = decompteCommandement(donneesReleve({ echeances: [repris] }));
  expect(readPdf(await render(document)).text).toContain(
    "septembre 2026 05/10/2026 180,00 € 180,00 €",
  );
  expect(warnings).toEqual([expect.stringContaining("joignez-en le détail")]);
});

test("la remise d’une dette dit l’accord écrit du bailleur, et que rien n’a été reçu", async () => {
  const text = await lire(
    recuReglement(donneesRecu({ mode: "abandon", payeur: "bailleur", montant: 950, avance: 0 })),
  );
  expect(text).toContain("et avec son accord écrit, fait remise à Monsieur Étienne LEFÈVRE");
  expect(text).toContain("Montant de la remise 950,00 €");
  expect(text).not.toMatch(/règlement|reconnaît avoir reçu|Payé par/i);
});

describe("le registre des recettes", () => {
  test("dit le jour de l’écriture, et celui du fait quand il est d’une période close", async () => {
    const recette: Recette = {
      ...{ ecriture: "2026-000123", date: "2026-10-07", pieceDate: "2026-10-07" },
      ...{ reglement: "2026-000012", locataire: "M. Paul Martin", mandat: "000042" },
      ...{ mode: "cheque", libelle: "Règlement 2026-000012", montant: 950 },
    };
    const text = await lire(
      registreRecettes({
        recettes: [recette, { ...recette, pieceDate: "2026-09-20" }],
        ...{ du: "2026-10-01", au: "2026-10-31", agence: donneesReleve().agence },
      }),
    );
    expect(text).toContain(
      "07/10/2026 M. Paul Martin 000042 Chèque Règlement 2026-000012 950,00 €",
    );
    expect(text).toContain(
      "07/10/2026 M. Paul Martin 000042 Chèque Règlement 2026-000012, du 20/09/2026",
    );
  });
});

describe("l’arrêté de compte de fin de mandat", () => {
  const locataire = {
    ...{ DossierId: 18, locataire: "M. Paul Martin", logement: "21 rue Monge, 75005 Paris" },
    ...{ depot: 0, avance: 0, du: 0, present: true, pieces: [] },
  };
  const CONTENU: ContenuFin = {
    ...{ numero: "000004", dateSignature: "2026-03-12", mandants: ["Mme Thérèse Castelnau"] },
    ...{ finLe: "2026-11-29", motif: "Vente", gestionnaire: null, depots: "mandant" },
    ...{ locataires: [locataire], soldeAvant: 0, depotsVerses: 0, provision: 0 },
    ...{ honoraires: 0, reversement: 0, compteRendu: "2026-11 / 000004" },
  };
  const arrete = (contenu: Partial<ContenuFin>) =>
    lire(
      finDeMandat({
        contenu: { ...CONTENU, ...contenu },
        ...{ arreteLe: "2026-11-29", emission: "2026-11-29" },
        ...{ destinataire: ["Mme Thérèse Castelnau"], agence: donneesReleve().agence },
      }),
    );

  test("ne dit rien soldé tant qu’un compte précédent reste à virer, ou des honoraires à payer", async () => {
    const avant = await arrete({ reversement: 10_000, aVerserAvant: 470_824 });
    expect(avant).toContain("Comptes rendus précédents, restant à vous virer 4 708,24 €");
    expect(avant).toContain("À vous verser 4 808,24 €");
    expect(await arrete({ honorairesDus: 7_980 })).toContain(
      "Honoraires que vous restez devoir 79,80 €",
    );
    expect(await arrete({})).toContain("Rien ne reste dû, de part ni d'autre 0,00 €");
  });

  test("ne remet pas de dépôt qu’aucun locataire n’avait à l’agence", async () => {
    expect(await arrete({})).toContain("L'agence ne tenait aucun dépôt de garantie");
    const remis = await arrete({ locataires: [{ ...locataire, depot: 85_000 }] });
    expect(remis).toContain("Les dépôts de garantie vous sont remis avec ce compte");
  });
});
