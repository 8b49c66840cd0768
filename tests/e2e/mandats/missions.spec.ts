import { expect, type Locator, type Page, test } from "@playwright/test";
import { connecter, notification, ouvrirUnPapier } from "../../support/browser/browser.ts";
import { enTetes } from "../../support/browser/ecrans.ts";

const MODIFIEE = "Vos modifications ont été prises en compte.";
const IRREVERSIBLE = "Cette action est irreversible.";

test("une mission, de sa création à son solde", async ({ page }) => {
  await connecter(page, "/missions/");
  await page.getByRole("link", { name: "Nouvelle mission" }).click();

  await test.step("les montants se calculent pendant la saisie, le reliquat prend le reste", async () => {
    await page.getByRole("button", { name: "Créer la mission" }).click();
    await expect(page.getByText("Ce champ est requis.").first()).toBeVisible();
    // A management mission has no instalments to enter, because its fees come from the rents; instalments already
    // entered still show.
    await page.getByText("Gestion", { exact: true }).click();
    await expect(champ(page, "Acompte 1")).toBeHidden();
    await page.getByText("Location", { exact: true }).click();
    await champ(page, "Appartements").fill("2");
    await champ(page, "Prix unitaire").fill("600");
    await champ(page, "Acompte 1").fill("400");
    await champ(page, "Acompte 2").fill("400");
    await champ(page, "Acompte 2").blur();
    await expect(champ(page, "Reliquat")).toHaveValue("400,00");
    await page.getByText("Gestion", { exact: true }).click();
    await expect(champ(page, "Acompte 1")).toHaveValue("400,00");
    // By law, a mandate without a register number may not be paid; letting mandates are numbered in a register of
    // their own.
    await page.getByText("Location", { exact: true }).click();
    await champ(page, "Numéro de registre").fill("T-0042");
    await expect(derive(page, "Total TTC")).toHaveText("1 200,00 €");
    await expect(derive(page, "Total HT")).toHaveText("1 000,00 €");
    await expect(derive(page, "TVA")).toHaveText("200,00 €");
    await champ(page, "Reliquat").press("Enter");
    await notification(page, "Votre mission à été crée avec succes.");
    await expect(page).toHaveURL(/\/missions\/\d+$/);
    await expect(chiffre(page, "Appartements")).toContainText("2 restants à désigner");
  });

  await test.step("ses commanditaires : choisi, retiré, ou créé sur place", async () => {
    await page.getByRole("tab", { name: /Commanditaires/ }).click();
    await choisir(page, "Ajouter un commanditaire", "castelnau");
    await notification(page, "Le commanditaire a été ajouté.");
    await actions(page, /Castelnau/, "Retirer");
    await expect(page.getByRole("alertdialog")).toContainText(IRREVERSIBLE);
    await page.getByRole("alertdialog").getByRole("button", { name: "Retirer" }).click();
    await notification(page, "Le commanditaire a été retiré.");
    await page.getByRole("link", { name: "Nouveau commanditaire" }).click();
    await champ(page, "Nom").fill("Maréchal");
    await champ(page, "Prénom").fill("Odile");
    await champ(page, "Mobile personnel").fill("0612345678");
    await page.getByLabel("Téléphone par défaut").selectOption("Mobile personnel");
    await champ(page, "E-mail personnel").fill("odile.marechal@courriel.example");
    await page.getByLabel("E-mail par défaut").selectOption("E-mail personnel");
    await page.getByText("Personnelle", { exact: true }).click();
    await champ(page, "Adresse").first().fill("4 rue des Lilas");
    await page.getByRole("button", { name: "Créer le client" }).click();
    await expect(page).toHaveURL(/\/missions\/\d+\?tab=commanditaires/);
    await expect(page.getByRole("row").filter({ hasText: "Maréchal" })).toBeVisible();
    await expect(page.getByRole("heading", { name: /Maréchal/ })).toBeVisible();
  });

  await test.step("ses appartements", async () => {
    await page.getByRole("tab", { name: /Appartement/ }).click();
    await choisir(page, "Ajouter un appartement", "bac");
    await expect(chiffre(page, "Appartements")).toContainText("1 restant à désigner");
    await choisir(page, "Ajouter un appartement", "monge");
    await expect(chiffre(page, "Appartements")).toContainText("tous désignés");
  });

  await test.step("ses acomptes : demandé, réglé, annulé, jusqu’au solde", async () => {
    await page.getByRole("tab", { name: /Paiements/ }).click();
    const reste = chiffre(page, "Reste à payer");
    await expect(reste).toContainText("1 200,00 €");
    await page.getByRole("button", { name: "Nouvel acompte" }).first().click();
    const dialogue = page.getByRole("dialog");
    await expect(champ(dialogue, "Prix TTC")).toHaveValue("400,00");
    await expect(derive(dialogue, "Prix HT")).toHaveText("333,33 €");
    await dialogue.getByRole("button", { name: "Ajouter l’acompte" }).click();
    await expect(dialogue.getByText("Ce champ est requis.")).toBeVisible();
    await dialogue.getByLabel("Appartement").selectOption({ index: 1 });
    await dialogue.getByRole("button", { name: "Ajouter l’acompte" }).click();
    await notification(page, "L’acompte a été ajouté.");
    await expect(page.getByRole("row").last()).toContainText("À régler");

    await actions(page, "À régler", "Marquer réglé");
    await expect(reste).toContainText("800,00 €");
    await annuler(page);
    await expect(reste).toContainText("1 200,00 €");
    await actions(page, "À régler", "Marquer réglé");
    await expect(reste).toContainText("800,00 €");

    await page.getByRole("button", { name: "Nouvel acompte" }).first().click();
    await dialogue.getByLabel("Appartement").selectOption({ index: 2 });
    await champ(dialogue, "Prix TTC").fill("800");
    await dialogue.getByText("Chèque", { exact: true }).click();
    await dialogue.getByLabel("Réglé").check();
    await expect(champ(dialogue, "Date de paiement")).not.toBeEmpty();
    await dialogue.getByRole("button", { name: "Ajouter l’acompte" }).click();
    await expect(reste).toContainText("0,00 €");
    await expect(page.getByText("Soldée")).toBeVisible();
  });

  await test.step("son ordre de mission : généré, signé, remplacé, retiré", async () => {
    await page.getByRole("tab", { name: "Documents" }).click();
    await ouvrirUnPapier(page, () =>
      page.getByRole("button", { name: "Générer l’ordre de mission" }).click(),
    );
    await expect(page.getByText("La date de signature de la mission")).toBeVisible();
    await page
      .getByLabel("Ordre de mission signé", { exact: true })
      .setInputFiles(pdf("signe.pdf"));
    await notification(page, "Votre document à bien été envoyé.");
    const telechargement = page.waitForEvent("download");
    await page.getByRole("button", { name: "Télécharger : Ordre de mission signé" }).click();
    expect((await telechargement).suggestedFilename()).toMatch(/\.pdf$/);
    await page
      .getByLabel("Ordre de mission signé", { exact: true })
      .setInputFiles(pdf("signe-2.pdf"));
    await expect(page.getByRole("alertdialog")).toContainText(
      "Remplacer l’ordre de mission signé ?",
    );
    await page.getByRole("button", { name: "Remplacer" }).last().click();
    await expect(page.getByRole("alertdialog")).toBeHidden();
    await page.getByRole("button", { name: "Retirer : Ordre de mission signé" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Retirer" }).click();
    await expect(page.getByText("Absent")).toBeVisible();
    await expect(page.getByRole("button", { name: "2 versions précédentes" })).toBeVisible();
  });
});

test("une mission se retouche depuis la fiche de son client, sans la quitter", async ({ page }) => {
  await connecter(page, "/missions/?q=castelnau");
  await page.getByRole("link", { name: "Castelnau", exact: true }).click();
  await page.getByRole("tab", { name: /Commanditaires/ }).click();
  await page
    .getByRole("table")
    .getByRole("link", { name: /Castelnau/ })
    .first()
    .click();
  await page.getByRole("tab", { name: /Missions/ }).click();
  await actions(page, "Gestion", "Modifier ici");
  await champ(page, "Durée en mois").fill("18");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Continuer la saisie" }).click();
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await notification(page, MODIFIEE);
  await expect(champ(page, "Durée en mois")).toBeHidden();
  await page.getByRole("link", { name: "Gestion" }).click();
  await expect(page.getByText("18 mois")).toBeVisible();
});

test("l’unique appartement d’un commanditaire suit le premier, jamais celui qui en a plusieurs", async ({
  page,
}) => {
  await connecter(page);
  const headers = await enTetes(page);
  const appeler = async (methode: "get" | "post" | "put", chemin: string, data?: object) =>
    (await (await page.request[methode](`/api/${chemin}`, { headers, data })).json()).data;
  const adresse = { adresse: "9 rue Neuve", codePostal: "75019", ville: "Paris" };
  // Dwellings under works do not count among the dwellings to let in other tests.
  const bienNeuf = { ...adresse, wip: true, loyerHC: 500, charge: 0 };
  const proprietaire = async (nom: string, biens: number) => {
    const defauts = { adresseDefaut: "adresse", mailDefaut: "mailPerso", telDefaut: "mobilePerso" };
    const coordonnees = { mailPerso: "duo@exemple.fr", mobilePerso: "06 12 34 56 78", ...defauts };
    const civil = { titre: "Madame", nom, prenom: "Zoé", ...adresse };
    const { id } = await appeler("post", "Client", { ...civil, ...coordonnees });
    for (let rang = 0; rang < biens; rang++) {
      const bien = await appeler("post", "Appartement", bienNeuf);
      await appeler("put", `Appartement/${bien.id}/owner/add/${id}`);
    }
  };
  await proprietaire("Ledoublet", 2);
  await proprietaire("Lesimple", 1);
  const montants = { valeurMissionAppt: 100, accompte1: 0, accompte2: 0 };
  for (const [nom, suit] of [
    ["Ledoublet", false],
    ["Lesimple", true],
  ] as const) {
    const mission = await appeler("post", "Mission", { type: "gestion", nbAppart: 1, ...montants });
    await page.goto(`/missions/${mission.id}?tab=commanditaires`);
    await choisir(page, "Ajouter un commanditaire", nom);
    await notification(
      page,
      suit
        ? "Le commanditaire a été ajouté, avec son appartement."
        : "Le commanditaire a été ajouté.",
    );
    const { Appartements } = await appeler("get", `Mission/${mission.id}`);
    expect(Appartements).toHaveLength(suit ? 1 : 0);
  }
});

const champ = (place: Page | Locator, name: string) =>
  place.getByRole("textbox", { name, exact: true });

/** An amount that the form computes. */
const derive = (place: Page | Locator, name: string) =>
  place
    .locator("form dl")
    .filter({ hasText: new RegExp(`^${name}`) })
    .locator("dd");

const chiffre = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "Chiffres de la mission" })
    .locator("dl")
    .filter({ hasText: name });

async function choisir(page: Page, bouton: string, recherche: string) {
  await page.getByRole("button", { name: bouton }).click();
  const dialogue = page.getByRole("dialog");
  await dialogue.getByRole("searchbox").fill(recherche);
  await expect(dialogue.getByRole("row")).toHaveCount(2);
  await dialogue.getByRole("row").last().getByRole("button").first().click();
  await expect(dialogue).toBeHidden();
}

async function actions(page: Page, ligne: string | RegExp, action: string) {
  const row = page.getByRole("row").filter({ hasText: ligne }).last();
  await row.getByRole("button", { name: /^Actions : / }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

const pdf = (name: string) => ({
  name,
  mimeType: "application/pdf",
  buffer: Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"),
});

/** Cancels the act through the notification, which then closes and loses the focus. */
async function annuler(page: Page) {
  const bouton = page.getByRole("button", { name: "Annuler" });
  await bouton.click();
  await expect(bouton).toBeHidden();
}
