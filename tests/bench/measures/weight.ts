import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "@playwright/test";
import { aujourdhui, moisDe } from "#domain/dates.ts";
import { findChromium } from "../../support/browser/chromium.ts";
import { adressesDesEcrans } from "../../support/browser/ecrans.ts";
import { digits, type Figure } from "../figures.ts";
import { furnish } from "../house/agency.ts";
import { type House, openHouse } from "../house/house.ts";

const DOSSIERS = 10_000;
/** Few enough for each screen to receive its data before the product begins to load ahead. */
const DOSSIERS_DES_ECRANS = 2_400;
const IDS = { Client: 1, Mission: 501, Appartement: 1, Locataire: 1, Dossier: 1 };
/** In KB: React and its query library take 95; the frame of every screen takes the other 30. */
const SHELL_MAX = 125;
/**
 * In KB: the most that the build lets a screen import (web/build/limit-weight.ts), plus the code that the screen loads
 * once shown.
 */
const FIRST_MAX = 180;
const FURTHER_MAX = 45;
/** The title of a chart: only the script that draws charts holds it. */
const CHART = "Loyers sur douze mois";
const TYPED = "boulevard saint-michel";
const BETWEEN_KEYS_MS = 30;
/** After this delay, a screen has requested all that it shows at once. */
const SETTLED_MS = 1500;
/** After this delay, the product has loaded ahead the code of the next screens. */
const OPEN_MS = 5000;

/**
 * The gzipped JavaScript that a browser loads for each screen, opened first or after another; and the letters lost
 * while typing fast.
 */
export async function weight(): Promise<Figure[]> {
  const house = await openHouse(DOSSIERS_DES_ECRANS);
  const large = await openHouse(DOSSIERS);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  try {
    await furnish(house.databaseUrl, moisDe(aujourdhui(new Date())));
    const screens = [
      ...new Set((await adressesDesEcrans(IDS)).filter((path) => !path.includes("?"))),
    ];
    const first: Loaded[] = [];
    for (const path of screens) first.push(await firstVisit(browser, house, path));
    const further = await furtherVisits(browser, house, screens);
    const typed = await typing(browser, large);
    // This visit comes last, because it closes the session.
    const shell = await firstVisit(browser, house, "/logout");
    return [
      heaviest("Coquille, sans rien d’autre", [shell], SHELL_MAX),
      heaviest("Premier écran, quel qu’il soit", first, FIRST_MAX),
      heaviest("Écran suivant, quel qu’il soit", further, FURTHER_MAX),
      {
        name: "Écrans qui chargent les graphiques sans être le tableau de bord",
        raw: `${first.length} écrans ouverts d’abord`,
        value: first.filter(({ path, charts }) => charts && path !== "/").length,
        unit: "",
        limit: { atMost: 0 },
      },
      typed,
    ];
  } finally {
    await browser.close();
    await house.close();
    await large.close();
  }
}

interface Loaded {
  path: string;
  kilobytes: number;
  charts: boolean;
}

const heaviest = (name: string, loaded: readonly Loaded[], atMost: number): Figure => {
  const [most] = loaded.toSorted((a, b) => b.kilobytes - a.kilobytes);
  return {
    name: `JavaScript, gzip : ${name}`,
    raw: `${most?.path}, de ${loaded.length}`,
    value: most?.kilobytes ?? Number.NaN,
    unit: "Ko",
    limit: { atMost },
  };
};

async function newPage(browser: Browser, { address, token }: House): Promise<Page> {
  const context = await browser.newContext({ baseURL: address() });
  await context.addInitScript(`localStorage.setItem("jwt_access_token", ${JSON.stringify(token)})`);
  return context.newPage();
}

/**
 * Counts the scripts that arrive from now on.
 * @returns a function that gives the total so far
 */
function count(page: Page): () => Promise<Omit<Loaded, "path">> {
  const scripts: Promise<{ bytes: number; chart: boolean }>[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith(".js")) return;
    const script = response.body().then(
      (body) => ({ bytes: gzipSync(body).length, chart: body.includes(CHART) }),
      // The page was closed before the script arrived: the script does not count.
      () => ({ bytes: 0, chart: false }),
    );
    scripts.push(script);
  });
  return async () => {
    const arrived = await Promise.all(scripts);
    return {
      kilobytes: arrived.reduce((sum, { bytes }) => sum + bytes, 0) / 1024,
      charts: arrived.some(({ chart }) => chart),
    };
  };
}

async function firstVisit(browser: Browser, house: House, path: string): Promise<Loaded> {
  const page = await newPage(browser, house);
  const arrived = count(page);
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  const loaded = { path, ...(await arrived()) };
  await page.context().close();
  return loaded;
}

/** Opens each screen from the list of clients, once the product has loaded ahead. */
async function furtherVisits(
  browser: Browser,
  house: House,
  paths: readonly string[],
): Promise<Loaded[]> {
  const loaded: Loaded[] = [];
  for (const path of paths) {
    const page = await newPage(browser, house);
    await page.goto("/client/");
    await page.waitForTimeout(OPEN_MS);
    const arrived = count(page);
    await page.evaluate(`history.pushState(null, "", ${JSON.stringify(path)})`);
    await page.waitForTimeout(SETTLED_MS);
    loaded.push({ path, ...(await arrived()) });
    await page.context().close();
  }
  return loaded;
}

/** Types fast in the search of a long list, and counts the lost letters. */
async function typing(browser: Browser, house: House): Promise<Figure> {
  const page = await newPage(browser, house);
  await page.goto("/dossiers/");
  const search = page.getByRole("searchbox").first();
  await search.click();
  await page.keyboard.type(TYPED, { delay: BETWEEN_KEYS_MS });
  const shown = await search.inputValue();
  return {
    name: `Recherche parmi ${digits(DOSSIERS)} dossiers : lettres perdues à la frappe`,
    raw: `${TYPED.length} lettres, une toutes les ${BETWEEN_KEYS_MS} ms`,
    value: TYPED.length - shown.length,
    unit: "",
    limit: { atMost: 0 },
  };
}
