import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The path of a Chromium: CHROMIUM_PATH, the system's, or Playwright's own; undefined without any. */
export function findChromium(): string | undefined {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) return wanted;
  return [...PLACES, chromium.executablePath()].find((path) => existsSync(path));
}

/** Installs a Chromium in the way this machine allows. */
export function installChromium(say: (said: string) => void): string | undefined {
  say("Installation de Chromium…");
  const root = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const ways = [
    [...root, "apt-get", "update", "-qq"],
    [...root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"],
    ["npx", "playwright", "install", "chromium"],
  ];
  for (const [command = "", ...args] of ways) {
    const found = findChromium();
    if (found) return found;
    spawnSync(command, args, {
      stdio: "ignore",
      timeout: 300_000,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  }
  return findChromium();
}
