import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { base, connecter, notification } from "../../support/browser/browser.ts";

const RELEVE = join(import.meta.dirname, "../../support/banque/releve-demo.cfonb");

test("au clavier seul, les lignes d’un relevé trouvent leur dossier, se mettent de côté et se reprennent", async ({
  page,
}) => {
  await connecter(page, "/banque?tab=releves");
  await page.getByLabel("Relevés à importer").setInputFiles(RELEVE);
  // Another test may have imported this statement already.
  await expect(page.getByText(/Relevé importé|déjà été importé/).first()).toBeVisible();
  await page.goto("/banque");
  const lignes = page.getByRole("option");
  const choisie = page.getByRole("option", { selected: true });
  // The lines of this statement come before those of the demo's own statement.
  const { rows } = await base().execute(
    "SELECT count(*) AS n FROM LigneReleve WHERE etat = 'a_rapprocher' AND motif IS NULL",
  );
  const toutes = Number(rows[0]?.n);
  await expect(lignes).toHaveCount(toutes);
  await expect(choisie).toContainText("NGUYEN");

  await test.step("Entrée accepte la meilleure proposition, et la ligne suivante est là", async () => {
    await page.keyboard.press("Enter");
    await expect(choisie).toContainText("DIALLO");
    await notification(page, /\+1.210,00.€\s: Mme/);
    await expect(lignes).toHaveCount(toutes - 1);
  });

  await test.step("U reprend le dernier geste", async () => {
    await page.keyboard.press("u");
    await expect(lignes).toHaveCount(toutes);
    await expect(choisie).toContainText("NGUYEN");
  });

  await test.step("les flèches vont d’une ligne à l’autre, une barre cherche un dossier", async () => {
    for (let pas = 0; pas < 4; pas++) await page.keyboard.press("ArrowDown");
    await expect(choisie).toContainText("CAF DE PARIS");
    await page.keyboard.press("/");
    await page.keyboard.type("nguyen");
    await expect(page.getByRole("listbox", { name: "Chercher un dossier" })).toContainText(
      "Nguyễn",
    );
    await page.keyboard.press("Enter");
    await expect(page.getByRole("region", { name: "Ce que règle cette ligne" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(lignes).toHaveCount(toutes - 1);
  });

  await test.step("I met de côté avec un motif", async () => {
    await page.keyboard.press("ArrowDown");
    await expect(choisie).toContainText("FRAIS DE TENUE");
    await page.keyboard.press("i");
    await expect(page.getByRole("dialog")).toContainText("Mettre de côté");
    await page.getByRole("button", { name: "Frais bancaires" }).press("Enter");
    await notification(page, "Ligne écartée : Frais bancaires.");
    await expect(lignes).toHaveCount(toutes - 2);
  });
});
