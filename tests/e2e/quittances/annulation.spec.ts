import { expect, test } from "@playwright/test";
import { ajouterMois, aujourdhui, deMois, moisDe, premierJour } from "#domain/dates.ts";
import { base, connecter, notification } from "../../support/browser/browser.ts";
import { delaiDesEnvois, enTetes } from "../../support/browser/ecrans.ts";

test("une quittance faite par erreur s’annule, avec son motif, et se refait ; ce qui est douteux se demande", async ({
  page,
}) => {
  await delaiDesEnvois(page, 60);
  const headers = await enTetes(page);
  const reponse = await page.request.get("/api/Dossier?q=whitfield&limit=1", { headers });
  const [dossier] = (await reponse.json()).data;
  const mois = moisDe(aujourdhui(new Date()));
  const prochain = ajouterMois(mois, 1);
  const bd = base();
  const quittances = async () =>
    (
      await bd.execute({
        sql: "SELECT numero, mois, annuleeLe, motifAnnulation FROM Quitance WHERE DossierId = ? AND mois >= ? ORDER BY id",
        args: [dossier.id, mois],
      })
    ).rows;
  await connecter(page, `/dossiers/${dossier.id}?tab=quittances`);

  await test.step("le mois proposé est le premier à facturer", async () => {
    const faites = new Set((await quittances()).map((quittance) => quittance.mois));
    const attendu = [mois, prochain, ajouterMois(mois, 2)].find((un) => !faites.has(un)) ?? "";
    await page.getByRole("button", { name: "Générer une quittance" }).click();
    const debut = page.getByRole("dialog").getByRole("textbox", { name: "Début de la période" });
    await expect(debut).toHaveValue(premierJour(attendu).split("-").reverse().join("/"));
  });

  await test.step("un mois déjà facturé, échu, se dit et se demande ; trop loin, il se refuse", async () => {
    const dialogue = page.getByRole("dialog");
    const [, annee, numero] = /^(\d{4})-(\d{2})$/.exec(mois) ?? [];
    await dialogue
      .getByRole("textbox", { name: "Début de la période" })
      .fill(`01/${numero}/${annee}`);
    await dialogue
      .getByRole("textbox", { name: "Fin de la période" })
      .fill(`28/${numero}/${annee}`);
    await expect(dialogue.getByText(/Déjà facturé du/).first()).toBeVisible();
    await dialogue.getByRole("button", { name: "Générer la quittance" }).click();
    const question = page.getByRole("alertdialog", { name: "Générer cette quittance ?" });
    await expect(question).toContainText("Déjà facturé");
    const avant = (await quittances()).length;
    await question.getByRole("button", { name: "Annuler" }).click();
    expect(await quittances()).toHaveLength(avant);

    await dialogue.getByRole("textbox", { name: "Début de la période" }).fill("01/11/2062");
    await dialogue.getByRole("textbox", { name: "Fin de la période" }).fill("30/11/2062");
    await dialogue.getByRole("button", { name: "Générer la quittance" }).click();
    await expect(dialogue.getByText(/Treize mois d’avance au plus/).first()).toBeVisible();
    await dialogue.getByRole("button", { name: "Annuler" }).click();
    await page.getByRole("button", { name: "Abandonner" }).click();
  });

  await test.step("faite pour le mauvais mois, elle s’annule depuis sa ligne, et le mois se refait", async () => {
    await page.goto(`/quitances/?mode=generation&mois=${prochain}&q=whitfield`);
    const ligne = page.getByRole("row").filter({ hasText: "Whitfield" });
    await ligne.getByRole("button", { name: /^Générer la quittance/ }).click();
    await expect(ligne).toContainText("Générée");
    await page.getByText("Lecture", { exact: true }).click();
    await ligne.getByRole("button", { name: /^Actions/ }).click();
    await page.getByRole("menuitem", { name: "Annuler la quittance" }).click();
    const dialogue = page.getByRole("dialog");
    await dialogue.getByRole("button", { name: "Annuler la quittance" }).click();
    await expect(dialogue.getByText("Ce champ est requis.").first()).toBeVisible();
    await dialogue.getByLabel(/^Motif/).fill(`Le bail ne court pas en ${deMois(prochain)}`);
    await expect(dialogue.getByText("Ce champ est requis.")).toBeHidden();
    await dialogue.getByRole("button", { name: "Annuler la quittance" }).click();
    await notification(page, "La quittance est annulée.");
    await expect(ligne).toContainText("Annulée");
    await expect(page.getByText(/^1 quittance, dont 1 annulée · 0,00\s€$/)).toBeVisible();
    const numero = String(
      (await quittances()).find((quittance) => quittance.annuleeLe !== null)?.numero,
    );
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill(numero);
    await expect(page.getByRole("option", { name: numero })).toContainText("Annulée");
    await page.keyboard.press("Escape");

    await page.getByText("Génération", { exact: true }).click();
    await ligne.getByRole("button", { name: /^Générer la quittance/ }).click();
    await expect(ligne).toContainText("Générée");
    const doubles = (await quittances()).filter((quittance) => quittance.mois === prochain);
    expect(doubles.map(({ annuleeLe }) => annuleeLe !== null)).toEqual([true, false]);
    expect(doubles[0]?.motifAnnulation).toContain("Le bail ne court pas");
    expect(new Set(doubles.map(({ numero }) => numero)).size).toBe(2);
  });
});
