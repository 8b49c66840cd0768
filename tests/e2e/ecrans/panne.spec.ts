import { expect, type Page, test } from "@playwright/test";
import { ADMIN, connecter, notification, seConnecter } from "../../support/browser/browser.ts";

const MUET = "Le serveur est injoignable";

test("le serveur s’en va pendant une saisie, puis revient : rien n’est perdu", async ({ page }) => {
  await connecter(page, "/client/?q=castelnau");
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("link", { name: "Modifier" }).click();
  await champ(page, "Numéro EDF").fill("4 812 771");
  await couper(page);
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page).toHaveURL(/\/404$/);
  await expect(page.getByRole("heading", { name: MUET })).toBeVisible();
  await expect(page.getByText("Cette page n'existe pas...")).toHaveCount(0);
  await page.getByRole("button", { name: "Réessayer maintenant" }).click();
  await notification(page, "Le serveur ne répond toujours pas.");

  await page.unrouteAll();
  await expect(page).toHaveURL(/\/client\/\d+\/edit$/);
  await notification(page, "Le serveur répond de nouveau.");
  await expect(champ(page, "Numéro EDF")).toHaveValue("4 812 771");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await notification(page, "Vos modifications ont été prises en compte.");
  await expect(page.getByText("4 812 771")).toBeVisible();
});

test("une création dans un dialogue, coupée, se retrouve en le rouvrant", async ({ page }) => {
  await connecter(page, "/intendance/");
  await page.getByRole("button", { name: "Nouvelle dépense" }).click();
  await champ(page, "Intitulé").fill("Ramonage");
  await couper(page);
  await page.getByRole("button", { name: /^Appartement/ }).click();
  await expect(page).toHaveURL(/\/404$/);
  await page.unrouteAll();
  await page.getByRole("button", { name: "Réessayer maintenant" }).click();
  await page.getByRole("button", { name: "Nouvelle dépense" }).click();
  await expect(champ(page, "Intitulé")).toHaveValue("Ramonage");
});

test("la session finit pendant une saisie : on se reconnecte, et l’on continue", async ({
  page,
}) => {
  await connecter(page, "/client/new");
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
  await seConnecter(page);
  await expect(page).toHaveURL(/\/client\/new$/);
  await expect(champ(page, "Nom")).toHaveValue("Desrosiers");
  await page.getByRole("button", { name: "Annuler" }).click();
  await page.getByRole("button", { name: "Abandonner" }).click();
  await expect(page).toHaveURL(/\/client\/$/);
});

test("un serveur muet dès l’ouverture le dit aussi", async ({ page }) => {
  await connecter(page);
  await couper(page);
  await page.goto("/client/?q=castelnau");
  await expect(page.getByRole("heading", { name: MUET })).toBeVisible();
  await expect(page.getByRole("link", { name: "Connexion" })).toHaveCount(0);
  await page.unrouteAll();
  await expect(page).toHaveURL(/\/client\/\?q=castelnau$/);
  await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();

  await test.step("un serveur en défaut ne déconnecte personne", async () => {
    await page.route("**/api/**", (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
    await page.reload();
    await expect(page.getByRole("heading", { name: MUET })).toBeVisible();
    await page.unrouteAll();
    await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
  });
});

test("se connecter quand le serveur est muet garde l’adresse, et n’accuse pas le mot de passe", async ({
  page,
}) => {
  await page.goto("/login");
  await couper(page);
  await seConnecter(page);
  await expect(page.getByRole("heading", { name: MUET })).toBeVisible();
  await expect(page.getByText("Impossible de vous connecter.")).toHaveCount(0);
  await page.unrouteAll();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByLabel("Adresse e-mail")).toHaveValue(ADMIN.email);
});

test("un écran et une question dont le code n’arrive pas attendent le retour du serveur", async ({
  page,
}) => {
  await connecter(page, "/client/new");
  await champ(page, "Nom").fill("Desrosiers");
  await page.route("**/*", (route) => route.abort());
  await page.getByRole("button", { name: "Annuler" }).click();
  await expect(page.getByRole("alert").getByText("Le serveur est injoignable.")).toBeVisible();
  await expect(champ(page, "Nom")).toHaveValue("Desrosiers");
  await page.unrouteAll();
  await page.getByRole("button", { name: "Abandonner" }).click();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page).toHaveURL(/\/client\/$/);

  await page.route("**/*", (route) => route.abort());
  await page.getByRole("link", { name: "Intendance" }).click();
  await expect(page.getByText(MUET).first()).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole("button", { name: "Nouvelle dépense" })).toBeVisible();
});

test("un code que le serveur n’a plus : une nouvelle version se charge, et la saisie est là", async ({
  page,
}) => {
  await connecter(page, "/client/new");
  await champ(page, "Nom").fill("Desrosiers");
  await page.route("**/*", (route) =>
    route.request().resourceType() === "script"
      ? route.fulfill({ status: 404, body: "" })
      : route.fallback(),
  );
  await page.getByRole("button", { name: "Annuler" }).click();
  await expect(page.getByText("Une nouvelle version est en service.")).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: "Recharger la page" }).click();
  await expect(page.getByText("Une nouvelle version est en service.")).toHaveCount(0);
  await expect(page).toHaveURL(/\/client\/new$/);
  await expect(champ(page, "Nom")).toHaveValue("Desrosiers");
});

const couper = (page: Page) => page.route("**/api/**", (route) => route.abort());

const champ = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
