import { expect, type Locator, type Page, test } from "@playwright/test";
import {
  ADMIN,
  connecter,
  notification,
  ouvrirUnPapier,
  tarder,
} from "../../support/browser/browser.ts";

const REMPLACER = "Remplacer l'état des lieux ?";
const SUPPRIME = "L'ancien état des lieux sera remplacé, et donc supprimé.";

test.use({ viewport: { width: 820, height: 1180 } });

test("l’état des lieux d’un logement, de l’entrée à la sortie, sur une tablette", async ({
  page,
}) => {
  await connecter(page, "/dossiers/?q=bouchard");
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await page.getByRole("tab", { name: /États des lieux/ }).click();
  const dossier = page.url();
  const entree = page.getByRole("region", { name: "État des lieux d’entrée" });
  const sortie = page.getByRole("region", { name: "État des lieux de sortie" });
  const dialogue = page.getByRole("dialog");

  await test.step("les pièces de la grille se remplissent au doigt, le texte reste libre", async () => {
    await entree.getByRole("button", { name: "Établir l’état des lieux d’entrée" }).click();
    for (const nom of ["Entrée", "Séjour", "Cuisine", "Salle d'eau", "W.C"]) {
      await expect(piece(page, nom)).toBeVisible();
    }
    await piece(page, "Séjour").click();
    await usuel(page, "Murs", "Bon état").click();
    await expect(champ(dialogue, "Murs")).toHaveValue("Bon état");
    await champ(dialogue, "Murs").press("End");
    await champ(dialogue, "Murs").pressSequentially(", un trou de cheville");
    await usuel(page, "Murs", "État d'usage").click();
    await expect(champ(dialogue, "Murs")).toHaveValue("État d'usage, un trou de cheville");
    await usuel(page, "Toute la pièce", "Neuf").click();
    await expect(champ(dialogue, "Sol")).toHaveValue("Neuf");
    await expect(champ(dialogue, "Murs")).toHaveValue("État d'usage, un trou de cheville");
    for (const etat of await dialogue.getByRole("group").getByRole("button").all()) {
      expect((await etat.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
  });

  await test.step("une pièce s’ajoute, se renomme, se déplace ; écrite, elle ne se retire pas sans question", async () => {
    await dialogue.getByRole("button", { name: "Ajouter une pièce" }).click();
    await expect(champ(dialogue, "Nom de la pièce", "combobox")).toBeFocused();
    await page.keyboard.type("Chambre");
    await expect(piece(page, "Chambre")).toBeVisible();
    await dialogue.getByRole("button", { name: "Avancer la pièce" }).click();
    await usuel(page, "Sol", "Mauvais état").click();
    await piece(page, "W.C").click();
    await dialogue.getByRole("button", { name: "Retirer la pièce" }).click();
    await expect(piece(page, "W.C")).toBeHidden();
    await piece(page, "Chambre").click();
    await dialogue.getByRole("button", { name: "Retirer la pièce" }).click();
    await expect(page.getByRole("alertdialog")).toContainText("Retirer la pièce « Chambre » ?");
    await page.getByRole("alertdialog").getByRole("button", { name: "Annuler" }).click();
    await expect(champ(dialogue, "Sol")).toHaveValue("Mauvais état");
  });

  await test.step("une page rechargée ne perd rien de la saisie", async () => {
    page.once("dialog", (question) => question.accept());
    await page.reload();
    await notification(page, "Votre saisie a été reprise.");
    await piece(page, "Séjour").click();
    await expect(champ(dialogue, "Murs")).toHaveValue("État d'usage, un trou de cheville");
  });

  await test.step("ce qui manque est montré, où qu’on soit dans la grille", async () => {
    await dialogue.getByRole("button", { name: "Enregistrer l’état des lieux" }).click();
    await expect(dialogue.getByText("Ce champ est requis.").first()).toBeVisible();
    await expect(champ(dialogue, "Eau froide")).toBeFocused();
    await remplir(dialogue, {
      "Eau froide": "214 m³",
      "Eau chaude": "87 m³",
      Chauffage: "Collectif",
      "Clés et badges": "2 clés de porte, 1 badge",
      Antenne: "Collective",
      Aménagement: "Placard d’entrée",
    });
    await dialogue.getByRole("button", { name: "Enregistrer l’état des lieux" }).click();
    await notification(page, "L’état des lieux a été enregistré.");
    await expect(entree).toContainText("5 pièces");
    await expect(page.getByRole("tab", { name: /États des lieux/ })).toContainText("1");
  });

  await test.step("la sortie part de l’entrée et montre ce qui a changé, sans reprendre les compteurs", async () => {
    await sortie.getByRole("button", { name: "Établir l’état des lieux de sortie" }).click();
    await expect(champ(dialogue, "Eau froide")).toBeEmpty();
    await expect(dialogue.getByText("À l’entrée : 214 m³")).toBeVisible();
    await remplir(dialogue, {
      "Eau froide": "301 m³",
      "Eau chaude": "120 m³",
      Chauffage: "Collectif",
    });
    await piece(page, "Séjour").click();
    await expect(dialogue.getByText("Identique")).toHaveCount(7);
    await usuel(page, "Sol", "Mauvais état").click();
    await expect(dialogue.getByText("Changé")).toHaveCount(1);
    await expect(dialogue.getByRole("button", { name: "Retirer la pièce" })).toBeHidden();
    await expect(piece(page, "Séjour")).toContainText("changement");
    await dialogue.getByRole("button", { name: "Enregistrer l’état des lieux" }).click();
    await expect(sortie).toContainText("1 changement depuis l’entrée");
    await sortie.getByRole("button", { name: "Voir" }).click();
    await expect(dialogue.getByText("1 changement dans 1 pièce")).toBeVisible();
    await dialogue.getByLabel("Seulement ce qui a changé").check();
    await expect(dialogue.getByRole("table")).toHaveCount(1);
    await expect(dialogue.getByRole("row").last()).toHaveText(/Sol.*Neuf.*Mauvais état.*Changé/);
    await page.keyboard.press("Escape");
  });

  await test.step("il se modifie ; quitter sans enregistrer est une question", async () => {
    await entree.getByRole("button", { name: "Modifier" }).click();
    await champ(dialogue, "Interphone").fill("En service");
    await page.keyboard.press("Escape");
    await expect(page.getByText("Abandonner les modifications ?")).toBeVisible();
    await page.getByRole("button", { name: "Continuer la saisie" }).click();
    await dialogue.getByRole("button", { name: "Enregistrer" }).click();
    await notification(page, "Vos modifications ont été prises en compte.");
    await expect(dialogue).toHaveCount(0);
  });

  await test.step("deux personnes à la fois : les deux versions sont montrées, élément par élément", async () => {
    await entree.getByRole("button", { name: "Modifier" }).click();
    await piece(page, "Cuisine").click();
    await usuel(page, "Sol", "Neuf").click();
    await modifierAilleurs(page, ({ pieces }) => ({
      pieces: pieces.map((piece) =>
        piece.nom === "Cuisine" ? { ...piece, sol: "Mauvais état" } : piece,
      ),
    }));
    await dialogue.getByRole("button", { name: "Enregistrer" }).click();
    const conflit = page.getByRole("row").filter({ hasText: "Pièces" });
    await expect(conflit).toContainText("Cuisine, Sol : Mauvais état");
    await expect(conflit).toContainText("Cuisine, Sol : Neuf");
    await page.getByRole("button", { name: "Garder mes modifications" }).click();
    await notification(page, "Vos modifications ont été prises en compte.");
    await expect(dialogue).toHaveCount(0);
  });

  await test.step("le document, et son exemplaire signé", async () => {
    await ouvrirUnPapier(page, () =>
      sortie.getByRole("button", { name: "Générer le document" }).click(),
    );
    await sortie.getByLabel("État des lieux de sortie signé", { exact: true }).setInputFiles({
      name: "sortie.pdf",
      mimeType: "application/pdf",
      buffer: Buffer.from(
        "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n",
      ),
    });
    await notification(page, "Votre document à bien été envoyé.");
    await expect(sortie).toContainText("Signé");
    await expect(sortie.getByRole("button", { name: "Modifier" })).toHaveCount(0);
  });

  await test.step("le logement liste ses états des lieux et mène au dossier", async () => {
    await page.getByRole("main").locator('a[href^="/appartements/"]').first().click();
    await page.getByRole("tab", { name: /État des lieux/ }).click();
    const ligne = page.getByRole("row").filter({ hasText: "Sortie" });
    await ligne.getByRole("button", { name: "Sortie", exact: true }).click();
    await expect(dialogue.getByText("1 changement dans 1 pièce")).toBeVisible();
    await dialogue.getByRole("button", { name: "Fermer" }).click();
    await ligne.getByRole("link").click();
    await expect(page).toHaveURL(dossier);
  });

  await test.step("le remplacer demande une confirmation, et repart d’une grille neuve", async () => {
    await entree.getByRole("button", { name: /^Actions : / }).click();
    await page.getByRole("menuitem", { name: "Remplacer" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(REMPLACER);
    await expect(question).toContainText(SUPPRIME);
    await question.getByRole("button", { name: "Remplacer" }).click();
    await remplir(dialogue, {
      "Eau froide": "215 m³",
      "Eau chaude": "88 m³",
      Chauffage: "Collectif",
      "Clés et badges": "2 clés",
      Antenne: "Collective",
      Aménagement: "Néant",
    });
    await tarder(page, "**/api/EtatLieux/*");
    await dialogue.getByRole("button", { name: "Enregistrer l’état des lieux" }).click();
    await expect(entree).toContainText("0 élément décrit");
  });
});

const champ = (place: Page | Locator, name: string, role: "textbox" | "combobox" = "textbox") =>
  place.getByRole(role, { name, exact: true });

const piece = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Pièces" }).getByRole("button", { name });

/** The button of a usual word for the state of an element. */
const usuel = (page: Page, element: string, etat: string) =>
  page
    .getByRole("group", { name: `${element} : états usuels` })
    .getByRole("button", { name: etat, exact: true });

async function remplir(place: Locator, valeurs: Record<string, string>) {
  for (const [name, valeur] of Object.entries(valeurs)) await champ(place, name).fill(valeur);
}

interface Inventaire {
  id: number;
  pieces: Record<string, string | null>[];
}

/** Changes the entry inventory of the dossier on screen, as another user would meanwhile. */
async function modifierAilleurs(page: Page, change: (etat: Inventaire) => Partial<Inventaire>) {
  const login = { credentials: { email: ADMIN.email, password: ADMIN.password }, remember: false };
  const session = await (await page.request.post("/api/user/login", { data: login })).json();
  const headers = { Authorization: `Token ${session.data.user.token}` };
  const dossier = page.url().match(/dossiers\/(\d+)/)?.[1];
  const { data } = await (await page.request.get(`/api/Dossier/${dossier}`, { headers })).json();
  const etat = `/api/EtatLieux/${data.etatIn}`;
  const present = await (await page.request.get(etat, { headers })).json();
  await page.request.put(etat, { headers, data: change(present.data) });
}
