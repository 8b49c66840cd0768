import { rmSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { tieChildren } from "../worker/local/children.ts";
import { freePort } from "../worker/local/settings.ts";
import { findChromium } from "./support/chromium.ts";

// Playwright reads this file again in each worker: the first reading decides for all.
const dataDir = join(import.meta.dirname, "results/data");
if (!process.env.E2E_PORT) {
  tieChildren();
  process.env.E2E_PORT = String(await freePort());
  rmSync(dataDir, { recursive: true, force: true });
}
const address = `http://localhost:${process.env.E2E_PORT}`;

/** The built product as `npm start` runs it, with the demo agency, in a real Chromium. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "results/e2e",
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    ...devices["Desktop Chrome"],
    baseURL: address,
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    viewport: { width: 1440, height: 900 },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: findChromium(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"],
      // Without a locale Chromium loses the accents of the files it reads and writes.
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    },
  },
  webServer: {
    command: `"${process.execPath}" worker/local/start.ts`,
    cwd: join(import.meta.dirname, ".."),
    // The last line it prints: the demo agency is loaded and the day's run is done.
    wait: { stdout: /Base\s+(?<E2E_DATABASE>\S+)[\s\S]*Arrêter/ },
    timeout: 300_000,
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    stdout: "pipe",
    stderr: "pipe",
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: dataDir,
      SEED: "demo",
      ADMIN_EMAIL: "admin@patrimoine-locatif.example",
      ADMIN_PASSWORD: "demonstration",
    },
  },
});
