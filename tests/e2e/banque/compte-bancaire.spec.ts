import { expect, type Page, test } from "@playwright/test";
import { base, connecter, notification } from "../../support/browser/browser.ts";

const IBAN = "FR76 3000 6000 0112 3456 7890 189";

/** Makes a user of the demo an administrator, and signs in as that user. */
async function autreAdministrateur(page: Page): Promise<void> {
  await base().execute(
    "UPDATE User SET role = 'admin', mustSetPassword = 0, password = (SELECT password FROM User WHERE id = 1) WHERE email LIKE 'camille.roussel@%'",
  );
  // The accounts of the demo are created today: with the usual delay, they could confirm nothing for three days.
  await base().execute("INSERT INTO Variable (nom, valeur) VALUES ('delaiConfirmation', '0')");
  const { rows } = await base().execute(
    "SELECT email FROM User WHERE email LIKE 'camille.roussel@%'",
  );
  await page.goto("/logout");
  await page.waitForURL("**/login");
  await connecter(page, "/", { email: String(rows[0]?.email), password: "demonstration" });
}

test("l’IBAN se lit masqué, se montre d’un clic, et ne change à deux que confirmé par l’autre", async ({
  page,
}) => {
  await connecter(page, "/parametres/");
  const iban = page.getByLabel("IBAN", { exact: true });
  await expect(iban).toHaveValue("FR76 •••• •••• •••• 0189");
  await page.getByRole("button", { name: "Afficher : IBAN" }).click();
  await expect(iban).toHaveValue(IBAN);
  await page.getByRole("button", { name: "Masquer : IBAN" }).click();
  await expect(iban).toHaveValue("FR76 •••• •••• •••• 0189");

  await test.step("un chiffre de travers se voit avant de partir", async () => {
    await iban.fill("FR76 3000 6000 0112 3456 7890 188");
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(
      page.getByText("Cet IBAN n’est pas valable : relisez ses chiffres."),
    ).toBeVisible();
  });

  await iban.fill("FR76 •••• •••• •••• 0189");
  await expect(page.getByRole("button", { name: "Enregistrer" })).toBeHidden();

  await autreAdministrateur(page);
  await page.goto("/parametres/?tab=defauts");
  await page.getByLabel("Deux personnes pour le compte bancaire").check();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await notification(page, "Vos modifications ont été prises en compte.");
  await page.getByRole("tab", { name: "Agence" }).click();
  await iban.fill("DE89 3704 0044 0532 0130 00");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await notification(page, "Ce changement attend la confirmation d’un autre administrateur.");
  await expect(iban).toHaveValue("FR76 •••• •••• •••• 0189");
  await expect(page.getByRole("button", { name: "Retirer : Compte bancaire, IBAN" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Confirmer/ })).toHaveCount(0);

  await test.step("l’autre le voit au tableau de bord, en lit les chiffres, et le confirme", async () => {
    await page.goto("/logout");
    await page.waitForURL("**/login");
    await connecter(page);
    const verifier = page.getByRole("region", { name: "À vérifier" });
    await expect(verifier).toContainText("1 changement du compte bancaire attend");
    await verifier.getByRole("link", { name: "Voir et confirmer" }).click();
    await page.getByRole("button", { name: "Afficher : Compte bancaire, IBAN" }).click();
    await expect(page.getByText("DE89 3704 0044 0532 0130 00")).toBeVisible();
    await page.getByRole("button", { name: "Confirmer : Compte bancaire, IBAN" }).click();
    await notification(page, "Le changement est appliqué.");
    await expect(page.getByLabel("IBAN", { exact: true })).toHaveValue("DE89 •••• •••• •••• 3000");
  });

  await test.step("le journal dit qui a demandé, et que l’autre a confirmé", async () => {
    await page.getByRole("tab", { name: "Sécurité" }).click();
    const lignes = page.getByRole("row").filter({ hasText: "Compte bancaire, IBAN" });
    await expect(
      lignes.filter({ hasText: "Changement des coordonnées bancaires confirmé" }).first(),
    ).toContainText("demandé par camille.roussel@");
    await expect(
      lignes.filter({ hasText: "Changement des coordonnées bancaires demandé" }).first(),
    ).toContainText("camille.roussel@");
    await expect(lignes.filter({ hasText: "Donnée sensible montrée" }).first()).toBeVisible();
  });

  await base().batch([
    "UPDATE Variable SET valeur = 'false' WHERE nom = 'deuxPersonnes'",
    `UPDATE Variable SET valeur = '${IBAN}', secret = NULL WHERE nom = 'iban'`,
    "UPDATE User SET role = 'user' WHERE email LIKE 'camille.roussel@%'",
  ]);
});

test("qui est parti depuis quatre ans est proposé, puis effacé quand l’administration le confirme", async ({
  page,
}) => {
  const { rows } = await base().execute(`SELECT "LocataireId", max(id) AS id FROM Dossier
    WHERE dateSortie IS NOT NULL GROUP BY "LocataireId" HAVING count(*) = 1 ORDER BY id DESC LIMIT 1`);
  const id = Number(rows[0]?.LocataireId);
  await base().execute({
    sql: `UPDATE Dossier SET dateSortie = date('now', '-4 years') WHERE "LocataireId" = ?`,
    args: [id],
  });
  await connecter(page);
  const verifier = page.getByRole("region", { name: "À vérifier" });
  await expect(verifier).toContainText("a dépassé sa durée de conservation");
  await verifier.locator('a[href*="conservation"]').click();
  const partis = page.getByRole("table", { name: "Locataires partis" });
  await partis.getByRole("row").nth(1).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Effacer", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("1 personne");
  await question.getByRole("button", { name: "Effacer" }).click();
  await notification(page, "1 personne effacée.");
  await expect(partis).toBeHidden();
  await page.goto(`/locataires/${id}`);
  await expect(page.getByRole("heading", { name: "Locataire effacé" })).toBeVisible();
});
