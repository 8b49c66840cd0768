import { expect, type Page, test } from "@playwright/test";
import {
  ajouterMois,
  aujourdhui,
  dernierJour,
  formatPeriode,
  moisDe,
  moisEnLettres,
  premierJour,
} from "#domain/dates.ts";
import { connecter } from "../../support/browser/browser.ts";
import { enTetes } from "../../support/browser/ecrans.ts";

const MOIS = ajouterMois(moisDe(aujourdhui(new Date())), -1);
const NOM = moisEnLettres(MOIS);

/** A management mandate under which the agency receives the rents, with nothing to report yet. */
async function mandat(page: Page, nom: string) {
  const headers = await enTetes(page);
  const creer = async (ressource: string, data: object): Promise<number> => {
    const reponse = await page.request.post(`/api/${ressource}`, { headers, data });
    expect(reponse.ok(), await reponse.text()).toBe(true);
    return (await reponse.json()).data.id;
  };
  const client = await creer("Client", {
    titre: "Madame",
    nom,
    prenom: "Odile",
    adresse: "3 rue des Lilas",
    codePostal: "75020",
    ville: "Paris",
    mailPerso: `${nom.toLowerCase()}@exemple.fr`,
    mobilePerso: "06 12 34 56 78",
    adresseDefaut: "adresse",
    mailDefaut: "mailPerso",
    telDefaut: "mobilePerso",
  });
  const mission = await creer("Mission", {
    type: "gestion",
    nbAppart: 1,
    accompte1: 0,
    accompte2: 0,
    valeurMissionAppt: 0,
    dateSignature: `${ajouterMois(MOIS, -3)}-05`,
  });
  const appartement = await creer("Appartement", {
    adresse: `${nom.length} rue de ${nom}`,
    codePostal: "75020",
    ville: "Paris",
    loyerHC: 800,
    charge: 80,
    // A dwelling under works does not count among the vacant ones on the dashboard, which other tests read.
    wip: true,
  });
  await page.request.put(`/api/Mission/${mission}/client/add/${client}`, { headers });
  await page.request.put(`/api/Mission/${mission}/appartement/add/${appartement}`, { headers });
  const termes = await page.request.put(`/api/Mission/${mission}/conditions`, {
    headers,
    data: {
      depuis: `${MOIS}-01`,
      modeFonds: "agence",
      tauxHonoraires: 7,
      autresHonoraires: [{ libelle: "Dossier de sinistre", montant: 120, quand: "demande" }],
    },
  });
  expect(termes.ok()).toBe(true);
  return { client, mission };
}

const ligne = (page: Page, nom: string) =>
  page.getByRole("table").getByRole("row").filter({ hasText: nom });

test("le mois se prépare en un clic, ce qui est prêt se valide en deux, et chaque compte se lit, avec ce qui est à vérifier", async ({
  page,
}) => {
  const { client, mission } = await mandat(page, "VERNEUIL");
  await mandat(page, "AUBRAC");
  await connecter(page);

  await test.step("le tableau de bord dit que le mois n’est pas clôturé", async () => {
    await expect(page.getByText(/n’est pas clôturé\s: \d+ mandats/)).toBeVisible();
  });

  await test.step("un clic prépare les mandats ajoutés depuis : un compte par mandat, ses sommes et ses anomalies en mots", async () => {
    await page.getByRole("link", { name: "Clôture du mois" }).click();
    await page.getByRole("button", { name: "Préparer les mandats ajoutés depuis" }).click();
    await expect(ligne(page, "VERNEUIL")).toContainText("Prêt");
    await expect(ligne(page, "VERNEUIL")).toContainText("sans mouvement");
    await expect(ligne(page, "INDIVISION LEFÈVRE")).toContainText("À vérifier");
    await expect(ligne(page, "INDIVISION LEFÈVRE")).toContainText(/\d+\simpayés/);
    await page
      .getByRole("group", { name: "État" })
      .getByText(/^À vérifier/)
      .click();
    await expect(ligne(page, "VERNEUIL")).toBeHidden();
    await page.getByText("Tous", { exact: true }).click();
  });

  await test.step("un compte à vérifier dit pourquoi, et mène à ce qui le répare", async () => {
    await ligne(page, "SCI LES TILLEULS").getByRole("link").first().click();
    await expect(page.getByRole("heading", { name: "Compte rendu de gestion" })).toBeVisible();
    for (const titre of ["Synthèse", "Situation locative", "Encaissements", "Honoraires"]) {
      await expect(page.getByRole("heading", { name: titre })).toBeVisible();
    }
    await expect(page.getByRole("link", { name: "Compte du locataire" }).first()).toBeVisible();
    // The earlier months are closed: the account of this mandate covers this month only.
    const periode = formatPeriode(premierJour(MOIS), dernierJour(MOIS));
    await expect(page.getByText(periode)).toBeVisible();
    await page.getByRole("link", { name: "Compte précédent" }).click();
    await expect(page.getByRole("link", { name: "Compte suivant" })).toBeVisible();
    await page
      .getByRole("link", { name: /^Clôture d/ })
      .last()
      .click();
  });

  await test.step("un brouillon prend les frais que le mandat prévoit sur demande, et les rend", async () => {
    await ligne(page, "VERNEUIL").getByRole("link").first().click();
    await page.getByRole("button", { name: "Ajouter des frais" }).click();
    const dialogue = page.getByRole("dialog", { name: "Ajouter des frais" });
    await dialogue.getByLabel("Frais").selectOption("Dossier de sinistre");
    await dialogue.getByLabel("Précision").fill("dégât des eaux");
    await dialogue.getByRole("button", { name: "Ajouter" }).click();
    const honoraires = page
      .getByRole("row")
      .filter({ hasText: "Dossier de sinistre, dégât des eaux" });
    await expect(honoraires).toContainText("120,00");
    await page.getByRole("button", { name: "Retirer Dossier de sinistre" }).click();
    await expect(honoraires).toHaveCount(0);
    await page.goBack();
  });

  await test.step("ce qui est prêt se valide d’un coup, ou choisi : la question dit combien, et que rien ne le défait", async () => {
    await expect(
      page.getByRole("button", { name: /^Valider les \d+ comptes prêts$/ }),
    ).toBeVisible();
    // The mandates of the demo stay drafts, because other tests change their receipts.
    for (const nom of ["VERNEUIL", "AUBRAC"]) await ligne(page, nom).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Valider 2 comptes" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Valider 2 comptes rendus");
    await expect(question).toContainText("Rien ne défait une validation");
    await question.getByRole("button", { name: "Valider 2 comptes" }).click();
    await expect(page.getByText("2 comptes rendus validés")).toBeVisible();
    await expect(ligne(page, "VERNEUIL")).toContainText("Validé");
    await expect(ligne(page, "INDIVISION LEFÈVRE")).toContainText("À vérifier");
  });

  await test.step("le propriétaire et son mandat ont chacun leur compte", async () => {
    await page.goto(`/client/${client}?tab=compte`);
    await expect(page.getByText("Lui revient aujourd’hui")).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: NOM.slice(1) })).toHaveCount(1);
    await page.goto(`/missions/${mission}?tab=comptes`);
    await expect(page.getByText("Solde du mandant")).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: NOM.slice(1) })).toContainText("Validé");
  });

  await test.step("un mois qui n’est pas fini ne se prépare pas", async () => {
    await page.goto(`/cloture?mois=${ajouterMois(MOIS, 1)}`);
    await expect(page.getByText("n’est pas fini")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Préparer / })).toHaveCount(0);
  });
});

test("un mandat finit depuis sa page : sans gestionnaire suivant, le propriétaire gère ensuite", async ({
  page,
}) => {
  await connecter(page);
  const { mission } = await mandat(page, "Finet");
  await page.goto(`/missions/${mission}`);
  await page.getByRole("button", { name: "Autres actions" }).click();
  await page.getByRole("menuitem", { name: "Mettre fin au mandat" }).click();
  const fin = page.getByRole("dialog", { name: "Mettre fin au mandat" });
  await expect(fin.getByText("Le gestionnaire suivant, par virement")).toBeInViewport({ ratio: 1 });
  await fin.getByLabel("Motif").fill("Vente de l’immeuble");
  await fin.getByRole("button", { name: "Noter la fin" }).click();
  await expect(page.getByText("Géré ensuite par le propriétaire")).toBeVisible();
  // The head of the record and its tab show the same state.
  await expect(page.getByText("À solder", { exact: true })).toHaveCount(2);
});
