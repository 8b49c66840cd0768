import { expect, type Page, test } from "@playwright/test";
import { connecter, notification } from "../../support/browser/browser.ts";
import { gros, type Piece, pdf, photo } from "../../support/browser/fichiers.ts";

const MO = 1024 * 1024;
const ENVOYE = "Votre document à bien été envoyé.";

test("les fichiers d’un client : déposés, lus, renommés, remplacés, supprimés", async ({
  page,
}) => {
  await connecter(page);
  await ouvrirClient(page, "Castelnau");
  await expect(page.getByText("Aucun fichier pour l’instant")).toBeVisible();

  await test.step("plusieurs à la fois, par glisser-déposer ; ce qui ne convient pas dit pourquoi", async () => {
    await deposer(page, [
      await pdf("identité.pdf", "Carte d'identité"),
      photo("façade.png"),
      photo("cour.png", [170, 140, 90]),
      { name: "tableau.csv", mimeType: "text/csv", buffer: Buffer.from("a;b\n1;2\n") },
      { name: "vide.txt", mimeType: "text/plain", buffer: Buffer.alloc(0) },
    ]);
    await notification(page, "Vos documents ont bien été envoyés.");
    await expect(page.getByRole("tab", { name: "Fichiers 4" })).toBeVisible();
    await expect(televersements(page)).toContainText("Ce fichier est vide.");
    await page.getByRole("button", { name: "Retirer de la liste : vide.txt" }).click();
    await expect(televersements(page)).toBeHidden();
    await page.getByLabel("Fichiers à ajouter").setInputFiles(gros("énorme.pdf", 100 * MO + 1));
    await expect(televersements(page)).toContainText("Un fichier ne peut pas dépasser 100 Mo.");
    await page.getByRole("button", { name: /^Retirer de la liste/ }).click();
  });

  await test.step("un PDF se lit dans la page, une image en plein écran, au clavier", async () => {
    await page.getByRole("button", { name: "identité.pdf", exact: true }).click();
    const apercu = page.getByRole("dialog", { name: "identité.pdf" });
    await expect(apercu.getByTitle("Aperçu de identité.pdf")).toBeVisible();
    await apercu.getByRole("button", { name: "Fermer" }).click();
    await page.getByRole("button", { name: "façade.png", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "façade.png" })).toBeVisible();
    await expect(page.getByRole("img", { name: "façade.png" })).toHaveJSProperty(
      "naturalWidth",
      48,
    );
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("dialog", { name: "cour.png" })).toContainText("/ 2");
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("dialog", { name: "façade.png" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("button", { name: "façade.png", exact: true })).toBeFocused();
  });

  await test.step("ce qui ne se montre pas se télécharge sous son nom", async () => {
    const telechargement = page.waitForEvent("download");
    await page.getByRole("button", { name: "tableau.csv", exact: true }).click();
    expect((await telechargement).suggestedFilename()).toBe("tableau.csv");
  });

  await test.step("renommé, l’extension reste", async () => {
    await choisir(page, "identité.pdf", "Renommer");
    await page.getByRole("textbox", { name: "Nom" }).fill("Carte d’identité");
    await page.keyboard.press("Enter");
    await notification(page, "Vos modifications ont été prises en compte.");
    await expect(ligne(page, "Carte d’identité.pdf")).toBeVisible();
  });

  await test.step("remplacé, après confirmation", async () => {
    const choix = page.waitForEvent("filechooser");
    await choisir(page, "tableau.csv", "Remplacer");
    await (await choix).setFiles([photo("tableau.png")]);
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(
      "L’ancien document sera gardé parmi les versions précédentes.",
    );
    await question.getByRole("button", { name: "Remplacer" }).click();
    await notification(page, ENVOYE);
    await expect(ligne(page, "tableau.png")).toBeVisible();
  });

  await test.step("gardé : ses versions se lisent, et il ne se supprime plus", async () => {
    await choisir(page, "tableau.png", "Versions précédentes");
    const dialogue = page.getByRole("dialog");
    await expect(dialogue).toContainText(/Déposé le .*, retiré le .*par /);
    const telechargement = page.waitForEvent("download");
    await dialogue.getByRole("button", { name: /^Télécharger/ }).click();
    expect((await telechargement).suggestedFilename()).toBe("tableau.csv");
    await page.keyboard.press("Escape");
    await ligne(page, "tableau.png")
      .getByRole("button", { name: /^Actions/ })
      .click();
    await expect(page.getByRole("menuitem", { name: "Supprimer" })).toHaveCount(0);
    await page.keyboard.press("Escape");
  });

  await test.step("supprimé, avec les mots de la confirmation", async () => {
    await choisir(page, "Carte d’identité.pdf", "Supprimer");
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Supprimer l'element ?");
    await expect(question).toContainText("Cette action est irreversible.");
    await question.getByRole("button", { name: "Supprimer" }).click();
    await expect(ligne(page, "Carte d’identité.pdf")).toBeHidden();
    await expect(page.getByRole("tab", { name: "Fichiers 3" })).toBeVisible();
  });
});

test("un appartement garde ses propres fichiers", async ({ page }) => {
  await connecter(page, "/appartements/?q=jonquière");
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("tab", { name: /^Fichiers/ }).click();
  await page.getByLabel("Fichiers à ajouter").setInputFiles([await pdf("diagnostics.pdf")]);
  await notification(page, ENVOYE);
  await page.reload();
  await expect(page.getByRole("tab", { name: "Fichiers 1" })).toBeVisible();
  await expect(ligne(page, "diagnostics.pdf")).toBeVisible();
});

test("un gros fichier part par morceaux : suivi, repris après une coupure, annulé, gardé si l’on part", async ({
  page,
}) => {
  await connecter(page);
  await ouvrirClient(page, "Azoulay");
  const champ = page.getByLabel("Fichiers à ajouter");
  const morceaux: number[] = [];
  let coupe = true;
  await page.route("**/api/Upload/*/part/*", async (route) => {
    const numero = Number(route.request().url().split("/").at(-1));
    if (coupe && numero > 1) return route.abort("connectionreset");
    morceaux.push(numero);
    return route.continue();
  });

  await test.step("la coupure se dit à côté du fichier, sans quitter l’écran", async () => {
    await champ.setInputFiles(gros("dossier technique.pdf", 20 * MO));
    await expect(page.getByRole("progressbar")).toBeVisible();
    await expect(televersements(page)).toContainText("Le serveur ne répond pas.");
    expect(morceaux).toEqual([1]);
  });

  await test.step("repris, il ne renvoie que ce qui manque", async () => {
    coupe = false;
    await page.getByRole("button", { name: "Réessayer : dossier technique.pdf" }).click();
    await notification(page, ENVOYE);
    expect(morceaux).toEqual([1, 2, 3]);
    await expect(ligne(page, "dossier technique.pdf")).toContainText("20 Mo");
  });

  await test.step("tant qu’il est en route, partir se confirme", async () => {
    const retenu = Promise.withResolvers<void>();
    await page.route("**/api/Upload/*/part/2", async (route) => {
      await retenu.promise;
      await route.abort().catch(() => {});
    });
    await champ.setInputFiles(gros("plans.pdf", 12 * MO));
    await expect(televersements(page)).toContainText("sur 12 Mo");
    await page.getByRole("tab", { name: /^Détails/ }).click();
    await page.getByRole("tab", { name: /^Fichiers/ }).click();
    await expect(televersements(page)).toContainText("sur 12 Mo");
    await page.getByRole("link", { name: "Locataires" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Abandonner les envois en cours ?");
    await question.getByRole("button", { name: "Continuer les envois" }).click();
    await expect(televersements(page)).toContainText("sur 12 Mo");
    const abandon = page.waitForRequest((request) => request.method() === "DELETE");
    await page.getByRole("button", { name: "Annuler l’envoi : plans.pdf" }).click();
    await abandon;
    await expect(televersements(page)).toBeHidden();
    retenu.resolve();
    await page.getByRole("link", { name: "Locataires" }).click();
    await expect(page).toHaveURL(/locataires/);
  });
});

test("les photos d’un appartement : ajoutées, regardées en plein écran, retirées", async ({
  page,
}) => {
  await connecter(page, "/appartements/?q=hoche");
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("heading", { name: "Équipements", exact: true }).hover();
  await page.mouse.wheel(0, 5000);
  await expect(page.getByText("Aucune photo pour l’instant")).toBeVisible();
  const champ = page.getByLabel("Photos à ajouter");

  await test.step("une fausse image est refusée avant de partir, la 21e attend", async () => {
    const fausse = { name: "fausse.png", mimeType: "image/png", buffer: Buffer.from("bonjour") };
    const vingtEtUne = Array.from({ length: 21 }, (_, rang) =>
      photo(`piece-${rang + 1}.png`, [80 + 8 * rang, 140, 200 - 8 * rang]),
    );
    await champ.setInputFiles([fausse, ...vingtEtUne]);
    await notification(page, "20 photos ajoutées.");
    await expect(televersements(page)).toContainText(
      "Une image est attendue : JPEG, PNG, WebP, GIF, AVIF ou HEIC.",
    );
    await expect(televersements(page)).toContainText("20 fichiers au plus.");
    await page.getByRole("button", { name: "Réessayer : piece-21.png" }).click();
    await notification(page, "1 photo ajoutée.");
    await expect(photos(page)).toHaveCount(21);
    await page.getByRole("button", { name: "Retirer de la liste : fausse.png" }).click();
  });

  await test.step("chaque vignette a son texte, et se voit", async () => {
    const premiere = photos(page).first();
    await expect(premiere.getByRole("img")).toHaveAttribute(
      "alt",
      /rue Hoche.*, photo 1\s: piece-1$/,
    );
    await expect(premiere.getByRole("img")).toHaveAttribute("src", /&w=320$/);
    await expect(premiere.getByRole("img")).not.toHaveJSProperty("naturalWidth", 0);
  });

  await test.step("plein écran : flèches, première et dernière, retrait, Échap", async () => {
    await page
      .getByRole("button", { name: /photo 2 :/ })
      .first()
      .click();
    const plein = page.getByRole("dialog");
    await expect(plein).toContainText("2 / 21");
    await page.keyboard.press("ArrowLeft");
    await expect(plein).toContainText("1 / 21");
    await page.keyboard.press("End");
    await expect(plein).toContainText("21 / 21");
    await plein.getByRole("button", { name: "Image suivante" }).click();
    await expect(plein).toContainText("1 / 21");
    await plein.getByRole("button", { name: "Supprimer" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Supprimer" }).click();
    await expect(plein).toContainText("1 / 20");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(photos(page)).toHaveCount(20);
  });
});

async function ouvrirClient(page: Page, nom: string) {
  await page.goto(`/client/?q=${nom}`);
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("tab", { name: /^Fichiers/ }).click();
}

// This function is a text because the page runs it: the tests have no types of the browser.
const TRANSFERT = `(files) => {
  const transfer = new DataTransfer();
  for (const { name, mimeType, octets } of files) {
    transfer.items.add(new File([new Uint8Array(octets)], name, { type: mimeType }));
  }
  return transfer;
}`;

/** Drops files on the tab, as a user does from a folder. */
async function deposer(page: Page, pieces: readonly Piece[]) {
  const fichiers = pieces.map(({ buffer, ...piece }) => ({ ...piece, octets: [...buffer] }));
  const donnees = await page.evaluateHandle(`(${TRANSFERT})(${JSON.stringify(fichiers)})`);
  const zone = page.getByText("Aucun fichier pour l’instant");
  await zone.dispatchEvent("dragenter", { dataTransfer: donnees });
  await expect(page.getByText("Déposez les fichiers ici")).toBeVisible();
  await zone.dispatchEvent("drop", { dataTransfer: donnees });
}

const televersements = (page: Page) => page.getByRole("list", { name: "Envois" });

const photos = (page: Page) =>
  page.getByRole("list", { name: "Photos de l’appartement" }).getByRole("listitem");

const ligne = (page: Page, nom: string) => page.getByRole("row").filter({ hasText: nom });

async function choisir(page: Page, nom: string, action: string) {
  await page.getByRole("button", { name: `Actions : ${nom}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}
