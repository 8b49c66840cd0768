import { expect, test } from "@playwright/test";
import {
  connecter,
  dernierCourriel,
  nomsDuZip,
  notification,
} from "../../support/browser/browser.ts";
import { delaiDesEnvois } from "../../support/browser/ecrans.ts";

test("le mois : générer ce qui manque, lire un PDF, répondre depuis le courriel, tout télécharger", async ({
  page,
  browser,
}) => {
  await delaiDesEnvois(page, 0);
  await connecter(page, "/quitances/");
  await expect(page).toHaveURL(/\/quitances\//);

  await page.getByText("Génération", { exact: true }).click();
  const generer = page.getByRole("button", { name: /^Générer \d+ quittances/ });
  const manquantes = Number((await generer.innerText()).match(/\d+/)?.[0]);
  expect(manquantes).toBeGreaterThan(3);
  await generer.click();
  await page
    .getByRole("alertdialog", { name: `Générer ${manquantes} quittances ?` })
    .getByRole("button", { name: "Générer et envoyer" })
    .click();
  await notification(page, `${manquantes} quittances générées.`);
  await expect(generer).toBeHidden();

  const ligne = page.getByRole("row").filter({ hasText: "Inês Carvalho" });
  await expect(ligne).toContainText("Générée");
  const numero = (await ligne.textContent())?.match(/\d{4}-\d{6}/)?.[0] ?? "";

  await page.getByText("Lecture", { exact: true }).click();
  const recue = page.getByRole("row").filter({ hasText: "Inês Carvalho" });
  await expect(recue).toContainText("Inconnue");

  await test.step("le locataire répond depuis son courriel, une seule fois", async () => {
    await expect.poll(() => courrielDe(numero)).toContain("/quitance/validation/true/");
    const { oui, non } = dernierCourriel(numero);
    const telephone = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await telephone.goto(oui);
    await expect(telephone.getByText("Inês Carvalho")).toBeVisible();
    await telephone.getByRole("button", { name: "Oui, j’ai payé" }).click();
    await expect(telephone.getByText("Merci, votre réponse est enregistrée.")).toBeVisible();
    for (const lien of [oui, non, "/quitance/validation/true/inconnu"]) {
      await telephone.goto(lien);
      await expect(
        telephone.getByText("Votre réponse a déjà été prise en compte par nos services..."),
      ).toBeVisible();
    }
    await telephone.close();
  });

  await test.step("l’agence voit la déclaration, la reprend et l’annule", async () => {
    await page.reload();
    await expect(recue).toContainText("Déclarée");
    await recue.getByRole("button", { name: /impayée/i }).click();
    await expect(recue).toContainText("Impayée");
    await page.getByRole("button", { name: "Annuler", exact: true }).click();
    await expect(recue).toContainText("Déclarée");
    await recue.getByRole("button", { name: /^Confirmer le paiement/ }).click();
    await expect(recue).toContainText("Payée");
  });

  await test.step("douze loyers se règlent en quatre clics et une question", async () => {
    await page.getByText("Inconnues", { exact: true }).click();
    const inconnues = page.getByRole("row", { name: /Inconnue/ });
    await expect(page.getByRole("row", { name: /Payée/ })).toHaveCount(0);
    await expect(inconnues.first()).toBeVisible();
    const avant = await inconnues.count();
    expect(avant).toBeGreaterThanOrEqual(12);
    const regler = async () => {
      await page.getByLabel("Tout sélectionner").check();
      await page.getByRole("button", { name: "Marquer payées" }).click();
      const question = page.getByRole("dialog", { name: `Marquer ${avant} quittances payées ?` });
      await expect(question).toContainText("en tout");
      await question.getByRole("button", { name: "Marquer payées" }).click();
      await notification(page, `${avant} quittances payées.`);
      await expect(question).toBeHidden();
    };
    await regler();
    await expect(inconnues).not.toHaveCount(avant);
    const toast = page.locator("[data-sonner-toast]", { hasText: `${avant} quittances payées.` });
    await toast.getByRole("button", { name: "Annuler", exact: true }).click();
    await notification(page, "Modifications annulées.");
    await expect(inconnues).toHaveCount(avant);
    await regler();
    await page.getByText("Payées", { exact: true }).click();
    await expect(page.getByRole("row", { name: /Payée/ }).first()).toBeVisible();
  });

  await test.step("le zip du mois nomme chaque document par son état", async () => {
    const telechargement = page.waitForEvent("download");
    await page.getByRole("button", { name: "Tout télécharger" }).click();
    const noms = nomsDuZip(await (await telechargement).path());
    expect(noms.length).toBeGreaterThanOrEqual(30);
    expect(noms.filter((nom) => /^Quittance_.*_CARVALHO_\d{6}\.pdf$/.test(nom))).toHaveLength(1);
    expect(noms.some((nom) => nom.startsWith("Avis_"))).toBe(true);
  });
});

/** The text of the receipt's last mail; empty while no mail of the receipt has been sent. */
function courrielDe(numero: string): string {
  try {
    return dernierCourriel(numero).texte;
  } catch {
    return "";
  }
}
