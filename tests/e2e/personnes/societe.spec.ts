import { expect, type Page, test } from "@playwright/test";
import { connecter, notification } from "../../support/browser/browser.ts";

const champ = (page: Page, nom: string) =>
  page.getByRole("textbox", { name: new RegExp(`^${nom}`) }).first();

test("un locataire est une personne, sauf si l’on dit qu’il est une société", async ({ page }) => {
  await connecter(page, "/locataires/new");
  const societe = page.getByRole("switch", { name: "Personne morale" });

  await test.step("rien ne se demande d’une société tant que personne ne le dit", async () => {
    await expect(societe).not.toBeChecked();
    await expect(champ(page, "SIREN")).toBeHidden();
    await champ(page, "Prénom").fill("Beauséjour");
    await champ(page, "Nom").fill("Hôtels SAS");
  });

  await test.step("dite société, elle n’a plus d’état civil, et son prénom devient son nom", async () => {
    await societe.check();
    await expect(champ(page, "Dénomination")).toHaveValue("Beauséjour Hôtels SAS");
    for (const nom of ["Prénom", "Date de naissance", "Lieu de naissance"])
      await expect(champ(page, nom)).toBeHidden();
    await expect(page.getByRole("switch", { name: "Mineur" })).toBeHidden();
    await expect(page.getByRole("group", { name: "Résidence" })).toBeHidden();
  });

  await test.step("son SIREN est vérifié par sa clé", async () => {
    await champ(page, "SIREN").fill("552100555");
    await champ(page, "Représentée par").fill("Paul Delorme");
    await champ(page, "En qualité de").fill("président");
    await champ(page, "E-mail").fill("contact@beausejour.example");
    await champ(page, "Téléphone").fill("01 23 45 67 89");
    await champ(page, "Adresse").fill("1 rue de la Paix");
    await champ(page, "Code postal").fill("75002");
    await champ(page, "Ville").fill("Paris");
    await page.getByRole("button", { name: "Créer le locataire" }).click();
    await expect(page.getByText("Ce SIREN n’est pas juste")).toBeVisible();
    await champ(page, "SIREN").fill("552 100 554");
    await page.getByRole("button", { name: "Créer le locataire" }).click();
    await notification(page, "Votre locataire à été crée avec succes.");
    await expect(page.getByRole("heading", { name: "Beauséjour Hôtels SAS" })).toBeVisible();
    await expect(page.getByText("552100554")).toBeVisible();
  });
});
