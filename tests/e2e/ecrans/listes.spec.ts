import { expect, type Page, test } from "@playwright/test";
import { connecter } from "../../support/browser/browser.ts";
import { calme } from "../../support/browser/ecrans.ts";

const LISTES: readonly (readonly [adresse: string, colonne: string, filtre?: string])[] = [
  ["/client/", "Ville"],
  ["/appartements/", "Loyer CC", "En gestion"],
  ["/locataires/", "E-mail", "Anciens"],
  ["/dossiers/", "Loyer TTC", "Clos"],
  ["/missions/", "Reste à payer"],
  ["/intendance/", "Prix TTC", "Toutes"],
];

test("une liste garde son filtre, son ordre et sa page : rechargée, de retour, par un lien partagé", async ({
  page,
}) => {
  await connecter(page);
  const main = page.getByRole("main");
  for (const [adresse, colonne, filtre] of LISTES) {
    await test.step(adresse, async () => {
      await page.goto(adresse);
      if (filtre) await main.getByText(filtre, { exact: true }).first().click();
      await main.getByRole("searchbox").fill("a");
      await expect(page).toHaveURL(/q=a/);
      await main.getByRole("button", { name: colonne, exact: true }).click();
      await expect(page).toHaveURL(/sort=/);
      const taille = main.getByLabel("Lignes par page");
      if (await taille.isVisible()) {
        await taille.selectOption("5");
        await expect(page).toHaveURL(/limit=5/);
        await calme(page);
        await main.getByRole("button", { name: "Page suivante" }).click();
        await expect(page).toHaveURL(/limit=5.*page=2|page=2.*limit=5/);
      }
      const voulues = await lignes(page);
      const lien = page.url();

      await page.reload();
      expect(await lignes(page)).toEqual(voulues);
      await page.goto("/parametres/");
      await page.goBack();
      expect(await lignes(page)).toEqual(voulues);
      await page.goto("/");
      await page.goto(lien);
      expect(await lignes(page)).toEqual(voulues);
    });
  }
});

async function lignes(page: Page): Promise<string[]> {
  await expect(page.getByRole("main").getByRole("row").nth(1)).toBeVisible();
  await calme(page);
  return page.getByRole("main").getByRole("row").allInnerTexts();
}
