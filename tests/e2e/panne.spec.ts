import { expect, type Page, test } from "@playwright/test";
import { connecter, notification } from "../support/browser.ts";

const MUET = "Le serveur ne répond pas. Vérifiez votre connexion, puis réessayez.";

test("le serveur s’en va pendant une saisie, puis revient : rien n’est perdu", async ({ page }) => {
  await connecter(page);
  await page.goto("/client/?q=castelnau");
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("link", { name: "Modifier" }).click();
  await champ(page, "Numéro EDF").fill("4 812 771");
  await couper(page);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page).toHaveURL(/\/404$/);
  await expect(page.getByText("Cette page n'existe pas...")).toBeVisible();
  await expect(page.getByText(MUET)).toBeVisible();
  await page.getByRole("button", { name: "Réessayer" }).click();
  await notification(page, "Le serveur ne répond toujours pas.");

  await page.unrouteAll();
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page).toHaveURL(/\/client\/\d+\/edit$/);
  await expect(champ(page, "Numéro EDF")).toHaveValue("4 812 771");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await notification(page, "Vos modifications ont été prises en compte.");
  await expect(page.getByText("4 812 771")).toBeVisible();
});

test("une création dans un dialogue, coupée, se retrouve en le rouvrant", async ({ page }) => {
  await connecter(page);
  await page.goto("/intendance/");
  await page.getByRole("button", { name: "Nouvelle dépense" }).click();
  await champ(page, "Intitulé").fill("Ramonage");
  await couper(page);
  await page.getByRole("button", { name: /^Appartement/ }).click();
  await expect(page).toHaveURL(/\/404$/);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Réessayer" }).click();
  await page.getByRole("button", { name: "Nouvelle dépense" }).click();
  await expect(champ(page, "Intitulé")).toHaveValue("Ramonage");
});

test("la session finit pendant une saisie : on se reconnecte, et l’on continue", async ({
  page,
}) => {
  await connecter(page);
  await page.goto("/client/new");
  await champ(page, "Nom").fill("Desrosiers");
  await page.route("**/api/Client", (route) =>
    route.fulfill({
      status: 401,
      json: { error: { code: "invalid_token", message: "Votre session est terminée." } },
    }),
  );
  await champ(page, "Prénom").fill("Luc");
  await page.getByLabel("Téléphone par défaut").selectOption("Mobile personnel");
  await champ(page, "Mobile personnel").fill("0612121212");
  await page.getByLabel("E-mail par défaut").selectOption("E-mail personnel");
  await champ(page, "E-mail personnel").fill("luc@courriel.example");
  await page.getByText("Personnelle", { exact: true }).click();
  await champ(page, "Adresse").first().fill("1 rue Cler");
  await page.getByRole("button", { name: "Créer le client" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.unrouteAll();
  await connecterIci(page);
  await expect(page).toHaveURL(/\/client\/new$/);
  await expect(champ(page, "Nom")).toHaveValue("Desrosiers");
  await page.getByRole("button", { name: "Annuler" }).click();
  await page.getByRole("button", { name: "Abandonner" }).click();
  await expect(page).toHaveURL(/\/client\/$/);
});

test("un serveur muet dès l’ouverture le dit aussi", async ({ page }) => {
  await connecter(page);
  await couper(page);
  await page.reload();
  await expect(page.getByText(MUET)).toBeVisible();
});

const couper = (page: Page) => page.route("**/api/**", (route) => route.abort());

const champ = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** Logs in on the page one was led to. */
async function connecterIci(page: Page) {
  await page.getByLabel("Adresse e-mail").fill("admin@patrimoine-locatif.example");
  await page.getByLabel("Mot de passe", { exact: true }).fill("demonstration");
  await page.getByRole("button", { name: "Se connecter" }).click();
}
