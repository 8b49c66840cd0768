import { expect, type Locator, type Page, test } from "@playwright/test";
import { ADMIN, connecter, notification } from "../../support/browser/browser.ts";
import { genererMalgreTout } from "../../support/browser/ecrans.ts";

// These tests keep the animations; the other tests switch them off.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

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
  await expect(page.getByRole("heading", { name: "Dossiers" })).toBeFocused();
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
  await genererMalgreTout(page, "1 quittance générée.");
  await expect(page.getByRole("row").last()).toContainText("Générée");
});

test("le focus n’est jamais perdu : ce qui disparaît le passe à ce qui prend sa place", async ({
  page,
}) => {
  await connecter(page);
  const main = page.getByRole("main");

  await test.step("à la dernière page, puis à la première", async () => {
    await page.goto("/locataires/?statut=ancien&limit=5");
    await main.getByRole("button", { name: "Page suivante" }).press("Enter");
    await expect(main.getByRole("button", { name: "Page précédente" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(main.getByRole("button", { name: "Page suivante" })).toBeFocused();
  });

  await test.step("une recherche effacée, un filtre retiré", async () => {
    await page.goto("/client/?q=introuvable");
    await main.getByRole("button", { name: "Effacer la recherche" }).press("Enter");
    await expect(main.getByRole("searchbox")).toBeFocused();
    await page.keyboard.type("introuvable");
    await main.getByRole("button", { name: "Tout afficher" }).press("Enter");
    await expect(main.locator(":focus")).toBeVisible();
  });

  await test.step("un bien retiré d’une mission, une ligne supprimée", async () => {
    await page.goto("/missions/?q=L-0003");
    await main.getByRole("row").nth(1).getByRole("link").first().press("Enter");
    await page.getByRole("tab", { name: /^Appartement/ }).click();
    const biens = main.getByRole("row");
    await expect(biens).toHaveCount(4);
    await choisir(page, biens.nth(1), "Retirer");
    await notification(page, "L’appartement a été retiré.");
    await expect(biens).toHaveCount(3);
    await expect(biens.nth(1).getByRole("link").first()).toBeFocused();

    await page.goto("/parametres/?tab=equipements");
    await choisir(page, main.getByRole("row").filter({ hasText: "Réfrigérateur" }), "Supprimer");
    await notification(page, "L’élément a été supprimé.");
    await expect(main.getByRole("row").last().locator(":focus")).toBeVisible();
  });

  await test.step("un état changé depuis le mois, puis annulé", async () => {
    await page.goto("/quitances/?etat=inconnue");
    const ligne = main.getByRole("row").nth(1);
    const locataire = await ligne.getByRole("button").first().innerText();
    await ligne.getByRole("button", { name: /^Marquer impayée/ }).press("Enter");
    await expect(main.getByRole("row").filter({ hasText: locataire })).toHaveCount(0);
    await expect(main.locator(":focus")).toBeVisible();
    await page.getByRole("button", { name: "Annuler", exact: true }).press("Enter");
    await expect(main.getByRole("row").filter({ hasText: locataire })).toHaveCount(1);
    await expect(main.locator(":focus")).toBeVisible();
  });
});

test("un dialogue commence à son premier champ, et ses boutons répondent du premier coup", async ({
  page,
}) => {
  await connecter(page, "/parametres/?tab=utilisateurs");
  await page.getByRole("button", { name: "Nouvel utilisateur" }).click();
  const dialogue = page.getByRole("dialog");
  const adresse = dialogue.getByLabel("Adresse e-mail");
  await expect(adresse).toBeFocused();
  await page.keyboard.type("pas une adresse");
  const annuler = dialogue.getByRole("button", { name: "Annuler" });
  await annuler.hover();
  await page.mouse.down();
  await page.waitForTimeout(200);
  await page.mouse.up();
  await page.getByRole("button", { name: "Continuer la saisie" }).click();
  await adresse.fill("camille.roussel@belleville-patrimoine.example");
  await page.keyboard.press("Enter");
  await expect(adresse).toHaveAccessibleDescription(
    "Un compte existe déjà pour cette adresse e-mail.",
  );
});

test("les onglets sont un seul arrêt du clavier : les flèches y vont, Entrée montre", async ({
  page,
}) => {
  await connecter(page, "/dossiers/1");
  const onglet = (name: RegExp) => page.getByRole("tab", { name });
  await onglet(/^Détails/).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(onglet(/^Documents/)).toBeFocused();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await expect(onglet(/^Cautions/)).toBeFocused();
  await expect(page.getByRole("tabpanel", { name: /^Détails/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("tabpanel", { name: /^Cautions/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Nouvelle caution" })).toBeVisible();
  await page.keyboard.press("End");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("tablist").locator(":focus")).toHaveCount(0);
  await page.keyboard.press("Shift+Tab");
  await expect(onglet(/^Cautions/)).toBeFocused();
});

test("« ? » montre les raccourcis de l’écran où l’on est, et rend le focus", async ({ page }) => {
  await connecter(page);
  const raccourcis = page.getByRole("dialog", { name: "Raccourcis clavier" });
  const touches = (geste: string) =>
    raccourcis.locator("dl > div", { has: page.getByText(geste, { exact: true }) }).locator("kbd");

  await test.step("ceux du mois, et ceux de partout", async () => {
    await page.goto("/quitances/");
    const suivant = page.getByRole("button", { name: "Mois suivant" });
    await suivant.focus();
    await page.keyboard.press("?");
    await expect(touches("Ouvrir la recherche rapide")).toHaveText(["Ctrl", "K"]);
    await expect(touches("Mois précédent, suivant")).toHaveText([/^←/, /^→/]);
    await expect(raccourcis.getByText("Enregistrer")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(raccourcis).toBeHidden();
    await expect(suivant).toBeFocused();
    await page.keyboard.press("ArrowRight");
    await page.waitForURL(/mois=/);
  });

  await test.step("un « ? » tapé dans un champ reste un « ? »", async () => {
    await page.getByRole("searchbox").press("?");
    await expect(page.getByRole("searchbox")).toHaveValue("?");
    await expect(raccourcis).toBeHidden();
  });

  await test.step("ceux d’une saisie, que fermer la fenêtre ne quitte pas", async () => {
    await page.goto("/client/new");
    await page.getByLabel(/^Nom/).first().fill("Saisie");
    await page.getByRole("button", { name: "Annuler" }).focus();
    await page.keyboard.press("?");
    await expect(touches("Enregistrer")).toHaveText(["Entrée"]);
    await expect(touches("Quitter la saisie")).toHaveText(["Échap"]);
    await expect(raccourcis.getByText("Mois précédent, suivant")).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(raccourcis).toBeHidden();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(page.getByLabel(/^Nom/).first()).toHaveValue("Saisie");
  });

  await test.step("le menu de la personne y mène aussi", async () => {
    await page.goto("/quitances/year");
    const compte = page.getByRole("button", { name: /^Mon compte/ });
    await compte.press("Enter");
    await page.getByRole("menuitem", { name: "Raccourcis clavier" }).press("Enter");
    await expect(touches("D’une case à la suivante")).toHaveCount(4);
    await page.keyboard.press("Escape");
    await expect(compte).toBeFocused();
  });
});

/** Opens the row's menu, chooses an action and confirms it, with the keyboard alone. */
async function choisir(page: Page, ligne: Locator, action: string) {
  await ligne.getByRole("button", { name: /^Actions : / }).press("Enter");
  await page.getByRole("menuitem", { name: action }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: action }).press("Enter");
}

type Role = Parameters<Page["getByRole"]>[0];

/** Presses Tab, or `key`, until the element with this role and name has the focus. */
async function jusqua(page: Page, role: Role, name: string | RegExp, key = "Tab") {
  for (let press = 0; press < 80; press++) {
    const focused = page.locator(":focus");
    const wanted = page.getByRole(role, name ? { name } : {}).and(focused);
    if ((await wanted.count()) > 0) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Le clavier n’atteint pas ${role} « ${name} »`);
}
