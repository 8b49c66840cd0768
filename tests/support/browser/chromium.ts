import { spawn } from "node:child_process";
import { once } from "node:events";
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

/** Debian's headless shell: Chromium without its windows, which draws the same pages with half the work. */
const SHELL = "/usr/bin/chromium-headless-shell";

/** The path of a Chromium: CHROMIUM_PATH, the system's or Playwright's; undefined when the machine has none. */
export function findChromium(): string | undefined {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) return wanted;
  return [...PLACES, chromium.executablePath()].find((path) => existsSync(path));
}

/** The path of the browser of the tests: CHROMIUM_PATH, the headless shell, else a whole Chromium. */
export const findTestBrowser = (): string | undefined =>
  process.env.CHROMIUM_PATH ?? (existsSync(SHELL) ? SHELL : findChromium());

/**
 * Options of apt-get: it calls again a mirror that stays silent for 30 seconds, so that a short failure of the network
 * fails no test.
 */
const PATIENT = ["-o", "Acquire::Retries=3", "-o", "Acquire::http::Timeout=30", "-qq"];
const ATTEMPTS = 3;
const ATTEMPT_MS = 600_000;

/**
 * Installs the headless shell by apt-get, else a whole Chromium by apt-get or by Playwright, without blocking the other
 * steps of the run.
 */
export async function installTestBrowser(say: (said: string) => void): Promise<string | undefined> {
  const apt = [...(process.getuid?.() === 0 ? [] : ["sudo", "-n"]), "apt-get", ...PATIENT];
  const install = [...apt, "install", "-y", "--no-install-recommends"];
  const ways = [
    ...Array.from({ length: ATTEMPTS }, () => [
      [...apt, "update"],
      [...install, "chromium-headless-shell"],
      [...install, "chromium"],
    ]).flat(),
    ["npx", "playwright", "install", "chromium"],
  ];
  for (const [command = "", ...args] of ways) {
    const found = findTestBrowser();
    if (found) return found;
    say(`Installation de Chromium : ${command} ${args.join(" ")}`);
    await run(command, args, say);
  }
  return findTestBrowser();
}

async function run(command: string, args: string[], say: (said: string) => void): Promise<void> {
  const child = spawn(command, args, {
    stdio: ["ignore", "ignore", "pipe"],
    timeout: ATTEMPT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => say(text.trimEnd()));
  const [status, signal] = await once(child, "exit").catch((error: Error) => [error.message]);
  if (status !== 0) say(`${command} : ${status ?? signal}`);
}
