import { readFileSync } from "node:fs";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { ajouterJours, aujourdhui, formatJour } from "#domain/dates.ts";
import type { Etape } from "#domain/gerance/relances/relances.ts";
import { texteDeRecherche } from "#domain/recherche.ts";
import { base, connecter, notification, ouvrirUnPapier } from "../../support/browser/browser.ts";
import { delaiDesEnvois } from "../../support/browser/ecrans.ts";
import { pdf } from "../../support/browser/fichiers.ts";

const AUJOURDHUI = aujourdhui(new Date());
const ilYA = (jours: number) => ajouterJours(AUJOURDHUI, -jours);

const dossierDe = async (nom: string) =>
  Number(
    (
      await base().execute({
        sql: `SELECT max(d.id) AS id FROM Dossier d JOIN Locataire l ON l.id = d.LocataireId WHERE l.nom = ?`,
        args: [nom],
      })
    ).rows[0]?.id,
  );

/** Runs the daily run as the machine does, because no page of a browser may start it. */
async function passer(adresse: string) {
  const reponse = await fetch(`${adresse}/cdn-cgi/local/scheduled?cron=0+5+*+*+*`);
  expect(reponse.status).toBe(200);
}

const ligne = (page: Page, nom: string) => page.getByRole("row").filter({ hasText: nom });

async function choisir(page: Page, rangee: Locator, geste: string) {
  await rangee.getByRole("button", { name: /^Actions : / }).click();
  await page.getByRole("menuitem", { name: geste, exact: true }).click();
}

/** The drafts of one step; in a tab, the parameters of a list begin with its name. */
const brouillons = (etape: Etape) =>
  `/impayes?tab=relances&Relance.etape=${etape}&Relance.limit=100`;

const sommeDe = (texte: string) =>
  Number((texte.match(/[\d\s]+,\d\d/)?.[0] ?? "0").replaceAll(/\s/g, "").replace(",", "."));

test("les impayés se lisent d’un regard, se relancent, se suspendent et s’échelonnent", async ({
  page,
  baseURL,
}) => {
  // Both tenants agree to e-mail, and Carvalho gets a guarantor. Stévenin owes two months, both at least a month old.
  const carvalho = await dossierDe("Carvalho");
  const stevenin = await dossierDe("Stévenin");
  await base().execute(
    "UPDATE Locataire SET accordEmail = 1 WHERE nom IN ('Carvalho', 'Stévenin')",
  );
  await base().execute({
    sql: `INSERT INTO Caution (DossierId, titre, nom, prenom, adresse, cp, ville, mail, mobile, montantMax, recherche)
      VALUES (?, 'Madame', 'Almeida', 'Rosa', '2 rue Verte', '75011', 'Paris', 'rosa@exemple.fr', '0611223344', 2000000, ?)`,
    args: [carvalho, texteDeRecherche(["Almeida", "Rosa"])],
  });
  await delaiDesEnvois(page, 0);
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
      /Visale\s: mise en demeure, (avant le|délai dépassé depuis le) \d\d\/\d\d\/\d{4}/,
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
    await page.goto(brouillons("R1"));
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

  await test.step("plusieurs partent d’un geste : les courriels s’en vont, les lettres s’impriment", async () => {
    for (const nom of ["Stévenin", "El Idrissi", "Carvalho"])
      await ligne(page, nom).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Envoyer", exact: true }).click();
    await notification(page, "3 relances validées, dont 2 lettres à imprimer.");
    await ouvrirUnPapier(page, () =>
      page
        .getByRole("button", { name: /^Imprimer (la|les)/ })
        .first()
        .click(),
    );
    await expect(ligne(page, "Stévenin")).toBeHidden();
    await expect
      .poll(async () => {
        const { rows } = await base().execute({
          sql: `SELECT etat, texte FROM Courriel WHERE type = 'lettreRelance' AND entiteId = ?`,
          args: [stevenin],
        });
        return rows.map(({ etat, texte }) => [etat, String(texte).includes("jusqu’à 19 heures")]);
      })
      .toEqual([["envoye", true]]);
  });

  await test.step("la caution est informée par lettre, du premier impayé d’un mois", async () => {
    await page.goto(brouillons("R2c"));
    await choisir(page, ligne(page, "Carvalho").first(), "Envoyer");
    await notification(page, "1 relance validée, 1 lettre à imprimer.");
    await ouvrirUnPapier(page, () =>
      page.getByRole("button", { name: "Imprimer la lettre" }).click(),
    );
  });

  await test.step("ce qui est parti et ce qui vient se disent à part ; la seconde attend huit jours", async () => {
    await page.goto("/impayes");
    await expect(ligne(page, "Stévenin")).toContainText(
      `Relance amiable envoyée le ${formatJour(AUJOURDHUI)}`,
    );
    await expect(ligne(page, "Stévenin")).toContainText(/Ensuite\s: seconde relance, le/);
    await base().execute({
      sql: "UPDATE Relance SET libereeLe = ? WHERE etape = 'R1' AND DossierId = ?",
      args: [ilYA(8), stevenin],
    });
    await passer(baseURL ?? "");
    await page.reload();
    await expect(ligne(page, "Stévenin")).toContainText("Seconde relance à valider");
  });

  await test.step("une pause dit son motif et sa fin, un plan totalise la dette et se signe", async () => {
    await page.goto(`/dossiers/${carvalho}?tab=compte`);
    await page.getByRole("button", { name: "Autres gestes sur le compte" }).click();
    await page.getByRole("menuitem", { name: "Mettre les relances en pause" }).click();
    const pause = page.getByRole("dialog", { name: "Mettre en pause" });
    await pause.getByLabel("Motif").selectOption({ label: "Demande d’aide au FSL" });
    await pause
      .getByRole("textbox", { name: "Jusqu’au" })
      .fill(formatJour(ajouterJours(AUJOURDHUI, 400)));
    await pause.getByRole("button", { name: "Mettre en pause" }).click();
    await expect(pause).toContainText("Six mois au plus : au plus tard le");
    const fin = formatJour(ajouterJours(AUJOURDHUI, 60));
    await pause.getByRole("textbox", { name: "Jusqu’au" }).fill(fin);
    await pause.getByRole("button", { name: "Mettre en pause" }).click();
    await expect(
      page.getByText(`Relances en pause jusqu’au ${fin} : Demande d’aide au FSL`),
    ).toBeVisible();
    await page.getByRole("button", { name: "Lever la pause" }).click();
    await expect(page.getByText("Relances en pause")).toBeHidden();

    await page.getByRole("button", { name: "Autres gestes sur le compte" }).click();
    await page.getByRole("menuitem", { name: "Plan d’apurement" }).click();
    const plan = page.getByRole("dialog", { name: "Plan d’apurement" });
    await plan
      .getByRole("textbox", { name: "Première échéance" })
      .fill(formatJour(ajouterJours(AUJOURDHUI, 10)));
    await plan.getByRole("button", { name: "Convenir du plan" }).click();
    await expect(page.getByText(/^Plan d’apurement du .* en 3 échéances/)).toBeVisible();
    await ouvrirUnPapier(page, () => page.getByRole("button", { name: "Plan à signer" }).click());
    await page.getByRole("button", { name: "Signer : Plan d’apurement" }).click();
    const signe = page.getByRole("dialog", { name: "Plan d’apurement" });
    const choix = page.waitForEvent("filechooser");
    await signe.getByRole("button", { name: /^Déposer le document signé/ }).click();
    await (await choix).setFiles(await pdf("Plan.pdf"));
    await expect(signe.getByText("Déposé", { exact: true })).toBeVisible();
    await signe.getByRole("button", { name: "Fermer" }).click();
    await expect(page.getByRole("button", { name: "Signé : Plan d’apurement" })).toBeVisible();
  });

  await test.step("tout est dans l’histoire du dossier", async () => {
    await page.getByRole("button", { name: "Autres actions" }).click();
    await page.getByRole("menuitem", { name: "Historique" }).click();
    const histoire = page.getByRole("dialog", { name: "Historique" });
    for (const fait of [
      "Relance préparée",
      "Relance amiable par lettre",
      "Information de la caution par lettre",
      "Relances mises en pause",
      "Pause des relances levée",
      "Plan d’apurement convenu",
      "Visale",
    ])
      await expect(histoire.getByText(fait).first()).toBeVisible();
    await page.goto("/impayes");
    await expect(ligne(page, "Carvalho")).toContainText("Plan d’apurement");
  });
  await delaiDesEnvois(page, 60);
});
