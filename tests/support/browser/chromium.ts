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

/** The path of a Chromium: CHROMIUM_PATH, the system's or Playwright's; undefined when the machine has none. */
export function findChromium(): string | undefined {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) return wanted;
  return [...PLACES, chromium.executablePath()].find((path) => existsSync(path));
}

/**
 * Options of apt-get: it calls again a mirror that stays silent for 30 seconds, so that a short failure of the network
 * fails no test.
 */
const PATIENT = ["-o", "Acquire::Retries=3", "-o", "Acquire::http::Timeout=30", "-qq"];
const ATTEMPTS = 3;
const ATTEMPT_MS = 600_000;

/** Installs a Chromium by apt-get or by Playwright, without blocking the other steps of the run. */
export async function installChromium(say: (said: string) => void): Promise<string | undefined> {
  const root = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const ways = [
    ...Array.from({ length: ATTEMPTS }, () => [
      [...root, "apt-get", ...PATIENT, "update"],
      [...root, "apt-get", ...PATIENT, "install", "-y", "--no-install-recommends", "chromium"],
    ]).flat(),
    ["npx", "playwright", "install", "chromium"],
  ];
  for (const [command = "", ...args] of ways) {
    const found = findChromium();
    if (found) return found;
    say(`Installation de Chromium : ${command} ${args.join(" ")}`);
    await run(command, args, say);
  }
  return findChromium();
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
