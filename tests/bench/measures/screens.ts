import { type Browser, chromium } from "@playwright/test";
import { aujourdhui, moisDe } from "#domain/dates.ts";
import { findChromium } from "../../support/browser/chromium.ts";
import { adressesDesEcrans } from "../../support/browser/ecrans.ts";
import { digits, type Figure, median } from "../figures.ts";
import { furnish } from "../house/agency.ts";
import { type Edge, openEdge } from "../house/edge.ts";
import { openHouse } from "../house/house.ts";
import { builtAt } from "../house/revision.ts";
import { type Conditions, FAR, openPage, SLOW, type Visit, type Watch } from "../house/visit.ts";

const SIZES = (process.env.SIZES ?? "1000,10000").split(",").map(Number);
/** How often each screen is opened; the median counts. */
const TIMES = Number(process.env.TIMES) || 3;
/** The beginning of the addresses of the screens to measure; by default, all screens. */
const ONLY = process.env.SCREENS ?? "/";
/** A revision to measure beside the present one, on the same data. */
const AGAINST = process.env.AGAINST;
const IDS = { Client: 1, Mission: 51, Appartement: 1, Locataire: 1, Dossier: 1 };
/** After this delay, the product has loaded ahead the code of the next screens. */
const OPEN_MS = 5000;
/** The delay from the pointer's arrival on a link to the click. */
const AIM_MS = 150;
const FULL_PAGE = "/dossiers/?limit=150";

type Build = "now" | "before";
type Opened = Record<Build, Visit[]>;
type Page = Awaited<ReturnType<typeof openPage>>["page"];

/**
 * Every screen opened first on a slow machine far from the server, then reached by links: time until whole, time
 * without reaction, requests in a row.
 */
export async function screens(): Promise<Figure[]> {
  const before = AGAINST && builtAt(AGAINST);
  const browser = await chromium.launch({
    executablePath: findChromium(),
    // Without this flag, V8 reads each file once more to tell the tools where requests come from.
    args: ["--no-sandbox", "--disable-gpu", "--js-flags=--no-enable-lazy-source-positions"],
  });
  try {
    const figures: Figure[] = [];
    for (const size of SIZES) figures.push(...(await ofSize(browser, size, before)));
    return figures;
  } finally {
    await browser.close();
  }
}

async function ofSize(browser: Browser, size: number, before?: string): Promise<Figure[]> {
  const house = await openHouse(size);
  const edges = new Map<Build, Edge>();
  try {
    await furnish(house.databaseUrl, moisDe(aujourdhui(new Date())));
    if (before) edges.set("before", await openEdge(await house.beside(before)));
    edges.set("now", await openEdge(house.address()));
    const all = (await adressesDesEcrans(IDS)).map((path) => path.split("?")[0] ?? "");
    const paths = [...new Set(all)].filter((path) => path.startsWith(ONLY));

    /** Visits the builds by turns, so that a slow moment of the machine slows them all. */
    async function inTurns(
      conditions: Conditions,
      visit: (opened: { page: Page; watch: Watch }) => Promise<[string, Visit][]>,
      found = new Map<string, Opened>(),
    ) {
      for (const [build, { address }] of edges) {
        const opened = await openPage(browser, address, house.token, conditions);
        for (const [path, seen] of await visit(opened)) {
          const both = found.get(path) ?? { now: [], before: [] };
          both[build].push(seen);
          found.set(path, both);
        }
        await opened.page.context().close();
      }
      return found;
    }
    const goTo =
      (path: string) =>
      async ({ page, watch }: { page: Page; watch: Watch }): Promise<[string, Visit][]> => [
        [path, await watch.opening(() => page.goto(path, { waitUntil: "commit" }))],
      ];

    const first = new Map<string, Opened>();
    const far = new Map<string, Opened>();
    const moves = new Map<string, Opened>();
    const tables = new Map<string, Opened>();
    for (let time = 0; time < TIMES; time += 1) {
      for (const path of paths) await inTurns(SLOW, goTo(path), first);
      await inTurns(SLOW, clicks, moves);
      await inTurns({ ...SLOW, slower: 1 }, fullPage, tables);
    }
    for (const path of paths) await inTurns(FAR, goTo(path), far);
    return report(size, { first, far, moves, tables });
  } finally {
    for (const edge of edges.values()) edge.close();
    await house.close();
  }
}

/** Follows the menu, entry after entry, and opens the first record of each list. */
async function clicks({ page, watch }: { page: Page; watch: Watch }): Promise<[string, Visit][]> {
  await watch.opening(() => page.goto("/client/", { waitUntil: "commit" }));
  await page.waitForTimeout(OPEN_MS);
  const menu = page.getByRole("navigation", { name: "Menu principal" }).getByRole("link");
  const visits: [string, Visit][] = [];
  const follow = async (name: string, link: ReturnType<Page["locator"]>) => {
    await link.hover();
    await page.waitForTimeout(AIM_MS);
    visits.push([name, await watch.opening(() => link.click())]);
  };
  for (let rank = 0; rank < (await menu.count()); rank += 1) {
    const entry = menu.nth(rank);
    const path = (await entry.getAttribute("href")) ?? "";
    if (await entry.getAttribute("aria-current")) continue;
    await follow(path, entry);
    const record = page.locator(`main td a[href^="${path.replace(/\/?$/, "/")}"]`).first();
    if (path !== "/" && (await record.count()) > 0) await follow(`${path} → fiche`, record);
  }
  return visits;
}

/** Turns to the next page of 150 rows. */
async function fullPage({ page, watch }: { page: Page; watch: Watch }): Promise<[string, Visit][]> {
  await watch.opening(() => page.goto(FULL_PAGE, { waitUntil: "commit" }));
  await page.waitForTimeout(OPEN_MS);
  // The button is found beforehand: looking for it by role runs a script in the page, which would count.
  const next = await page.getByRole("button", { name: "Page suivante" }).elementHandle();
  const click = (button: unknown) => (button as { click(): void }).click();
  return [[FULL_PAGE, await watch.opening(async () => next?.evaluate(click))]];
}

const LIMITS = { settled: 1100, slowest: 1600, longest: 150, moved: 300, rows: 50, inARow: 3 };

type What = (visit: Visit) => number;

interface Found {
  /** Each screen opened first in a new page, on a slow machine. */
  first: ReadonlyMap<string, Opened>;
  /**
   * Each screen opened first in a new page, very far from the server: shows the requests that wait for each other.
   */
  far: ReadonlyMap<string, Opened>;
  moves: ReadonlyMap<string, Opened>;
  tables: ReadonlyMap<string, Opened>;
}

function report(size: number, { first, far, moves, tables }: Found): Figure[] {
  const settled: What = (visit) => visit.settled;
  const longest: What = (visit) => visit.longest;
  const inARow: What = ({ chain }) => chain.length;
  const script: What = (visit) => visit.script;
  const kilobytes: What = (visit) => visit.kilobytes;
  if (process.env.DETAIL) tell({ first, far, moves, tables });

  function of(opened: ReadonlyMap<string, Opened>, what: What, build: Build) {
    const values = [...opened].map(([path, visits]) => ({
      path,
      value: median(visits[build].map(what)),
    }));
    const [first, ...others] = values.toSorted((a, b) => b.value - a.value);
    return { most: first, others, median: median(values.map(({ value }) => value)) };
  }
  const before = (value: number | undefined) =>
    AGAINST ? `avant ${digits(value ?? Number.NaN)} ; ` : "";
  const named = (name: string) => `${name}, ${digits(size)} dossiers`;
  type Limit = { unit: Figure["unit"]; atMost?: number };
  const limited = ({ unit, atMost }: Limit) =>
    atMost === undefined ? { unit } : { unit, limit: { atMost } };
  const middle = (
    name: string,
    opened: ReadonlyMap<string, Opened>,
    what: What,
    limit: Limit,
  ): Figure => ({
    name: `${named(name)}, médiane`,
    raw: `${before(of(opened, what, "before").median)}${opened.size} écrans`,
    value: of(opened, what, "now").median,
    ...limited(limit),
  });
  const worst = (
    name: string,
    opened: ReadonlyMap<string, Opened>,
    what: What,
    limit: Limit,
  ): Figure => {
    const { most, others } = of(opened, what, "now");
    const next = others.slice(0, 3).map(({ path, value }) => `${path} ${digits(value)}`);
    const raw = [most?.path, ...next].join(", ");
    return {
      name: `${named(name)}, au plus`,
      raw: before(of(opened, what, "before").most?.value) + raw,
      value: most?.value ?? Number.NaN,
      ...limited(limit),
    };
  };
  return [
    middle("Premier écran entier", first, settled, { unit: "ms", atMost: LIMITS.settled }),
    worst("Premier écran entier", first, settled, { unit: "ms", atMost: LIMITS.slowest }),
    middle("Premier écran, plus longue tâche", first, longest, { unit: "ms" }),
    worst("Premier écran, plus longue tâche", first, longest, {
      unit: "ms",
      atMost: LIMITS.longest,
    }),
    worst("Premier écran, demandes à la suite", far, inARow, { unit: "", atMost: LIMITS.inARow }),
    worst("Premier écran, octets reçus", first, kilobytes, { unit: "Ko" }),
    middle("D’un écran à l’autre", moves, settled, { unit: "ms" }),
    worst("D’un écran à l’autre", moves, settled, { unit: "ms", atMost: LIMITS.moved }),
    worst("D’un écran à l’autre, plus longue tâche", moves, longest, { unit: "ms" }),
    middle("Script d’une page de 150 lignes", tables, script, { unit: "ms", atMost: LIMITS.rows }),
  ];
}

/** Prints each screen on a line. */
function tell({ first, far, moves, tables }: Found): void {
  for (const [path, { now, before }] of [...first, ...moves, ...tables]) {
    const line = (visits: readonly Visit[]) => {
      const [one] = visits;
      const of = (what: What) => digits(median(visits.map(what)));
      return `${of((v) => v.settled)} ms, tâche ${of((v) => v.longest)}, script ${of((v) => v.script)}, ${digits(one?.kilobytes ?? 0)} Ko`;
    };
    console.log(`${path.padEnd(28)} ${line(now)}${AGAINST ? `   | ${line(before)}` : ""}`);
    const chain = far.get(path)?.now[0]?.chain ?? [];
    if (chain.length > 0) console.log(`      ${chain.join(" → ")}`);
  }
}
