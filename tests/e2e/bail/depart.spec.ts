import { expect, type Locator, type Page, test } from "@playwright/test";
import { ajouterJours, aujourdhui, formatJour } from "../../../worker/domain/dates.ts";
import { connecter, notification } from "../../support/browser/browser.ts";

const AUJOURDHUI = aujourdhui(new Date());
const jour = (ecart: number) => formatJour(ajouterJours(AUJOURDHUI, ecart));
const MODIFIE = "Vos modifications ont été prises en compte.";

test("le départ d’un locataire : préavis, état des lieux de sortie, clôture, dépôt restitué", async ({
  page,
}) => {
  await connecter(page, "/dossiers/?q=kerdraon");
  await page.getByRole("table").getByRole("link").first().click();
  const entete = page.getByRole("heading", { name: /Kerdraon/ }).locator("..");
  await expect(entete).not.toContainText("Clos");
  const dossier = page.url();

  await test.step("le préavis : sa fin donne celle du bail, l’appartement est à louer", async () => {
    await modifier(page);
    await champ(page, "Début du préavis").fill(jour(-60));
    await champ(page, "Fin du préavis").fill(jour(0));
    await champ(page, "Nouvelle adresse du locataire").fill("8 rue du Port, 29200 Brest");
    await enregistrer(page);
    await expect(entete).toContainText("Se termine aujourd’hui");
    await expect(lu(page, "Fin du bail")).toHaveText(jour(0));
    await page.goto("/appartements/?preavis=true&q=mandé");
    await expect(page.getByRole("row").last()).toContainText("En préavis");
    await page.goto("/");
    await expect(page.getByRole("table", { name: "En préavis ou vacants" })).toContainText(
      "Saint-Mandé",
    );
  });

  await test.step("l’état des lieux de sortie, qui dit ce qui est abîmé", async () => {
    await page.goto(`${dossier}?tab=etats-lieux`);
    const sortie = page.getByRole("region", { name: "État des lieux de sortie" });
    await sortie.getByRole("button", { name: "Établir l’état des lieux de sortie" }).click();
    const grille = page.getByRole("dialog");
    for (const relevé of ["Eau froide", "Eau chaude"]) await champ(grille, relevé).fill("312 m³");
    await champ(grille, "Chauffage").fill("Collectif");
    for (const reste of ["Clés et badges", "Antenne", "Aménagement"]) {
      if ((await champ(grille, reste).inputValue()) === "") await champ(grille, reste).fill("RAS");
    }
    await grille.getByRole("button", { name: "Séjour" }).first().click();
    await grille
      .getByRole("group", { name: "Sol : états usuels" })
      .getByRole("button", { name: "Mauvais état", exact: true })
      .click();
    await grille.getByRole("button", { name: "Enregistrer l’état des lieux" }).click();
    await notification(page, "L’état des lieux a été enregistré.");
    await expect(sortie).toContainText(jour(0));
  });

  await test.step("les clés rendues closent le dossier et libèrent l’appartement", async () => {
    await page.getByRole("button", { name: "Autres actions" }).click();
    await page.getByRole("menuitem", { name: "Clore le dossier" }).click();
    const question = page.getByRole("dialog", { name: "Clore le dossier" });
    await expect(champ(question, "Congé reçu le")).toHaveValue(jour(-60));
    await expect(champ(question, "Fin du préavis")).toHaveValue(jour(0));
    await expect(question).toContainText(`Il court jusqu’au ${jour(0)}.`);
    await expect(question).toContainText("Dépôt de garantie");
    await champ(question, "Remise des clés").fill(jour(-1));
    await question.getByRole("button", { name: "Clore le dossier" }).click();
    await notification(page, "Le dossier est clos.");
    await expect(question).toBeHidden();
    await expect(page.getByRole("button", { name: "Autres actions" })).toBeFocused();
    await expect(entete).toContainText("Clos");
    await page.getByRole("link", { name: /Saint-Mandé/ }).click();
    await expect(page.getByRole("heading", { name: /Saint-Mandé/ }).locator("..")).toContainText(
      "Vacant",
    );
    await page.getByRole("tab", { name: /^Dossiers/ }).click();
    await expect(page.getByRole("table", { name: "Historique" })).toContainText("Kerdraon");
    await expect(page.getByText("Aucun dossier en cours")).toBeVisible();
  });

  await test.step("le dépôt de garantie est restitué ; le locataire est parmi les anciens", async () => {
    await page.goto(dossier);
    await modifier(page);
    await champ(page, "Restitué le").fill(jour(0));
    await enregistrer(page);
    await expect(lu(page, "Restitué le")).toHaveText(jour(0));
    await page.goto("/locataires/?q=kerdraon");
    await expect(page.getByText("Rien ne correspond à cette recherche.")).toBeVisible();
    await page.getByText("Anciens", { exact: true }).click();
    await expect(page.getByRole("row").last()).toContainText("Kerdraon");
  });
});

const champ = (place: Page | Locator, name: string) =>
  place.getByRole("textbox", { name, exact: true });

/** The value that a record shows for this field. */
const lu = (page: Page, name: string) =>
  page
    .locator("dl")
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator("dd");

async function modifier(page: Page) {
  await page.getByRole("link", { name: "Modifier" }).click();
  await expect(page).toHaveURL(/\/edit$/);
}

async function enregistrer(page: Page) {
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await notification(page, MODIFIE);
  await expect(page).not.toHaveURL(/edit/);
}
