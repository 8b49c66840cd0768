import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import {
  ajouterMois,
  aujourdhui,
  formatJour,
  moisDe,
  moisEnLettres,
  premierJour,
} from "#domain/dates.ts";
import type { LigneReprise } from "#domain/gerance/reprise/reprise-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import { agenceAncienne } from "../../support/agence/agence-ancienne.ts";
import { ADMIN, connecter, notification } from "../../support/browser/browser.ts";

// The second test starts from the state that the first one leaves.
test.describe.configure({ mode: "serial" });

const mois = moisDe(aujourdhui(new Date()));
const [avant, dernier] = [ajouterMois(mois, -2), ajouterMois(mois, -1)];
const DEBUT = premierJour(mois);

let agence: Awaited<ReturnType<typeof agenceAncienne>>;
let contexte: BrowserContext;
let page: Page;

test.beforeAll(async ({ browser }) => {
  agence = await agenceAncienne([dernier, mois]);
  contexte = await browser.newContext({ baseURL: agence.adresse });
  page = await contexte.newPage();
});
test.afterAll(async () => {
  await contexte?.close();
  await agence?.fermer();
});

const bandeau = () => page.getByRole("status", { name: "Contrôle des soldes" });
const solde = (nom: string) => page.getByRole("textbox", { name: nom, exact: true });
const partie = (nom: string) =>
  page.getByRole("group", { name: "Soldes" }).getByText(nom, { exact: true }).click();
const ecritures = async () =>
  Number((await agence.base.execute("SELECT count(*) AS n FROM Ecriture")).rows[0]?.n);
const compteDe = async (dossier: number) => {
  await page.goto(`/dossiers/${dossier}?tab=compte`);
  await expect(page.getByText("Solde dû")).toBeVisible();
};

test("les soldes d’un autre logiciel, saisis et importés, ouvrent les comptes au centime", async () => {
  await connecter(page);

  await test.step("tant que les comptes sont fermés, les encaissements le disent et y mènent", async () => {
    await page.goto("/encaissements");
    await expect(page.getByText("Les comptes ne sont pas encore ouverts")).toBeVisible();
    await page.getByRole("link", { name: "Ouvrir les comptes" }).click();
    await expect(page).toHaveURL(/\/comptes\/reprise$/);
    await expect(page.getByText("Les quittances anciennes dont on ne sait rien")).toBeVisible();
  });

  await test.step("un jour, puis les soldes des mandants et de la banque, à la main", async () => {
    await page.getByLabel("Les comptes commencent le").fill("32/01/2026");
    await page.getByLabel("Les comptes commencent le").blur();
    await expect(page.getByText("Donnez un jour : jj/mm/aaaa.")).toBeVisible();
    await page.getByLabel("Les comptes commencent le").fill(formatJour(DEBUT));
    await partie("Mandants");
    await solde("Dû à de La Tour Jeanne").fill("300");
    await partie("Banque");
    await solde("Solde de Gérance").fill("1769,99");
    await solde("Solde de Gérance").blur();
    await expect(bandeau()).toContainText(`${formatEuros(1469.99)} de trop en banque`);
  });

  await test.step("les locataires et les dépôts d’un CSV : une ligne fausse, et rien n’est pris", async () => {
    await page.getByRole("button", { name: "Importer un CSV" }).click();
    const dialogue = page.getByRole("dialog");
    const lignes = (numero: string) =>
      `type;reference;mois;montant;detenu\nlocataire;Petit Léo;${avant};180,00;\ndepot;Martin Léo;;850,00;agence\ndepot;${numero};;620,00;agence\n`;
    await dialogue.getByLabel("Ou collez le tableau").fill(lignes("Personne"));
    await dialogue.getByRole("button", { name: "Importer" }).click();
    await expect(dialogue.getByRole("alert")).toContainText(
      "Ligne 4 : « Personne » n’est pas connu.",
    );
    await expect(dialogue.getByRole("alert")).toContainText("Rien n’a été importé.");
    await dialogue.getByLabel("Ou collez le tableau").fill(lignes("Petit Léo"));
    await dialogue.getByRole("button", { name: "Importer" }).click();
    await notification(page, "3 soldes lus.");
    await expect(bandeau()).toContainText(`Il manque ${formatEuros(0.01)} en banque`);
    await expect(bandeau()).toContainText(`dû par les locataires ${formatEuros(180)}`);
  });

  await test.step("un centime manque : rien ne se signe, ni ne se perd en partant", async () => {
    await expect(page.getByRole("button", { name: "Signer la reprise" })).toBeDisabled();
    await page.getByRole("link", { name: "Encaissements" }).click();
    await page.getByRole("button", { name: "Continuer la saisie" }).click();
    await page.getByRole("button", { name: "Garder le brouillon" }).click();
    await notification(page, "Le brouillon est gardé.");
    await page.reload();
    await expect(bandeau()).toContainText(`Il manque ${formatEuros(0.01)} en banque`);
    expect(await ecritures()).toBe(0);
  });

  await test.step("le brouillon qu’un autre garde entre-temps se voit à côté du sien, et ne se perd pas", async () => {
    const { rows } = await agence.base.execute("SELECT version, lignes FROM Reprise");
    const lignes: LigneReprise[] = JSON.parse(String(rows[0]?.lignes));
    const autre = lignes.map((ligne) =>
      ligne.genre === "mandant" ? { ...ligne, montant: 290 } : ligne,
    );
    const version = Number(rows[0]?.version);
    await agence.appeler("PUT", "Reprise", { debut: DEBUT, lignes: autre, version });
    await partie("Banque");
    await solde("Solde de Gérance").fill("12345,67");
    await solde("Solde de Gérance").blur();
    const garder = page.getByRole("button", { name: "Garder le brouillon" });
    const dialogue = page.getByRole("dialog", { name: "Ce brouillon a été modifié entre-temps" });
    const mandant = () => dialogue.getByRole("row").filter({ hasText: "Mandant" });
    await garder.click();
    await expect(dialogue).toContainText(ADMIN.email);
    await expect(mandant()).toContainText(formatEuros(290));
    await expect(mandant()).toContainText(formatEuros(300));
    await dialogue.getByRole("button", { name: "Fermer" }).click();
    await garder.click();
    await dialogue.getByRole("button", { name: "Y reporter mes modifications" }).click();
    await expect(bandeau()).toContainText(formatEuros(290));
    await expect(bandeau()).toContainText(formatEuros(12_345.67));
    await partie("Mandants");
    await solde("Dû à de La Tour Jeanne").fill("300");
    await garder.click();
    await notification(page, "Le brouillon est gardé.");
  });

  await test.step("à zéro, la reprise se signe, le mot de passe redonné", async () => {
    await partie("Banque");
    await solde("Solde de Gérance").fill("1770");
    await solde("Solde de Gérance").blur();
    await expect(bandeau()).toContainText("Aucun écart");
    await agence.base.execute({
      sql: `UPDATE "Session" SET "confirmedAt" = ?`,
      args: [new Date(Date.now() - 3_600_000).toISOString()],
    });
    await page.getByRole("button", { name: "Signer la reprise" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText(`Ouvrir les comptes au ${formatJour(DEBUT)}`);
    await expect(question).toContainText("2 quittances déjà émises et échues depuis");
    await question.getByRole("button", { name: "Signer la reprise" }).click();
    const confirmation = page.getByRole("dialog", { name: "Confirmez votre mot de passe" });
    await confirmation.getByLabel("Mot de passe").fill(ADMIN.password);
    await confirmation.getByRole("button", { name: "Confirmer" }).click();
    await notification(page, "La reprise est signée.");
    await expect(page.getByText(`Signée par ${ADMIN.email}`)).toBeVisible();
    await expect(
      page.getByText("une quittance ancienne dont on ne sait rien n’est pas une dette"),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Signer la reprise" })).toHaveCount(0);
  });

  await test.step("le procès-verbal s’ouvre, et dit qui a signé", async () => {
    const [papier] = await Promise.all([
      contexte.waitForEvent("page"),
      page.getByRole("button", { name: "Procès-verbal" }).click(),
    ]);
    await papier.close();
    expect(await agence.papier("Reprise/generate")).toContain(`Signé par ${ADMIN.email}`);
  });
});

test("après la reprise, les comptes disent ce qui a été repris, et rien d’avant n’a changé", async () => {
  await test.step("le locataire doit son solde et le mois échu depuis, pas le mois d’avant", async () => {
    await compteDe(agence.petit);
    await expect(page.getByText("Solde dû").locator("..")).toContainText(formatEuros(180 + 950));
    const lignes = page.getByRole("table", { name: "Mouvements du compte" });
    await expect(lignes).toContainText(`Solde au ${formatJour(DEBUT)}`);
    await expect(lignes).not.toContainText(moisEnLettres(dernier));
    await expect(page.getByText("détenu par l’agence")).toBeVisible();
  });

  await test.step("une quittance ancienne reste inconnue, et se note payée hors des comptes", async () => {
    await page.getByRole("tab", { name: "Quittances" }).click();
    const { rows } = await agence.base.execute({
      sql: "SELECT statusInconu, regle FROM Quitance WHERE DossierId = ? AND mois = ?",
      args: [agence.petit, dernier],
    });
    expect(rows[0]).toMatchObject({ statusInconu: 1, regle: 0 });
    const avant = await ecritures();
    const { rows: anciennes } = await agence.base.execute({
      sql: "SELECT id FROM Quitance WHERE DossierId = ? AND mois = ?",
      args: [agence.petit, dernier],
    });
    await agence.appeler("PUT", `Quitance/${anciennes[0]?.id}`, {
      regle: true,
      statusInconu: false,
    });
    expect(await ecritures()).toBe(avant);
  });

  await test.step("les encaissements et les impayés comptent, les contrôles sont verts", async () => {
    await page.goto("/encaissements");
    await expect(
      page.getByRole("button", { name: "Enregistrer des règlements" }).first(),
    ).toBeVisible();
    await expect(page.getByText("Les comptes ne sont pas encore ouverts")).toHaveCount(0);
    await page.goto("/controles");
    for (const nom of [
      "Sommes dues par les locataires",
      "Argent détenu pour les autres",
      "Dépôts de garantie et avances chez",
      "Comptes et détails",
    ]) {
      await expect(page.getByRole("row").filter({ hasText: nom })).toContainText("En ordre");
    }
  });
});
