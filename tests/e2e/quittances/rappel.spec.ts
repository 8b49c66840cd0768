import { expect, test } from "@playwright/test";
import { ajouterMois, aujourdhui, moisDe, premierJour } from "#domain/dates.ts";
import { base, connecter, dernierCourriel, notification } from "../../support/browser/browser.ts";
import { delaiDesEnvois, enTetes } from "../../support/browser/ecrans.ts";

test("rien ne part par erreur : l’envoi attend, se rappelle, et un mois entier se demande d’abord", async ({
  page,
}) => {
  const bd = base();
  const courrielsDe = async (numero: string) =>
    (
      await bd.execute({
        sql: `SELECT genre, Courriel.etat FROM Courriel JOIN Quitance ON Quitance.id = QuitanceId
          WHERE numero = ? ORDER BY Courriel.id`,
        args: [numero],
      })
    ).rows.map(({ genre, etat }) => `${genre} ${etat}`);
  const { rows } = await bd.execute(`
    SELECT d.id, l.nom FROM Dossier d JOIN Locataire l ON l.id = d.LocataireId
    WHERE l.accordEmail AND EXISTS (SELECT 1 FROM Quitance q WHERE q.DossierId = d.id AND q.mois = strftime('%Y-%m', 'now'))
      AND NOT EXISTS (SELECT 1 FROM Quitance q WHERE q.DossierId = d.id AND NOT q.regle)
    ORDER BY d.id LIMIT 1`);
  const [dossier, nom] = [Number(rows[0]?.id), String(rows[0]?.nom)];
  const mois = ajouterMois(moisDe(aujourdhui(new Date())), 1);
  await delaiDesEnvois(page, 0);
  const faite = await page.request.post(`/api/Quitance/generate/${dossier}`, {
    headers: await enTetes(page),
    data: { date: premierJour(mois) },
  });
  const { numero } = (await faite.json()).data;
  await expect.poll(() => courrielsDe(numero)).toEqual(["avis envoye"]);
  await delaiDesEnvois(page, 60);
  await connecter(page);

  await test.step("« payée », puis « Annuler » aussitôt : rien ne part", async () => {
    await page.goto(`/quitances/?mois=${mois}&q=${numero}`);
    const ligne = page.getByRole("row").filter({ hasText: nom });
    await ligne.getByRole("button", { name: /^Marquer payée/ }).click();
    await notification(page, /La quittance part dans \d+ s\./);
    await expect(ligne).toContainText(/part dans \d+ s/);
    await page.getByRole("button", { name: "Annuler", exact: true }).click();
    await notification(page, "Modification annulée.");
    await expect.poll(() => courrielsDe(numero)).toEqual(["avis envoye", "quittance annule"]);
  });

  await test.step("payée de nouveau, l’envoi seul est annulé ; « Renvoyer » le reprend", async () => {
    const ligne = page.getByRole("row").filter({ hasText: nom });
    await ligne.getByRole("button", { name: /^Marquer payée/ }).click();
    // The dialog proposes the payment that was taken back, with its day and its mode.
    await page.getByRole("button", { name: "Enregistrer le paiement" }).click();
    await ligne.getByRole("button", { name: /^Annuler l’envoi/ }).click();
    await notification(page, "L’envoi est annulé.");
    await expect(ligne).toContainText("Retenu");
    await expect(ligne).toContainText("Payée");
    await ligne.getByRole("button", { name: /^Quittance retenue, renvoyer/ }).click();
    await page.getByRole("button", { name: "Renvoyer", exact: true }).click();
    await notification(page, /Le courriel part dans \d+ s\./);
    await expect(ligne).toContainText(/part dans \d+ s/);
    expect(dernierCourriel(numero).texte).not.toContain("Nous avons bien enregistré");
  });

  await test.step("générer un mois demande combien, à qui, pour quel mois ; tout se rappelle d’un clic", async () => {
    await page.goto(`/quitances/?mode=generation&mois=${mois}`);
    const generer = page.getByRole("button", { name: /^Générer \d+ quittances/ });
    const nombre = Number((await generer.innerText()).match(/\d+/)?.[0]);
    expect(nombre).toBeGreaterThan(20);
    await generer.click();
    const question = page.getByRole("alertdialog", { name: `Générer ${nombre} quittances ?` });
    await expect(question).toContainText(`${nombre} courriels partiront`);
    await expect(question).toContainText(`et ${nombre - 4} autres`);
    await expect(question).toContainText(`Pour le mois`);
    await question.getByRole("button", { name: "Annuler" }).click();
    const { rows: dernieres } = await bd.execute("SELECT max(id) derniere FROM Quitance");
    const derniere = Number(dernieres[0]?.derniere);
    await generer.click();
    await question.getByRole("button", { name: "Générer et envoyer" }).click();
    await notification(page, `${nombre} quittances générées.`);
    const { rows: faites } = await bd.execute({
      sql: "SELECT mois FROM Quitance WHERE id > ?",
      args: [derniere],
    });
    expect(faites.map((faite) => faite.mois)).toEqual(Array(nombre).fill(mois));
    await page.getByRole("button", { name: `Annuler les ${nombre} envois` }).click();
    await notification(page, `${nombre} envois annulés.`);
    const { rows: reste } = await bd.execute({
      sql: "SELECT DISTINCT etat FROM Courriel WHERE QuitanceId > ?",
      args: [derniere],
    });
    expect(reste.map(({ etat }) => etat)).toEqual(["retenu"]);
  });
});
