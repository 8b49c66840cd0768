import { expect, type Page, test } from "@playwright/test";
import { connecter } from "../../support/browser/browser.ts";
import { calme, enTetes } from "../../support/browser/ecrans.ts";

const CALME_MS = 1000;
/** The requests of pages, of code and of data. */
const DEMANDES = /\/api\/|\/assets\/.*\.js$|^[^.]*$/;

/**
 * Holds requests back until no new one comes, then answers them all: requests of one wave do not wait for each other.
 * @returns the paths of each wave; the list grows as waves come
 */
async function vagues(page: Page): Promise<readonly string[][]> {
  const vagues: string[][] = [];
  let retenues: { chemin: string; repondre(): void }[] = [];
  let minuterie: ReturnType<typeof setTimeout> | undefined;
  const repondre = () => {
    vagues.push(retenues.map(({ chemin }) => chemin));
    for (const retenue of retenues.splice(0)) retenue.repondre();
    retenues = [];
  };
  await page.route(DEMANDES, async (route) => {
    clearTimeout(minuterie);
    minuterie = setTimeout(repondre, CALME_MS);
    const chemin = new URL(route.request().url()).pathname;
    await new Promise<void>((suite) => retenues.push({ chemin, repondre: suite }));
    await route.fallback();
  });
  return vagues;
}

test("un premier écran demande ses données en même temps que son code", async ({ page }) => {
  await connecter(page);
  for (const adresse of ["/dossiers/", "/quitances/"]) {
    const demandes = await vagues(page);
    await page.goto(adresse, { waitUntil: "commit" });
    await expect(page.locator('main tbody tr:not(:has([class*="animate"]))').first()).toBeVisible();
    await expect(page.locator("main table").first()).not.toHaveAttribute("aria-busy", "true");
    const liste = adresse === "/dossiers/" ? "/api/Dossier" : "/api/Quitance";
    expect(demandes.findIndex((vague) => vague.includes("/api/user/me"))).toBe(2);
    // The answer for the page already named all the code of the screen, so this wave asks for no code.
    expect(demandes[2]?.filter((chemin) => chemin.endsWith(".js"))).toEqual([]);
    expect(demandes[2]).toContain(liste);
    await page.unroute(DEMANDES);
  }
});

test("ce qu’un nouveau dossier se voit proposer n’est demandé qu’une fois, et à nouveau au dossier suivant", async ({
  page,
}) => {
  await connecter(page);
  const demandes: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/Dossier/numero")) demandes.push(request.url());
  });
  await page.goto("/dossiers/new");
  await expect(page.getByLabel("Lieu de signature")).not.toHaveValue("");
  await calme(page);
  expect(demandes).toHaveLength(1);
  await page.getByRole("button", { name: "Annuler" }).click();
  await page.getByRole("link", { name: "Nouveau dossier" }).click();
  await expect(page.getByLabel("Lieu de signature")).not.toHaveValue("");
  expect(demandes).toHaveLength(2);
});

test("une fiche ouverte d’une liste montre d’abord ce que la ligne en sait", async ({ page }) => {
  await connecter(page, "/dossiers/?q=bouchard");
  const lien = page
    .getByRole("main")
    .getByRole("link", { name: /Bouchard/ })
    .first();
  let repondre = () => {};
  const retenue = new Promise<void>((suite) => {
    repondre = suite;
  });
  await page.route(/\/api\/Dossier\/\d+$/, async (route) => {
    await retenue;
    await route.fallback();
  });
  await lien.click();
  const principal = page.getByRole("main");
  await expect(principal.getByRole("heading", { name: /Bouchard/ })).toBeVisible();
  await expect(principal.getByText("Loyer TTC")).toBeVisible();
  await expect(principal.getByText("Chargement")).toBeAttached();
  const nom = principal.getByRole("heading", { name: /Bouchard/ });
  const rubriques = principal.getByRole("tablist");
  const places = async () => [
    await nom.textContent(),
    await nom.boundingBox(),
    await rubriques.boundingBox(),
  ];
  const avant = await places();
  repondre();
  await calme(page);
  await expect(principal.getByRole("link", { name: "Modifier" })).toBeVisible();
  // Neither the name nor the sections move when the rest of the record arrives.
  expect(await places()).toEqual(avant);
});

test("un lien montré du doigt ou atteint au clavier charge d’avance, pour qui est connecté", async ({
  page,
}) => {
  await connecter(page, "/dossiers/");
  const lues: string[] = [];
  page.on("request", (request) => lues.push(new URL(request.url()).pathname));
  const menu = page.getByRole("navigation", { name: "Menu principal" });
  await expect(page.getByRole("main").getByRole("row").nth(1)).toBeVisible();
  const lue = page.waitForResponse("**/api/Locataire?*");
  await menu.getByRole("link", { name: "Locataires" }).hover();
  await (await lue).finished();
  await menu.getByRole("link", { name: "Appartements" }).focus();
  await expect.poll(() => lues).toContain("/api/Appartement");
  // The screen uses the data that was loaded ahead, and does not ask for it again.
  await menu.getByRole("link", { name: "Locataires" }).click();
  await expect(page.getByRole("main").getByRole("row").nth(1)).toBeVisible();
  expect(lues.filter((chemin) => chemin === "/api/Locataire")).toHaveLength(1);
});

test("rien de ce qui fut chargé d’avance ne reste à qui vient ensuite", async ({ page }) => {
  await connecter(page);
  const { id } = (
    await (
      await page.request.get("/api/Dossier?q=bouchard&page=1&limit=1", {
        headers: await enTetes(page),
      })
    ).json()
  ).data[0];
  await page.goto("/dossiers/?q=bouchard");
  await page
    .getByRole("main")
    .getByRole("link", { name: /Bouchard/ })
    .first()
    .hover();
  await page.evaluate(`history.pushState(null, "", "/logout")`);
  await page.waitForURL("**/login");
  await page.evaluate(`history.pushState(null, "", "/dossiers/${id}")`);
  await page.waitForURL("**/404");
  await expect(page.getByText("Bouchard")).toHaveCount(0);
});
