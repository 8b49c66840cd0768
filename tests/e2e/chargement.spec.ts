import { expect, type Page, test } from "@playwright/test";
import { connecter } from "../support/browser.ts";
import { enTetes } from "../support/browser-ecrans.ts";

const LOIN_MS = 300;

/** Each answer takes so long that the requests that overlap did not wait for one another; how many followed. */
async function vagues(page: Page, ouvrir: () => Promise<unknown>): Promise<string[][]> {
  const vagues: string[][] = [];
  let derniere = Number.NEGATIVE_INFINITY;
  await page.route(/\/api\/|\/assets\/.*\.js$|^[^.]*$/, async (route) => {
    const instant = Date.now();
    if (instant - derniere > LOIN_MS - 50) {
      vagues.push([]);
      derniere = instant;
    }
    vagues.at(-1)?.push(new URL(route.request().url()).pathname);
    await new Promise((suite) => setTimeout(suite, LOIN_MS));
    await route.fallback();
  });
  await ouvrir();
  await page.unroute(/\/api\/|\/assets\/.*\.js$|^[^.]*$/);
  return vagues;
}

test("un premier écran demande ses données en même temps que son code", async ({ page }) => {
  await connecter(page);
  for (const [adresse, contenu] of [
    ["/dossiers/", "Bouchard"],
    ["/quitances/", "Quittances"],
  ] as const) {
    const demandes = await vagues(page, async () => {
      await page.goto(adresse, { waitUntil: "commit" });
      await expect(page.getByRole("main").getByText(contenu).first()).toBeVisible();
      await expect(page.getByRole("main").getByRole("table").first()).not.toHaveAttribute(
        "aria-busy",
        "true",
      );
    });
    expect(demandes.map((vague) => vague.length > 0)).toHaveLength(3);
    expect(demandes[2]?.some((chemin) => chemin.startsWith("/api/"))).toBe(true);
  }
});

test("une fiche ouverte d’une liste montre d’abord ce que la ligne en sait", async ({ page }) => {
  await connecter(page);
  await page.goto("/dossiers/?q=bouchard");
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
  repondre();
  await expect(principal.getByRole("tab", { name: "Détails" })).toBeVisible();
});

test("un lien montré du doigt ou atteint au clavier charge d’avance, pour qui est connecté", async ({
  page,
}) => {
  await connecter(page);
  await page.goto("/dossiers/");
  const lues: string[] = [];
  page.on("request", (request) => lues.push(new URL(request.url()).pathname));
  const menu = page.getByRole("navigation", { name: "Menu principal" });
  await expect(page.getByRole("main").getByRole("row").nth(1)).toBeVisible();
  await menu.getByRole("link", { name: "Locataires" }).hover();
  await expect.poll(() => lues).toContain("/api/Locataire");
  await menu.getByRole("link", { name: "Appartements" }).focus();
  await expect.poll(() => lues).toContain("/api/Appartement");
  // What was read ahead is what the screen shows: it does not ask again.
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
