import { createClient } from "@libsql/client/web";
import { expect, test as histoire, type Page } from "@playwright/test";
import { ajouterMois, aujourdhui, moisDe } from "#domain/dates.ts";
import { connecter } from "../../support/browser/browser.ts";
import { demarrer, type Produit } from "../../support/browser/produit.ts";

const MANDATS = 300;
const PAGE = 20;
const DERNIER = ajouterMois(moisDe(aujourdhui(new Date())), -1);

/** A product of its own. Its mandates, each of one owner, were signed before the register was kept in the product. */
const test = histoire.extend<object, { produit: Produit }>({
  produit: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
    async ({}, use) => {
      const produit = await demarrer("registre");
      const base = createClient(produit.base);
      const serie = `WITH RECURSIVE serie(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM serie WHERE n < ${MANDATS})`;
      await base.batch(
        [
          `${serie} INSERT INTO Client (titre, nom, prenom, adresse, codePostal, ville, mailDefaut, telDefaut, sexe, qualite, adresseDefaut, recherche)
            SELECT 'Madame', 'MANDANTE' || n, 'Odile', '3 rue des Lilas', '75020', 'Paris', 'odile@exemple.fr', '0612345678',
              'Non définit', 'personne_physique', 'adresse', 'mandante' || n FROM serie`,
          `${serie} INSERT INTO Mission (type, domicileUnique, nbAppart, dateSignature, numRegistre, tauxTva, valeurMissionAppt,
              accompte1, accompte2, reliquat)
            SELECT 'gestion', 0, 1, '2024-01-01', 'G-' || n, 20, 0, 0, 0, 0 FROM serie`,
          "INSERT INTO MissionClient SELECT m.id, c.id FROM Mission m JOIN Client c ON c.nom = 'MANDANTE' || substr(m.numRegistre, 3)",
          `INSERT INTO ConditionsMandat (MissionId, depuis, modeFonds, tauxHonoraires) SELECT id, '2024-01-01', 'agence', 700 FROM Mission`,
        ],
        "write",
      );
      base.close();
      await use(produit);
      await produit.arreter();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  baseURL: async ({ produit }, use) => use(produit.address),
});

const numero = (page: Page, mandant: string) =>
  page.getByRole("textbox", { name: new RegExp(`^Numéro d’ordre, .*${mandant}( |$)`, "i") });

/** Expects the first page of the list, and the number of all its rows. */
async function unePage(page: Page, liste: string) {
  await expect(page.getByRole("table", { name: liste }).locator("tbody tr")).toHaveCount(PAGE);
  await expect(page.getByText(`1–${PAGE} sur ${MANDATS}`, { exact: true })).toBeVisible();
}

test("trois cents mandats entrent au registre page après page, et aucun écran ne les dessine tous", async ({
  page,
  produit,
}) => {
  await connecter(page);
  const ouvrir = page.getByRole("button", { name: "Ouvrir le registre" });

  await test.step("un numéro déjà pris sur une autre page est dit, et s’atteint en un clic", async () => {
    await page.goto("/registres");
    await unePage(page, "Mandats signés");
    await numero(page, "MANDANTE1").fill("250");
    await expect(page.getByText("Un numéro d’une autre page est à corriger.")).toBeVisible();
    await expect(ouvrir).toBeDisabled();
    await page.getByRole("button", { name: "Le voir" }).click();
    await expect(numero(page, "MANDANTE250")).toBeFocused();
    await expect(page.getByText(/Le numéro 250 est déjà celui du mandat de/)).toBeVisible();
    await numero(page, "MANDANTE250").fill("900");
    await expect(page.getByText("901 au moins")).toBeVisible();
    await page.getByLabel("Numéro du prochain mandat").fill("1000");
    await expect(ouvrir).toBeEnabled();
  });

  await test.step("ce qui est saisi reste quand la page tourne, et se retrouve par le nom", async () => {
    await page.getByRole("button", { name: "Page suivante" }).click();
    await expect(numero(page, "MANDANTE250")).toBeHidden();
    await page.getByRole("searchbox", { name: "Rechercher" }).last().fill("mandante1 odile");
    await expect(numero(page, "MANDANTE1")).toHaveValue("250");
  });

  await test.step("l’ouverture inscrit ceux de toutes les pages", async () => {
    await ouvrir.click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Ouvrir le registre" }).click();
    await expect(page.getByText("Le prochain mandat signé aura le numéro 001000.")).toBeVisible();
    const base = createClient(produit.base);
    const { rows } = await base.execute(
      `SELECT count(*) AS tous, max(CASE WHEN r.numero = 250 THEN c.nom END) AS un FROM RegistreMandat r
        JOIN Mission m ON m.id = r.MissionId JOIN MissionClient l ON l.MissionId = m.id JOIN Client c ON c.id = l.ClientId
        WHERE r.genre = 'inscription'`,
    );
    base.close();
    expect(rows[0]).toMatchObject({ tous: MANDATS, un: "MANDANTE1" });
  });

  await test.step("la clôture et la reprise montrent une page de mandats", async () => {
    await page.goto(`/cloture?mois=${DERNIER}`);
    await page.getByRole("button", { name: /^Préparer/ }).click();
    await unePage(page, `Comptes rendus`);
    await page.goto("/comptes/reprise");
    await page
      .getByRole("group", { name: "Soldes" })
      .getByText("Mandants", { exact: true })
      .click();
    await unePage(page, "Soldes des mandants");
  });
});
