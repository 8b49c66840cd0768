import { readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { base, connecter, notification } from "../support/browser.ts";

const dossierDe = async (nom: string) =>
  Number(
    (
      await base().execute({
        sql: `SELECT max(d.id) AS id FROM Dossier d JOIN Locataire l ON l.id = d.LocataireId WHERE l.nom = ?`,
        args: [nom],
      })
    ).rows[0]?.id,
  );

/** The daily run, as the machine fires it: no page may. */
async function passer(adresse: string) {
  const reponse = await fetch(`${adresse}/cdn-cgi/local/scheduled?cron=0+5+*+*+*`);
  expect(reponse.status).toBe(200);
}

const ligne = (page: Page, nom: string) => page.getByRole("row").filter({ hasText: nom });

async function choisir(page: Page, rangee: Locator, geste: string) {
  await rangee.getByRole("button", { name: /^Actions : / }).click();
  await page.getByRole("menuitem", { name: geste, exact: true }).click();
}

const sommeDe = (texte: string) =>
  Number((texte.match(/[\d\s]+,\d\d/)?.[0] ?? "0").replaceAll(/\s/g, "").replace(",", "."));

test("les impayés se lisent d’un regard, et leurs relances se relisent avant de partir", async ({
  page,
  baseURL,
}) => {
  // These tenants agree to e-mail; one of them has a guarantor; two months of the other are a month old at least.
  const carvalho = await dossierDe("Carvalho");
  await base().execute(
    "UPDATE Locataire SET accordEmail = 1 WHERE nom IN ('Carvalho', 'Stévenin')",
  );
  await base().execute({
    sql: `INSERT INTO Caution (DossierId, titre, nom, prenom, adresse, cp, ville, mail, mobile, montantMax)
      VALUES (?, 'Madame', 'Almeida', 'Rosa', '2 rue Verte', '75011', 'Paris', 'rosa@exemple.fr', '0611223344', 2000000)`,
    args: [carvalho],
  });
  await passer(baseURL ?? "");
  await connecter(page);

  await test.step("sur un écran : qui, combien, depuis quand ; les sommes par âge font le total", async () => {
    await page.getByRole("link", { name: "Impayés" }).click();
    const dit = page.getByText("Total impayé").locator("xpath=..");
    await expect(dit).toContainText("€");
    const total = sommeDe(await dit.innerText());
    const ages = page.getByRole("button", { name: /jours/ }).filter({ hasText: "€" });
    await expect(ages).toHaveCount(4);
    const parAge = (await ages.allInnerTexts()).map((texte) =>
      sommeDe(texte.split("\n").at(-1) ?? ""),
    );
    expect(parAge.reduce((somme, age) => somme + age, 0)).toBeCloseTo(total, 2);
    expect(total).toBeGreaterThan(1000);
    await expect(ligne(page, "Carvalho")).toContainText("Rien n’est encore parti");
    await expect(ligne(page, "Carvalho")).toContainText("Relance amiable à valider");
    await expect(ligne(page, "Carvalho")).toContainText("Seuil CCAPEX, depuis le");
    await page.getByRole("button", { name: /^Plus de 90 jours/ }).click();
    await expect(ligne(page, "Vasquez")).toBeVisible();
    await expect(ligne(page, "Carvalho")).toBeHidden();
    const fichier = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exporter en CSV" }).click();
    const csv = readFileSync(await (await fichier).path(), "utf8");
    expect(csv).toContain("Dernière relance");
    expect(csv).toContain("Vasquez");
    expect(csv).not.toContain("Carvalho");
  });

  await test.step("un dossier garanti par Visale montre son délai, ou depuis quand il est dépassé", async () => {
    await page.goto(`/dossiers/${carvalho}/edit`);
    await page.getByRole("switch", { name: "Garantie Visale" }).check();
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page).not.toHaveURL(/edit/);
    await page.goto("/impayes");
    await expect(ligne(page, "Carvalho")).toContainText(
      /Visale : mise en demeure, (avant le|délai dépassé depuis le) \d\d\/\d\d\/\d{4}/,
    );
  });

  await test.step("le propriétaire répond qu’il n’a rien reçu : le loyer devient un impayé", async () => {
    await page.goto("/impayes?aConfirmer=true");
    await choisir(page, ligne(page, "Zhang").first(), "Réponse du propriétaire");
    const dialogue = page.getByRole("dialog", { name: "Réponse du propriétaire" });
    await dialogue.getByText("Non, rien reçu").click();
    await dialogue.getByRole("button", { name: "Enregistrer" }).click();
    await notification(page, "Réponse du propriétaire : non, rien reçu.");
    await page.goto("/impayes");
    await expect(ligne(page, "Zhang")).toBeVisible();
  });

  await test.step("une relance se relit : ni frais ni menace, et le courriel si le locataire l’accepte", async () => {
    await page.goto("/impayes?tab=relances&etape=R1&limit=100");
    await choisir(page, ligne(page, "Stévenin"), "Modifier");
    const dialogue = page.getByRole("dialog", { name: /^Relance amiable – .*Stévenin/ });
    await dialogue.getByText("Courriel", { exact: true }).click();
    const texte = dialogue.getByLabel("Texte");
    const mots = await texte.inputValue();
    await texte.fill(`${mots}\n\nDes frais de 15 € seront ajoutés.`);
    await dialogue.getByRole("button", { name: "Enregistrer" }).click();
    await expect(dialogue).toContainText("Une relance ne peut pas annoncer des frais");
    await texte.fill(`${mots}\n\nNous restons joignables jusqu’à 19 heures.`);
    await dialogue.getByRole("button", { name: "Enregistrer" }).click();
    await notification(page, "La relance est enregistrée.");
    await expect(ligne(page, "Stévenin")).toContainText("Courriel");
  });

  await test.step("une autre s’écarte pour un motif", async () => {
    await choisir(page, ligne(page, "Ionescu"), "Écarter");
    const dialogue = page.getByRole("dialog", { name: "Écarter la relance" });
    await dialogue.getByLabel("Motif").fill("Virement annoncé par téléphone");
    await dialogue.getByRole("button", { name: "Écarter" }).click();
    await notification(page, "1 relance écartée.");
    await expect(ligne(page, "Ionescu")).toBeHidden();
  });
});
