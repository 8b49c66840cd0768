import { expect, test } from "@playwright/test";
import { ADMIN, connecterParLaPage, notification } from "../../support/browser/browser.ts";
import { fichesDeLaDemo } from "../../support/browser/ecrans.ts";

test("une connexion refusée le dit, une page inconnue aussi", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Adresse e-mail").fill("inconnue@agence.example");
  await page.getByLabel("Mot de passe", { exact: true }).fill("mauvais");
  await page.keyboard.press("Enter");
  await notification(page, "Impossible de vous connecter. Verrifiez vos identidiants");
  await connecterParLaPage(page);
  await page.goto("/nulle-part");
  await expect(page.getByText("Cette page n'existe pas...")).toBeVisible();
});

test("un nouveau compte doit changer son mot de passe avant tout, puis voit ce que son rôle permet", async ({
  page,
  request,
}) => {
  const login = await request.post("/api/user/login", { data: { credentials: ADMIN } });
  const { data } = await login.json();
  const email = `nadia.${Date.now()}@agence.example`;
  const created = await request.post("/api/user/register", {
    headers: { Authorization: `Token ${data.user.token}` },
    data: { email, role: "user" },
  });
  const { password } = (await created.json()).data;

  await connecterParLaPage(page, { email, password });
  await expect(page).toHaveURL(/setPassword/);
  await expect(page.getByRole("link", { name: "Connexion", exact: true })).toHaveCount(0);
  await page.goto("/client/");
  await expect(page).toHaveURL(/setPassword/);
  const [nouveau, confirmation] = [
    page.locator("input[type=password]").first(),
    page.locator("input[type=password]").last(),
  ];
  await nouveau.fill("abc");
  await confirmation.fill("abc");
  await page.keyboard.press("Enter");
  await notification(page, "Votre mot de passe doit contenir au moins 6 charactères.");
  await nouveau.fill("premier-choix");
  await confirmation.fill("second-choix");
  await page.keyboard.press("Enter");
  await notification(page, "Les deux champs ne contiennent pas le meme mot de passe.");
  await confirmation.fill("premier-choix");
  await page.keyboard.press("Enter");
  await notification(page, "Votre mot de passe à bien été modifié.");
  await page.goto("/client/");
  await expect(page.getByRole("table")).toBeVisible();
});

test("une session qui n’est plus valable ramène à la connexion", async ({ page }) => {
  await connecterParLaPage(page);
  // This page does not run the application, whose own calls would end the session first.
  await page.goto("/favicon.svg");
  await page.evaluate(() => {
    for (const storage of [localStorage, sessionStorage]) {
      if (storage.getItem("jwt_access_token")) storage.setItem("jwt_access_token", "perime");
    }
  });
  await page.goto("/client/");
  await expect(page).toHaveURL(/\/login/);
});

test("un lien ouvert dans un nouvel onglet y garde la session, même sans « Se souvenir »", async ({
  page,
  context,
}) => {
  await (await context.newPage()).goto("/login");
  await connecterParLaPage(page);
  await expect
    .poll(() => page.evaluate("navigator.locks.query().then(({ held }) => held.length)"))
    .toBe(1);
  const ouvert = context.waitForEvent("page");
  await page.getByRole("link", { name: "Clients" }).click({ modifiers: ["ControlOrMeta"] });
  const onglet = await ouvert;
  await expect(onglet.getByRole("table")).toBeVisible();
  await expect(onglet).toHaveURL(/\/client\//);
  await page.goto("/logout");
  await expect(onglet).toHaveURL(/\/login/);
  await page.goto("/client/");
  await expect(page.getByText("Cette page n'existe pas...")).toBeVisible();
});

test("quitter dans un onglet ferme ceux de la même session, et ce qui y était tapé ; pas celui d’une autre", async ({
  page,
  context,
}) => {
  const autre = await context.newPage();
  await connecterParLaPage(autre);
  await connecterParLaPage(page);
  const { Client } = await fichesDeLaDemo(page);
  const popup = page.waitForEvent("popup");
  await page.evaluate(`void window.open("/client/${Client}/edit")`);
  const onglet = await popup;
  await onglet.getByRole("textbox", { name: "Lieu de naissance" }).fill("Confidentiel");
  await page.goto("/logout");
  await expect(onglet).toHaveURL(/\/login/);
  await expect(onglet.getByLabel("Mot de passe", { exact: true })).toBeVisible();
  expect(await onglet.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await autre.getByRole("link", { name: "Clients" }).click();
  await expect(autre.getByRole("table")).toBeVisible();
});
