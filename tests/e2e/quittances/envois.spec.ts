import { expect, test } from "@playwright/test";
import { ajouterMois, aujourdhui, deMois, moisDe } from "#domain/dates.ts";
import { base, connecter, dernierCourriel, notification } from "../../support/browser/browser.ts";
import { compte, delaiDesEnvois, enTetes } from "../../support/browser/ecrans.ts";

test("un travail en échec et un courriel incertain se voient sur le mois et se reprennent, sans être administrateur", async ({
  page,
}) => {
  const bd = base();
  await delaiDesEnvois(page, 0);
  const headers = await enTetes(page);
  const reponse = await page.request.get("/api/Dossier?q=bouchard&limit=1", { headers });
  const [dossier] = (await reponse.json()).data;
  const today = aujourdhui(new Date());
  const mois = ajouterMois(moisDe(today), 2);
  const travail = { type: "quitance", DossierId: dossier.id, mois, today };
  await bd.execute({
    sql: "INSERT INTO Rebut (message, tentatives) VALUES (?, 9)",
    args: [JSON.stringify(travail)],
  });
  // The avis of a receipt paid in the meantime may no longer be sent, so nobody has to decide about it.
  await bd.execute(`
    UPDATE Courriel SET etat = 'incertain'
    WHERE id = (SELECT max(c.id) FROM Courriel c JOIN Quitance q ON q.id = c.QuitanceId
      WHERE c.genre = 'avis' AND c.etat = 'envoye' AND q.regle AND q.source = 'agence')`);
  const { rows } = await bd.execute(`
    UPDATE Courriel SET etat = 'incertain'
    WHERE id = (SELECT max(c.id) FROM Courriel c JOIN Quitance q ON q.id = c.QuitanceId
      WHERE c.genre = 'avis' AND c.etat = 'envoye' AND NOT q.regle)
    RETURNING (SELECT numero FROM Quitance WHERE id = QuitanceId) AS numero`);
  const numero = String(rows[0]?.numero);
  const avant = dernierCourriel(numero).dossier;

  await connecter(page, "/quitances/", await compte(page, "user"));
  await expect(page.getByText("1 courriel incertain, 1 opération à reprendre")).toBeVisible();
  await page.getByRole("link", { name: "Voir et reprendre" }).click();
  await expect(page).toHaveURL(/\/quitances\/envois$/);

  await test.step("le travail repris fait la quittance qui manquait", async () => {
    await page
      .getByRole("button", { name: `Reprendre : Quittance ${deMois(mois)} ${mois.slice(0, 4)}` })
      .click();
    await notification(page, "L’opération va être refaite.");
    await expect(page.getByText("Aucune opération à reprendre")).toBeVisible();
    await expect
      .poll(
        async () => {
          const quittances = await page.request.get(
            `/api/Quitance/byDate/${mois.slice(5)}-${mois.slice(0, 4)}`,
            { headers },
          );
          return (await quittances.json()).data.map((row: { DossierId: number }) => row.DossierId);
        },
        { timeout: 30_000 },
      )
      .toContain(dossier.id);
  });

  await test.step("le courriel renvoyé part une fois de plus", async () => {
    await page.getByRole("button", { name: /^Avis incertain, renvoyer/ }).click();
    await expect(page.getByText("Il a peut-être déjà été reçu.")).toBeVisible();
    await page.getByRole("button", { name: "Renvoyer", exact: true }).click();
    await notification(page, "Le courriel est reparti.");
    await expect.poll(() => dernierCourriel(numero).dossier).not.toBe(avant);
    await expect(page.getByText("Aucun courriel incertain")).toBeVisible();
  });

  await page.getByRole("link", { name: "Quittances", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Quittances" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Voir et reprendre" })).toHaveCount(0);
});

test("des courriels jamais partis se lisent, se choisissent, et rien d’autre ne part", async ({
  page,
}) => {
  const bd = base();
  await delaiDesEnvois(page, 0);
  const ancien = new Date(Date.now() - 3 * 86_400_000).toISOString();
  const { rows } = await bd.execute({
    sql: `UPDATE Courriel SET etat = 'a_envoyer', updatedAt = ?, version = version + 1
      WHERE id IN (SELECT c.id FROM Courriel c JOIN Quitance q ON q.id = c.QuitanceId
        WHERE c.genre = 'quittance' AND c.etat = 'envoye' AND q.regle AND c.destinataires <> '[]'
          ORDER BY c.id LIMIT 3)
      RETURNING id, (SELECT numero FROM Quitance WHERE id = QuitanceId) AS numero, destinataires`,
    args: [ancien],
  });
  const perdus = rows.map(({ numero, destinataires }) => ({
    numero: String(numero),
    adresse: String(JSON.parse(String(destinataires))[0]),
  }));
  const avant = perdus.map(({ numero }) => dernierCourriel(numero).dossier);
  await connecter(page, "/quitances/");
  await expect(page.getByText("3 courriels jamais partis")).toBeVisible();
  await page.getByRole("link", { name: "Voir et reprendre" }).click();
  const liste = page.getByRole("table", { name: "Courriels jamais partis" });
  await expect(liste.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Envoyer", exact: true })).toHaveCount(0);
  for (const { adresse } of perdus) await expect(liste).toContainText(adresse);
  await liste.getByRole("row").nth(1).getByRole("checkbox").click();
  await page.getByRole("button", { name: "Envoyer", exact: true }).click();
  const question = page.getByRole("alertdialog", { name: "Envoyer 1 courriel ?" });
  await expect(question).toContainText(String(perdus[0]?.adresse));
  await question.getByRole("button", { name: "Envoyer" }).click();
  await notification(page, "1 courriel remis à l’envoi.");
  await expect(liste.getByRole("row")).toHaveCount(3);
  await expect.poll(() => dernierCourriel(String(perdus[0]?.numero)).dossier).not.toBe(avant[0]);
  expect(perdus.slice(1).map(({ numero }) => dernierCourriel(numero).dossier)).toEqual(
    avant.slice(1),
  );
  await liste.getByRole("columnheader").getByRole("checkbox").click();
  await page.getByRole("button", { name: "Envoyer", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Envoyer" }).click();
  await expect(liste).toHaveCount(0);
});
