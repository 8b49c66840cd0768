import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { ADMIN, base, connecter, notification } from "../../support/browser/browser.ts";
import { regarder } from "../../support/browser/captures.ts";
import { calme } from "../../support/browser/ecrans.ts";
import {
  agence,
  chezLui,
  entrer,
  lireJusquauBout,
  sansDefaut,
  signer,
} from "../../support/browser/signature.ts";

const BAIL = "Contrat de location";
const PDF = { mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF\n") };

const panneau = (page: Page) => page.getByRole("region", { name: /^Signature : / });
const menu = (page: Page) => page.getByRole("navigation", { name: "Menu principal" });

/** Opens the documents of a lease of the demo agency. */
async function documentsDe(page: Page, nom: string): Promise<void> {
  const { rows } = await base().execute({
    sql: `SELECT d.id FROM "Dossier" d JOIN "Locataire" l ON l.id = d."LocataireId" WHERE l.nom = ?`,
    args: [nom],
  });
  await page.goto(`/dossiers/${rows[0]?.id}?tab=documents`);
}

async function faireSigner(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: `Faire signer : ${BAIL}`, exact: true }).click();
  const dialogue = page.getByRole("dialog", { name: `Faire signer : ${BAIL}` });
  await expect(dialogue.getByText("Signataires")).toBeVisible();
  return dialogue;
}

async function choisir(page: Page, geste: string): Promise<void> {
  await page.getByRole("button", { name: /^Actions : signature de / }).click();
  await page.getByRole("menuitem", { name: geste }).click();
}

/** Enters the password again, when the product asks for it. */
async function confirmer(page: Page, fait: Locator): Promise<void> {
  const question = page.getByRole("dialog", { name: "Confirmez votre mot de passe" });
  await expect(question.or(fait).first()).toBeVisible();
  if (!(await question.isVisible())) return;
  await question.getByLabel("Mot de passe").fill(ADMIN.password);
  await page.keyboard.press("Enter");
}

async function signerDeLoin(browser: Browser, mail: string): Promise<void> {
  const lui = await chezLui(browser, mail);
  await entrer(lui, "Lire le document");
  await lireJusquauBout(lui);
  await lui.page.getByRole("button", { name: "Je signe" }).click();
  const informe = lui.page.getByRole("checkbox", { name: /mon droit de rétractation/ });
  if (await informe.isVisible()) await informe.check();
  await signer(lui);
  await expect(lui.page.getByRole("heading", { name: "Vous avez signé." })).toBeVisible();
  await lui.partir();
}

test("l’agence met un bail en signature à distance, le suit, le signe la dernière et le scelle", async ({
  page,
  browser,
}) => {
  await connecter(page);
  await documentsDe(page, "Rousselot");
  await expect(menu(page).getByRole("link", { name: "Année" })).toBeVisible();
  const signe = panneau(page);

  await test.step("qui signe est proposé ; les liens partent", async () => {
    const dialogue = await faireSigner(page);
    await expect(dialogue.getByLabel("Adresse e-mail").first()).toHaveValue(/@/);
    await sansDefaut(page);
    await regarder(page, "faire-signer");
    await dialogue.getByRole("button", { name: "Envoyer les liens" }).click();
    await notification(page, "1 lien est parti.");
    await expect(signe.getByText("Lien envoyé")).toBeVisible();
    await expect(menu(page).getByRole("link", { name: "Signatures" })).toBeVisible();
  });

  const mail = "agnes.autre@courriel.example";
  await test.step("une adresse corrigée envoie un autre lien", async () => {
    await signe.getByRole("button", { name: /^Corriger l’adresse : / }).click();
    const correction = page.getByRole("dialog", { name: "Corriger le signataire" });
    await correction.getByLabel("Adresse e-mail").fill(mail);
    await correction.getByRole("button", { name: "Enregistrer" }).click();
    await notification(page, "L’ancien lien est mort");
    await expect(signe.getByText(mail)).toBeVisible();
  });

  await test.step("une fiche changée depuis le gel le dit", async () => {
    await expect(signe.getByText("La fiche a changé depuis le gel")).toBeHidden();
    const chez = await agence(page);
    const [{ id = 0 } = {}] = await chez.appeler<{ id: number }[]>("GET", "/Locataire?q=rousselot");
    await chez.appeler("PUT", `/Locataire/${id}`, { lieuNaissance: "Dinan" });
    await page.reload();
    await expect(
      signe.getByText(
        /La fiche a changé depuis le gel\s: le document en signature ne le dit pas\./,
      ),
    ).toBeVisible();
    await regarder(page, "signature-fiche");
  });

  await signerDeLoin(browser, mail);

  await test.step("le tableau de bord attend la signature de l’agence, qui donne son mot de passe", async () => {
    await page.goto("/");
    await page.getByText(/\d documents? à signer pour l’agence/).waitFor();
    await page
      .getByRole("region", { name: "À vérifier" })
      .getByRole("link", { name: "Signer" })
      .click();
    await expect(page).toHaveURL(/\/signatures\?etat=agence$/);
    await sansDefaut(page);
    await regarder(page, "signatures");
    await page.getByRole("row").nth(1).getByRole("link").first().click();
    await expect(page.getByText("Signé électroniquement").first()).toBeVisible();
    await page.getByRole("button", { name: "Signer pour l’agence" }).click();
    const scelle = page.getByText(/^Scellé le /);
    await confirmer(page, scelle);
    await expect(scelle).toBeVisible();
    await sansDefaut(page);
    await regarder(page, "signature-scellee");
  });

  await test.step("le scellé et le dossier de preuve s’emportent ; la fiche garde le document signé", async () => {
    const [papier] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: /^PDF scellé : / }).click(),
    ]);
    expect(papier.suggestedFilename()).toMatch(/\.pdf$/);
    const [preuve] = await Promise.all([
      page.waitForEvent("download"),
      choisir(page, "Dossier de preuve"),
    ]);
    expect(preuve.suggestedFilename()).toMatch(/\.zip$/);
    await page.getByRole("link", { name: "Voir la fiche" }).click();
    await expect(
      page.getByRole("button", { name: "Ouvrir : Contrat de location signé" }),
    ).toBeVisible();
    await expect(signe.getByText("Signé et scellé")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Faire signer : Contrat/ })).toBeHidden();
  });
});

test.describe("sur une tablette", () => {
  test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true });

  test("un bail se signe sur place : la tablette remise ne montre que lui, et revient par ses quatre chiffres", async ({
    page,
  }) => {
    await connecter(page);
    await documentsDe(page, "de Saint-Aubin");
    const fiche = page.url();
    const dialogue = await faireSigner(page);
    await dialogue.getByText("À l’agence", { exact: true }).click();
    await dialogue.getByRole("button", { name: "Faire signer ici" }).click();
    const remise = page.getByRole("dialog", { name: "Remettre la tablette" });
    await remise.getByLabel("Quatre chiffres").fill("4729");
    await remise.getByRole("button", { name: "Remettre la tablette" }).click();
    await expect(page).toHaveURL(/\/signatures\/\d+\/sur-place$/);

    await test.step("ni menu, ni autre adresse", async () => {
      await expect(page.getByRole("list", { name: "Signataires" })).toBeVisible();
      await expect(menu(page)).toHaveCount(0);
      await sansDefaut(page);
      await regarder(page, "tablette");
      await page.goto("/client/");
      await expect(page).toHaveURL(/\/signatures\/\d+\/sur-place$/);
      await page.goBack();
      await expect(page).toHaveURL(/\/signatures\/\d+\/sur-place$/);
      await expect(menu(page)).toHaveCount(0);
    });

    await test.step("chacun, reconnu par l’agence, lit tout avant de signer", async () => {
      for (const piece of ["Passeport", "Carte d’identité"]) {
        await page
          .getByRole("button", { name: /^Lire et signer : / })
          .first()
          .click();
        await page.getByRole("button", { name: piece }).click();
        const jeSigne = page.getByRole("button", { name: "Je signe" });
        await page.getByRole("checkbox", { name: /signe électroniquement/ }).check();
        await expect(jeSigne).toBeEnabled();
        await dessiner(page);
        if (piece === "Passeport") {
          await sansDefaut(page);
          await regarder(page, "tablette-signer");
        }
        await jeSigne.click();
        await notification(page, "Votre signature est enregistrée.");
      }
      await expect(page.getByText("Chacun a signé.")).toBeVisible();
    });

    await test.step("quatre autres chiffres ne rendent rien ; les bons ramènent à la fiche, que l’agence scelle", async () => {
      await page.getByRole("button", { name: "Rendre la tablette" }).click();
      await page.getByLabel("Quatre chiffres").fill("1111");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alert")).toHaveText(/Ce ne sont pas les quatre chiffres/);
      await regarder(page, "tablette-rendre");
      await page.getByLabel("Quatre chiffres").fill("4729");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(fiche);
      await page.getByRole("button", { name: "Signer pour l’agence" }).click();
      const scelle = panneau(page).getByText(/^Scellé le /);
      await confirmer(page, scelle);
      await expect(scelle).toBeVisible();
      await expect(panneau(page).getByText("passeport, vu par l’agence")).toBeVisible();
    });
  });
});

test("une signature s’annule ; un exemplaire déposé à la main remplace celle qui court", async ({
  page,
}) => {
  await connecter(page);
  await documentsDe(page, "Lecœur");
  const signe = panneau(page);
  const envoyer = async () => {
    const dialogue = await faireSigner(page);
    await dialogue.getByRole("button", { name: "Envoyer les liens" }).click();
    await expect(signe.getByText("Lien envoyé")).toBeVisible();
  };

  await envoyer();
  await choisir(page, "Annuler la signature");
  const annulation = page.getByRole("dialog", { name: "Annuler la signature" });
  await annulation.getByLabel("Motif").fill("Le loyer était faux");
  await annulation.getByRole("button", { name: "Annuler la signature" }).click();
  await notification(page, "La signature est annulée.");
  await expect(signe.getByText(/^Annulée le .*\s:\sLe loyer était faux$/)).toBeVisible();

  await page.getByRole("button", { name: `Faire signer : ${BAIL}`, exact: true }).waitFor();
  await envoyer();
  const depot = page.getByRole("button", {
    name: "Déposer le document signé : Contrat de location signé",
  });
  const [choix] = await Promise.all([page.waitForEvent("filechooser"), depot.click()]);
  await choix.setFiles({ name: "bail-signe.pdf", ...PDF });
  await expect(
    page.getByRole("button", { name: "Ouvrir : Contrat de location signé" }),
  ).toBeVisible();
  await expect(signe).toBeHidden();
  await page.goto("/signatures?etat=finies");
  await calme(page);
  await expect(page.getByRole("row").filter({ hasText: "Remplacé" })).toHaveCount(1);
});

test("un mandat signé à distance se rétracte par courrier ; sa fiche le dit jusqu’au bout", async ({
  page,
  browser,
}) => {
  await connecter(page);
  const { rows } = await base().execute(
    `SELECT m.id, c."mailPerso" mail FROM "Mission" m JOIN "MissionClient" mc ON mc."MissionId" = m.id
     JOIN "Client" c ON c.id = mc."ClientId" WHERE m.type = 'prestation' LIMIT 1`,
  );
  const [mandat] = rows;
  await page.goto(`/missions/${mandat?.id}?tab=documents`);
  await page.getByRole("button", { name: "Faire signer : Ordre de mission" }).click();
  const dialogue = page.getByRole("dialog", { name: "Faire signer : Ordre de mission" });
  await expect(dialogue.getByText("Il a quatorze jours pour se rétracter")).toBeVisible();
  await dialogue.getByRole("button", { name: "Envoyer les liens" }).click();
  await notification(page, "1 lien est parti.");
  await signerDeLoin(browser, String(mandat?.mail));
  await page.reload();
  await page.getByRole("button", { name: "Signer pour l’agence" }).click();
  const court = page.getByText(/^Rétractation possible jusqu’au .*\s: aucun honoraire avant\.$/);
  await confirmer(page, court);
  await expect(court).toBeVisible();
  await regarder(page, "mandat-retractation");

  await choisir(page, "Rétractation reçue par courrier");
  await page
    .getByRole("dialog", { name: "Rétractation reçue par courrier" })
    .getByRole("button", { name: "Noter la rétractation" })
    .click();
  await expect(page.getByText(/^Mandat rétracté le /)).toBeVisible();
});

async function dessiner(page: Page): Promise<void> {
  const cadre = page.getByRole("img", { name: "Cadre pour dessiner votre signature" });
  await cadre.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await cadre.boundingBox()) ?? {};
  await page.mouse.move(x + 40, y + 40);
  await page.mouse.down();
  await page.mouse.move(x + 160, y + 80, { steps: 6 });
  await page.mouse.move(x + 220, y + 30, { steps: 6 });
  await page.mouse.up();
}
