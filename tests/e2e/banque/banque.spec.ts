import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { connecter, notification } from "../../support/browser/browser.ts";

const RELEVE = join(import.meta.dirname, "../../support/banque/releve-demo.cfonb");
const IBAN_AGENCE = "FR14 2004 1010 0505 0001 3M02 606";

test("un relevé déposé dit ce qu’il apporte, se refuse la seconde fois, et ses lignes se lisent", async ({
  page,
}) => {
  await connecter(page, "/banque");
  await page.getByRole("tab", { name: "Relevés" }).click();
  const zone = page.getByRole("region", { name: "Importer des relevés" });
  const deposer = (nom?: string) =>
    zone
      .getByLabel("Relevés à importer")
      .setInputFiles(
        nom ? { name: nom, mimeType: "text/csv", buffer: Buffer.from("Bonjour;madame") } : RELEVE,
      );

  await deposer();
  await notification(page, "Relevé importé.");
  await expect(zone.getByRole("status")).toContainText(
    /releve-demo\.cfonb.*Compte de gérance\s: 8 lignes\s; 02\/11\/2026 – 16\/11\/2026\s; solde de 12.450,30.€ à 22.858,09.€\./,
  );

  await test.step("une seconde fois, ou s’il n’en est pas un, il dit pourquoi rien n’est fait", async () => {
    await deposer();
    await expect(zone.getByRole("alert")).toContainText(/a déjà été importé le \d\d\/\d\d\/\d{4}/);
    await deposer("lettre.csv");
    await expect(zone.getByRole("alert").nth(1)).toContainText("n’est pas un relevé reconnu");
  });

  await test.step("ses lignes se lisent, se cherchent et se retrouvent avec leurs soldes", async () => {
    await page
      .getByRole("row", { name: /02\/11\/2026/ })
      .getByRole("link")
      .first()
      .click();
    await page.waitForURL("**/banque/releves/*");
    await expect(page.getByRole("heading", { name: /^Compte de gérance, 02\/11/ })).toBeVisible();
    const lignes = page.getByRole("row");
    await expect(lignes).toHaveCount(9);
    await expect(lignes.filter({ hasText: "NGUYEN" })).toContainText(/\+1.210,00.€/);
    await expect(lignes.filter({ hasText: "NGUYEN" })).toContainText("FR76 •••• •••• •••• 0185");
    await page.getByRole("searchbox").fill("frais");
    await expect(lignes).toHaveCount(2);
    await expect(lignes.nth(1)).toContainText(/.32,21.€/);
    const [fichier] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Fichier d’origine" }).click(),
    ]);
    expect(fichier.suggestedFilename()).toBe("releve-demo.cfonb");
  });

  await test.step("un compte s’ajoute, son IBAN masqué se montre d’un clic, et le relevé d’un autre lui est refusé", async () => {
    await page.goto("/banque?tab=comptes");
    await page.getByRole("button", { name: "Ajouter un compte" }).click();
    const fiche = page.getByRole("dialog");
    await fiche.getByLabel("Nom").fill("Honoraires");
    await fiche.getByLabel("Fonds").selectOption({ label: "Agence (fonds propres)" });
    await fiche.getByLabel("IBAN").fill(IBAN_AGENCE);
    await fiche.getByRole("button", { name: "Ajouter le compte" }).click();
    await notification(page, /Le compte est ajouté/);
    const rangee = page.getByRole("row", { name: /Honoraires/ });
    await expect(rangee).toContainText("FR14 •••• •••• •••• 2606");
    await rangee.getByRole("button", { name: /actions/i }).click();
    await page.getByRole("menuitem", { name: "Afficher l’IBAN" }).click();
    await expect(rangee).toContainText(IBAN_AGENCE);

    await page.getByRole("tab", { name: "Relevés" }).click();
    await zone.getByLabel("Compte", { exact: true }).selectOption({ label: "Honoraires" });
    await deposer();
    await expect(zone.getByRole("alert").last()).toContainText(
      "Ce fichier est celui du compte « Compte de gérance », et non de « Honoraires ».",
    );
  });

  await test.step("un fichier qui ne dit pas son compte l’attend, puis s’importe de lui-même", async () => {
    await page.reload();
    const csv = "Date;Libellé;Montant\n23/11/2026;FRAIS DE TENUE;-12,50\n";
    await zone.getByLabel("Relevés à importer").setInputFiles({
      name: "sans-compte.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(csv),
    });
    await expect(zone.getByText("sans-compte.csv : de quel compte ?")).toBeVisible();
    await expect(zone.getByRole("alert")).toHaveCount(0);
    await zone.getByLabel("Compte", { exact: true }).selectOption({ label: "Honoraires" });
    await expect(zone.getByText("de quel compte ?")).toHaveCount(0);
    await expect(zone.getByText(/Honoraires\s: 1 ligne/)).toBeVisible();
  });
});
