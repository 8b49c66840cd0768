import { expect, test } from "@playwright/test";
import { connecter, ouvrirUnPapier } from "../../support/browser/browser.ts";

test("un dossier n’offre que les courriers qui ont un sens pour lui", async ({ page }) => {
  await connecter(page, "/dossiers/?q=kerdraon");
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("tab", { name: "Documents" }).click();
  const titre = (nom: string) => page.getByRole("heading", { name: nom, exact: true });
  await expect(titre("Attestation de loyer")).toBeVisible();
  await expect(titre("Accusé de réception du congé")).toBeHidden();

  await test.step("ses impayés se déclarent à l’assurance, depuis son compte", async () => {
    await page.getByRole("tab", { name: "Compte" }).click();
    await page.getByRole("link", { name: "Déclarer l’impayé" }).click();
    await expect(titre("Déclaration à l’assurance loyers impayés")).toBeVisible();
    await expect(titre("Déclaration d’impayé à Visale")).toBeHidden();
    await ouvrirUnPapier(page, () =>
      page.getByRole("button", { name: "Générer la déclaration" }).click(),
    );
    await expect(page.getByText("Aucune mise en demeure n'est partie")).toBeVisible();
  });

  await test.step("un congé noté a son accusé de réception", async () => {
    await page.goto("/dossiers/?q=hamelin");
    await page.getByRole("table").getByRole("link").first().click();
    await page.getByRole("tab", { name: "Documents" }).click();
    await expect(titre("Accusé de réception du congé")).toBeVisible();
    await expect(titre("Déclaration à l’assurance loyers impayés")).toBeHidden();
  });
});
