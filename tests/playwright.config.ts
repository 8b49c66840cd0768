import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { tieChildren } from "../worker/local/machine/children.ts";
import { freePort } from "../worker/local/settings.ts";
import { ADMIN } from "./support/browser/browser.ts";
import { findTestBrowser } from "./support/browser/chromium.ts";
import { baseDe, donneesDe, PARTIES } from "./support/browser/parties.ts";

// Playwright reads this file again in each of its workers: only the first reading chooses the ports.
if (!process.env.E2E_PORTS) {
  tieChildren();
  process.env.E2E_PORTS = String(await Promise.all(PARTIES.map(freePort)));
}
const ports = process.env.E2E_PORTS.split(",");

/** The browser tests run on the built product with the demo agency, started as by `npm start`, in a real Chromium. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "results/e2e",
  workers: PARTIES.length,
  fullyParallel: false,
  projects: PARTIES.map(({ nom, histoires }, rang) => ({
    name: nom,
    testMatch: histoires,
    workers: 1,
    use: { baseURL: `http://localhost:${ports[rang]}` },
  })),
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: {
    ...devices["Desktop Chrome"],
    actionTimeout: 60_000,
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    // Without a graphics card, animations take a third of the browser's work.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      executablePath: findTestBrowser(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
      // Without a locale, Chromium loses the accents in the names of files.
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    },
  },
  // The products start one after the other: the first loads the demo agency, the others copy it.
  webServer: PARTIES.map(({ nom }, rang) => ({
    command: `"${process.execPath}" tests/support/browser/serve-demo.ts`,
    cwd: join(import.meta.dirname, ".."),
    // The product prints this line last, when it is ready to serve.
    wait: { stdout: new RegExp(`Base\\s+(?<${baseDe(nom)}>\\S+)[\\s\\S]*Arrêter`) },
    timeout: 600_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    stdout: "pipe",
    stderr: "pipe",
    env: {
      PORT: ports[rang] ?? "",
      DATA_DIR: donneesDe(nom),
      SEED: "demo",
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  })),
});
