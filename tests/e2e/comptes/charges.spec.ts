import { expect, type Locator, test } from "@playwright/test";
import { base, connecter, notification } from "../../support/browser/browser.ts";

test("les charges d’un immeuble, de la dépense saisie aux décomptes envoyés, en douze clics au plus", async ({
  page,
}) => {
  await connecter(page);
  let clics = 0;
  const cliquer = async (quoi: Locator) => {
    clics += 1;
    await quoi.click();
  };
  await cliquer(page.getByRole("link", { name: "Année", exact: true }));
  await cliquer(page.getByRole("tab", { name: "Charges" }));
  await cliquer(page.getByRole("link", { name: "12 rue du Château" }));
  await expect(page.getByText("Décomptes à faire")).toBeVisible();
  await cliquer(page.getByRole("button", { name: "Dépenses" }));
  await page.getByLabel("Nature, ligne 1").selectOption("R42");
  await page.getByLabel("Montant, ligne 1").fill("1200");
  await cliquer(page.getByRole("button", { name: "Enregistrer 1 dépense" }));
  await notification(page, "1 dépense enregistrée.");
  await cliquer(page.getByRole("button", { name: "Clés et compteurs" }));
  await cliquer(page.getByRole("button", { name: "Aperçu" }));
  const apercu = page.getByRole("table", { name: "Aperçu des charges" });
  await expect(apercu.getByText("365 / 365")).toHaveCount(2);
  await cliquer(page.getByRole("button", { name: "Envoi" }));
  await cliquer(page.getByRole("button", { name: "Envoyer 2 décomptes" }));
  await cliquer(page.getByRole("button", { name: "Envoyer", exact: true }));
  await notification(page, "2 décomptes envoyés.");
  expect(clics).toBeLessThanOrEqual(12);
  await expect(page.getByText(/^Envoyé le /)).toHaveCount(2);
  const { rows } = await base().execute(`SELECT count(*) AS faits FROM Decompte d
    JOIN Echeance e ON e.DossierId = d.DossierId AND e.nature = 'regularisation' AND e.montant = d.montant`);
  expect(Number(rows[0]?.faits)).toBe(2);
});
