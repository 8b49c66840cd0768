import { readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { connecter, notification, ouvrirUnPapier } from "../../support/browser/browser.ts";

test("une intendance, de sa création à son renouvellement", async ({ page }) => {
  await connecter(page, "/intendance/");
  await expect(page.getByRole("radio", { name: "En cours" })).toBeChecked();

  await test.step("créée pour un an, hors taxe calculé pendant la saisie", async () => {
    await page.getByRole("button", { name: "Nouvelle intendance" }).click();
    const dialogue = page.getByRole("dialog", { name: "Nouvelle intendance" });
    await dialogue.getByRole("button", { name: "Créer l’intendance" }).click();
    await expect(dialogue.getByText("Ce champ est requis.")).toHaveCount(1);
    await dialogue.getByRole("button", { name: /^Appartement/ }).click();
    const choix = page.getByRole("dialog", { name: "Choisir un appartement" });
    // Enter chooses the first result, even when the results have not arrived yet.
    await choix.getByRole("searchbox").fill("lancry");
    await choix.getByRole("searchbox").press("Enter");
    await expect(choix).toBeHidden();
    await expect(dialogue.getByRole("button", { name: /^Appartement/ })).toContainText("Lancry");
    await champ(dialogue, "Début").fill("1/3/2026");
    await champ(dialogue, "Début").blur();
    await expect(champ(dialogue, "Fin")).toHaveValue("28/02/2027");
    await champ(dialogue, "Prix TTC").fill("240");
    await expect(dialogue.getByText("200,00 €")).toBeVisible();
    await page.keyboard.press("Enter");
    await notification(page, "L’intendance a été créée.");
    await expect(dialogue).toBeHidden();
  });

  await page.getByRole("searchbox").fill("lancry");
  const ligne = page.getByRole("row").filter({ hasText: "01/03/2026" });

  await test.step("réglée d’un clic, que l’on peut reprendre", async () => {
    await expect(ligne).toContainText("Non réglée");
    await actions(ligne, "Marquer réglée");
    await expect(ligne).not.toContainText("Non réglée");
    await annuler(page);
    await expect(ligne).toContainText("Non réglée");
  });

  await test.step("renouvelée un an plus tard à 100 € hors taxe, une seule fois", async () => {
    await actions(ligne, "Renouveler");
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("du 1er mars 2027 au 28 février 2028");
    await expect(question).toContainText("100,00 € HT");
    await question.getByRole("button", { name: "Renouveler" }).click();
    await expect(ligne).toContainText("Renouvelée");
    const suivante = page.getByRole("row").filter({ hasText: "01/03/2027" });
    await expect(suivante).toContainText("Non réglée");
    await expect(suivante).toContainText("100,00 €");
    await menu(ligne).click();
    await expect(page.getByRole("menuitem", { name: "Déjà renouvelée" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toBeHidden();
  });

  await test.step("son ordre de mission généré, puis gardé signé", async () => {
    await actions(ligne, "Ordre de mission");
    await ouvrirUnPapier(page, () =>
      page.getByRole("button", { name: "Générer l’ordre de mission" }).click(),
    );
    await page.getByLabel("Ordre de mission signé", { exact: true }).setInputFiles({
      name: "signe.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.4\ntrailer<</Root 1 0 R>>\n%%EOF\n"),
    });
    await notification(page, "Votre document à bien été envoyé.");
    await expect(page.getByText("Déposé", { exact: true })).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("supprimée après la question d’usage", async () => {
    await actions(page.getByRole("row").filter({ hasText: "01/03/2027" }), "Supprimer");
    await expect(page.getByRole("alertdialog")).toContainText("Supprimer l'element ?");
    await page.getByRole("alertdialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(page.getByRole("row").filter({ hasText: "01/03/2027" })).toHaveCount(0);
  });
});

test("les filtres restent dans l’adresse, les dépenses ont les leurs, tout s’exporte", async ({
  page,
}) => {
  await connecter(page, "/intendance/");
  await page.getByText("Non renouvelées", { exact: true }).click();
  await expect(page).toHaveURL(/filtre=nonrenouvelees/);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Non renouvelées" })).toBeChecked();
  await expect(page.getByRole("row").filter({ hasText: "À renouveler" }).first()).toBeVisible();

  await page.getByText("Toutes", { exact: true }).click();
  await page.getByLabel("Nature").selectOption("Dépenses");
  await page.getByRole("button", { name: "Nouvelle dépense" }).click();
  const dialogue = page.getByRole("dialog", { name: "Nouvelle dépense" });
  await dialogue.getByRole("button", { name: /^Appartement/ }).click();
  const choix = page.getByRole("dialog", { name: "Choisir un appartement" });
  await expect(choix.getByRole("searchbox")).toBeFocused();
  await choix.getByRole("row").nth(1).getByRole("button").first().click();
  await champ(dialogue, "Intitulé").fill("Débarras de la cave");
  await champ(dialogue, "Montant").fill("180,50");
  await page.keyboard.press("Enter");
  await expect(dialogue.getByText("Ce champ est requis.")).toHaveCount(1);
  await champ(dialogue, "Numéro de facture").fill("DC-18");
  await dialogue.getByLabel("Facture, en PDF ou en photo").setInputFiles({
    name: "facture.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4\ntrailer<</Root 1 0 R>>\n%%EOF\n"),
  });
  await page.keyboard.press("Enter");
  await notification(page, "La dépense a été ajoutée.");
  await notification(page, "Votre document à bien été envoyé.");
  await expect(page.getByRole("row").filter({ hasText: "DC-18" })).toContainText("180,50 €");

  const telechargement = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exporter en CSV" }).click();
  const csv = readFileSync(await (await telechargement).path(), "utf8");
  expect(csv).toContain("Débarras de la cave");
  expect(csv).toContain(";180,5");
});

test("une facture que rien ne peut envoyer se dit, la dépense ajoutée reste", async ({ page }) => {
  await connecter(page, "/intendance/?filtre=toutes&nature=depense");
  await page.getByRole("button", { name: "Nouvelle dépense" }).click();
  const dialogue = page.getByRole("dialog", { name: "Nouvelle dépense" });
  await dialogue.getByRole("button", { name: /^Appartement/ }).click();
  const choix = page.getByRole("dialog", { name: "Choisir un appartement" });
  await choix.getByRole("row").nth(1).getByRole("button").first().click();
  await champ(dialogue, "Intitulé").fill("Facture vide");
  await champ(dialogue, "Montant").fill("12");
  await champ(dialogue, "Numéro de facture").fill("VIDE-1");
  await dialogue.getByLabel("Facture, en PDF ou en photo").setInputFiles({
    name: "vide.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.alloc(0),
  });
  await dialogue.getByRole("button", { name: "Ajouter la dépense" }).click();
  await notification(page, /La dépense est ajoutée, sans sa facture/);
  await expect(page.getByRole("row").filter({ hasText: "VIDE-1" })).toBeVisible();
});

test("la fiche d’un appartement sépare l’intendance en cours de l’historique", async ({ page }) => {
  await connecter(page, "/appartements/?q=112 avenue de Versailles");
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("tab", { name: /Intendance/ }).click();
  await expect(page.getByText("Aucune intendance en cours")).toBeVisible();
  const passee = page.getByRole("table", { name: "Historique" }).getByRole("row").last();
  const avant = (await passee.innerText()).includes("Non réglée");
  await actions(passee, avant ? "Marquer réglée" : "Marquer non réglée");
  const badge = passee.getByText("Non réglée");
  await (avant ? expect(badge).toBeHidden() : expect(badge).toBeVisible());
  await actions(passee, "Renouveler");
  await page.getByRole("alertdialog").getByRole("button", { name: "Renouveler" }).click();
  await expect(page.getByRole("table", { name: "En cours" })).toContainText("100,00 €");
  await expect(passee).toContainText("Renouvelée");
});

const champ = (place: Page | Locator, name: string) =>
  place.getByRole("textbox", { name, exact: true });

const menu = (ligne: Locator) => ligne.getByRole("button", { name: /^Actions : / });

async function actions(ligne: Locator, action: string) {
  await menu(ligne).click();
  await ligne.page().getByRole("menuitem", { name: action, exact: true }).click();
}

/** Cancels the act through the notification, which then closes and loses the focus. */
async function annuler(page: Page) {
  const bouton = page.getByRole("button", { name: "Annuler" });
  await bouton.click();
  await expect(bouton).toBeHidden();
}
