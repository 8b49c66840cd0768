import { expect, test } from "@playwright/test";
import { base, connecter, courrielA, notification } from "../../support/browser/browser.ts";
import { regarder } from "../../support/browser/captures.ts";

test("un propriétaire reçoit un lien, l’ouvre d’un code, lit son compte ; l’agence le retire", async ({
  page,
  browser,
}) => {
  await connecter(page);
  // This client is one of two owners, under a management mandate.
  const Client = 1;
  const { rows } = await base().execute(
    `SELECT CASE mailDefaut WHEN 'mailPerso' THEN mailPerso WHEN 'mailPro' THEN mailPro ELSE mailDefaut END mail
     FROM Client WHERE id = ${Client}`,
  );
  const mail = String(rows[0]?.mail);
  const dialogue = page.getByRole("dialog", { name: "Accès du propriétaire" });
  const liens = dialogue.getByRole("list", { name: "Liens envoyés" }).getByRole("listitem");

  await test.step("de la fiche du client, l’agence envoie le lien", async () => {
    await page.goto(`/client/${Client}`);
    await page.getByRole("button", { name: "Autres actions" }).click();
    await page.getByRole("menuitem", { name: "Accès du propriétaire" }).click();
    await expect(dialogue.getByText("Aucun lien ne lui a encore été envoyé.")).toBeVisible();
    await dialogue.getByRole("button", { name: "Envoyer le lien" }).click();
    await notification(page, `Le lien a été envoyé à ${mail}.`);
    await expect(liens).toHaveText(/Ouvert.*Aucune visite/);
    await regarder(page, "acces");
  });

  const lien = await courrielA(mail, /http\S+\/proprietaire\/[\w-]{43}/);
  const chezLui = await browser.newContext();
  const sien = await chezLui.newPage();
  const referents: (string | undefined)[] = [];
  sien.on("request", (request) => referents.push(request.headers().referer));
  const codeRecu = () => courrielA(mail, /: (\d{6})\b/);
  const champ = sien.getByLabel("Code à six chiffres");

  await test.step("le lien demande un code, envoyé par courriel ; un faux se compte", async () => {
    await sien.goto(lien);
    await expect(sien.getByText(`${mail.slice(0, 1)}•••@`)).toBeVisible();
    await regarder(sien, "lien");
    await sien.getByRole("button", { name: "Recevoir un code" }).click();
    await expect(champ).toBeFocused();
    const faux = String((Number(await codeRecu()) + 1) % 1_000_000).padStart(6, "0");
    await champ.fill(faux);
    await sien.keyboard.press("Enter");
    await expect(sien.getByRole("alert")).toHaveText(/il vous reste 4 essais/);
    await regarder(sien, "code-faux");
  });

  await test.step("la page rechargée garde le code qui vaut encore ; le bon ouvre, et le secret quitte l’adresse", async () => {
    await sien.reload();
    await champ.fill(await codeRecu());
    await sien.getByRole("button", { name: "Ouvrir mon compte" }).click();
    await expect(sien.getByText("Ce qui vous revient aujourd’hui")).toBeVisible();
    await expect(sien).toHaveURL(/\/proprietaire$/);
    await expect(
      sien.getByRole("region", { name: "Mes mandats" }).getByRole("listitem"),
    ).not.toHaveCount(0);
    await regarder(sien, "compte");
    const garde = await sien.evaluate(
      "JSON.stringify([localStorage, sessionStorage, document.cookie])",
    );
    expect(garde).not.toMatch(/[\w-]{43}/);
    expect(referents.filter(Boolean)).toEqual([]);
  });

  await test.step("retiré, le lien n’ouvre plus et la visite s’arrête", async () => {
    await liens.getByRole("button", { name: "Retirer" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Retirer" }).click();
    await notification(page, "Le lien a été retiré.");
    await expect(liens).toHaveText(/Retiré.*Dernière visite le/);
    await sien.reload();
    await expect(sien.getByText("Ouvrez cette page depuis votre courriel.")).toBeVisible();
    await sien.goto(lien);
    await expect(sien.getByRole("heading", { name: /Ce lien n’ouvre plus/ })).toBeVisible();
    await regarder(sien, "retire");
  });
  await chezLui.close();
});

test("la page d’un propriétaire dit un lien inconnu, et un serveur qui ne répond pas", async ({
  page,
}) => {
  await page.goto(`/proprietaire/${"A".repeat(43)}`);
  await expect(page.getByRole("heading", { name: /Ce lien n’existe pas/ })).toBeVisible();
  await page.goto("/proprietaire/court");
  await expect(page.getByRole("heading", { name: /Ce lien n’existe pas/ })).toBeVisible();
  await page.route("**/api/Proprietaire/lien", (route) => route.abort());
  await page.goto(`/proprietaire/${"B".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "La page n’a pas pu être lue." })).toBeVisible();
  await page.unroute("**/api/Proprietaire/lien");
  await page.getByRole("button", { name: "Réessayer" }).click();
  await expect(page.getByRole("heading", { name: /Ce lien n’existe pas/ })).toBeVisible();
});
