import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { EtatLieuxDetail } from "#domain/biens/etat-lieux.ts";
import { connecter, courrielA } from "../../support/browser/browser.ts";
import {
  appeler,
  attendreHorsLigne,
  bande,
  Doigt,
  ouvrirBail,
  photo,
} from "../../support/browser/terrain.ts";

test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true });

/** Draws a stroke in the frame of the signature. */
async function dessiner(page: Page): Promise<void> {
  const cadre = page.getByRole("img", { name: "Cadre pour dessiner votre signature" });
  const place = await cadre.boundingBox();
  if (!place) throw new Error("Pas de cadre.");
  const { x, y, width, height } = place;
  await page.mouse.move(x + width * 0.2, y + height * 0.6);
  await page.mouse.down();
  for (let pas = 1; pas <= 20; pas++)
    await page.mouse.move(
      x + width * (0.2 + pas * 0.03),
      y + height * (0.6 - 0.3 * Math.sin(pas / 2)),
    );
  await page.mouse.up();
}

test("une entrée se signe sans réseau, tablette remise, puis part : scellée, envoyée, complétée", async ({
  page,
  context,
}, info) => {
  await connecter(page);
  const DossierId = await ouvrirBail(page, "5 rue des Fleurs");
  const doigt = new Doigt(page);
  const image = await photo(page, 3);
  await page.goto(`/terrain/?dossier=${DossierId}&cote=entree`);
  await expect(page.getByText("De quoi partir")).toBeVisible();
  await attendreHorsLigne(page);

  await test.step("hors ligne, l’agent écrit, nomme les présents et remet la tablette", async () => {
    await context.setOffline(true);
    await doigt.toucher("2 pièces meublé");
    await doigt.suivre("Entrée");
    await doigt.toucher("Tout en bon état");
    await doigt.photographier("Murs", image);
    await page.getByRole("link", { name: "Retour" }).click();
    await doigt.suivre("Relecture");
    await doigt.toucher("Faire signer");
    await doigt.toucher("Remettre la tablette");
    await expect(page.getByText(/Il manque\s: l’identité de/)).toBeVisible();
    await doigt.toucher("Carte d’identité");
    await page.getByLabel("Code", { exact: true }).fill("2580");
    await page.screenshot({ path: info.outputPath("presents.png") });
    await doigt.toucher("Remettre la tablette");
  });

  await test.step("la tablette ne montre que ce qui se signe, quelle que soit l’adresse", async () => {
    await expect(page.getByRole("heading", { name: "État des lieux d’entrée" })).toBeVisible();
    await page.evaluate(`location.hash = "/"`);
    await page.reload();
    await expect(page.getByRole("heading", { name: "État des lieux d’entrée" })).toBeVisible();
    await expect(page.getByRole("link")).toHaveCount(0);
    await page.screenshot({ path: info.outputPath("lecture.png"), fullPage: true });
    await doigt.toucher("Rendre la tablette à l’agent");
    await page.getByLabel("Votre code de quatre chiffres").fill("1111");
    await doigt.toucher("Reprendre la tablette");
    await expect(page.getByRole("alert")).toHaveText("Ce n’est pas ce code.");
    await doigt.toucher("Revenir à la lecture");
  });

  await test.step("le locataire écrit sa réserve, coche la phrase, dessine et signe", async () => {
    await doigt.toucher(/^Signer\s:/);
    await doigt.toucher("Je ne signe pas");
    await page.getByLabel("Vos réserves").fill("La chasse d’eau coule un peu.");
    await doigt.toucher("Ajouter ces réserves");
    await expect(page.getByRole("button", { name: "Je signe", exact: true })).toBeDisabled();
    await page.getByRole("checkbox").check();
    await dessiner(page);
    await page.screenshot({ path: info.outputPath("signature.png") });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: info.outputPath("signature-390.png") });
    await page.setViewportSize({ width: 820, height: 1180 });
    await doigt.toucher("Je signe");
    await expect(page.getByText("A signé")).toBeVisible();
  });

  await test.step("l’agent signe le dernier ; rien n’est parti", async () => {
    await doigt.toucher("Rendre la tablette à l’agent");
    await page.getByLabel("Votre code de quatre chiffres").fill("2580");
    await doigt.toucher("Reprendre la tablette");
    await page.screenshot({ path: info.outputPath("agent.png") });
    await doigt.toucher(/^Signer pour l’agence/);
    await expect(page.getByText(/La copie part dès que le réseau revient\./)).toBeVisible();
    await expect(bande(page)).toContainText("1 jeu de signatures");
    await page.screenshot({ path: info.outputPath("fini.png") });
  });

  await test.step("rouverte avec le réseau, tout part ; la copie est scellée et tient devant pdfsig", async () => {
    await page.reload();
    await context.setOffline(false);
    await expect(bande(page)).toHaveText("Tout est envoyé", { timeout: 60_000 });
    await expect(page.getByText(/Copie envoyée à a/)).toBeVisible();
    await page.screenshot({ path: info.outputPath("envoye.png") });
    const dossier = await appeler<DossierDetail>(page, "GET", `/Dossier/${DossierId}`);
    const etat = await appeler<EtatLieuxDetail>(page, "GET", `/EtatLieux/${dossier.etatIn}`);
    expect(dossier.inventaireEntree).not.toBeNull();
    const octets = await (await page.request.get(`/files/${etat.signed}`)).body();
    const fichier = info.outputPath("scelle.pdf");
    writeFileSync(fichier, octets);
    const verdict = execFileSync("pdfsig", ["-nocert", fichier]).toString();
    expect(verdict).toContain("Signature is Valid.");
    expect(verdict).toContain("Total document signed");
  });

  await test.step("le locataire demande un complément par le lien de sa copie ; l’agence l’accepte", async () => {
    const lien = await courrielA(
      "anne.roy@exemple.fr",
      /https?:\/\/[^/\s]+(\/signature\/[\w-]{43})/,
    );
    const chez = await context.newPage();
    await chez.setViewportSize({ width: 390, height: 844 });
    await chez.goto(lien);
    await chez.getByRole("button", { name: /code/ }).click();
    const code = await courrielA("anne.roy@exemple.fr", /signer est\s: (\d{6})\b/);
    await chez.getByLabel(/[Cc]ode/).fill(code);
    await chez.getByRole("button", { name: "Ouvrir mon exemplaire" }).click();
    await chez.getByLabel("Ce qu’il faut ajouter").fill("Fissure derrière la porte.");
    await chez.screenshot({ path: info.outputPath("complement-390.png"), fullPage: true });
    await chez.getByRole("button", { name: "Demander ce complément" }).click();
    await expect(chez.getByText("en attente de réponse")).toBeVisible();
    await page.goto(`/dossiers/${DossierId}?tab=etats-lieux`);
    const demandes = page.getByRole("region", { name: "Compléments demandés par le locataire" });
    await expect(demandes).toContainText("Fissure derrière la porte.");
    await page.screenshot({ path: info.outputPath("bureau.png"), fullPage: true });
    await demandes.getByRole("button", { name: "Accepter" }).click();
    await expect(demandes).toContainText("Accepté");
  });
});
