import { expect, test } from "@playwright/test";
import { connecter, notification, ouvrirUnPapier } from "../../support/browser/browser.ts";

test("un départ se suit d’une étape à l’autre, des clés au dépôt rendu", async ({ page }) => {
  await connecter(page, "/dossiers/?q=hamelin");
  await page.getByRole("link", { name: "Mme Lucie Hamelin", exact: true }).click();
  await page.getByRole("tab", { name: "Départ" }).click();
  const dialogue = page.getByRole("dialog");
  const etape = (nom: string) =>
    page.getByRole("group").filter({ has: page.getByRole("heading", { name: nom, exact: true }) });

  await test.step("le congé noté y est, les clés sont la prochaine étape", async () => {
    await expect(etape("Congé")).toContainText("le bail finit le");
    await page.getByRole("button", { name: "Noter la remise des clés" }).click();
    await dialogue.getByLabel("Nouvelle adresse du locataire").fill("8 rue Neuve, 35000 Rennes");
    await dialogue.getByRole("button", { name: "Enregistrer" }).click();
    await notification(page, "La remise des clés est notée.");
    await expect(page.getByText("Clés rendues", { exact: true })).toBeVisible();
  });

  await test.step("sans état des lieux de sortie, le compte s’ouvre ; ce qui manque se fait d’un clic", async () => {
    await page.getByRole("button", { name: "Il n’y en aura pas" }).click();
    await expect(etape("Compte de sortie")).toContainText("Dépôt de garantie");
    const faire = page.getByRole("button", { name: /^Faire la quittance/ });
    await expect(faire.first()).toBeVisible();
    for (let combien = await faire.count(); combien > 0; combien--) {
      await faire.first().click();
      await expect(faire).toHaveCount(combien - 1);
    }
    await page.getByRole("button", { name: "Retenir une somme" }).click();
    await dialogue.getByLabel("Libellé").fill("Clé manquante");
    await dialogue.getByLabel("Montant").fill("25");
    await dialogue.getByLabel("Preuve").selectOption("Facture");
    await dialogue.getByRole("button", { name: "Retenir", exact: true }).click();
    await expect(etape("Compte de sortie")).toContainText("Clé manquante (facture)");
  });

  await test.step("arrêté, il ne change plus ; son papier et sa lettre se génèrent", async () => {
    await page.getByRole("button", { name: "Arrêter le compte" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Arrêter le compte" }).click();
    await notification(page, "Le compte de sortie est arrêté.");
    const generer = { name: "Générer le solde de tout compte" };
    await ouvrirUnPapier(page, () => etape("Restitution").getByRole("button", generer).click());
  });

  await test.step("annulé avec un motif, il se refait", async () => {
    await etape("Compte de sortie").getByRole("heading").click();
    await page.getByRole("button", { name: "Annuler l’arrêté" }).click();
    await dialogue.getByLabel("Motif, gardé dans l’historique").fill("Facture contestée");
    await dialogue.getByRole("button", { name: "Annuler l’arrêté" }).click();
    await notification(page, "L’arrêté est annulé.");
    await expect(page.getByRole("button", { name: "Arrêter le compte" })).toBeEnabled();
  });
});
