import { expect, type Page, test } from "@playwright/test";
import { connecter, notification } from "../../support/browser/browser.ts";
import { enTetes } from "../../support/browser/ecrans.ts";

test("un enregistrement refusé mène au premier champ à corriger, dans l’ordre de l’écran", async ({
  page,
}) => {
  await page.setViewportSize({ width: 820, height: 640 });
  await connecter(page, "/client/new");
  await champ(page, "Nom").fill("Desrosiers");
  await champ(page, "Prénom").fill("Luc");
  await champ(page, "Mobile personnel").fill("06 12 12 12 12");
  await champ(page, "E-mail personnel").fill("luc@courriel.example");
  const creer = page.getByRole("button", { name: "Créer le client" });

  await test.step("le seul téléphone et le seul e-mail sont ceux par défaut", async () => {
    await expect(page.getByLabel("Téléphone par défaut")).toHaveValue("mobilePerso");
    await expect(page.getByLabel("E-mail par défaut")).toHaveValue("mailPerso");
  });

  await test.step("le choix qui manque, loin sous le bas de la fenêtre, se voit et s’annonce", async () => {
    await page.evaluate("scrollTo(0, 0)");
    await creer.click();
    const adresse = page.getByRole("group", { name: "Adresse des courriers" }).last();
    await expect(adresse).toBeInViewport();
    await expect(adresse.getByRole("radio").first()).toBeFocused();
    await expect(page.getByRole("status").getByText("Adresse des courriers")).toBeVisible();
  });

  await test.step("de plusieurs, le premier a le focus", async () => {
    await champ(page, "Nom").fill("");
    await champ(page, "E-mail personnel").fill("luc");
    await creer.click();
    await expect(champ(page, "Nom")).toBeFocused();
    await expect(page.getByText("3 champs à corriger")).toBeVisible();
  });

  await test.step("la seule adresse est celle des courriers", async () => {
    await champ(page, "Nom").fill("Desrosiers");
    await champ(page, "E-mail personnel").fill("luc@courriel.example");
    await champ(page, "Adresse").first().fill("1 rue Cler");
    await expect(page.getByRole("radio", { name: "Personnelle" })).toBeChecked();
    await creer.click();
    await notification(page, "Votre client à été crée avec succes.");
  });

  await test.step("la suppression nomme ce qu’elle supprime", async () => {
    await page.getByRole("button", { name: "Autres actions" }).click();
    await page.getByRole("menuitem", { name: "Supprimer" }).click();
    const question = page.getByRole("alertdialog", { name: "Supprimer l'element ?" });
    await expect(
      question.getByText("Cette action est irreversible.", { exact: true }),
    ).toBeVisible();
    await expect(question).toContainText("M. Luc Desrosiers");
    // Somebody else has just changed the record: the product does not delete a version that the user has not seen.
    const id = new URL(page.url()).pathname.split("/").at(-1);
    const headers = await enTetes(page);
    await page.request.put(`/api/Client/${id}`, { headers, data: { prenom: "Lucien" } });
    await question.getByRole("button", { name: "Supprimer" }).click();
    await expect(page.getByText("Cette fiche a été modifiée entre-temps.")).toBeVisible();
    await expect(page.getByRole("heading", { name: /Lucien/ })).toBeVisible();
    await page.getByRole("button", { name: "Autres actions" }).click();
    await page.getByRole("menuitem", { name: "Supprimer" }).click();
    await question.getByRole("button", { name: "Supprimer" }).click();
    await expect(page).toHaveURL(/\/client\/$/);
  });
});

test("ce que le serveur refuse dans une section fermée l’ouvre", async ({ page }) => {
  await connecter(page, "/appartements/?q=martyrs");
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("link", { name: "Modifier" }).click();
  await refuser(page, "**/api/Appartement/*", { gardienNom: "Ce gardien est inconnu." });
  const gardiennage = page.getByRole("switch", { name: "Gardiennage" });
  if (await gardiennage.isChecked()) await gardiennage.uncheck();
  await champ(page, "Digicode").fill("4812A");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(gardiennage).toBeChecked();
  await expect(champ(page, "Gardien")).toBeFocused();
  await expect(page.getByText("Ce gardien est inconnu.")).toBeVisible();
  await expect(champ(page, "Gardien")).toBeInViewport();
});

test("ce que le serveur refuse sous un autre onglet y ramène", async ({ page }) => {
  await connecter(page, "/appartements/?q=martyrs");
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("link", { name: "Modifier" }).click();
  await champ(page, "Digicode").fill("4812A");
  await page.getByRole("tab", { name: /^Propriétaires/ }).click();
  await refuser(page, "**/api/Appartement/*", { ville: "Cette ville est inconnue." });
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await expect(page.getByRole("tab", { name: "Détails" })).toHaveAttribute("aria-selected", "true");
  await expect(champ(page, "Ville")).toBeFocused();
});

test("une société donne sa dénomination, ni prénom ni naissance, et se nomme partout ainsi", async ({
  page,
}) => {
  await connecter(page, "/client/new");
  await page.getByText("Personne morale", { exact: true }).click();
  for (const absent of ["Prénom", "Date de naissance", "Nom de naissance"])
    await expect(page.getByLabel(absent)).toHaveCount(0);
  await expect(page.getByLabel("Sexe")).toHaveCount(0);
  await page.getByRole("button", { name: "Créer le client" }).click();
  await expect(champ(page, "Dénomination")).toBeFocused();
  await champ(page, "Dénomination").fill("SARL Grands Boulevards");
  await champ(page, "E-mail professionnel").fill("contact@boulevards.example");
  await champ(page, "Fixe professionnel").fill("01 99 00 12 12");
  await champ(page, "Adresse").first().fill("3 boulevard des Italiens");
  await page.getByRole("button", { name: "Créer le client" }).click();
  await notification(page, "Votre client à été crée avec succes.");
  await expect(page.getByRole("heading", { name: "SARL Grands Boulevards" })).toBeVisible();
  await page.goto("/client/?q=boulevards");
  await expect(
    page.getByRole("link", { name: "SARL Grands Boulevards", exact: true }),
  ).toBeVisible();
});

test("la fiche reste lisible tant que sa saisie n’est pas là, et se supprime en cours de saisie sans autre question", async ({
  page,
}) => {
  await connecter(page);
  const { data } = await (
    await page.request.post("/api/Client", {
      headers: await enTetes(page),
      data: {
        nom: "Éphémère",
        prenom: "Paul",
        adresseDefaut: "adresse",
        mailPerso: "paul@ephemere.example",
        mobilePerso: "06 99 00 34 34",
      },
    })
  ).json();
  let laisser = () => {};
  const retenu = new Promise<void>((suite) => {
    laisser = suite;
  });
  await page.goto(`/client/${data.id}`);
  const titre = page.getByRole("heading", { name: "M. Paul Éphémère" });
  await expect(titre).toBeVisible();
  await page.route("**/assets/*.js", async (route) => {
    await retenu;
    await route.continue();
  });
  await page.getByRole("link", { name: "Modifier" }).click();
  await expect(page).toHaveURL(/edit$/);
  await expect(titre).toBeVisible();
  laisser();
  await champ(page, "Nom").fill("Éternel");
  await page.getByRole("button", { name: "Autres actions" }).click();
  await page.getByRole("menuitem", { name: "Supprimer" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Supprimer" }).click();
  await notification(page, "L’élément a été supprimé.");
  await expect(page).toHaveURL(/\/client\/$/);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test("un formulaire se remplit avant que soit là ce qui le vérifie, et l’attend pour s’enregistrer", async ({
  page,
}) => {
  await connecter(page);
  let laisser = () => {};
  const retenu = new Promise<void>((suite) => {
    laisser = suite;
  });
  await page.route("**/assets/*.js", async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes("Ce champ est requis.")) await retenu;
    await route.fulfill({ response });
  });
  await page.goto("/client/new");
  await expect(champ(page, "Nom")).toHaveAttribute("aria-required", "true");
  await expect(page.getByLabel("Sexe")).toHaveValue("Non définit");
  await champ(page, "Nom").fill("Tardif");
  await champ(page, "E-mail personnel").fill("tardif");
  const creer = page.getByRole("button", { name: "Créer le client" });
  await creer.click();
  await expect(creer).toHaveAttribute("aria-busy", "true");
  laisser();
  await expect(champ(page, "Prénom")).toBeFocused();
  await expect(page.getByText("Cette adresse e-mail n’est pas valable.")).toBeVisible();
  // Requests may still be on their way when the test ends.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

const champ = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** Makes the server refuse writes to this address, with these messages by field. */
const refuser = (page: Page, address: string, fields: Record<string, string>) =>
  page.route(address, (route) =>
    route.request().method() === "GET"
      ? route.fallback()
      : route.fulfill({
          status: 422,
          json: { error: { code: "invalid", message: "Certains champs sont à corriger.", fields } },
        }),
  );
