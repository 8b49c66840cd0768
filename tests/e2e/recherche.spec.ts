import { expect, test } from "@playwright/test";
import { connecter } from "../support/browser.ts";

test("Ctrl K : chercher et ouvrir une fiche sans toucher la souris", async ({ page }) => {
  await connecter(page);
  await expect(page.getByRole("button", { name: "Rechercher" })).toBeVisible();
  await page.keyboard.press("Control+k");
  const champ = page.getByRole("combobox");
  await expect(champ).toBeFocused();

  await test.step("les quatre listes répondent ensemble, sans accents ni majuscules", async () => {
    await page.keyboard.type("harcourt");
    for (const groupe of ["Locataires", "Dossiers"]) {
      await expect(page.getByRole("group", { name: groupe })).toContainText(/Harcourt/);
    }
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("chateau");
    await expect(page.getByRole("group", { name: "Appartements" })).toContainText("Château");
  });

  await test.step("les flèches choisissent, Entrée ouvre, le titre de la page reçoit le focus", async () => {
    const choisie = page.getByRole("option", { selected: true });
    const appartement = page.getByRole("group", { name: "Appartements" }).getByRole("option");
    await expect(choisie).toHaveCount(1);
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("option").last()).toHaveAttribute("aria-selected", "true");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
    while ((await appartement.and(choisie).count()) === 0) await page.keyboard.press("ArrowDown");
    await expect(champ).toHaveAttribute(
      "aria-activedescendant",
      (await choisie.getAttribute("id")) ?? "",
    );
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/appartements\/\d+/);
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("heading", { name: /Château/ })).toBeVisible();
  });

  await test.step("ce que l’on vient d’ouvrir est proposé, Échap rend le focus", async () => {
    const bouton = page.getByRole("button", { name: "Rechercher" });
    await bouton.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("group", { name: "Derniers consultés" })).toContainText("Château");
    await page.keyboard.type("zzzz");
    await expect(page.getByText("Rien ne correspond à cette recherche.")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(bouton).toBeFocused();
  });
});

test("Entrée pressée avant la réponse ouvre le premier résultat ; trop de résultats mènent à la liste", async ({
  page,
}) => {
  await connecter(page);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("Harcourt");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/(locataires|dossiers|client|appartements)\/\d+/);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("rue");
  await page.getByRole("option", { name: /Voir les \d+ appartements/ }).click();
  await expect(page).toHaveURL(/appartements\/\?q=rue/);
  await expect(page.getByRole("searchbox")).toHaveValue("rue");
});
