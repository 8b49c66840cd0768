import { expect, type Page, test } from "@playwright/test";
import { base, connecter, notification } from "../../support/browser/browser.ts";
import { pdf } from "../../support/browser/fichiers.ts";

/** Answers « too many requests » this many times, then lets the calls through. */
async function refuser(page: Page, chemin: string, quoi: string, fois: number): Promise<void> {
  let refus = 0;
  await page.route(chemin, async (route) => {
    if (route.request().method() !== "POST" || refus++ >= fois) return route.fallback();
    const message = `Trop ${quoi}. Réessayez dans 1 secondes.`;
    await route.fulfill({
      status: 429,
      headers: { "Retry-After": "1" },
      json: { error: { code: "trop_d_essais", message } },
    });
  });
}

test("trop de courriels : on le lit, et rien de ce qui fut écrit ne se perd", async ({ page }) => {
  const { rows } = await base().execute(`
    SELECT d.id FROM Dossier d JOIN Locataire l ON l.id = d.LocataireId
    WHERE d.dateSortie IS NULL AND l.mail LIKE '%@%' ORDER BY d.id LIMIT 1`);
  await connecter(page, `/dossiers/${Number(rows[0]?.id)}?tab=documents`);
  await page.getByRole("button", { name: "Générer le contrat" }).click();
  await page.getByRole("button", { name: /^Envoyer par courriel : Contrat de location,/ }).click();
  const dialogue = page.getByRole("dialog", { name: /^Envoyer : / });
  await dialogue.getByLabel("Message").fill("Maître,\n\nVoici le bail.");
  await refuser(page, "**/api/Courriel", "de courriels", 1);
  await dialogue.getByRole("button", { name: "Envoyer" }).click();
  await notification(page, "Trop de courriels. Réessayez dans 1 secondes.");
  await expect(dialogue.getByLabel("Message")).toHaveValue("Maître,\n\nVoici le bail.");
  await dialogue.getByRole("button", { name: "Envoyer" }).click();
  await notification(page, /Le courriel part/);
});

test("trop de fichiers : ils attendent, et partent d’eux-mêmes", async ({ page }) => {
  await connecter(page);
  const { rows } = await base().execute("SELECT min(id) AS id FROM Client");
  await page.goto(`/client/${Number(rows[0]?.id)}?tab=fichiers`);
  await refuser(page, "**/api/Fichier", "de fichiers envoyés", 2);
  await page.getByLabel("Fichiers à ajouter").setInputFiles(await pdf("Attente patiente.pdf"));
  await notification(page, "Votre document à bien été envoyé.");
  await expect(
    page.getByRole("button", { name: "Attente patiente.pdf", exact: true }),
  ).toBeVisible();
});
