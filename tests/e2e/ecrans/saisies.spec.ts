import { expect, type Page, test } from "@playwright/test";
import { connecter, notification } from "../../support/browser/browser.ts";
import { fichesDeLaDemo } from "../../support/browser/ecrans.ts";

test("Entrée pressée trois fois n’enregistre qu’une fiche, et rien ne se tape pendant ce temps", async ({
  page,
}) => {
  await connecter(page, "/client/new");
  await champ(page, "Nom").fill("Quatrevaux");
  await champ(page, "Prénom").fill("Irène");
  await page.getByLabel("Téléphone par défaut").selectOption("Mobile personnel");
  await champ(page, "Mobile personnel").fill("0611223344");
  await page.getByLabel("E-mail par défaut").selectOption("E-mail personnel");
  await page.getByText("Personnelle", { exact: true }).click();
  await champ(page, "Adresse").first().fill("4 rue des Lilas");
  await champ(page, "E-mail personnel").fill("irene.quatrevaux@courriel.example");
  const laisser = await retenir(page, "POST");
  for (let fois = 0; fois < 3; fois++) await page.keyboard.press("Enter");
  await page.keyboard.type("xyz");
  await expect(champ(page, "E-mail personnel")).toHaveValue("irene.quatrevaux@courriel.example");
  laisser();
  await notification(page, "Votre client à été crée avec succes.");
  await page.goto("/client/?q=quatrevaux");
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(2);
});

test("quitter pendant un enregistrement le laisse finir, sans ramener à la fiche", async ({
  page,
}) => {
  await connecter(page);
  const { Client } = await fichesDeLaDemo(page);
  await page.goto(`/client/${Client}/edit`);
  await champ(page, "Lieu de naissance").fill("Vierzon");
  const laisser = await retenir(page, "PUT");
  await page.getByRole("button", { name: "Enregistrer" }).click();
  await page.getByRole("link", { name: "Missions" }).click();
  const question = page.getByRole("alertdialog", { name: "Quitter pendant l’enregistrement ?" });
  const enregistree = page.waitForResponse((reponse) => reponse.request().method() === "PUT");
  await question.getByRole("button", { name: "Quitter" }).click();
  await expect(page).toHaveURL(/\/missions\/$/);
  laisser();
  await enregistree;
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(/\/missions\/$/);
  await page.goto(`/client/${Client}`);
  await expect(page.getByText("Vierzon")).toBeVisible();
});

test("le second clic d’un double clic ne touche pas la ligne qui prend la place", async ({
  page,
}) => {
  await connecter(page, "/quitances/?etat=inconnue");
  const payer = page.getByRole("button", { name: /^Marquer payée/ });
  const inconnues = page.getByRole("table").getByRole("row");
  await payer.first().waitFor();
  const avant = await inconnues.count();
  expect(avant).toBeGreaterThan(2);
  await payer.first().dblclick({ delay: 60 });
  await expect(inconnues).toHaveCount(avant - 1);
  await page.waitForTimeout(500);
  await expect(inconnues).toHaveCount(avant - 1);
  await page.getByRole("button", { name: "Annuler", exact: true }).click();
  await expect(inconnues).toHaveCount(avant);
});

test("un appartement créé depuis un dossier que l’on modifie prend la place du sien", async ({
  page,
}) => {
  await connecter(page);
  const { Dossier } = await fichesDeLaDemo(page);
  await page.goto(`/dossiers/${Dossier}/edit`);
  await page.getByRole("button", { name: /^Appartement/ }).click();
  await page.getByRole("link", { name: "Nouvel appartement" }).click();
  await champ(page, "Adresse").fill("99 rue du Renfort");
  await champ(page, "Code postal").fill("75019");
  await champ(page, "Ville").fill("Paris");
  await champ(page, "Loyer HC").fill("1.234,50");
  await page.getByLabel("Travaux en cours").check();
  await page.getByRole("button", { name: "Créer l’appartement" }).click();
  await expect(page).toHaveURL(new RegExp(`/dossiers/${Dossier}/edit`));
  await expect(page.getByRole("button", { name: /^Appartement/ })).toContainText(
    "99 rue du Renfort",
  );
  await expect(champ(page, "Loyer HC")).toHaveValue(/^1\s234,50$/);
  await page.getByRole("button", { name: "Annuler" }).click();
  await page.getByRole("button", { name: "Abandonner" }).click();
});

test("une date de naissance à deux chiffres est passée, un nombre refusé reste tel quel", async ({
  page,
}) => {
  await connecter(page, "/client/new");
  await champ(page, "Date de naissance").fill("5.3.48");
  await champ(page, "Date de naissance").blur();
  await expect(champ(page, "Date de naissance")).toHaveValue("05/03/1948");
  await page.goto("/appartements/new");
  await champ(page, "Loyer HC").fill("12,345");
  await champ(page, "Surface habitable").fill("62,5 m²");
  await champ(page, "Pièces").fill("2");
  await expect(champ(page, "Loyer HC")).toHaveValue("12,345");
  await expect(page.getByText("Deux décimales au plus.")).toBeVisible();
  await expect(champ(page, "Surface habitable")).toHaveValue("62,5");
});

const champ = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

/** Delays every call with this method. @returns a function that lets the calls through */
async function retenir(page: Page, method: string): Promise<() => void> {
  let laisser = () => {};
  const libres = new Promise<void>((suite) => {
    laisser = suite;
  });
  await page.route("**/api/**", async (route) => {
    if (route.request().method() === method) await libres;
    await route.continue();
  });
  return laisser;
}
