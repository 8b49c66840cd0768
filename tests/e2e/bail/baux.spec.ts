import { expect, type Page, test } from "@playwright/test";
import {
  ajouterJours,
  ajouterMois,
  aujourdhui,
  formatJour,
  moisDe,
  premierJour,
} from "#domain/dates.ts";
import { connecter, notification } from "../../support/browser/browser.ts";
import { calme, enTetes } from "../../support/browser/ecrans.ts";

const AUJOURDHUI = aujourdhui(new Date());
const MOIS = moisDe(AUJOURDHUI);
const FIN_DU_BAIL = premierJour(ajouterMois(MOIS, 9));
const hier = ajouterJours(AUJOURDHUI, -1);

/**
 * A tenant of this name with a lease, in a new dwelling by default. The dwelling is under works, because other tests
 * count the dwellings to let.
 */
async function louer(page: Page, nom: string, bail: object, AppartementId?: number) {
  const headers = await enTetes(page);
  const creer = async (ressource: string, data: object): Promise<{ id: number }> => {
    const reponse = await page.request.post(`/api/${ressource}`, { headers, data });
    expect(reponse.status(), await reponse.text()).toBe(201);
    return (await reponse.json()).data;
  };
  const adresse = { codePostal: "75020", ville: "Paris" };
  const logement = AppartementId
    ? { id: AppartementId }
    : await creer("Appartement", {
        adresse: `7 rue ${nom}`,
        loyerHC: 850,
        charge: 100,
        wip: true,
        ...adresse,
      });
  const locataire = await creer("Locataire", {
    titre: "Madame",
    nom,
    prenom: "Camille",
    mail: "camille@exemple.fr",
    tel: "06 12 34 56 78",
    adresse: "1 rue Ancienne",
    ...adresse,
  });
  const debut = ajouterJours(premierJour(MOIS), -400);
  const dossier = await creer("Dossier", {
    AppartementId: logement.id,
    LocataireId: locataire.id,
    dateEntree: debut,
    dateCreationBail: debut,
    dateDebutBail: debut,
    depotGarantie: 0,
    jourQuitance: 1,
    loyerHC: 850,
    loyerCharge: 100,
    numFraisDossier: "F-1",
    ...bail,
  });
  return { DossierId: dossier.id, AppartementId: logement.id };
}

test("parti sans congé noté : le loyer court, cela se dit partout, et rien ne part sans quelqu’un", async ({
  page,
}) => {
  await connecter(page);
  const { DossierId } = await louer(page, "Partie", { dateFinBail: FIN_DU_BAIL });
  const dit = `Aucun congé n’est noté\u00A0: le loyer reste dû jusqu’au ${formatJour(FIN_DU_BAIL)}, fin du bail.`;
  await page.goto(`/dossiers/${DossierId}`);

  await test.step("la clôture le dit, le congé à portée, puis la fiche", async () => {
    await page.getByRole("button", { name: "Autres actions" }).click();
    await page.getByRole("menuitem", { name: "Clore le dossier" }).click();
    const question = page.getByRole("dialog", { name: "Clore le dossier" });
    await question
      .getByRole("textbox", { name: "Remise des clés" })
      .fill(formatJour(premierJour(MOIS)));
    await expect(question).toContainText(dit);
    await expect(question.getByRole("textbox", { name: "Congé reçu le" })).toBeVisible();
    await question.getByRole("button", { name: "Clore le dossier" }).click();
    await expect(question).toBeHidden();
    await expect(page.getByRole("status").filter({ hasText: dit })).toBeVisible();
  });

  await test.step("le mois l’annonce à vérifier, et la génération à la main le demande", async () => {
    await page.goto("/quitances/");
    const annonce = page.getByRole("status").filter({ hasText: "À vérifier" });
    await expect(annonce).toContainText("Mme Camille Partie");
    const ligne = annonce.getByRole("listitem").filter({ hasText: "Partie" });
    await ligne.getByRole("button", { name: "Générer à la main" }).click();
    const dialogue = page.getByRole("dialog", { name: /Partie/ });
    await dialogue.getByRole("button", { name: "Générer la quittance" }).click();
    const question = page.getByRole("alertdialog", { name: "Générer cette quittance ?" });
    await expect(question).toContainText("sans congé noté.");
    await question.getByRole("button", { name: "Annuler" }).click();
    await dialogue.getByRole("button", { name: "Annuler" }).click();
  });

  await test.step("parmi d’autres, la question nomme qui est parti", async () => {
    await page.goto("/quitances/?mode=generation&q=Partie");
    await page
      .getByRole("row")
      .last()
      .getByRole("button", { name: "Générer la quittance" })
      .click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Départ sans congé noté : Mme Camille Partie");
    await question.getByRole("button", { name: "Annuler" }).click();
  });

  await test.step("le congé noté, plus rien n’est douteux", async () => {
    await page.goto(`/dossiers/${DossierId}`);
    await page.getByRole("button", { name: "Noter le congé" }).click();
    const dialogue = page.getByRole("dialog", { name: "Noter le congé" });
    await dialogue
      .getByRole("textbox", { name: "Congé reçu le" })
      .fill(formatJour(ajouterJours(premierJour(MOIS), -120)));
    await dialogue
      .getByRole("textbox", { name: "Fin du préavis" })
      .fill(formatJour(premierJour(MOIS)));
    await dialogue.getByRole("button", { name: "Noter le congé" }).click();
    await notification(page, "Le congé est noté.");
    await expect(page.getByText(dit)).toBeHidden();
    await page.goto("/quitances/");
    await expect(page.getByText("Mme Camille Partie")).toBeHidden();
  });
});

test("un second bail arrête le loyer du premier : les deux fiches le disent, le bail à venir s’annule", async ({
  page,
}) => {
  await connecter(page);
  // The day is read here and not at the top of the file, which may have been loaded before midnight.
  const ceJour = aujourdhui(new Date());
  const demain = ajouterJours(ceJour, 1);
  const premier = await louer(page, "Première", { dateFinBail: null });
  const second = await louer(
    page,
    "Seconde",
    { dateEntree: demain, dateDebutBail: demain, dateFinBail: ajouterJours(demain, 20) },
    premier.AppartementId,
  );
  const arret = `Loyer arrêté le ${formatJour(ceJour)} : un autre bail de ce logement commence le ${formatJour(demain)} (Mme Camille Seconde).`;

  await test.step("chez le premier, et parmi les loyers arrêtés", async () => {
    await page.goto("/");
    const annonce = page.getByRole("status").filter({ hasText: "par un autre bail du logement" });
    await annonce.getByRole("link", { name: "Voir les dossiers" }).click();
    await expect(page).toHaveURL(/statut=arrete/);
    await page
      .getByRole("table")
      .getByRole("link", { name: "Mme Camille Première", exact: true })
      .click();
    await expect(page.getByText(arret)).toBeVisible();
    await page.getByRole("link", { name: "Mme Camille Seconde" }).click();
  });

  await test.step("chez le second, qui s’annule tant qu’il n’a pas commencé", async () => {
    await expect(page).toHaveURL(new RegExp(`/dossiers/${second.DossierId}$`));
    const sien = `Le loyer de Mme Camille Première s’arrête le ${formatJour(ceJour)}, veille de ce bail.`;
    await expect(page.getByText(sien)).toBeVisible();
    await page.getByRole("link", { name: "Modifier" }).click();
    await page
      .getByRole("textbox", { name: "Fin du bail" })
      .fill(formatJour(ajouterJours(demain, 30)));
    await page.getByRole("button", { name: "Enregistrer" }).click();
    const question = page.getByRole("alertdialog", { name: "Colocation" });
    await expect(question).toContainText(`Hors colocation, ${sien.replace("Le", "le")}`);
    await question.getByRole("button", { name: "Revenir au dossier" }).click();
    await page.goto(`/dossiers/${second.DossierId}`);
    await page.getByRole("button", { name: "Autres actions" }).click();
    await expect(page.getByRole("menuitem", { name: "Supprimer" })).toHaveCount(0);
    await page.getByRole("menuitem", { name: "Annuler ce bail" }).click();
    await page.getByRole("textbox", { name: "Motif" }).fill("Fait par erreur");
    await page.getByRole("button", { name: "Annuler ce bail" }).click();
    await notification(page, "Le bail est annulé, le logement est libre.");
    await page.goto(`/dossiers/${premier.DossierId}`);
    await expect(page.getByRole("heading", { name: "Camille Première" })).toBeVisible();
    await expect(page.getByText("Loyer arrêté")).toBeHidden();
  });

  await test.step("ou ils vivent ensemble, et le loyer de chacun court", async () => {
    const autre = { dateEntree: hier, dateDebutBail: hier };
    await louer(page, "Tierce", autre, premier.AppartementId);
    await page.reload();
    await page.getByRole("button", { name: "C’est une colocation" }).click();
    await notification(page, "C’est une colocation.");
    await expect(page.getByText("Loyer arrêté")).toBeHidden();
  });
});

test("les quittances automatiques rallumées disent ce que le prochain passage fera", async ({
  page,
}) => {
  await connecter(page);
  const debut = premierJour(MOIS);
  const { AppartementId } = await louer(page, "Rallumée", {
    dateEntree: debut,
    dateDebutBail: debut,
  });
  const basculer = async () => {
    await page.goto(`/appartements/${AppartementId}/edit`);
    await page.getByRole("switch", { name: "Quittances automatiques" }).click();
    await page.getByRole("button", { name: "Enregistrer" }).click();
    await expect(page).not.toHaveURL(/edit/);
  };
  await basculer();
  await expect(page.getByText("Le prochain passage")).toBeHidden();
  await basculer();
  await expect(page.getByRole("status").filter({ hasText: "Le prochain passage" })).toContainText(
    `fera les quittances dues depuis le ${formatJour(debut)}`,
  );

  await page.goto("/");
  const manques = page.getByRole("status").filter({ hasText: /Il manque \d+ quittances?/ });
  await expect(manques).toHaveCount(1);
  await manques.getByRole("link", { name: "Voir et générer" }).click();
  await expect(page).toHaveURL(new RegExp(`mois=${MOIS}`));
  await basculer();
});

test("un bail à venir s’annule avec son motif : il quitte la liste, et reste au dossier clos", async ({
  page,
}) => {
  await connecter(page);
  const debut = ajouterJours(AUJOURDHUI, 40);
  const dates = { dateEntree: debut, dateCreationBail: AUJOURDHUI, dateDebutBail: debut };
  const { DossierId } = await louer(page, "Renonce", dates);
  await page.goto("/dossiers/?q=renonce");
  const ligne = page.getByRole("row").filter({ hasText: "Renonce" });
  await expect(ligne).toContainText("À venir");
  await ligne.getByRole("button", { name: /Actions/ }).click();
  await page.getByRole("menuitem", { name: "Annuler ce bail" }).click();
  const question = page.getByRole("dialog", { name: "Annuler ce bail ?" });
  await expect(question).toContainText(`devait entrer le ${formatJour(debut)}`);
  await question.getByRole("button", { name: "Annuler ce bail" }).click();
  await expect(question).toContainText("Ce champ est requis");
  await question.getByRole("textbox", { name: "Motif" }).fill("Prêt refusé");
  await question.getByRole("button", { name: "Annuler ce bail" }).click();
  await notification(page, "Le bail est annulé, le logement est libre.");
  await expect(ligne).toHaveCount(0);
  await page.goto(`/dossiers/${DossierId}`);
  await expect(page.getByRole("heading", { name: /Renonce/ }).locator("..")).toContainText(
    "Annulé",
  );
  await page.getByRole("button", { name: "Autres actions" }).click();
  await page.getByRole("menuitem", { name: "Historique" }).click();
  await expect(page.getByText("Prêt refusé")).toBeVisible();
});

test("la grille de vétusté n’est qu’une case du bail, quand l’agence en a une, et jusqu’à sa signature", async ({
  page,
}) => {
  await connecter(page);
  const { DossierId } = await louer(page, "Vétuste", { typeBail: "nu" });
  const headers = await enTetes(page);
  const grille = page.getByLabel("Grille de vétusté jointe au bail");
  const reglages = () => page.waitForResponse((reponse) => reponse.url().includes("/api/Variable"));

  await test.step("sans grille, le formulaire n’en dit rien", async () => {
    await Promise.all([reglages(), page.goto(`/dossiers/${DossierId}/edit`)]);
    await expect(page.getByLabel("Fin du bail", { exact: true })).toBeVisible();
    await expect(grille).toBeHidden();
  });

  const reponse = await page.request.post("/api/Variable", {
    headers,
    data: { nom: "grilleVetuste", valeur: "Accord du 4 juin 2024\nPeinture ; 7 ; 2 ; 18 ; 10" },
  });
  const { data: reglage } = await reponse.json();
  try {
    await test.step("avec elle, une case la joint au bail", async () => {
      await page.reload();
      await calme(page);
      await grille.check();
      await page.getByRole("button", { name: "Enregistrer" }).click();
      // The form shows the same words: the test first waits for the record.
      await page.waitForURL(`**/dossiers/${DossierId}`);
      await expect(page.getByText("Accord du 4 juin 2024, 1 élément")).toBeVisible();
    });
    await test.step("signé, le bail garde la sienne", async () => {
      const buffer = Buffer.from("%PDF-1.7\n%%EOF\n");
      const signe = await page.request.put(`/api/Dossier/${DossierId}`, {
        headers,
        multipart: { contratLocation: { name: "bail.pdf", mimeType: "application/pdf", buffer } },
      });
      expect(signe.status(), await signe.text()).toBe(200);
      await page.goto(`/dossiers/${DossierId}/edit`);
      await expect(grille).toBeDisabled();
      await expect(grille).toBeChecked();
      await expect(page.getByText("Le bail est signé : elle ne change plus.")).toBeVisible();
    });
  } finally {
    const data = { valeur: null };
    await page.request.put(`/api/Variable/${reglage.id}`, { headers, data });
  }
});
