import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { connecter, notification } from "../../support/browser/browser.ts";
import { compte } from "../../support/browser/ecrans.ts";

test("un locataire parti reçoit tout ce qui est gardé sur lui, puis il est oublié ; ses quittances restent", async ({
  page,
}) => {
  await connecter(page, "/locataires/?statut=ancien");
  const lien = page.getByRole("table").getByRole("link").first();
  const nom = (await lien.innerText()).split(" ").at(-1) ?? "";
  await lien.click();
  await expect(page.getByRole("heading", { name: nom })).toBeVisible();
  const fiche = page.url();

  await test.step("le zip porte son nom, ses dossiers et ses quittances", async () => {
    const [zip] = await Promise.all([
      page.waitForEvent("download"),
      actions(page).then(() =>
        page.getByRole("menuitem", { name: "Exporter ses données" }).click(),
      ),
    ]);
    const contenu = unzipSync(readFileSync(await zip.path()));
    const donnees = JSON.parse(strFromU8(contenu["donnees.json"] ?? new Uint8Array()));
    expect(donnees.locataire.nom).toBe(nom);
    expect(donnees.dossiers).toHaveLength(1);
    const pdfs = Object.keys(contenu).filter((chemin) => chemin.startsWith("quittances/"));
    expect(pdfs).toHaveLength(donnees.quittances.length);
    expect(pdfs.length).toBeGreaterThan(0);
  });

  await test.step("l’effacement se confirme, se voit et s’écrit dans l’historique", async () => {
    await actions(page);
    await page.getByRole("menuitem", { name: "Effacer ses données" }).click();
    await page.getByRole("button", { name: "Effacer", exact: true }).click();
    await notification(page, "Les données du locataire ont été effacées.");
    await expect(page.getByRole("heading", { name: "Locataire effacé" })).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(nom);
    await actions(page);
    await expect(page.getByRole("menuitem", { name: /ses données/ })).toHaveCount(0);
    await page.getByRole("menuitem", { name: "Historique" }).click();
    await expect(page.getByRole("dialog", { name: "Historique" })).toContainText(
      "Données effacées",
    );
    await page.keyboard.press("Escape");
  });

  await test.step("qui n’administre pas n’a ni l’un ni l’autre, et qui habite encore n’est pas effacé", async () => {
    await page.goto("/locataires/");
    await page.getByRole("table").getByRole("link").first().click();
    await actions(page);
    await page.getByRole("menuitem", { name: "Effacer ses données" }).click();
    await notification(page, /un dossier en cours/);
    await page.goto("/logout");
    await connecter(page, fiche.replace(/\d+$/, "4"), await compte(page, "user_delete"));
    await actions(page);
    await expect(page.getByRole("menuitem", { name: "Historique" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: /ses données/ })).toHaveCount(0);
  });
});

const actions = (page: Page) => page.getByRole("button", { name: "Autres actions" }).click();
