import { readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { formatJour } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import { base, connecter, notification } from "../../support/browser/browser.ts";

const euros = (montant: number) => formatEuros(montant);

/** A current dossier that owes a single month, of which nothing was paid or declared. */
async function dossierQuiDoitUnMois() {
  const { rows } = await base().execute(`
    SELECT d.id, q.id AS quittance, (q.loyerHC + q.charge) / 100.0 AS total, l.nom
    FROM Dossier d JOIN Quitance q ON q.DossierId = d.id JOIN Locataire l ON l.id = d.LocataireId
    WHERE q.annuleeLe IS NULL AND NOT q.regle AND q.montantPaye IS NULL AND d.dateSortie IS NULL
      AND d.dateFinBail IS NULL AND q.mois = strftime('%Y-%m', 'now')
      AND (SELECT sum(reste) FROM Echeance e WHERE e.DossierId = d.id) = q.loyerHC + q.charge
    ORDER BY d.id LIMIT 1`);
  const [row] = rows;
  if (!row) throw new Error("Aucun dossier ne doit un mois seul.");
  return {
    id: Number(row.id),
    quittance: Number(row.quittance),
    total: Number(row.total),
    nom: String(row.nom),
  };
}

async function etatDe(quittance: number) {
  const { rows } = await base().execute({
    sql: "SELECT regle, montantPaye / 100.0 AS paye FROM Quitance WHERE id = ?",
    args: [quittance],
  });
  return { regle: rows[0]?.regle, paye: rows[0]?.paye };
}

/** Opens the dialog of a payment and fills it in. */
async function saisir(page: Page, montant: string | null, payeur?: string): Promise<Locator> {
  await page.getByRole("button", { name: "Enregistrer un règlement" }).click();
  const dialogue = page.getByRole("dialog");
  if (payeur) await dialogue.getByLabel("Payé par").selectOption({ label: payeur });
  if (montant !== null) await dialogue.getByLabel("Montant reçu").fill(montant);
  return dialogue;
}

async function enregistrer(page: Page, dialogue: Locator) {
  await dialogue.getByRole("button", { name: "Enregistrer le règlement" }).click();
  await notification(page, /^Le règlement R.\d{4}-\d{6} est enregistré\.$/);
  await expect(dialogue).toBeHidden();
}

test("un loyer payé en deux fois, un trop-perçu reporté, un rejet qui reprend la quittance", async ({
  page,
}) => {
  const { id, quittance, total, nom } = await dossierQuiDoitUnMois();
  const caf = 210;
  await connecter(page, `/dossiers/${id}?tab=compte`);
  const lignes = page.getByRole("table", { name: "Mouvements du compte" }).getByRole("row");

  await test.step("une partie : ce qu’elle règle se lit avant d’être écrit", async () => {
    const dialogue = await saisir(page, String(total - caf).replace(".", ","));
    await expect(dialogue.getByLabel("Ce que règle ce paiement")).toContainText(
      `reste ${euros(caf)}`,
    );
    await enregistrer(page, dialogue);
    await expect(lignes.nth(1)).toContainText(euros(caf));
    expect(await etatDe(quittance)).toEqual({ regle: 0, paye: total - caf });
  });

  await test.step("le reste vient de la CAF : le montant dû est proposé, la quittance est payée", async () => {
    const dialogue = await saisir(page, null, "La CAF");
    await expect(dialogue.getByLabel("Montant reçu")).toHaveValue("210,00");
    await expect(dialogue.getByLabel("Ce que règle ce paiement")).toContainText("réglé en entier");
    await enregistrer(page, dialogue);
    await expect(lignes.nth(1)).toContainText("la CAF");
    await expect(page.getByText(/^Doit /)).toBeHidden();
    expect(await etatDe(quittance)).toEqual({ regle: 1, paye: total });
  });

  await test.step("un trop-perçu est une avance, que le mois suivant consomme", async () => {
    const dialogue = await saisir(page, "50");
    await expect(dialogue.getByLabel("Ce que règle ce paiement")).toContainText("Trop-perçu");
    await enregistrer(page, dialogue);
    await expect(page.getByText(`Avance de ${euros(50)}`)).toBeVisible();
    await page.getByRole("tab", { name: "Quittances" }).click();
    await page.getByRole("button", { name: "Générer une quittance" }).click();
    await page.getByRole("button", { name: "Générer la quittance" }).click();
    await notification(page, /^Quittance \d{4}-\d{6} générée/);
    await page.goto(`/dossiers/${id}?tab=compte`);
    await expect(page.getByText(/^Doit /)).toContainText(euros(total - 50));
  });

  await test.step("la banque rejette la part de la CAF : la quittance est reprise", async () => {
    const part = page.getByRole("row").filter({ hasText: "la CAF" });
    await part.getByRole("button", { name: /^Actions : / }).click();
    await page.getByRole("menuitem", { name: "Rejeter le règlement" }).click();
    const dialogue = page.getByRole("dialog");
    await dialogue.getByLabel("Motif").fill("Compte clos");
    await dialogue.getByRole("button", { name: "Rejeter le règlement" }).click();
    await notification(page, "Le rejet est enregistré.");
    await expect(part.first()).toContainText("Rejet : Règlement");
    await expect(part.last()).toContainText("Rejeté");
    await expect(page.getByText(/^Doit /)).toContainText(euros(total - 50 + caf));
    expect(await etatDe(quittance)).toEqual({ regle: 0, paye: total - caf });
  });

  await test.step("les encaissements disent tout, et plusieurs se saisissent au clavier", async () => {
    await page.goto(`/encaissements?q=${encodeURIComponent(nom)}&etat=rejete`);
    await expect(page.getByRole("row").filter({ hasText: "La CAF" })).toContainText("Compte clos");
    await page.goto("/encaissements");
    await page.getByRole("button", { name: "Enregistrer des règlements" }).first().click();
    await page.getByRole("combobox", { name: "Dossier, ligne 1" }).fill(nom);
    await expect(page.getByRole("listbox").getByRole("option").first()).toContainText(nom);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Montant, ligne 1")).toBeFocused();
    await page.keyboard.type("30");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("combobox", { name: "Dossier, ligne 2" })).toBeFocused();
    await page.keyboard.type(nom);
    await expect(page.getByRole("listbox").getByRole("option").first()).toContainText(nom);
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Montant, ligne 2")).toBeFocused();
    await page.keyboard.type("20");
    await expect(page.getByText(`2 règlements, ${euros(50)}`)).toBeVisible();
    await page.getByRole("button", { name: "Tout enregistrer" }).click();
    await notification(page, "2 règlements enregistrés.");
    await page.goto(`/dossiers/${id}?tab=compte`);
    await expect(page.getByText(/^Doit /)).toContainText(euros(total - 100 + caf));
  });
});

test("les encaissements se lisent d’un jour, ou d’un jour à un autre ; l’adresse et le fichier suivent", async ({
  page,
}) => {
  const { rows } = await base().execute(
    `SELECT date, count(*) AS nombre FROM Reglement GROUP BY date ORDER BY nombre DESC, date LIMIT 1`,
  );
  const jour = String(rows[0]?.date);
  const nombre = Number(rows[0]?.nombre);
  const compte = page.getByText(new RegExp(`^${nombre} règlements?, `));
  await connecter(page, "/encaissements");
  await expect(page.getByLabel("Du", { exact: true })).toBeHidden();
  await page.getByLabel("Période").selectOption({ label: "Autres dates…" });
  await page.getByLabel("Du", { exact: true }).fill(formatJour(jour));
  await page.getByLabel("au", { exact: true }).fill(formatJour(jour));
  await expect(compte).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`du=${jour}&au=${jour}`));
  await page.reload();
  await expect(page.getByLabel("au", { exact: true })).toHaveValue(formatJour(jour));
  await expect(compte).toBeVisible();
  const fichier = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exporter en CSV" }).click();
  const lignes = readFileSync(await (await fichier).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(lignes).toHaveLength(nombre + 1);
  expect(lignes.slice(1).every((ligne) => ligne.includes(formatJour(jour)))).toBe(true);
  await page.getByLabel("Période").selectOption({ label: "Toutes les dates" });
  await expect(page).not.toHaveURL(/du=/);
  await expect(compte).toBeHidden();
});
