import { expect, test } from "@playwright/test";
import { base, connecter, notification, ouvrirUnPapier } from "../../support/browser/browser.ts";
import { delaiDesEnvois } from "../../support/browser/ecrans.ts";

test("un document généré ou signé s’envoie de sa place, se rappelle, se renvoie ; l’envoi se lit à côté de lui", async ({
  page,
}) => {
  await delaiDesEnvois(page, 60);
  const { rows } = await base().execute(`
    SELECT d.id, l.mail FROM Dossier d JOIN Locataire l ON l.id = d.LocataireId
    WHERE d.dateSortie IS NULL AND d.contratLocationId IS NULL AND l.mail LIKE '%@%' ORDER BY d.id DESC LIMIT 1`);
  const [id, mail] = [Number(rows[0]?.id), String(rows[0]?.mail)];
  await connecter(page, `/dossiers/${id}?tab=documents`);
  const dialogue = page.getByRole("dialog", { name: /^Envoyer : / });
  const envois = page.getByRole("list", { name: "Courriels envoyés" });

  await test.step("généré, il se propose au locataire, avec des mots que l’on change", async () => {
    await ouvrirUnPapier(page, () =>
      page.getByRole("button", { name: "Générer le contrat" }).click(),
    );
    await page
      .getByRole("button", { name: /^Envoyer par courriel : Contrat de location,/ })
      .click();
    await expect(dialogue.getByRole("checkbox", { name: mail })).toBeChecked();
    await expect(dialogue.getByLabel("Objet")).toHaveValue(/^Contrat de location – /);
    await dialogue.getByRole("checkbox", { name: mail }).uncheck();
    await dialogue.getByRole("button", { name: "Envoyer" }).click();
    await expect(dialogue.getByText("Choisissez au moins un destinataire.")).toBeVisible();
    await dialogue.getByLabel("Autres adresses").fill("notaire@etude.example; pas une adresse");
    await dialogue.getByRole("button", { name: "Envoyer" }).click();
    await expect(dialogue.getByText("Une de ces adresses n’est pas valable.")).toBeVisible();
    await dialogue.getByLabel("Autres adresses").fill("notaire@etude.example");
    await dialogue.getByLabel("Message").fill("Maître,\n\nVoici le bail.");
    await dialogue.getByRole("button", { name: "Envoyer" }).click();
    await notification(page, /Le courriel part dans \d+ s\./);
    await expect(envois.getByRole("listitem")).toHaveText(/À envoyer à notaire@etude\.example/);
  });

  await test.step("rappelé, il ne part que si on le renvoie", async () => {
    await envois.getByRole("button", { name: "Annuler l’envoi à notaire@etude.example" }).click();
    await notification(page, "L’envoi est annulé.");
    await expect(envois.getByRole("listitem")).toHaveText(/^Retenu à notaire@etude\.example/);
    await delaiDesEnvois(page, 0);
    await page.goto("/quitances/envois");
    const aVerifier = page.getByRole("region", { name: "Documents envoyés, à vérifier" });
    await expect(aVerifier.getByRole("row").filter({ hasText: "notaire@etude" })).toBeVisible();
    await page.goto(`/dossiers/${id}?tab=documents`);
    await envois.getByRole("button", { name: "Renvoyer à notaire@etude.example" }).click();
    await page.getByRole("button", { name: "Renvoyer", exact: true }).click();
    await expect(envois.getByRole("listitem")).toHaveText(/^Envoyé à notaire@etude\.example le /);
  });

  await test.step("l’exemplaire signé s’envoie de la même façon", async () => {
    const [depot] = await Promise.all([
      page.waitForEvent("filechooser"),
      page
        .getByRole("button", { name: "Déposer le document signé : Contrat de location signé" })
        .click(),
    ]);
    await depot.setFiles({
      name: "bail signé.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from("%PDF-1.7\n1 0 obj\n<< >>\nendobj\n%%EOF\n"),
    });
    await page
      .getByRole("button", { name: "Envoyer par courriel : Contrat de location signé" })
      .click();
    await expect(dialogue.getByText(/Pièce jointe\s: bail signé\.pdf/)).toBeVisible();
    await dialogue.getByRole("button", { name: "Envoyer" }).click();
    await expect(
      envois.getByRole("listitem").filter({ hasText: `Envoyé à ${mail}` }),
    ).toBeVisible();
  });
});
