import { createClient } from "@libsql/client/web";
import { expect, test as histoire } from "@playwright/test";
import { aujourdhui, moisDe, premierJour } from "#domain/dates.ts";
import { ADMIN, connecter } from "../../support/browser/browser.ts";
import { enTetes } from "../../support/browser/ecrans.ts";
import { demarrer, demarrerDemonstration, type Produit } from "../../support/browser/produit.ts";

const MOIS = moisDe(aujourdhui(new Date()));

const dans = (nom: string, lancer: (nom: string) => Promise<Produit>) =>
  histoire.extend<object, { produit: Produit }>({
    produit: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs
      async ({}, use) => {
        const produit = await lancer(nom);
        await use(produit);
        await produit.arreter();
      },
      { scope: "worker", timeout: 300_000 },
    ],
    baseURL: async ({ produit }, use) => use(produit.address),
  });

const vide = dans("agence-vide", demarrer);
const demonstration = dans("demonstration", demarrerDemonstration);

vide(
  "une agence vide est conduite en cinq étapes, qui s’en vont avec le premier mois",
  async ({ page }) => {
    await page.goto("/login");
    await page.getByText("Mot de passe oublié ?").click();
    await expect(page.getByText("Demandez-le à un administrateur de votre agence")).toBeVisible();

    await connecter(page);
    const etapes = page
      .getByRole("main")
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading") });
    await expect(page.getByRole("heading", { name: "Pour commencer" })).toBeVisible();
    await expect(etapes).toHaveCount(5);
    await expect(etapes.getByRole("heading", { name: /étape faite/ })).toHaveCount(0);
    await expect(page.getByText("Tout est loué")).toHaveCount(0);
    const menu = page.getByRole("navigation", { name: "Menu principal" });
    await expect(menu.getByRole("link", { name: "Dossiers" })).toBeVisible();
    await expect(menu.getByText("Suivi", { exact: true })).toHaveCount(0);
    await expect(menu.getByRole("link", { name: "Échéances" })).toHaveCount(0);

    const headers = await enTetes(page);
    const creer = async (chemin: string, data: object): Promise<number> => {
      const reponse = await page.request.post(`/api/${chemin}`, { headers, data });
      expect(reponse.ok(), await reponse.text()).toBe(true);
      return (await reponse.json()).data.id;
    };
    await creer("Client", {
      nom: "Roy",
      prenom: "Odile",
      mailPerso: "odile@exemple.fr",
      mobilePerso: "06 12 34 56 78",
      adresseDefaut: "adresse",
      mailDefaut: "mailPerso",
      telDefaut: "mobilePerso",
    });
    const lieu = { adresse: "3 rue des Lilas", codePostal: "75020", ville: "Paris" };
    const AppartementId = await creer("Appartement", { ...lieu, loyerHC: 800, charge: 50 });
    await page.reload();
    await expect(etapes.getByRole("heading", { name: /étape faite/ })).toHaveText([
      /propriétaires/,
      /logements/,
    ]);
    const LocataireId = await creer("Locataire", {
      ...lieu,
      nom: "Petit",
      prenom: "Ana",
      mail: "ana@exemple.fr",
      tel: "01 23 45 67 89",
    });
    const debut = premierJour(MOIS);
    const dossier = await creer("Dossier", {
      AppartementId,
      LocataireId,
      dateEntree: debut,
      dateCreationBail: debut,
      dateDebutBail: debut,
      depotGarantie: 800,
      jourQuitance: 5,
      loyerHC: 800,
      loyerCharge: 50,
      numFraisDossier: "F-1",
    });
    await page.reload();
    await expect(etapes.getByRole("heading", { name: /étape faite/ })).toHaveCount(3);
    await expect(menu.getByText("Suivi", { exact: true })).toBeVisible();
    await expect(menu.getByRole("link", { name: "Échéances" })).toBeVisible();
    await creer(`Quitance/generate/${dossier}`, { date: debut });
    await page.reload();
    await expect(page.getByRole("heading", { name: /^Loyers de|^Loyers d’/ })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Pour commencer" })).toHaveCount(0);

    await page.goto("/banque");
    await expect(page.getByText("Aucun relevé pour l’instant")).toBeVisible();
    await page.getByRole("link", { name: "Importer un relevé" }).click();
    await page.getByRole("button", { name: "Ajouter un compte" }).click();
    await page.getByLabel("Nom").fill("Compte de gérance");
    await page.getByLabel("IBAN").fill("FR76 3000 6000 0112 3456 7890 189");
    await page.getByRole("button", { name: "Ajouter le compte" }).click();
    await expect(page.getByText("Déposez ici les fichiers de votre banque")).toBeVisible();
  },
);

demonstration(
  "la démonstration montre dès le premier jour ce que fait le produit, et rien de rouge",
  async ({ page, produit }) => {
    await connecter(page);
    const headers = await enTetes(page);
    const lire = async (chemin: string) =>
      (await (await page.request.get(`${produit.address}/api/${chemin}`, { headers })).json()).data;

    await histoire.step("chaque contrôle est en ordre", async () => {
      const controles: { nom: string; etat: string }[] = await lire("Controle");
      expect(controles.filter(({ etat }) => etat !== "vert")).toEqual([]);
      expect(controles.length).toBeGreaterThan(20);
    });

    await histoire.step("plus aucun courriel à envoyer", async () => {
      const bd = createClient(produit.base);
      const { rows } = await bd.execute(
        "SELECT id, genre, etat FROM Courriel WHERE etat IN ('a_envoyer', 'en_cours')",
      );
      expect(rows).toEqual([]);
    });

    await histoire.step("un relevé à moitié rapproché", async () => {
      const lignes: { etat: string; automatique: boolean }[] = await lire("LigneReleve");
      expect(lignes.filter(({ etat }) => etat === "a_rapprocher").length).toBeGreaterThan(2);
      expect(lignes.filter(({ etat }) => etat === "rapprochee").length).toBeGreaterThan(1);
      await expect(page.getByText(/lignes? de relevé à rapprocher/)).toBeVisible();
    });

    await histoire.step("un compte de propriétaire prêt à clôturer", async () => {
      await page.goto("/cloture");
      await expect(page.getByRole("row").filter({ hasText: "Prêt" }).first()).toBeVisible();
    });

    await histoire.step("une relance à valider, un plan d’apurement", async () => {
      const [relance] = await lire("Relance?etat=brouillon");
      expect(relance).toBeDefined();
      await page.goto("/impayes");
      await expect(
        page.getByRole("row").filter({ hasText: "Plan d’apurement" }).first(),
      ).toBeVisible();
    });

    await histoire.step(
      "aucune ligne ne se coupe avant « : ; ? ! », ni au bord de guillemets",
      async () => {
        for (const adresse of [
          "/",
          "/quitances/",
          "/impayes",
          "/banque",
          "/controles",
          "/missions/1",
        ]) {
          await page.goto(adresse);
          await page.waitForLoadState("networkidle");
          const coupables = await page.evaluate(`(() => {
          const textes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          const trouves = [];
          while (textes.nextNode()) {
            const texte = textes.currentNode.textContent;
            if (/ [:;?!»](?![\\p{L}\\d=\\/])|« /u.test(texte)) trouves.push(texte);
          }
          return trouves;
        })()`);
          expect(coupables, adresse).toEqual([]);
        }
      },
    );

    await histoire.step(
      "des mandats au registre, des collaborateurs nommés, aucun courriel resté là",
      async () => {
        const registre: { genre: string }[] = await lire("RegistreMandat");
        expect(registre.filter(({ genre }) => genre === "inscription")).toHaveLength(3);
        const comptes: { email: string; nom: string | null }[] = await lire(
          "User?administrateurs=true",
        );
        expect(comptes.filter(({ nom, email }) => !nom && email !== ADMIN.email)).toEqual([]);
      },
    );
  },
);
