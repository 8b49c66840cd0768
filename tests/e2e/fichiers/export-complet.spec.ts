import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { connecter, notification } from "../../support/browser/browser.ts";
import { aller } from "../../support/browser/ecrans.ts";

test("une agence emporte tout d’un clic : préparé sans elle, téléchargé, puis supprimé", async ({
  page,
}) => {
  test.slow();
  await connecter(page);
  await aller(page, "/parametres/?tab=sauvegardes");
  await page.getByRole("button", { name: "Préparer l’export" }).click();
  await expect(page.getByRole("progressbar", { name: "Préparation de l’export" })).toBeVisible();

  // The export goes on while the user looks at other screens.
  await aller(page, "/dossiers/");
  await aller(page, "/parametres/?tab=sauvegardes");
  const telecharger = page.getByRole("button", { name: "Télécharger" });
  await expect(telecharger).toBeVisible({ timeout: 120_000 });
  const [archive] = await Promise.all([page.waitForEvent("download"), telecharger.click()]);
  expect(archive.suggestedFilename()).toMatch(/^Export-complet_\d{4}-\d\d-\d\d\.zip$/);
  const zip = unzipSync(readFileSync(await archive.path()));
  const lignes = (nom: string) => JSON.parse(strFromU8(zip[nom] ?? new Uint8Array())).length;
  expect(lignes("json/Dossier.json")).toBeGreaterThan(40);
  const pdfs = Object.keys(zip).filter((nom) => nom.startsWith("documents/Quittances/"));
  expect(pdfs).toHaveLength(lignes("json/Quitance.json"));

  await page.getByRole("button", { name: "Supprimer", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Supprimer" }).click();
  await notification(page, "L’export est supprimé.");
  await expect(page.getByRole("button", { name: "Préparer l’export" })).toBeVisible();
});
