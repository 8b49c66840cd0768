import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "../worker/local/build.ts";
import { tieChildren } from "../worker/local/children.ts";
import { lock } from "../worker/local/lock.ts";
import { readMigrations } from "../worker/local/migrate.ts";
import { Problem, showError } from "../worker/local/problem.ts";
import { ROOT } from "../worker/local/settings.ts";
import { findChromium, installChromium } from "./support/chromium.ts";
import { beginRun, endRun, stopLeftovers } from "./support/interruption.ts";

const RESULTS = join(ROOT, "tests/results");

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Step {
  name: string;
  /** Throws or answers false when it fails. */
  run: () => boolean | Promise<boolean>;
  /** What a suite of tests counted. */
  counts?: () => Counts;
}

const say = (said: string) => console.log(said);

async function command(
  name: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(name, args, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  const [status] = await once(child, "exit");
  return status === 0;
}

/** Shows what the command says only when it fails. */
function quietly(name: string, args: string[]): boolean {
  const { status, stdout, stderr } = spawnSync(name, args, { cwd: ROOT, encoding: "utf8" });
  if (status !== 0) say(`${stdout}${stderr}`);
  return status === 0;
}

function suite(name: string, project: "domain" | "api"): Step {
  const report = join(RESULTS, `${project}.json`);
  return {
    name,
    run: () =>
      command("vitest", [
        ...["run", "--config", "tests/vitest.config.ts", "--project", project],
        ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
      ]),
    counts: () => {
      const read: Record<"numPassedTests" | "numFailedTests" | "numPendingTests", number> =
        JSON.parse(readFileSync(report, "utf8"));
      return {
        passed: read.numPassedTests,
        failed: read.numFailedTests,
        skipped: read.numPendingTests,
      };
    },
  };
}

/** Lets drizzle-kit compare the schema with a copy of the migrations: it must find nothing to add. */
function migrationsUpToDate(): boolean {
  const copy = join(RESULTS, "migrations");
  cpSync(join(ROOT, "migrations"), copy, { recursive: true });
  const options = ["--dialect", "sqlite", "--schema", "worker/db/schema*.ts"];
  const generated =
    quietly("drizzle-kit", ["check", "--dialect", "sqlite", "--out", "migrations"]) &&
    quietly("drizzle-kit", ["generate", ...options, "--out", "tests/results/migrations"]);
  if (generated && readMigrations(copy).length === readMigrations().length) return true;
  throw new Problem(
    "Le schéma (worker/db/schema*.ts) et les migrations ne disent pas la même chose : npm run migration",
  );
}

const BROWSER_REPORT = join(RESULTS, "e2e.json");

function inBrowser(): Promise<boolean> {
  const browser = findChromium() ?? installChromium(say);
  if (!browser) {
    throw new Problem(
      "Aucun Chromium sur cette machine, et l’installation a échoué.\n" +
        "Installez-le (apt-get install chromium, ou npx playwright install chromium),\n" +
        "ou dites où il se trouve : CHROMIUM_PATH=/chemin/de/chromium npm test",
    );
  }
  return command(
    "playwright",
    ["test", "--config", "tests/playwright.config.ts", "--reporter=list,json"],
    {
      CHROMIUM_PATH: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: BROWSER_REPORT,
    },
  );
}

const steps: Step[] = [
  {
    name: "Mise en forme et règles de style",
    run: () => command("biome", ["ci", "--colors=off", "."]),
  },
  { name: "Types", run: () => command("npm", ["run", "--silent", "types"]) },
  { name: "Migrations à jour du schéma", run: migrationsUpToDate },
  suite("Règles du domaine", "domain"),
  {
    name: "Construction",
    run: () => {
      build(say);
      return true;
    },
  },
  suite("Worker dans workerd, sur un vrai libSQL", "api"),
  {
    name: "Produit entier, dans un vrai Chromium",
    run: inBrowser,
    counts: () => {
      const { stats }: { stats: Record<"expected" | "unexpected" | "flaky" | "skipped", number> } =
        JSON.parse(readFileSync(BROWSER_REPORT, "utf8"));
      return {
        passed: stats.expected + stats.flaky,
        failed: stats.unexpected,
        skipped: stats.skipped,
      };
    },
  },
];

/** What it started gets Ctrl-C too, and so long to end by itself; whatever happens to this process, it dies with it. */
const LAST_WORDS_MS = 5_000;
let interrupted = false;
process.on("SIGINT", () => {
  interrupted = true;
  setTimeout(() => process.exit(130), LAST_WORDS_MS).unref();
});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(143));
process.on("disconnect", () => process.exit(143));
process.channel?.unref();

try {
  await lock(
    RESULTS,
    "Un autre « npm test » est en cours dans ce dossier : attendez qu’il finisse.",
  );
} catch (error) {
  showError(error);
  process.exit(1);
}
tieChildren();
const leftovers = stopLeftovers(RESULTS);
if (leftovers) say(leftovers);
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
beginRun(RESULTS);
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const start = performance.now();
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;

for (const [index, step] of steps.entries()) {
  say(`\n━━ ${index + 1}/${steps.length} ${step.name}`);
  const begun = performance.now();
  let succeeded = false;
  try {
    succeeded = await step.run();
  } catch (error) {
    showError(error);
  }
  if (interrupted) process.exit(130);
  try {
    const counts = step.counts?.();
    total.passed += counts?.passed ?? 0;
    total.failed += counts?.failed ?? 0;
    total.skipped += counts?.skipped ?? 0;
  } catch {
    succeeded = false;
  }
  say(`━━ ${succeeded ? "réussi" : "ÉCHEC"} en ${seconds(begun)}`);
  if (!succeeded) {
    total.failed = Math.max(total.failed, 1);
    process.exitCode = 1;
    break;
  }
}

say(`\n${process.exitCode ? "Échec" : "Tout est vert"} après ${seconds(start)}`);
const skipped = total.skipped ? `, ${total.skipped} skipped` : "";
say(`${total.passed} passed, ${total.failed} failed${skipped}`);
endRun(RESULTS);
