import { expect, type Locator, test } from "@playwright/test";
import { connecter } from "../../support/browser/browser.ts";
import { adressesDesEcrans, aller, calme, fichesDeLaDemo } from "../../support/browser/ecrans.ts";

const TELEPHONE = { width: 390, height: 844 };

test.use({ viewport: TELEPHONE, hasTouch: true, isMobile: true, actionTimeout: 20_000 });

test("sur un téléphone, aucun écran ne défile de côté", async ({ page }) => {
  await connecter(page);
  const debords: string[] = [];
  for (const adresse of await adressesDesEcrans(await fichesDeLaDemo(page))) {
    await aller(page, adresse);
    const largeur = await page.evaluate("document.scrollingElement.scrollWidth");
    const fenetre = await page.evaluate("innerWidth");
    if (largeur !== TELEPHONE.width || fenetre !== TELEPHONE.width)
      debords.push(`${adresse} : ${largeur} px dans ${fenetre} px`);
  }
  expect(debords).toEqual([]);
});

/** Each list, and a pattern that the titles of its cards must match. */
const LISTES: readonly (readonly [adresse: string, titre: RegExp])[] = [
  ["/quitances/", /^(M\.|Mme|Mlle) /],
  ["/quitances/?mode=generation", /^(M\.|Mme|Mlle) /],
  ["/encaissements", /^(M\.|Mme|Mlle) /],
  ["/impayes", /^(M\.|Mme|Mlle) /],
  ["/impayes?tab=relances", /^(M\.|Mme|Mlle) /],
  ["/dossiers/", /^(M\.|Mme|Mlle) /],
  ["/locataires/", /^(M\.|Mme|Mlle) /],
  ["/client/", /^(M\.|Mme|SAS|SARL|SCI) /],
  ["/missions/", /^\p{L}/u],
  ["/cloture", /^(INDIVISION|Madame|Monsieur|SCI) /],
  ["/registres", /^(Madame|Monsieur|SCI|Ouverture) /],
  ["/registres?tab=fonds", /^(M\.|SCI|\p{L}+)/u],
  ["/fournisseurs/", /^\p{L}/u],
  ["/appartements/", /^\d+ .*\p{L}/u],
  ["/intendance/", /^\d+ .*\p{L}/u],
  ["/banque?tab=comptes", /^Compte /],
  ["/controles", /^\p{L}/u],
  ["/parametres/?tab=utilisateurs", /^\p{L}/u],
  ["/parametres/?tab=historique", /^\p{L}/u],
];

test("chaque liste y est faite de cartes, qui commencent par un nom entier", async ({ page }) => {
  await connecter(page);
  for (const [adresse, titre] of LISTES) {
    await test.step(adresse, async () => {
      await aller(page, adresse);
      await expect(page.locator(CARTES).first()).toBeVisible();
      const lues = await page.evaluate<{ nom: string; defauts: string[] }[]>(LECTURE);
      for (const { nom, defauts } of lues) {
        expect.soft(nom, adresse).toMatch(titre);
        expect.soft(defauts, `${adresse} : ${nom}`).toEqual([]);
      }
    });
  }
});

const CARTES = "main tbody tr:has(> [data-card=title])";

/** The name on each card, and its faults: cut off, or placed after other words of the card. */
const LECTURE = `[...document.querySelectorAll("${CARTES}")].map((carte) => {
  const nom = carte.querySelector("[data-card='title']");
  const { top, left, height } = nom.getBoundingClientRect();
  const coupes = [nom, ...nom.querySelectorAll("*")].filter(
    ({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1,
  );
  const avant = [...carte.querySelectorAll("td")].filter((cellule) => {
    const boite = cellule.getBoundingClientRect();
    if (cellule === nom || boite.width === 0 || cellule.querySelector("[type=checkbox]")) return false;
    return boite.bottom <= top || (boite.top < top + height && boite.left < left);
  });
  const defauts = [
    ...coupes.map(({ textContent }) => "coupé : " + textContent),
    ...avant.map(({ textContent }) => "avant le nom : " + textContent),
  ];
  return { nom: nom.innerText, defauts };
})`;

test("le mois s’y tient d’une main : les cartes cochées se règlent du pouce, un état se reprend", async ({
  page,
}) => {
  await connecter(page);
  await aller(page, "/quitances/");
  const cartes = page.getByRole("main").locator("tbody tr").filter({ hasText: "Inconnue" });
  const nom = await cartes.first().locator("[data-card='title']").innerText();
  await cartes.nth(1).getByRole("checkbox").check();
  await cartes.nth(0).getByRole("checkbox").check();

  await test.step("les gestes restent sous le pouce, même loin dans la liste", async () => {
    await page.evaluate("scrollTo(0, 1500)");
    const payer = page.getByRole("button", { name: "Marquer payées" });
    await auPouce(payer);
    await payer.click();
    await dansLEcran(page.getByRole("dialog"));
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Tout désélectionner" }).click();
    await expect(payer).toBeHidden();
  });

  await test.step("un état se donne sur sa carte, et s’annule", async () => {
    const carte = page.getByRole("main").locator("tbody tr").filter({ hasText: nom });
    await carte.getByRole("button", { name: /^Marquer impayée/ }).click();
    await expect(carte).toContainText("Impayée");
    await page.getByRole("button", { name: "Annuler", exact: true }).click();
    await expect(carte).toContainText("Inconnue");
  });

  await test.step("ce qui manque se génère au pied de l’écran", async () => {
    await page.getByText("Génération", { exact: true }).click();
    await calme(page);
    await auPouce(page.getByRole("button", { name: /^Générer \d+ quittances/ }));
  });
});

test("les impayés, la clôture et un dossier s’y ouvrent, s’y trient et s’y mènent", async ({
  page,
}) => {
  await connecter(page);

  await test.step("deux dossiers en retard se choisissent, leur menu se lit", async () => {
    await aller(page, "/impayes");
    const cases = page.getByRole("main").locator("tbody").getByRole("checkbox");
    await cases.nth(0).check();
    await cases.nth(1).check();
    await auPouce(page.getByRole("button", { name: "Envoyer les relances" }));
    await page.getByRole("button", { name: "Mettre en pause" }).first().click();
    await dansLEcran(page.getByRole("dialog"));
    await page.keyboard.press("Escape");
    await page
      .getByRole("button", { name: /^Actions : / })
      .first()
      .click();
    await dansLEcran(page.getByRole("menu"));
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Locataire", exact: true }).click();
    await expect(page).toHaveURL(/sort=/);
  });

  await test.step("un mandat se valide de sa carte, après une question", async () => {
    await aller(page, "/cloture");
    const mandats = page.getByRole("main").locator("tbody tr");
    await expect(mandats.filter({ hasText: "CASTELNAU" })).toContainText("Prêt");
    await mandats.filter({ hasText: "CASTELNAU" }).getByRole("checkbox").check();
    const valider = page.getByRole("button", { name: "Valider 1 compte" });
    await auPouce(valider);
    await valider.click();
    await dansLEcran(page.getByRole("alertdialog"));
    await page.getByRole("alertdialog").getByRole("button", { name: "Annuler" }).click();
  });

  await test.step("un dossier s’ouvre d’un doigt, ses onglets restent là, un règlement s’y note", async () => {
    await aller(page, "/dossiers/?q=moreau");
    await page
      .getByRole("main")
      .getByRole("link", { name: /Moreau/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { name: /Moreau/ })).toBeVisible();
    await page.evaluate("scrollTo(0, 900)");
    await expect(page.getByRole("tab", { name: "Détails" })).toBeInViewport();
    await page.getByRole("tab", { name: "Compte" }).click();
    await page.getByRole("button", { name: "Enregistrer un règlement" }).click();
    await dansLEcran(page.getByRole("dialog"));
  });
});

/** Expects the button in the lower third of the screen, within reach of a thumb. */
async function auPouce(bouton: Locator) {
  await expect(bouton).toBeInViewport();
  const boite = await bouton.boundingBox();
  expect(boite?.y).toBeGreaterThan((TELEPHONE.height * 2) / 3);
  expect(boite?.height).toBeGreaterThanOrEqual(44);
}

/** Expects the element to be on the screen entirely. */
async function dansLEcran(ouvert: Locator) {
  await expect(ouvert).toBeVisible();
  await expect(ouvert).toBeInViewport({ ratio: 1 });
}
