import { expect, type Locator, test } from "@playwright/test";
import { base, connecter, notification } from "../../support/browser/browser.ts";
import { enTetes } from "../../support/browser/ecrans.ts";

test("les charges d’un immeuble, de la dépense saisie aux décomptes envoyés, en douze clics au plus", async ({
  page,
}) => {
  await connecter(page);
  let clics = 0;
  const cliquer = async (quoi: Locator) => {
    clics += 1;
    await quoi.click();
  };
  await cliquer(page.getByRole("link", { name: "Année", exact: true }));
  await cliquer(page.getByRole("tab", { name: "Charges" }));
  await cliquer(page.getByRole("link", { name: "12 rue du Château" }));
  await expect(page.getByText("Décomptes à faire")).toBeVisible();
  await cliquer(page.getByRole("button", { name: "Dépenses" }));
  await page.getByLabel("Nature, ligne 1").selectOption("R42");
  await page.getByLabel("Montant, ligne 1").fill("1200");
  await cliquer(page.getByRole("button", { name: "Enregistrer 1 dépense" }));
  await notification(page, "1 dépense enregistrée.");
  await cliquer(page.getByRole("button", { name: "Clés et compteurs" }));
  await cliquer(page.getByRole("button", { name: "Aperçu" }));
  const apercu = page.getByRole("table", { name: "Aperçu des charges" });
  await expect(apercu.getByText("365 / 365")).toHaveCount(2);
  await cliquer(page.getByRole("button", { name: "Envoi" }));
  const aEnvoyer = page.getByRole("table", { name: "Décomptes à envoyer" });
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(aEnvoyer.getByText(/au lieu de/).filter({ visible: true })).toHaveCount(2);
    await expect(aEnvoyer.getByText(/^(Courriel|Lettre)$/).filter({ visible: true })).toHaveCount(
      2,
    );
  }
  await cliquer(page.getByRole("button", { name: "Envoyer 2 décomptes" }));
  await expect(page.getByRole("alertdialog")).toContainText(
    /nouvelles? provisions? dès le \d{2}\/\d{2}\/\d{4}/,
  );
  await cliquer(page.getByRole("button", { name: "Envoyer", exact: true }));
  await notification(page, "2 décomptes envoyés.");
  expect(clics).toBeLessThanOrEqual(12);
  await expect(page.getByText(/^Envoyé le /)).toHaveCount(2);
  const { rows } = await base().execute(`SELECT count(*) AS faits FROM Decompte d
    JOIN Echeance e ON e.DossierId = d.DossierId AND e.nature = 'regularisation' AND e.montant = d.montant`);
  expect(Number(rows[0]?.faits)).toBe(2);
});

test("un compteur remplacé se note avec son nouveau numéro, que le refus demande", async ({
  page,
}) => {
  await connecter(page, "/annee?tab=charges");
  await page.getByRole("link", { name: "12 rue du Château" }).click();
  await page.getByRole("button", { name: "Dépenses" }).click();
  await page.getByRole("button", { name: "Clés et compteurs" }).click();
  const relever = async (jour: string, index: string) => {
    await page.getByLabel("Jour du relevé").fill(jour);
    await page
      .getByLabel(/^Index, /)
      .first()
      .fill(index);
    await page
      .getByLabel(/^Index, /)
      .first()
      .blur();
  };
  const noter = page.getByRole("button", { name: "Noter 1 relevé" });
  await relever("01/10/2026", "100");
  await noter.click();
  await notification(page, "1 compteur relevé.");
  await relever("02/10/2026", "3");
  await noter.click();
  await notification(page, /donnez son nouveau numéro/);
  await page.getByRole("button", { name: "Compris" }).click();
  await page.getByLabel(/^Numéro du nouveau compteur/).fill("B-77");
  await noter.click();
  await expect(page.getByText("3,0 le 02/10/2026")).toBeVisible();
});

/** The lines of a syndic’s statement, as a spreadsheet copies them. */
const FEUILLE = [
  "R12\tContrat d’entretien de l’ascenseur\t3 964,00",
  "R21\tEau froide\t9 648,20",
  "R23\tGaz de la chaufferie\t22 415,75",
  "R44\tNettoyage\t14 820,00\t4567",
  "R81\tTaxe d’ordures ménagères\t5 172,00",
  "Honoraires du syndic\t5 400,00",
].join("\n");

test("un immeuble de dix lots se règle depuis la feuille du syndic, collée telle quelle, en douze clics au plus", async ({
  page,
}) => {
  await connecter(page);
  const { rows } = await base().execute(`SELECT d.AppartementId AS id FROM Dossier d
    JOIN Appartement a ON a.id = d.AppartementId
    WHERE d.dateDebutBail < '2025-01-01' AND d.dateFinBail IS NULL AND a.ImmeubleId IS NULL
    GROUP BY d.AppartementId ORDER BY 1 LIMIT 10`);
  const reuni = await page.request.post("/api/Immeuble/reunir", {
    headers: await enTetes(page),
    data: { AppartementIds: rows.map(({ id }) => Number(id)) },
  });
  const { data: immeuble } = await reuni.json();
  let clics = 0;
  const cliquer = async (quoi: Locator) => {
    clics += 1;
    await quoi.click();
  };
  await page.goto(`/annee?tab=charges&annee=2025&immeuble=${immeuble.id}`);
  await expect(page.getByText("10 locataires")).toBeVisible();
  await cliquer(page.getByRole("button", { name: "Dépenses" }));

  await cliquer(page.getByRole("button", { name: "Ajouter une clé" }));
  const cle = page.getByRole("dialog", { name: "Ajouter une clé" });
  await cliquer(cle.getByLabel(/^Part, /).first());
  for (const part of [412, 288, 350, 301, 299, 420, 380, 275, 310, 265]) {
    await page.keyboard.type(String(part));
    await page.keyboard.press("Tab");
  }
  await cle.getByLabel("Total de l’immeuble").fill("10000");
  await cliquer(cle.getByRole("button", { name: "Ajouter", exact: true }));
  await notification(page, "La clé « Tantièmes généraux » est ajoutée.");

  await cliquer(page.getByLabel("Intitulé, ligne 1"));
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(FEUILLE)})`);
  await page.keyboard.press("ControlOrMeta+V");
  await test.step("collée et pas enregistrée, elle se demande avant de changer d’étape, de quitter ou de recharger", async () => {
    const question = page.getByRole("alertdialog", { name: "Quitter sans enregistrer ?" });
    for (const sortie of [
      page.getByRole("button", { name: "Précédent" }),
      page.getByRole("link", { name: "Toutes les charges de l’année" }),
    ]) {
      await sortie.click();
      await question.getByRole("button", { name: "Continuer la saisie" }).click();
    }
    const avertissement = page.waitForEvent("dialog");
    void page.evaluate("location.reload()").catch(() => {});
    const rechargement = await avertissement;
    expect(rechargement.type()).toBe("beforeunload");
    await rechargement.dismiss();
  });
  await cliquer(page.getByRole("button", { name: "Enregistrer 6 dépenses" }));
  await notification(page, "6 dépenses enregistrées.");
  const collee = await base().execute(
    "SELECT montant, numFacture FROM DepenseImmeuble WHERE numFacture = '4567'",
  );
  expect(collee.rows).toMatchObject([{ montant: 14_820_00 }]);
  await cliquer(page.getByRole("button", { name: "Clés et compteurs" }));
  await cliquer(page.getByRole("button", { name: "Aperçu" }));
  await expect(
    page.getByRole("table", { name: "Aperçu des charges" }).getByText("365 / 365"),
  ).toHaveCount(10);
  const ailleurs = page.getByLabel(/^Provisions appelées ailleurs, /);
  await expect(ailleurs).toHaveCount(10);
  await cliquer(ailleurs.first());
  for (let lot = 0; lot < 10; lot += 1) {
    await page.keyboard.type("1150");
    await page.keyboard.press("Tab");
  }
  await cliquer(page.getByRole("button", { name: "Envoi" }));
  await cliquer(page.getByRole("button", { name: "Envoyer 10 décomptes" }));
  await cliquer(page.getByRole("button", { name: "Envoyer", exact: true }));
  await notification(page, "10 décomptes envoyés.");
  expect(clics).toBeLessThanOrEqual(12);
});

test("les logements d’un immeuble sont un champ de sa fiche ; son premier jour, une fois réglé, dit pourquoi il reste", async ({
  page,
}) => {
  await connecter(page, "/appartements?tab=immeubles");
  await page.getByText("12 rue du Château").first().click();
  const fiche = page.getByRole("dialog", { name: "12 rue du Château" });
  await expect(fiche.getByLabel("L’exercice commence le")).toBeDisabled();
  await expect(fiche.getByRole("link", { name: "Voir l’exercice en cours" })).toBeVisible();
  const logement = fiche.getByRole("checkbox").first();
  const enregistrer = fiche.getByRole("button", { name: "Enregistrer" });
  await logement.uncheck();
  await expect(enregistrer).toBeVisible();
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Abandonner les modifications ?" });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await logement.check();
  await expect(enregistrer).toHaveCount(0);
});
