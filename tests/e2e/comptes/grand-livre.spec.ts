import { expect, type Page, test } from "@playwright/test";
import {
  ajouterJours,
  ajouterMois,
  aujourdhui,
  deMoisEnLettres,
  dernierJour,
  formatJour,
  moisDe,
  premierJour,
} from "#domain/dates.ts";
import { connecter } from "../../support/browser/browser.ts";
import { regarder } from "../../support/browser/captures.ts";

const GRAND_LIVRE = "/registres?tab=grand-livre";

/** The last month of the demo whose accounts are validated and paid over; the next month still waits. */
const MOIS = ajouterMois(moisDe(aujourdhui(new Date())), -2);
const DU = premierJour(MOIS);
const AU = dernierJour(MOIS);
const SUIVANT = ajouterMois(MOIS, 1);

/** A tenant of the demo whose rents the agency receives. */
const LOCATAIRE = "Thị Hằng Nguyễn";

const valeur = (page: Page, libelle: string) =>
  page.locator("dt", { hasText: libelle }).locator("xpath=following-sibling::dd");

test("un loyer se suit du grand livre au virement de son propriétaire, en quatre clics", async ({
  page,
}) => {
  await connecter(page);

  await test.step("le compte d’un locataire s’ouvre du livre entier", async () => {
    await page.goto(`${GRAND_LIVRE}&livre.du=${DU}&livre.au=${AU}`);
    await page.getByRole("link", { name: "411000 Locataire" }).click();
    await page.getByRole("searchbox", { name: "Rechercher" }).fill("nguyen");
    await page.getByRole("link", { name: new RegExp(LOCATAIRE) }).click();
    await expect(
      page.getByRole("heading", { name: new RegExp(`411000.*${LOCATAIRE}`) }),
    ).toBeVisible();
    await expect(valeur(page, `Report au ${formatJour(ajouterJours(DU, -1))}`)).toHaveText(
      "0,00 €",
    );
    await expect(valeur(page, `Solde au ${formatJour(AU)}`)).toHaveText("0,00 €");
    await expect(page.getByText("4 lignes", { exact: true })).toBeVisible();
    await regarder(page, "grand-livre");
  });

  await test.step("la quittance, son règlement, le compte rendu qui le dit, puis le lot", async () => {
    const ligne = page
      .getByRole("row", { name: new RegExp(`Appel ${deMoisEnLettres(MOIS)}`) })
      .first();
    await ligne.getByRole("button").click();
    const fenetre = page.getByRole("dialog");
    await expect(fenetre.getByRole("heading", { name: "Règlements" })).toBeVisible();
    await fenetre.getByRole("button", { name: /^R.20\d\d-/ }).click();
    await expect(fenetre.getByRole("heading", { name: /^Règlement R/ })).toBeVisible();
    await fenetre.getByRole("link", { name: `Compte rendu ${deMoisEnLettres(MOIS)}` }).click();
    await page
      .getByRole("link", { name: /^Lot REV-/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/reversements\/\d+$/);
  });

  await test.step("« précédent » retrouve le compte et la pièce ouverte", async () => {
    await page.goBack();
    await page.goBack();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("heading", { name: new RegExp(LOCATAIRE) })).toBeVisible();
  });
});

test("le journal des honoraires d’un mois, et ce qui était dû un soir passé, se lisent à l’écran", async ({
  page,
}) => {
  await connecter(page);
  await page.goto(GRAND_LIVRE);
  await page.getByText("Journal", { exact: true }).click();
  await page.getByLabel("Livre", { exact: true }).selectOption("Honoraires de l’agence");
  await page.getByLabel("Période", { exact: true }).selectOption(SUIVANT);
  await expect(page.getByText("Total des débits")).toBeVisible();
  await expect(page.getByRole("link", { name: /^FH-20\d\d-/ }).first()).toBeVisible();
  await regarder(page, "journal-honoraires");

  await page.getByText("Locataires", { exact: true }).last().click();
  await expect(
    page.getByRole("heading", {
      name: `Locataires : ce que rien n’avait réglé au soir du ${formatJour(dernierJour(SUIVANT))}`,
    }),
  ).toBeVisible();
  await expect(page).toHaveURL(/livre\.vue=locataires/);
  await regarder(page, "locataires-ouverts");
  await page.getByText("Fournisseurs", { exact: true }).last().click();
  await expect(
    page.getByRole("heading", { name: /^Fournisseurs : factures à payer/ }),
  ).toBeVisible();
  await regarder(page, "fournisseurs-dus");
});
