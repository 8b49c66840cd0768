import { expect, type Page, test } from "@playwright/test";
import { connecter, notification } from "../../support/browser/browser.ts";

test("le tableau de bord accueille l’administration, et chaque chiffre mène à la liste qui le porte", async ({
  page,
}) => {
  await connecter(page);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole("heading", { name: "Tableau de bord" })).toBeVisible();

  for (const [etat, liste] of [
    ["Louée", /statut=Lou/],
    ["Vacant", /statut=Vacant/],
    ["En Travaux", /statut=En/],
    ["En gestion", /enGestion=true/],
  ] as const) {
    await test.step(etat, async () => {
      const chiffre = page.getByRole("listitem").getByRole("link", { name: etat });
      const nombre = Number((await chiffre.innerText()).match(/\d+/)?.[0]);
      expect(nombre).toBeGreaterThan(0);
      await chiffre.click();
      await expect(page).toHaveURL(liste);
      await compte(page, nombre, "appartement");
      await page.goBack();
    });
  }

  await test.step("les quittances du mois", async () => {
    const payees = page.getByRole("link", { name: /[^m]payées?/ });
    const nombre = Number((await payees.innerText()).match(/\d+/)?.[0]);
    expect(nombre).toBeGreaterThan(1);
    await payees.click();
    await expect(page).toHaveURL(/quitances\/\?etat=payee/);
    await expect(page.getByText(new RegExp(`^${nombre} quittances`))).toBeVisible();
    await page.goBack();
  });

  await test.step("un mois du graphique, au pointeur, au clavier et en tableau", async () => {
    const mois = page.getByRole("link", { name: /^septembre \d{4} :/ });
    const bulle = page.getByText(/^Reste\d/);
    await expect(bulle).toBeHidden();
    await mois.focus();
    await expect(bulle).toBeVisible();
    await mois.blur();
    await expect(bulle).toBeHidden();
    await mois.hover();
    await expect(bulle).toBeVisible();
    await page.getByText("Voir les chiffres").click();
    const chiffres = page.getByRole("table", { name: "Loyers attendus et reçus" });
    await expect(chiffres.getByRole("row")).toHaveCount(13);
    await mois.click();
    await expect(page).toHaveURL(/quitances\/\?mois=\d{4}-09/);
    await page.goBack();
  });
});

test("ce qui est à vérifier paraît d’un seul coup : rien ne bouge sous le pointeur", async ({
  page,
}) => {
  const { promise: derniereReponse, resolve: laisserVenir } = Promise.withResolvers<void>();
  await page.route("**/api/Impaye*", async (route) => {
    await derniereReponse;
    await route.continue();
  });
  await connecter(page);
  const verifier = page.getByRole("region", { name: "À vérifier" });
  await expect(page.getByText(/^(Lun|Mar|Mercre|Jeu|Vendre|Same)di \d|^Dimanche \d/)).toBeVisible();
  await expect(verifier).toBeHidden();
  laisserVenir();
  await expect(verifier).toContainText("Impayés : ");
});

test("une lecture qui échoue ne cache rien d’autre, même quand on revient à la fenêtre", async ({
  page,
}) => {
  await page.route("**/api/Conservation/resume", (route) => route.fulfill({ status: 500 }));
  await connecter(page);
  const verifier = page.getByRole("region", { name: "À vérifier" });
  await expect(verifier).toContainText("Impayés : ");
  await page.route("**/api/Conservation/resume", () => {});
  const relue = page.waitForRequest("**/api/Conservation/resume");
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
  await relue;
  await expect(verifier).toContainText("Impayés : ");
  await expect(page.getByText("Chargement")).toHaveCount(0);
});

test("les appartements à louer et les intendances à renouveler se lisent par cinq lignes", async ({
  page,
}) => {
  await connecter(page);
  const libres = page.getByRole("table", { name: "En préavis ou vacants" });
  await expect(libres.getByRole("row").filter({ hasText: "En préavis" }).first()).toBeVisible();
  expect(await libres.getByRole("row").count()).toBeLessThanOrEqual(6);
  await page.getByRole("heading", { name: "En préavis ou vacants" }).getByRole("link").click();
  await expect(page).toHaveURL(/appartements\/\?preavis=true/);
  await page.goBack();

  const total = page.getByRole("link", { name: /^À renouveler/ }).filter({ hasText: /\d/ });
  const nombre = Number((await total.innerText()).match(/\d+/)?.[0]);
  await total.click();
  await compte(page, nombre, "intendance");
  await page.goBack();

  await test.step("une intendance, finie ou près de l’être, se renouvelle ici même", async () => {
    const fins = page.getByRole("table", { name: "À renouveler" });
    const renouveler = fins.getByRole("button", { name: /^Renouveler : / });
    await expect(fins.getByText(/, dans \d+ (jours?|mois)/).first()).toBeVisible();
    const terminees = page.getByRole("table", { name: "Terminées, non renouvelées" });
    await expect(terminees.getByText(/, depuis \d+ (jours?|mois)/).first()).toBeVisible();
    await renouveler.first().click();
    const question = page.getByRole("alertdialog", { name: "Renouveler cette intendance ?" });
    await question.getByRole("button", { name: "Renouveler" }).click();
    await notification(page, /^L’intendance est renouvelée/);
    await expect(page).toHaveURL(/\/$/);
    await expect(total).toContainText(String(nombre - 1));
  });
});

const compte = (page: Page, nombre: number, nom: string) =>
  expect(page.getByText(new RegExp(`^${nombre} ${nom}s?$`))).toBeVisible();
