import { expect, type Locator, type Page, test } from "@playwright/test";
import { connecter, notification, ouvrirUnPapier, tarder } from "../../support/browser/browser.ts";

test("les cautions d’un dossier : créée, modifiée, retirée, choisie, son acte généré et signé, elle reste", async ({
  page,
}) => {
  await connecter(page, "/dossiers/?q=carvalho");
  await page.getByRole("link", { name: "Mme Inês Carvalho", exact: true }).click();
  await page.getByRole("tab", { name: /Cautions/ }).click();
  await expect(page.getByText("Aucune caution pour l’instant")).toBeVisible();
  const fiche = page.getByRole("region", { name: "Mme Solange Baudry" });
  const dialogue = page.getByRole("dialog");

  await test.step("nom, prénom, mobile et e-mail sont requis", async () => {
    await page.getByRole("button", { name: "Nouvelle caution" }).click();
    await dialogue.getByRole("button", { name: "Ajouter la caution" }).click();
    await expect(dialogue.getByText("Ce champ est requis.")).toHaveCount(4);
    await dialogue.getByText("Madame", { exact: true }).click();
    await champ(dialogue, "Nom").fill("Baudry");
    await champ(dialogue, "Prénom").fill("Solange");
    await champ(dialogue, "Mobile").fill("0612345678");
    await champ(dialogue, "E-mail").fill("solange.baudry@courriel.example");
    await champ(dialogue, "Montant maximum").fill("12000");
    await dialogue.getByText("Déterminée", { exact: true }).click();
    await champ(dialogue, "Fin de l’engagement").fill("31/12/2029");
    await champ(dialogue, "Fin de l’engagement").press("Enter");
    await notification(page, "La caution a été ajoutée.");
    await expect(fiche).toContainText("12 000,00 €");
    await expect(fiche).toContainText("06 12 34 56 78");
    await expect(page.getByRole("tab", { name: /Cautions/ })).toContainText("1");
  });

  await test.step("elle se modifie sur place ; ce qui est commencé ne se perd pas sans question", async () => {
    await fiche.getByRole("button", { name: "Modifier" }).click();
    await champ(dialogue, "Lieu de naissance").fill("Tulle");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Continuer la saisie" }).click();
    await dialogue.getByRole("button", { name: "Enregistrer" }).click();
    await notification(page, "Vos modifications ont été prises en compte.");
    await expect(fiche).toContainText("Tulle");
  });

  await test.step("l’acte se génère et dit ce qui lui manque", async () => {
    await ouvrirUnPapier(page, () => fiche.getByRole("button", { name: "Générer l’acte" }).click());
    await expect(fiche.getByText("Le document est prêt ; il y manque :")).toBeVisible();
    await fiche.getByRole("button", { name: /^Générer les étiquettes/ }).click();
    await ouvrirUnPapier(page, () => dialogue.getByRole("button", { name: /^Générer/ }).click());
  });

  await test.step("retirée, elle se choisit à nouveau parmi celles qui ne garantissent personne", async () => {
    await fiche.getByRole("button", { name: /^Actions : / }).click();
    await page.getByRole("menuitem", { name: "Retirer du dossier" }).click();
    await tarder(page, "**/api/Caution/*");
    await accepter(page, "Cette action est irreversible.", "Retirer");
    await expect(fiche).toBeHidden();
    await notification(page, "La caution a été retirée.");
    await expect(page.getByRole("heading", { name: "Cautions" })).toBeFocused();
    await page.getByRole("button", { name: "Choisir une caution" }).click();
    await dialogue.getByRole("searchbox").fill("baudry");
    await expect(dialogue.getByRole("row")).toHaveCount(2);
    await dialogue.getByRole("button", { name: "Mme Solange Baudry" }).click();
    await expect(fiche).toBeVisible();
  });

  await test.step("l’acte signé : déposé, téléchargé, remplacé, retiré, et ses versions", async () => {
    await expect(fiche).toContainText("Absent");
    const acte = fiche.getByLabel("Acte de cautionnement signé", { exact: true });
    await acte.setInputFiles(pdf("acte.pdf"));
    await notification(page, "Votre document à bien été envoyé.");
    const telechargement = page.waitForEvent("download");
    await fiche.getByRole("button", { name: /^Télécharger/ }).click();
    expect((await telechargement).suggestedFilename()).toMatch(/\.pdf$/);
    await acte.setInputFiles(pdf("acte-2.pdf"));
    await accepter(
      page,
      "L’ancien document sera gardé parmi les versions précédentes.",
      "Remplacer",
    );
    await expect(fiche).toContainText("1 version précédente");
    await fiche.getByRole("button", { name: /^Retirer/ }).click();
    await accepter(page, "Il sera gardé parmi les versions précédentes.", "Retirer");
    await expect(fiche).toContainText("Absent");
    await fiche.getByRole("button", { name: "2 versions précédentes" }).click();
    await expect(fiche.getByRole("button", { name: /^Ouvrir : acte/ })).toHaveCount(2);
  });

  await test.step("celle qui a signé reste au dossier : elle ne se retire ni ne se supprime", async () => {
    await page.reload();
    await expect(fiche.getByRole("button", { name: "Modifier" })).toBeVisible();
    await fiche.getByRole("button", { name: /^Actions : / }).click();
    await expect(page.getByRole("menuitem", { name: /^Effacer/ })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: /^(Retirer|Supprimer)/ })).toHaveCount(0);
  });
});

const champ = (place: Page | Locator, name: string) =>
  place.getByRole("textbox", { name, exact: true });

/** Presses the button `verbe` in the dialog that asks this question. */
async function accepter(page: Page, question: string, verbe: string) {
  const dialogue = page.getByRole("alertdialog");
  await expect(dialogue).toContainText(question);
  await dialogue.getByRole("button", { name: verbe }).click();
  await expect(dialogue).toBeHidden();
}

const pdf = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"),
});
