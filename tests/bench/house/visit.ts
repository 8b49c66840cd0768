import type { Browser, CDPSession, Page } from "@playwright/test";

/** The speed of the simulated machine and of its network; `latency` in milliseconds. */
export interface Conditions {
  /** How many times slower the simulated processor is than the processor of this machine. */
  slower: number;
  latency: number;
  /** Bits per second; 0: no limit. */
  throughput: number;
}

export const SLOW: Conditions = { slower: 4, latency: 40, throughput: 10_000_000 };
/** Under these conditions, requests are so slow that two overlapping requests cannot have waited for each other. */
export const FAR: Conditions = { slower: 1, latency: 250, throughput: 0 };

/** A screen is whole once nothing has moved for this long and nothing is loading. */
const QUIET_MS = 450;
const PATIENCE_MS = 20_000;
/**
 * A request still open this long after the click is taken for one that loads another screen ahead: the bench no
 * longer waits for it.
 */
const AHEAD_MS = 2900;

/** The opening of a screen as the user sees it. */
export interface Visit {
  /** The delay until the last change of the screen was painted, in milliseconds. */
  settled: number;
  /** The longest time in which the page did not react, in milliseconds. */
  longest: number;
  /**
   * The longest chain of requests for pages, code and data in which each began after the answer to the one before.
   */
  chain: readonly string[];
  /** The kilobytes received over the network. */
  kilobytes: number;
  /** The processor time of the page's scripts, in milliseconds. */
  script: number;
}

interface Request {
  name: string;
  /** True for pages, code and data, without which the screen shows nothing. */
  needed: boolean;
  start: number;
  end: number;
  bytes: number;
}

/** Times noted by the page itself, in milliseconds since its own start. */
interface Seen {
  changed: number;
  longest: number;
  busy: boolean;
  now: number;
}

const WATCH = `(() => {
  const seen = { changed: 0, longest: 0, unpainted: 0 };
  window.seenByBench = seen;
  const painted = () => { seen.unpainted -= 1; seen.changed = performance.now(); };
  const changed = (records) => {
    // Code loaded ahead adds links to the head, where nothing shows.
    if (records.every(({ target }) => document.head?.contains(target))) return;
    seen.unpainted += 1;
    requestAnimationFrame(() => setTimeout(painted));
  };
  new MutationObserver(changed).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: "longtask" });
  addEventListener("click", () => { seen.from = performance.now(); seen.longest = 0; }, true);
})()`;

const LOOK = `({
  ...seenByBench,
  from: seenByBench.from ?? 0,
  now: performance.now(),
  busy: seenByBench.unpainted > 0 || !document.querySelector('#root > *') || document.querySelector('[aria-busy="true"], .animate-breathe') !== null,
})`;

/** A page whose user is signed in, in a browser with an empty cache. */
export async function openPage(
  browser: Browser,
  address: string,
  token: string,
  { slower, latency, throughput }: Conditions,
): Promise<{ page: Page; watch: Watch }> {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1440, height: 900 },
  });
  await context.addInitScript(`localStorage.setItem("jwt_access_token", ${JSON.stringify(token)})`);
  await context.addInitScript(WATCH);
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send("Network.enable");
  await tools.send("Performance.enable");
  await tools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: throughput / 8 || -1,
    uploadThroughput: throughput / 8 || -1,
  });
  await tools.send("Emulation.setCPUThrottlingRate", { rate: slower });
  return { page, watch: new Watch(page, tools) };
}

const NEEDED = ["Document", "Script", "Fetch"];

/** Measures the openings of screens in a page, one after the other. */
export class Watch {
  private readonly page: Page;
  private readonly tools: CDPSession;
  private requests = new Map<string, Request>();

  constructor(page: Page, tools: CDPSession) {
    this.page = page;
    this.tools = tools;
    tools.on("Network.requestWillBeSent", ({ requestId, request, timestamp, type }) => {
      if (!request.url.startsWith("http")) return;
      const { pathname, search } = new URL(request.url);
      const name = pathname + search;
      const needed = NEEDED.includes(type ?? "");
      this.requests.set(requestId, { name, needed, start: timestamp, end: Infinity, bytes: 0 });
    });
    const ended = ({ requestId, timestamp, encodedDataLength = 0 }: Ended) => {
      const request = this.requests.get(requestId);
      if (request) Object.assign(request, { end: timestamp, bytes: encodedDataLength });
    };
    tools.on("Network.loadingFinished", ended);
    tools.on("Network.loadingFailed", ended);
  }

  /** Does an act that opens a screen, and waits until the screen is whole. */
  async opening(open: () => Promise<unknown>): Promise<Visit> {
    this.requests = new Map();
    const before = await this.scripts();
    await open();
    const seen = await this.whole();
    const requests = [...this.requests.values()];
    const first = Math.min(...requests.map(({ start }) => start));
    const shown = requests.filter(({ start }) => (start - first) * 1000 < seen.settled);
    return {
      settled: seen.settled,
      longest: seen.longest,
      chain: longestRun(shown.filter(({ needed }) => needed)),
      kilobytes: shown.reduce((sum, { bytes }) => sum + bytes, 0) / 1024,
      script: ((await this.scripts()) - before) * 1000,
    };
  }

  private async scripts(): Promise<number> {
    const { metrics } = await this.tools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN;
  }

  private async whole(): Promise<{ settled: number; longest: number }> {
    const patience = Date.now() + PATIENCE_MS;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 150));
      const waiting = [...this.requests.values()].some(({ end }) => end === Infinity);
      const seen = await this.page.evaluate<Seen & { from: number }>(LOOK);
      // A change made before the click does not count as the screen's answer.
      const quiet = seen.changed > seen.from && seen.now - seen.changed > QUIET_MS;
      const late = seen.now - seen.from > AHEAD_MS;
      if (quiet && !seen.busy && (!waiting || late)) {
        return { settled: seen.changed - seen.from, longest: seen.longest };
      }
      if (Date.now() > patience) {
        throw new Error(`${this.page.url()} never came to rest: ${JSON.stringify(seen)}`);
      }
    }
  }
}

interface Ended {
  requestId: string;
  timestamp: number;
  encodedDataLength?: number;
}

/** The longest chain of requests in which each began after the end of the one before. */
function longestRun(requests: readonly Request[]): string[] {
  const runs = new Map<Request, Request[]>();
  for (const request of requests.toSorted((a, b) => a.start - b.start)) {
    const before = [...runs].filter(([{ end }]) => end <= request.start).map(([, run]) => run);
    const longest = before.toSorted((a, b) => b.length - a.length)[0] ?? [];
    runs.set(request, [...longest, request]);
  }
  const longest = [...runs.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
  return longest.map(({ name }) => name);
}
