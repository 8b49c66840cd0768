import { writeFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import type { EtatLieuxDetail } from "#domain/biens/etat-lieux.ts";
import { lireSceau } from "#worker/documents/signature/lecture-sceau.ts";
import { ADMIN, connecter, courrielA, seConnecter } from "../../support/browser/browser.ts";
import {
  appeler,
  attendreHorsLigne,
  bande,
  Doigt,
  dessiner,
  leLocataireSigne,
  ouvrirBail,
  photo,
  remettreLaTablette,
  reprendreLaTablette,
} from "../../support/browser/terrain.ts";
import { readPdf } from "../../support/documents/pdf-text.ts";
import { pdfsig } from "../../support/documents/pdfsig.ts";

test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true });

/**
 * Checks the seal of an inventory's file with our own reader, and with Poppler where it is installed.
 * @returns the text of the file
 */
async function verifierLeSceau(page: Page, EtatLieuxId: number | null, fichier: string) {
  const { signed } = await appeler<EtatLieuxDetail>(page, "GET", `/EtatLieux/${EtatLieuxId}`);
  const octets = await (await page.request.get(`/files/${signed}`)).body();
  writeFileSync(fichier, octets);
  expect(lireSceau(octets, null)).toHaveProperty("empreinteLue");
  const verdict = pdfsig(fichier) ?? "Signature is Valid. Total document signed";
  expect(verdict).toContain("Signature is Valid.");
  expect(verdict).toContain("Total document signed");
  return readPdf(octets.subarray(0, octets.indexOf("%%EOF"))).text;
}

/** A script that makes every write of the page fail as on a full disk, until `liberer()`. */
const DISQUE_PLEIN = `(() => {
  const { put } = IDBObjectStore.prototype;
  window.liberer = () => { IDBObjectStore.prototype.put = put; };
  IDBObjectStore.prototype.put = () => { throw new DOMException("", "QuotaExceededError"); };
})()`;

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
    await page.evaluate(DISQUE_PLEIN);
    await doigt.toucher("Je signe");
    await expect(page.getByText(/votre réponse n’est pas encore gardée/)).toBeVisible();
    await page.evaluate("window.liberer()");
    await expect(page.getByText("A signé")).toBeVisible();
  });

  await test.step("l’agent signe le dernier ; rien n’est parti", async () => {
    await reprendreLaTablette(page, "2580");
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
    expect(dossier.inventaireEntree).not.toBeNull();
    await verifierLeSceau(page, dossier.etatIn, info.outputPath("scelle.pdf"));
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

test("une sortie s’écrit et se signe sans réseau, à côté de l’entrée ; sa copie part avant ses photos", async ({
  page,
  context,
}, info) => {
  await connecter(page);
  const DossierId = await ouvrirBail(page, "7 montée de la Grande-Côte");
  const doigt = new Doigt(page);
  const images = await Promise.all([61, 62, 63].map((rang) => photo(page, rang)));
  const [deLEntree, desMurs, duSol] = images.map((image) => image ?? Buffer.alloc(0));
  if (!deLEntree || !desMurs || !duSol) throw new Error("Trois photos.");
  await page.goto(`/terrain/?dossier=${DossierId}&cote=entree`);
  await doigt.toucher("2 pièces meublé");
  await doigt.suivre("Entrée");
  await doigt.toucher("Tout en bon état");
  await doigt.photographier("Murs", deLEntree);
  await expect(bande(page)).toHaveText("Tout est envoyé");

  await test.step("hors ligne, chaque élément a celui de l’entrée à côté ; deux exceptions, chacune avec sa photo", async () => {
    await page.goto(`/terrain/?dossier=${DossierId}&cote=sortie`);
    await expect(page.getByRole("heading", { name: /^Sortie/ })).toBeVisible();
    await attendreHorsLigne(page);
    await context.setOffline(true);
    await page.reload();
    await doigt.suivre("Entrée");
    await expect(page.getByRole("img", { name: "Photo de l’entrée" })).toBeVisible();
    await doigt.toucher("Tout comme à l’entrée");
    await doigt.toucher("Mauvais état", "Murs");
    await doigt.toucher("trou de cheville +", "Murs");
    await doigt.photographier("Murs", desMurs);
    await doigt.toucher("État d’usage", "Sol");
    await doigt.photographier("Sol", duSol);
    await expect(page.getByRole("region", { name: "Murs" })).toContainText("Dégradé");
    await page.screenshot({ path: info.outputPath("sortie.png") });
    await page.getByRole("link", { name: "Retour" }).click();
    await doigt.suivre("Relecture");
    const differences = page.getByRole("region", { name: "Différences (2)" });
    await expect(differences).toContainText("Entrée, murs");
    await expect(differences).toContainText("Entrée, sol");
    await page.screenshot({ path: info.outputPath("differences.png") });
  });

  await test.step("le locataire, puis l’agent, signent ; rien n’est parti", async () => {
    await remettreLaTablette(page, "1937");
    await expect(page.getByRole("heading", { name: "État des lieux de sortie" })).toBeVisible();
    await leLocataireSigne(page);
    await reprendreLaTablette(page, "1937");
    await doigt.toucher(/^Signer pour l’agence/);
    await expect(page.getByText(/La copie part dès que le réseau revient\./)).toBeVisible();
    await expect(bande(page)).toContainText("2 photos et 1 jeu de signatures");
  });

  await test.step("le réseau revenu, les vignettes, les signatures et la copie précèdent les photos", async () => {
    const envois: string[] = [];
    page.on("request", (demande) => {
      const chemin = /\/(photo|signer)\b/.exec(new URL(demande.url()).pathname)?.[1];
      if (chemin && demande.method() !== "GET") envois.push(chemin);
    });
    await context.setOffline(false);
    await expect(bande(page)).toHaveText("Tout est envoyé");
    await expect(page.getByText(/Copie envoyée à a/)).toBeVisible();
    expect(envois).toEqual(["photo", "photo", "signer", "photo", "photo"]);
    expect(await courrielA("anne.roy@exemple.fr", /état des lieux de sortie/i)).not.toBe("");
  });

  await test.step("scellée, elle montre chaque photo de sortie, celle de l’entrée à sa gauche", async () => {
    const dossier = await appeler<DossierDetail>(page, "GET", `/Dossier/${DossierId}`);
    const texte = await verifierLeSceau(page, dossier.etatOut, info.outputPath("sortie.pdf"));
    expect(texte).toMatch(
      /Photo n° 1, entrée : Entrée, murs (?:(?!Photo n° 2).)*Photo n° 1, sortie : Entrée, murs/,
    );
    expect(texte).toMatch(/Photo n° 2, sortie : Entrée, sol/);
    expect(texte).not.toContain("Image jamais parvenue");
  });
});

test("le code de la tablette oublié, le mot de passe de l’agent la rend, avec le réseau ; rien n’est perdu", async ({
  page,
  context,
}) => {
  await connecter(page);
  const DossierId = await ouvrirBail(page, "9 rue Romarin");
  const doigt = new Doigt(page);
  await page.goto(`/terrain/?dossier=${DossierId}&cote=entree`);
  await attendreHorsLigne(page);
  await doigt.toucher("2 pièces meublé");
  await remettreLaTablette(page, "4826");
  await leLocataireSigne(page);
  await context.setOffline(true);
  await doigt.toucher("Rendre la tablette à l’agent");
  await doigt.toucher("Code oublié");
  const essayer = async (motDePasse: string) => {
    await page.getByLabel("Votre mot de passe").fill(motDePasse);
    await doigt.toucher("Reprendre la tablette");
  };
  await essayer(ADMIN.password);
  await expect(page.getByRole("alert")).toContainText("Pas de réseau");
  await context.setOffline(false);
  await essayer("un autre mot de passe");
  await expect(page.getByRole("alert")).toHaveText("Ce n’est pas votre mot de passe.");
  const oublier = async () => {
    await expect(page.getByRole("heading", { name: "État des lieux d’entrée" })).toBeVisible();
    await expect(page.getByRole("link")).toHaveCount(0);
    await doigt.toucher("Rendre la tablette à l’agent");
    await doigt.toucher("Code oublié");
  };

  await test.step("sa session finie, il se reconnecte d’abord ; la tablette reste au locataire", async () => {
    await page.evaluate("localStorage.clear(); sessionStorage.clear()");
    await page.reload();
    await oublier();
    await essayer(ADMIN.password);
    await page.getByRole("link", { name: "Se connecter" }).click();
    await seConnecter(page);
    await page.waitForURL("**/terrain/**");
  });

  await oublier();
  await essayer(ADMIN.password);
  await doigt.toucher(/^Signer pour l’agence/);
  await expect(page.getByText(/Copie envoyée à a/)).toBeVisible();
});
