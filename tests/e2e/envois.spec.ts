import { expect, test } from "@playwright/test";
import { ajouterMois, aujourdhui, deMois, moisDe } from "#domain/dates.ts";
import { base, connecter, dernierCourriel, notification } from "../support/browser.ts";
import { compte, delaiDesEnvois, enTetes } from "../support/browser-ecrans.ts";

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
  // Paid since: its avis may no longer go, so that nobody need look at it.
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

  await connecter(page, await compte(page, "user"));
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
      .toEqual([dossier.id]);
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
