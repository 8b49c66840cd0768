import { expect, type Page, test } from "@playwright/test";
import { connecter, notification, ouvrirUnPapier } from "../../support/browser/browser.ts";
import { pdf } from "../../support/browser/fichiers.ts";

test("les documents d’un dossier : générés avec ce qui leur manque, signés, remplacés, retirés", async ({
  page,
}) => {
  await connecter(page);
  await ouvrirDossier(page, "Bouchard");

  await test.step("le contrat s’ouvre, ses manques se lisent sans bloquer, ses versions restent", async () => {
    await generer(page, "Générer le contrat");
    await expect(page.getByText("Le document est prêt ; il y manque :")).toBeVisible();
    await expect(
      page.getByText(/^Généré le .* par admin@patrimoine-locatif\.example$/),
    ).toBeVisible();
    await generer(page, "Générer le contrat");
    await page.getByRole("button", { name: "1 version précédente" }).click();
    const telechargement = page.waitForEvent("download");
    await page
      .getByRole("button", { name: /^Télécharger : Contrat de location, / })
      .last()
      .click();
    expect((await telechargement).suggestedFilename()).toMatch(/^Contrat_de_location_.*\.pdf$/);
  });

  await test.step("le contrat signé : déposé, téléchargé, remplacé après confirmation, retiré", async () => {
    const champ = page.getByLabel("Contrat de location signé", { exact: true });
    await champ.setInputFiles([await pdf("bail signé.pdf")]);
    await notification(page, "Votre document à bien été envoyé.");
    await expect(page.getByText("Déposé", { exact: true })).toHaveCount(1);
    const telechargement = page.waitForEvent("download");
    await page.getByRole("button", { name: "Télécharger : Contrat de location signé" }).click();
    expect((await telechargement).suggestedFilename()).toBe("bail signé.pdf");
    await champ.setInputFiles([await pdf("bail signé 2.pdf")]);
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Remplacer le contrat de location signé ?");
    await question.getByRole("button", { name: "Remplacer" }).click();
    await expect(question).toBeHidden();
    await notification(page, "Votre document à bien été envoyé.");
    await page.getByRole("button", { name: "Retirer : Contrat de location signé" }).click();
    await expect(question).toContainText("Il sera gardé parmi les versions précédentes.");
    await question.getByRole("button", { name: "Retirer" }).click();
    await expect(page.getByText("Déposé", { exact: true })).toHaveCount(0);
    const versions = page.getByRole("button", { name: "2 versions précédentes" });
    await versions.click();
    const ancien = page.waitForEvent("download");
    await page.getByRole("button", { name: /^Télécharger : bail signé, / }).click();
    expect((await ancien).suggestedFilename()).toBe("bail signé.pdf");
    await versions.click();
  });

  await test.step("inventaire du mobilier et états des lieux", async () => {
    await generer(page, "Générer l’inventaire");
    await generer(page, "Générer l’état des lieux d’entrée");
    await generer(page, "Générer l’état des lieux de sortie");
    for (const champ of ["Inventaire d’entrée signé", "Inventaire de sortie signé"]) {
      await page.getByLabel(champ, { exact: true }).setInputFiles([await pdf(`${champ}.pdf`)]);
      await expect(page.getByRole("button", { name: `Ouvrir : ${champ}` })).toBeVisible();
    }
  });

  await test.step("l’acte et les étiquettes de la caution", async () => {
    await generer(page, "Générer l’acte");
    await page
      .getByLabel("Acte signé de Étienne Bouchard", { exact: true })
      .setInputFiles([await pdf("acte.pdf")]);
    await expect(
      page.getByRole("button", { name: "Ouvrir : Acte signé de Étienne Bouchard" }),
    ).toBeVisible();
    await page.getByRole("button", { name: /^Générer les étiquettes : .*Étienne/ }).click();
    const etiquettes = page.getByRole("dialog");
    await expect(etiquettes.getByRole("button", { name: "Générer 1 étiquette" })).toBeVisible();
    await etiquettes.getByRole("button", { name: "Fermer" }).click();
  });

  await test.step("les étiquettes partent de la première libre, dans le nombre voulu", async () => {
    await page
      .getByRole("button", { name: "Générer les étiquettes : Étiquettes du locataire" })
      .click();
    await page.getByRole("radio", { name: "Étiquette 1", exact: true }).focus();
    for (let pas = 0; pas < 4; pas++) await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: "Étiquette 5", exact: true })).toBeChecked();
    await page.getByLabel("Nombre d’étiquettes").fill("300");
    await expect(page.getByText("Indiquez un nombre de 1 à 210.")).toBeVisible();
    await page.getByLabel("Nombre d’étiquettes").fill("20");
    await expect(page.getByText("Sur 2 planches.")).toBeVisible();
    const demande = page.waitForRequest(/etiquetteLocataire\/generate\?position=5&copies=20$/);
    await generer(page, "Générer 20 étiquettes");
    await demande;
  });
});

test("un bail mobilité avec dépôt de garantie est refusé, et le dit", async ({ page }) => {
  await connecter(page);
  await ouvrirDossier(page, "Besson", "clos");
  const id = Number(page.url().match(/dossiers\/(\d+)/)?.[1]);
  const { typeBail, depotGarantie } = await lire(page, id);
  await modifier(page, id, { typeBail: "mobilite", depotGarantie: 850 });
  await page.getByRole("button", { name: "Générer le contrat" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "un bail mobilité interdit tout dépôt de garantie",
  );
  await expect(page.getByText("Le document est prêt")).toBeHidden();
  await modifier(page, id, { typeBail, depotGarantie });
});

test("la fiche d’un locataire garde ses fichiers, ses étiquettes et ses quittances", async ({
  page,
}) => {
  await connecter(page, "/locataires/?q=besson&statut=ancien");
  await page.getByRole("table").getByRole("link").first().click();
  let repondre = () => {};
  const partie = new Promise<void>((suite) => {
    repondre = suite;
  });
  const lue = new Promise<void>((suite) =>
    page.route(
      "**/api/Fichier?*",
      async (route) => {
        const response = await route.fetch();
        suite();
        await partie;
        await route.fulfill({ response }).catch(() => {});
      },
      { times: 1 },
    ),
  );
  await page.getByRole("tab", { name: /^Fichiers/ }).click();
  await lue;
  await page.getByLabel("Fichiers à ajouter").setInputFiles([await pdf("assurance.pdf")]);
  await notification(page, "Votre document à bien été envoyé.");
  // The list requested before the upload has not arrived yet: the file must show before this list arrives, and after.
  await expect(page.getByRole("row").filter({ hasText: "assurance.pdf" })).toBeVisible();
  repondre();
  await expect(page.getByRole("row").filter({ hasText: "assurance.pdf" })).toBeVisible();
  await page.getByRole("button", { name: /^Générer les étiquettes/ }).click();
  await generer(page, "Générer 1 étiquette");
  await expect(page.getByRole("row").filter({ hasText: "2026-" }).first()).toContainText("€");
});

async function ouvrirDossier(page: Page, nom: string, statut = "encours") {
  await page.goto(`/dossiers/?q=${nom}&statut=${statut}`);
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("tab", { name: "Documents" }).click();
}

const generer = (page: Page, bouton: string) =>
  ouvrirUnPapier(page, () => page.getByRole("button", { name: bouton, exact: true }).click());

interface Bail {
  typeBail: string | null;
  depotGarantie: number;
}

const lire = (page: Page, id: number) => appeler(page, "GET", id);

const modifier = (page: Page, id: number, valeurs: Partial<Bail>) =>
  appeler(page, "PUT", id, valeurs);

async function appeler(page: Page, method: string, id: number, data?: object): Promise<Bail> {
  const token = await page.evaluate(() =>
    [localStorage, sessionStorage].map((store) => store.getItem("jwt_access_token")).find(Boolean),
  );
  const response = await page.request.fetch(`/api/Dossier/${id}`, {
    method,
    headers: { Authorization: `Token ${token}` },
    ...(data && { data }),
  });
  expect(response.status()).toBe(200);
  return (await response.json()).data;
}
