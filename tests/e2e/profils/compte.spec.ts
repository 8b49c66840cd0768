import { expect, type Page, test } from "@playwright/test";
import { ADMIN, base, connecterParLaPage, notification } from "../../support/browser/browser.ts";
import { compte, fichesDeLaDemo } from "../../support/browser/ecrans.ts";

/** Makes the last password confirmation of the account's sessions an hour old. */
const vieillir = (email: string) =>
  base().execute({
    sql: `UPDATE "Session" SET "confirmedAt" = ? WHERE "UserId" = (SELECT id FROM "User" WHERE email = ?)`,
    args: [new Date(Date.now() - 3_600_000).toISOString(), email],
  });

const finir = (email: string) =>
  base().execute({
    sql: `DELETE FROM "Session" WHERE "UserId" = (SELECT id FROM "User" WHERE email = ?)`,
    args: [email],
  });

async function sortir(page: Page): Promise<void> {
  await page.goto("/logout");
  await expect(page).toHaveURL(/login/);
}

test("un second administrateur est nommé, le mot de passe redonné, sans rien retaper", async ({
  page,
}) => {
  await connecterParLaPage(page);
  const email = `associe.${Date.now()}@agence.example`;
  await page.goto("/parametres/?tab=utilisateurs");
  await page.getByRole("button", { name: "Nouvel utilisateur" }).click();
  await page.getByLabel("Adresse e-mail").fill(email);
  await page.getByText("Administration", { exact: true }).last().click();
  await vieillir(ADMIN.email);
  await page.getByRole("button", { name: "Créer l’utilisateur" }).click();
  const question = page.getByRole("dialog", { name: "Confirmez votre mot de passe" });
  await expect(question.getByLabel("Mot de passe")).toBeFocused();
  await page.keyboard.type("pas-le-bon");
  await page.keyboard.press("Enter");
  await expect(question.getByRole("alert")).toHaveText("Ce n’est pas votre mot de passe.");
  await question.getByRole("button", { name: "Annuler" }).click();
  await expect(page.getByLabel("Adresse e-mail")).toHaveValue(email);
  await page.getByRole("button", { name: "Créer l’utilisateur" }).click();
  await question.getByLabel("Mot de passe").fill(ADMIN.password);
  await question.getByRole("button", { name: "Confirmer" }).click();
  await expect(page.getByTestId("mot-de-passe")).toBeVisible();
  await page.getByRole("button", { name: "J’ai noté le mot de passe" }).click();
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Administration");
  await page.getByRole("tab", { name: "Sécurité" }).click();
  const ligne = page.getByRole("row").filter({ hasText: email });
  await expect(ligne).toContainText(`Administration, par ${ADMIN.email}`);
  await expect(ligne).toContainText("Compte créé");
});

test("« Mon compte » montre ses sessions, ferme l’une, et change le mot de passe", async ({
  page,
  browser,
}) => {
  await connecterParLaPage(page);
  const elle = await compte(page, "user");
  await sortir(page);
  await connecterParLaPage(page, elle);
  const telephone = await (await browser.newContext()).newPage();
  await connecterParLaPage(telephone, elle);
  await page.getByRole("button", { name: /Mon compte/ }).click();
  await page.getByRole("menuitem", { name: "Mon compte" }).click();
  await page.getByRole("tab", { name: "Sessions" }).click();
  const lignes = page.getByRole("table").getByRole("row");
  await expect(lignes.filter({ hasText: "Celle-ci" })).toHaveCount(1);
  await page
    .getByRole("button", { name: /^Fermer cette session/ })
    .first()
    .click();
  await notification(page, "La session est fermée.");
  await page.getByRole("button", { name: "Fermer les autres sessions" }).click();
  await page.getByRole("button", { name: "Fermer les autres", exact: true }).click();
  await expect(lignes).toHaveCount(2);
  await telephone.goto("/client/");
  await expect(telephone).toHaveURL(/login/);

  await page.getByRole("tab", { name: "Mot de passe" }).click();
  await expect(page.getByRole("heading", { name: "Changer de mot de passe" })).toBeVisible();
  const [nouveau, encore] = [page.getByLabel("Nouveau mot de passe"), page.getByLabel("Le même")];
  for (const [essai, refus] of [
    ["Agence2026", "Ce mot de passe se devine : il reprend votre adresse, l’agence"],
    ["trustno1", "Ce mot de passe est trop courant, choisissez-en un autre."],
  ] as const) {
    await nouveau.fill(essai);
    await encore.fill(essai);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: refus })).toBeVisible();
  }
  await nouveau.fill("cheval-agrafe-pile");
  await encore.fill("cheval-agrafe-pile");
  await page.keyboard.press("Enter");
  await notification(page, "Votre mot de passe à bien été modifié.");
  await expect(page).toHaveURL(/compte/);
});

test("ce qui est tapé survit à la fin de la session pour qui l’a tapé, et pour personne d’autre", async ({
  page,
}) => {
  await connecterParLaPage(page);
  const { Client } = await fichesDeLaDemo(page);
  const [lea, tom] = [await compte(page, "user"), await compte(page, "user_delete")];
  await sortir(page);
  const lieu = page.getByRole("textbox", { name: "Lieu de naissance" });
  const brouillons = () =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("draft:")));
  /** Types into the form and ends the session of this account: on saving, the product asks to sign in again. */
  const perdreSaSession = async ({ email }: { email: string }, saisie: string) => {
    await lieu.fill(saisie);
    await finir(email);
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page).toHaveURL(/login/);
    expect(await brouillons()).toHaveLength(1);
  };
  const revenir = async (qui: { email: string; password: string }) => {
    await page.getByLabel("Adresse e-mail").fill(qui.email);
    await page.getByLabel("Mot de passe", { exact: true }).fill(qui.password);
    await page.getByRole("button", { name: "Se connecter" }).click();
    await expect(page).toHaveURL(/edit/);
  };

  await connecterParLaPage(page, lea);
  await page.goto(`/client/${Client}/edit`);
  const avant = await lieu.inputValue();
  await perdreSaSession(lea, "Confidentiel");
  await revenir(lea);
  await expect(lieu).toHaveValue("Confidentiel");
  await perdreSaSession(lea, "Confidentiel");
  await revenir(tom);
  await expect(lieu).toHaveValue(avant);
  await perdreSaSession(tom, "Secret");
  await page.goto("/login");
  await connecterParLaPage(page, tom);
  expect(await brouillons()).toHaveLength(1);
  await sortir(page);
  expect(await brouillons()).toEqual([]);
});
