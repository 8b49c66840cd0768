import { expect, type Locator, type Page, test } from "@playwright/test";
import { base, connecter, notification } from "../../support/browser/browser.ts";
import { enTetes } from "../../support/browser/ecrans.ts";

async function mandat(page: Page): Promise<number> {
  const headers = await enTetes(page);
  const appeler = async (methode: "post" | "put", chemin: string, data?: object) =>
    (await (await page.request[methode](`/api/${chemin}`, { headers, data })).json()).data;
  const { id } = await appeler("post", "Mission", {
    type: "gestion",
    nbAppart: 1,
    valeurMissionAppt: 0,
    accompte1: 0,
    accompte2: 0,
  });
  for (const prenom of ["Paul", "Anne"]) {
    const client = await appeler("post", "Client", {
      titre: prenom === "Paul" ? "Monsieur" : "Madame",
      nom: "Durandeau",
      prenom,
      adresse: "9 rue Neuve",
      codePostal: "75019",
      ville: "Paris",
      adresseDefaut: "adresse",
      mailPerso: `${prenom.toLowerCase()}@exemple.fr`,
      mailDefaut: "mailPerso",
      mobilePerso: "06 12 34 56 78",
      telDefaut: "mobilePerso",
    });
    await appeler("put", `Mission/${id}/client/add/${client.id}`);
  }
  return id;
}

const champ = (place: Page | Locator, name: string) =>
  place.getByRole("textbox", { name, exact: true });

test("les conditions d’un mandat se disent, se lisent, et un IBAN n’y change qu’à deux", async ({
  page,
}) => {
  await connecter(page);
  const id = await mandat(page);
  await page.goto(`/missions/${id}`);
  const conditions = page.getByRole("region", { name: "Conditions du mandat" });
  const dialogue = page.getByRole("dialog");
  const enregistrer = dialogue.getByRole("button", { name: "Enregistrer les conditions" });

  await test.step("quotes-parts : la somme se voit, et ne fait le tout qu’exactement", async () => {
    await conditions.getByRole("button", { name: "Fixer les conditions" }).click();
    await champ(dialogue, "Taux").fill("7");
    await champ(dialogue, "Provision conservée").fill("300");
    await champ(dialogue, "M. Paul Durandeau").fill("60");
    await champ(dialogue, "Mme Anne Durandeau").fill("1/3");
    await expect(dialogue.getByText("Somme : 14/15")).toBeVisible();
    await enregistrer.click();
    await expect(dialogue.getByText("Les quotes-parts font exactement le tout.")).toBeVisible();
    await champ(dialogue, "Mme Anne Durandeau").fill("40 %");
    await expect(dialogue.getByText("Somme : 100 %")).toBeVisible();
    await champ(dialogue, "IBAN").first().fill("FR76 3000 6000 0112 3456 7890 188");
    await champ(dialogue, "Titulaire, comme sur le RIB").first().fill("M PAUL DURANDEAU");
    await enregistrer.click();
    await expect(dialogue.getByText("Cet IBAN n’est pas valable")).toBeVisible();
    await champ(dialogue, "IBAN").first().fill("FR76 3000 6000 0112 3456 7890 189");
    await enregistrer.click();
    await notification(page, "Les conditions du mandat sont enregistrées.");
  });

  await test.step("elles se lisent, l’IBAN masqué, montré d’un clic", async () => {
    for (const mots of [
      "reçus par l’agence",
      "7 % HT, soit 8,4 % TTC, des loyers et charges encaissés",
      "chaque mois, le 10 du mois suivant",
      "300,00 €",
      "M. Paul Durandeau\u00A0: 60\u00A0%, FR76 •••• •••• •••• 0189",
      "Mme Anne Durandeau\u00A0: 40\u00A0%",
    ]) {
      await expect(conditions).toContainText(mots);
    }
    await conditions.getByRole("button", { name: "Comptes bancaires" }).click();
    await conditions.getByRole("button", { name: "Afficher l’IBAN de M. Paul Durandeau" }).click();
    await expect(conditions).toContainText("FR76 3000 6000 0112 3456 7890 189");
  });

  await base().execute(
    "UPDATE User SET role = 'admin', mustSetPassword = 0, password = (SELECT password FROM User WHERE id = 1) WHERE email LIKE 'camille.roussel@%'",
  );
  await base().execute(
    "INSERT INTO Variable (nom, valeur) VALUES ('delaiConfirmation', '0'), ('deuxPersonnes', 'true') ON CONFLICT DO UPDATE SET valeur = excluded.valeur",
  );
  try {
    await test.step("un autre IBAN attend l’autre administrateur, qui le confirme ; l’ancien vaut encore deux jours", async () => {
      await conditions.getByRole("button", { name: "Changer" }).click();
      await champ(dialogue, "IBAN").first().fill("FR14 2004 1010 0505 0001 3M02 606");
      await enregistrer.click();
      await notification(page, "Les conditions du mandat sont enregistrées.");
      await expect(conditions).toContainText("Vous l’avez demandé le");
      await expect(conditions.getByRole("button", { name: /^Confirmer/ })).toHaveCount(0);
      const { rows } = await base().execute(
        "SELECT email FROM User WHERE email LIKE 'camille.roussel@%'",
      );
      await page.goto("/logout");
      await page.waitForURL("**/login");
      await connecter(page, `/missions/${id}`, {
        email: String(rows[0]?.email),
        password: "demonstration",
      });
      await expect(conditions).toContainText("FR14 •••• •••• •••• 2606");
      await conditions
        .getByRole("button", { name: "Confirmer le nouvel IBAN de M. Paul Durandeau" })
        .click();
      await notification(page, "Le nouvel IBAN est confirmé.");
      await expect(conditions).toContainText("les reversements y vont à partir du");
      await expect(conditions).toContainText("FR76 •••• •••• •••• 0189");
    });

    await test.step("les conditions d’après se lisent avant d’être en vigueur", async () => {
      await conditions.getByText("Autres conditions (1)").click();
      await expect(conditions.getByText(/^Depuis le 01\//)).toBeVisible();
    });
  } finally {
    await base().execute(
      "DELETE FROM Variable WHERE nom IN ('delaiConfirmation', 'deuxPersonnes')",
    );
    await base().execute("UPDATE User SET role = 'user' WHERE email LIKE 'camille.roussel@%'");
  }
});
