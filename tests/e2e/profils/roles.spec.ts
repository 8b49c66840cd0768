import { expect, test } from "@playwright/test";
import { ADMIN, base, connecterParLaPage } from "../../support/browser/browser.ts";
import { aller, cheminsDesRoutes, compte, fichesDeLaDemo } from "../../support/browser/ecrans.ts";

const INTERDITS = ["/", "/parametres/", "/controles", "/registres", "/comptes/reprise", "/import"];
const MENU = [
  "Quittances",
  "Clients",
  "Missions",
  "Appartements",
  "Locataires",
  "Dossiers",
  "Intendance",
  "Échéances",
  "Année",
  "Signatures",
  "Encaissements",
  "Banque",
  "Impayés",
  "Clôture du mois",
  "Reversements",
];

/** The entries expected in the menu; « Signatures » is there only once a paper was put to signature. */
async function menuAttendu(): Promise<string[]> {
  const { rows } = await base().execute('SELECT 1 FROM "DemandeSignature" LIMIT 1');
  return MENU.filter((entree) => entree !== "Signatures" || rows.length > 0);
}

for (const [role, supprime] of [
  ["user", false],
  ["user_delete", true],
] as const) {
  test(`${role} voit ce que son rôle permet, et rien d’autre`, async ({ page }) => {
    await connecterParLaPage(page, await compte(page, role));
    await expect(page).toHaveURL(/\/quitances\/$/);
    await expect(
      page.getByRole("navigation", { name: "Menu principal" }).getByRole("link"),
    ).toHaveText(await menuAttendu());

    for (const chemin of await cheminsDesRoutes()) {
      if (/:|log|setPassword/.test(chemin)) continue;
      await aller(page, chemin);
      const interdit = INTERDITS.includes(chemin);
      await expect(page.getByText("Cette page n'existe pas...")).toHaveCount(interdit ? 1 : 0);
      if (interdit) await expect(page).toHaveURL(/\/404$/);
    }

    await test.step("il crée et modifie ; supprimer dépend du rôle", async () => {
      await aller(page, "/intendance/");
      await expect(page.getByRole("button", { name: "Nouvelle intendance" })).toBeVisible();
      await page
        .getByRole("button", { name: /^Actions : / })
        .first()
        .click();
      await expect(page.getByRole("menuitem", { name: "Modifier" })).toBeVisible();
      await expect(page.getByRole("menuitem", { name: "Supprimer" })).toHaveCount(supprime ? 1 : 0);
      await page.keyboard.press("Escape");
      const { Client } = await fichesDeLaDemo(page);
      await aller(page, `/client/${Client}`);
      await expect(page.getByRole("link", { name: "Modifier" })).toBeVisible();
    });
  });
}

test("sans connexion, l’accueil mène à la connexion ; une autre adresse la propose, et y revient", async ({
  page,
}) => {
  const menu = page.getByRole("navigation", { name: "Menu principal" }).getByRole("link");
  await page.goto("/");
  await expect(page).toHaveURL(/\/login$/);
  await expect(menu).toHaveText(["Connexion"]);

  await page.goto("/dossiers/?statut=clos");
  await expect(page).toHaveURL(/\/404$/);
  await expect(page.getByText("Cette page n'existe pas...")).toBeVisible();
  await expect(menu).toHaveText(["Connexion"]);
  await page.getByRole("main").getByRole("link", { name: "Se connecter" }).click();
  await page.getByLabel("Adresse e-mail").fill(ADMIN.email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(ADMIN.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dossiers\/\?statut=clos$/);
});
