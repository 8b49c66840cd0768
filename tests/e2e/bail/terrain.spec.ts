import { expect, test } from "@playwright/test";
import { connecter, seConnecter } from "../../support/browser/browser.ts";
import {
  attendreHorsLigne,
  bande,
  Doigt,
  empreintesGardees,
  lireVisite,
  ouvrirBail,
  photo,
} from "../../support/browser/terrain.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const suivant = /^(Suivant|Pièces$)/;

/**
 * Describes a room in good condition except for three elements, each with a state, a phrase and a photo; then
 * photographs four other elements, and goes on to the next room.
 */
async function decrirePiece(doigt: Doigt, images: readonly Buffer[]): Promise<void> {
  const { page } = doigt;
  await doigt.toucher("Tout en bon état");
  const exceptions = [
    ["Murs", "État d’usage", "trou de cheville +"],
    ["Sol", "Mauvais état", "rayures"],
    ["Fenêtres", "État d’usage", "ferme mal"],
  ] as const;
  for (const [rang, [element, etat, phrase]] of exceptions.entries()) {
    await doigt.toucher(etat, element);
    await doigt.toucher(phrase, element);
    await doigt.photographier(element, images[rang % images.length] ?? Buffer.alloc(0));
  }
  for (const [rang, element] of ["Plafond", "Électricité", "Plomberie", "Serrures"].entries())
    await doigt.photographier(element, images[(rang + 3) % images.length] ?? Buffer.alloc(0));
  await expect(
    page.getByText(/^Gardé|^Hors ligne|^Envoi|^Tout est envoyé|^Enregistrement/),
  ).toBeVisible();
  await doigt.toucher(suivant);
}

async function lireCompteurs(doigt: Doigt, image: Buffer, index: string): Promise<void> {
  await doigt.suivre("Compteurs, clés, général");
  for (const compteur of ["Électricité", "Gaz", "Eau froide", "Eau chaude"])
    await doigt.ecrire(`Index (${compteur === "Électricité" ? "kWh" : "m³"})`, index, compteur);
  await doigt.photographier("Électricité", image);
  await doigt.toucher("Collectif", "Chauffage");
  await doigt.toucher("Porte palière : un de plus");
  await doigt.toucher("Porte palière : un de plus");
  await doigt.toucher("Badge : un de plus");
  await doigt.toucher("Boîte aux lettres : un de plus");
  await doigt.toucher("Collective", "Antenne");
  await doigt.toucher("Néant", "Aménagement");
}

test("un 2 pièces meublé s’écrit sur place, sans réseau, puis part ; sa sortie se fait à côté", async ({
  page,
  context,
}) => {
  await connecter(page);
  const DossierId = await ouvrirBail(page, "12 rue des Lilas");
  const images = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((rang) => photo(page, rang)));
  const image = images[0] ?? Buffer.alloc(0);
  const entree = new Doigt(page);

  await test.step("le dossier y mène par un bouton ; l’appareil garde de quoi travailler seul", async () => {
    await page.goto(`/dossiers/${DossierId}?tab=etats-lieux`);
    await page
      .getByRole("region", { name: "État des lieux d’entrée" })
      .getByRole("link", { name: "Sur place" })
      .click();
    await expect(page.getByText("De quoi partir")).toBeVisible();
    await attendreHorsLigne(page);
  });

  await test.step("hors ligne, l’entrée tient en 330 gestes, photos comprises", async () => {
    await context.setOffline(true);
    await entree.toucher("2 pièces meublé");
    await entree.suivre("Entrée");
    for (let piece = 0; piece < 6; piece++) await decrirePiece(entree, images);
    await lireCompteurs(entree, image, "01234");
    await page.getByRole("link", { name: "Retour" }).click();
    await entree.suivre("Relecture");
    await expect(page.getByText("À compléter")).toBeHidden();
    await entree.ecrire("Présents", "Mme Roy", "Personnes et réserves");
    await entree.toucher("Terminer");
    await expect(bande(page)).toContainText(
      "Hors ligne : rien n’est perdu, 1 état des lieux et 43 photos",
    );
    expect(entree.gestes).toBeLessThanOrEqual(330);
  });

  let gardees: Record<string, string> = {};
  await test.step("d’autres viennent de la galerie : soixante photos sont sur l’appareil", async () => {
    await entree.suivre(/^Entrée · 12 rue des Lilas/);
    await entree.suivre(/^Entrée/);
    const fichiers = Array.from({ length: 17 }, (_, rang) => ({
      name: `${rang}.jpg`,
      mimeType: "image/jpeg",
      buffer: images[rang % images.length] ?? Buffer.alloc(0),
    }));
    await page.getByLabel("Plafond : photo de la galerie", { exact: true }).setInputFiles(fichiers);
    await expect(bande(page)).toContainText("60 photos");
    gardees = await empreintesGardees(page);
    expect(Object.keys(gardees)).toHaveLength(60);
  });

  await test.step("fermée puis rouverte sans réseau, la page a tout gardé ; le reste du produit n’est pas là", async () => {
    await page.close();
    const rouverte = await context.newPage();
    await rouverte.goto("/terrain/");
    await expect(rouverte.getByText("12 rue des Lilas, 4e")).toBeVisible();
    await expect(bande(rouverte)).toContainText("60 photos");
    const bureau = await context.newPage();
    await expect(bureau.goto("/dossiers/")).rejects.toThrow();
    await bureau.close();
    await context.setOffline(false);
    await expect(bande(rouverte)).toContainText("Reconnectez-vous pour envoyer");
    await rouverte.getByRole("link", { name: "Se connecter" }).click();
    await seConnecter(rouverte);
    await expect(bande(rouverte)).toHaveText("Tout est envoyé", { timeout: 60_000 });
    const { constat } = await lireVisite(rouverte, DossierId, "entree");
    const recues = constat?.photos.map(({ cle, empreinte }) => [cle, empreinte]) ?? [];
    expect(Object.fromEntries(recues)).toEqual(gardees);
    expect(constat?.photos.every(({ recueLe }) => recueLe !== null)).toBe(true);
    expect(constat?.releve.valeurs.pieces[0]).toMatchObject({
      sol: "Mauvais état, rayures",
      plafond: "Bon état",
    });
    expect(constat?.releve.valeurs.clef).toBe(
      "2 clés de porte palière, 1 clé de boîte aux lettres, 1 badge",
    );
  });

  await test.step("la sortie part de l’entrée, la montre à côté, et tient en 190 gestes", async () => {
    const [sur = page] = context.pages();
    const sortie = new Doigt(sur);
    await sur.goto(`/terrain/?dossier=${DossierId}&cote=sortie`);
    await expect(sur.getByRole("heading", { name: /^Sortie/ })).toBeVisible();
    await sortie.suivre("Entrée");
    for (let piece = 0; piece < 6; piece++) {
      await expect(sur.getByRole("img", { name: "Photo de l’entrée" }).first()).toBeVisible();
      await sortie.toucher("Tout comme à l’entrée");
      await sortie.toucher("Mauvais état", "Murs");
      await sortie.toucher("trou de cheville +", "Murs");
      await sortie.photographier("Murs", image);
      await expect(sur.getByRole("region", { name: "Murs" })).toContainText("Dégradé");
      await sortie.toucher(suivant);
    }
    await lireCompteurs(sortie, image, "01300");
    await expect(sur.getByText("sur 2")).toBeVisible();
    await sur.getByRole("link", { name: "Retour" }).click();
    await sortie.suivre("Relecture");
    await expect(sur.getByRole("region", { name: /^Différences/ })).toContainText("Séjour, murs");
    await sortie.toucher("Terminer");
    expect(sortie.gestes).toBeLessThanOrEqual(190);
    await expect(bande(sur)).toHaveText("Tout est envoyé", { timeout: 60_000 });
  });
});

test("deux agents écrivent le même état des lieux : ce qui se recoupe se choisit, le reste se fond", async ({
  page,
  browser,
  baseURL,
}) => {
  await connecter(page);
  const DossierId = await ouvrirBail(page, "3 quai Perrache");
  const autre = await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage();
  await connecter(autre);
  await page.goto(`/terrain/?dossier=${DossierId}&cote=entree`);
  await new Doigt(page).toucher("2 pièces meublé");
  await expect(bande(page)).toHaveText("Tout est envoyé");
  await autre.goto(`/terrain/?dossier=${DossierId}&cote=entree`);

  await expect(autre.getByRole("link", { name: /^Entrée/ })).toBeVisible();
  await autre.context().setOffline(true);
  const [lea, paul] = [new Doigt(page), new Doigt(autre)];
  await paul.suivre("Entrée");
  await paul.toucher("Neuf", "Sol");
  await paul.toucher("Mauvais état", "Murs");
  await lea.suivre("Entrée");
  await lea.toucher("Bon état", "Murs");
  await lea.toucher("Neuf", "Plafond");
  await expect(bande(page)).toHaveText("Tout est envoyé");
  await autre.context().setOffline(false);

  await expect(autre.getByText("Un collègue a écrit autre chose")).toBeVisible();
  await expect(
    autre.getByRole("button", { name: /^admin@.+, \d{2}:\d{2} : Bon état/ }),
  ).toBeVisible();
  await paul.toucher(/^Vous : Mauvais état/);
  await paul.toucher("Garder ces choix");
  await expect(bande(autre)).toHaveText(/^Tout est envoyé/);
  const { constat } = await lireVisite(page, DossierId, "entree");
  expect(constat?.releve.valeurs.pieces[0]).toMatchObject({
    mur: "Mauvais état",
    sol: "Neuf",
    plafond: "Neuf",
  });
  await lea.toucher("Bon état", "Plafond");
  await expect(bande(page)).toHaveText("Tout est envoyé, fusionné avec la saisie d’un collègue");
  await lea.toucher("Neuf", "Plafond");
  await expect(bande(page)).toHaveText("Tout est envoyé");
});
