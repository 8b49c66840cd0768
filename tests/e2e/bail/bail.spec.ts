import { expect, type Locator, type Page, test } from "@playwright/test";
import { aujourdhui, formatJour, moisDe, premierJour } from "../../../worker/domain/dates.ts";
import { connecter, notification } from "../../support/browser/browser.ts";
import { genererMalgreTout } from "../../support/browser/ecrans.ts";
import { pdf } from "../../support/browser/fichiers.ts";

const MOIS = moisDe(aujourdhui(new Date()));
const PREMIER = formatJour(premierJour(MOIS));
const DEPOT_TROP_ELEVE =
  "Le dépôt de garantie (1 980,00 €) dépasse le plafond légal d'un mois de loyer hors charges (980,00 €).";

test("un nouveau propriétaire et ses deux appartements, jusqu’au bail signé et à la première quittance", async ({
  page,
}) => {
  await connecter(page);

  await test.step("le client, dont les champs requis se signalent", async () => {
    await lien(page, "Clients").click();
    await lien(page, "Nouveau client").click();
    await bouton(page, "Créer le client").click();
    await expect(page.getByText("Ce champ est requis.").first()).toBeVisible();
    await expect(champ(page, "Nom")).toBeFocused();
    await remplir(page, {
      Nom: "Aubertin",
      Prénom: "Clotilde",
      "Mobile personnel": "0698765432",
      "E-mail personnel": "clotilde.aubertin@courriel.example",
    });
    await page.getByLabel("Téléphone par défaut").selectOption("Mobile personnel");
    await page.getByLabel("E-mail par défaut").selectOption("E-mail personnel");
    await page.getByText("Personnelle", { exact: true }).click();
    await champ(page, "Adresse").first().fill("9 quai de Bourbon");
    await bouton(page, "Créer le client").click();
    await notification(page, "Votre client à été crée avec succes.");
    await expect(page.getByRole("heading", { name: /Clotilde Aubertin/ })).toBeVisible();
  });
  const proprietaire = page.url();

  await test.step("deux appartements, créés depuis sa fiche où l’on revient", async () => {
    await onglet(page, "Appartements");
    await creerAppartement(page, "12 rue des Deux-Ponts", ["980", "90"]);
    await creerAppartement(page, "12 bis rue des Deux-Ponts", ["1 450,50", "120"]);
    await expect(page).toHaveURL(`${proprietaire}?tab=appartements`);
    await expect(page.getByRole("tab", { name: "Appartements 2" })).toBeVisible();
    await expect(ligne(page, "12 rue des Deux-Ponts")).toContainText("Vacant");
  });

  await test.step("le dossier reprend le loyer ; le locataire se crée en chemin, sans rien perdre", async () => {
    await lien(page, "12 rue des Deux-Ponts").click();
    await lien(page, "Affecter un locataire").click();
    await expect(champ(page, "Loyer HC")).toHaveValue("980,00");
    await remplir(page, {
      "Signature du bail": PREMIER,
      "Début du bail": PREMIER,
      Entrée: PREMIER,
      "Jour de quittance": "4",
      "Dépôt de garantie": "980",
      Numéro: "FD-77",
      "Montant TTC": "600",
    });
    await champ(page, "Montant TTC").blur();
    await expect(derive(page, "Montant HT")).toHaveText("500,00 €");
    await expect(derive(page, "Loyer TTC")).toHaveText("1 070,00 €");

    await bouton(page, /^Locataire/).click();
    await lien(page.getByRole("dialog"), "Nouveau locataire").click();
    await remplir(page, {
      Nom: "Vauquelin",
      Prénom: "Théo",
      "E-mail": "theo.vauquelin@courriel.example",
      Téléphone: "0601020304",
      Adresse: "3 rue Cassini",
      "Code postal": "75014",
    });
    await champ(page, "Code postal").blur();
    await expect(champ(page, "Ville")).toHaveValue("Paris");
    await bouton(page, "Créer le locataire").click();
    await notification(page, "Votre locataire à été crée avec succes.");
    await expect(bouton(page, /^Locataire M. Théo Vauquelin/)).toBeVisible();
    await expect(champ(page, "Numéro")).toHaveValue("FD-77");
    await expect(champ(page, "Début du bail")).toHaveValue(PREMIER);
  });

  await test.step("un dépôt trop élevé se signale pendant la saisie, sans rien empêcher", async () => {
    const depot = champ(page, "Dépôt de garantie");
    await expect(depot).toHaveAccessibleDescription("");
    await depot.fill("1 980");
    await expect(depot).toHaveAccessibleDescription(DEPOT_TROP_ELEVE);
    await depot.fill("980");
    await expect(page.getByText(DEPOT_TROP_ELEVE)).toHaveCount(0);
    await depot.fill("1 980");
    await expect(page.getByText(DEPOT_TROP_ELEVE)).toBeVisible();
    await bouton(page, "Créer le dossier").click();
    await notification(page, "Votre dossier à été crée avec succes.");
    await expect(page).toHaveURL(/\/appartements\/\d+\?tab=dossiers/);
    await expect(page.getByRole("heading", { name: /Deux-Ponts/ }).locator("..")).toContainText(
      "Occupé",
    );
  });

  await test.step("le contrat se génère, puis se garde signé", async () => {
    await lien(page, "M. Théo Vauquelin").click();
    await onglet(page, "Documents");
    const contrat = page.waitForEvent("popup");
    await bouton(page, "Générer le contrat").click();
    await (await contrat).close();
    await expect(page.getByText(DEPOT_TROP_ELEVE)).toBeVisible();
    await page
      .getByLabel("Contrat de location signé", { exact: true })
      .setInputFiles([await pdf("bail signé.pdf")]);
    await notification(page, "Votre document à bien été envoyé.");
    await expect(page.getByText("Déposé", { exact: true })).toHaveCount(1);
  });

  await test.step("la première quittance se génère dans le mois, et s’ouvre payée", async () => {
    await lien(page, "Quittances").click();
    await page.getByText("Génération", { exact: true }).click();
    await page.getByRole("searchbox").fill("vauquelin");
    const dossier = ligne(page, "Théo Vauquelin");
    await expect(dossier).toContainText("1 070,00 €");
    await dossier.getByRole("button", { name: /^Actions : / }).click();
    await page.getByRole("menuitem", { name: "Générer la quittance" }).click();
    await genererMalgreTout(page, "1 quittance générée.");
    await page.getByText("Lecture", { exact: true }).click();
    await bouton(dossier, /^Marquer payée/).click();
    await expect(dossier).toContainText("Payée");
    await bouton(dossier, /^M. Théo Vauquelin/).click();
    const quittance = page.getByRole("dialog", { name: /Théo Vauquelin, n° / });
    await expect(quittance).toContainText("1 070,00 €");
    // The headless shell of Chromium also downloads the paper that it cannot show.
    const telechargement = page.waitForEvent("download", (fichier) =>
      fichier.suggestedFilename().includes(`Quittance_${MOIS}_VAUQUELIN`),
    );
    await bouton(quittance, "Télécharger").click();
    await telechargement;
    await page.keyboard.press("Escape");
  });

  await test.step("le propriétaire la retrouve parmi les siennes", async () => {
    await page.goto(`${proprietaire}?tab=quittances`);
    await expect(ligne(page, "Théo Vauquelin")).toContainText("Payée");
  });
});

async function creerAppartement(page: Page, adresse: string, [loyer, charges]: [string, string]) {
  await lien(page, "Nouvel appartement").click();
  await expect(page.getByRole("heading", { name: /de .*Aubertin/ })).toBeVisible();
  await remplir(page, {
    Adresse: adresse,
    "Code postal": "75004",
    Ville: "Paris",
    "Loyer HC": loyer,
    Charges: charges,
  });
  await bouton(page, "Créer l’appartement").click();
  await notification(page, "Votre appartement à été crée avec succes.");
  await expect(lien(page, adresse)).toBeVisible();
}

const champ = (place: Page | Locator, name: string) =>
  place.getByRole("textbox", { name, exact: true });

const bouton = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole("button", { name, exact: true });

const lien = (place: Page | Locator, name: string) =>
  place.getByRole("link", { name, exact: true });

const ligne = (page: Page, texte: string) => page.getByRole("row").filter({ hasText: texte });

const onglet = (page: Page, name: string) =>
  page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();

/** An amount that the form computes. */
const derive = (page: Page, name: string) =>
  page
    .locator("form dl")
    .filter({ hasText: new RegExp(`^${name}`) })
    .locator("dd");

async function remplir(place: Page | Locator, valeurs: Record<string, string>) {
  for (const [name, valeur] of Object.entries(valeurs)) await champ(place, name).fill(valeur);
}
