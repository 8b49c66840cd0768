import { expect, type Page, test } from "@playwright/test";
import { ADMIN, notification } from "../support/browser.ts";

test("au clavier seul : se connecter, trouver un dossier, faire une quittance", async ({
  page,
}) => {
  await page.goto("/login");
  await expect(page.getByLabel("Adresse e-mail")).toBeFocused();
  await page.keyboard.type(ADMIN.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Tableau de bord" })).toBeVisible();

  await jusqua(page, "link", "Dossiers");
  await page.keyboard.press("Enter");
  await page.waitForURL(/dossiers/);
  await expect(page.getByRole("table")).toBeVisible();
  await jusqua(page, "searchbox", "");
  await page.keyboard.type("harcourt");
  await expect(page.getByRole("row")).toHaveCount(2);
  await jusqua(page, "link", /Harcourt/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/dossiers\/\d+/);
  await expect(page.getByRole("heading", { name: /Harcourt/ })).toBeVisible();

  await jusqua(page, "link", "Quittances", "Shift+Tab");
  await page.keyboard.press("Enter");
  await page.waitForURL(/quitances/);
  await jusqua(page, "radio", "Lecture");
  await page.keyboard.press("ArrowRight");
  await jusqua(page, "searchbox", "");
  await page.keyboard.type("harcourt");
  await expect(page.getByRole("row")).toHaveCount(2);
  await jusqua(page, "checkbox", /Harcourt/);
  await page.keyboard.press("Space");
  await jusqua(page, "button", /Générer 1 quittance/, "Shift+Tab");
  await page.keyboard.press("Enter");
  await notification(page, "1 quittance générée.");
  await expect(page.getByRole("row").last()).toContainText("Générée");
});

type Role = Parameters<Page["getByRole"]>[0];

/** Presses Tab, or another key, until the focus is on what has this role and name. */
async function jusqua(page: Page, role: Role, name: string | RegExp, key = "Tab") {
  for (let press = 0; press < 80; press++) {
    const focused = page.locator(":focus");
    const wanted = page.getByRole(role, name ? { name } : {}).and(focused);
    if ((await wanted.count()) > 0) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Le clavier n’atteint pas ${role} « ${name} »`);
}
