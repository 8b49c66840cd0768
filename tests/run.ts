import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tieChildren } from "../worker/local/machine/children.ts";
import { lock } from "../worker/local/machine/lock.ts";
import { readMigrations } from "../worker/local/migrate.ts";
import { errorShown, Problem, showError } from "../worker/local/problem.ts";
import { ROOT } from "../worker/local/settings.ts";
import { findTestBrowser, installTestBrowser } from "./support/browser/chromium.ts";
import { beginRun, endRun, stopLeftovers } from "./support/run/interruption.ts";
import {
  type Counts,
  failures,
  readStories,
  readSuite,
  slowest,
  type Timed,
  type Told,
} from "./support/run/reports.ts";
import { freshTemporary } from "./support/run/temporary.ts";
import { type Turn, Turns } from "./support/run/turns.ts";

const RESULTS = join(ROOT, "tests/results");

/**
 * The wait for the last output of an ended command, in milliseconds: a child process may keep the pipe open longer.
 */
const LAST_LINES_MS = 1_000;

/** How many last lines of a failed step are printed again at the end, when none of its tests explains the failure. */
const LAST_LINES = 20;
const LINE_SHOWN = 300;

type Say = (said: string) => void;

interface Step {
  name: string;
  /** The failure of a quick step is shown at once, and stops all the other steps. */
  quick?: boolean;
  /** Throws or returns false when the step fails. */
  run: (say: Say) => boolean | Promise<boolean>;
  /** Reads the results of the tests; absent for a step that is no suite of tests. */
  read?: () => Told;
}

async function command(
  say: Say,
  name: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<boolean> {
  const child = spawn(name, args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...(process.stdout.isTTY ? { FORCE_COLOR: "1" } : {}), ...env },
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", say);
  const closed = once(child, "close");
  const [status] = await once(child, "exit");
  await Promise.race([closed, sleep(LAST_LINES_MS)]);
  return status === 0;
}

/** Shows the output of the command only when it fails. */
async function quietly(say: Say, name: string, args: string[]): Promise<boolean> {
  let said = "";
  const succeeded = await command((text) => (said += text), name, args);
  if (!succeeded) say(said);
  return succeeded;
}

/** Fails the run when a test is marked to run alone, because that mark skips all the others. */
const NOTHING_ALONE = "--allowOnly=false";

/** @param shard a part of the files: « 1/3 » */
function suite(name: string, project: "domain" | "api", shard = "1/1"): Step {
  const report = join(RESULTS, `${project}-${shard.replace("/", "-")}.json`);
  return {
    name,
    run: (say) =>
      command(
        say,
        "vitest",
        [
          ...["run", "--config", "tests/vitest.config.ts", "--project", project, NOTHING_ALONE],
          `--shard=${shard}`,
          ...["--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
        ],
        { TMPDIR: temporary },
      ),
    read: () => readSuite(report),
  };
}

/** Lets drizzle-kit compare the schema with a copy of the migrations: it must find no migration to add. */
async function migrationsUpToDate(say: Say): Promise<boolean> {
  const snapshots = readdirSync(join(ROOT, "migrations/meta")).filter((name) =>
    name.endsWith("_snapshot.json"),
  );
  if (snapshots.length > 1) {
    throw new Problem(
      `migrations/meta ne garde que le dernier état du schéma : supprimez ${snapshots.slice(0, -1).join(", ")}.`,
    );
  }
  const copy = join(RESULTS, "migrations");
  cpSync(join(ROOT, "migrations"), copy, { recursive: true });
  const options = ["--dialect", "sqlite", "--schema", "worker/db/schema/*.ts"];
  const generated =
    (await quietly(say, "drizzle-kit", ["check", "--dialect", "sqlite", "--out", "migrations"])) &&
    (await quietly(say, "drizzle-kit", [
      ...["generate", ...options, "--out", "tests/results/migrations"],
    ]));
  if (generated && readMigrations(copy).length === readMigrations().length) return true;
  throw new Problem(
    "Le schéma (worker/db/schema/*.ts) et les migrations ne disent pas la même chose : npm run migration",
  );
}

const BROWSER_REPORT = join(RESULTS, "e2e.json");

async function inBrowser(say: Say): Promise<boolean> {
  const browser = findTestBrowser() ?? (await installTestBrowser((said) => say(`${said}\n`)));
  if (!browser) {
    throw new Problem(
      "Aucun Chromium sur cette machine, et l’installation a échoué.\n" +
        "Installez-le (apt-get install chromium, ou npx playwright install chromium),\n" +
        "ou dites où il se trouve : CHROMIUM_PATH=/chemin/de/chromium npm test",
    );
  }
  return command(
    say,
    "playwright",
    ["test", "--config", "tests/playwright.config.ts", "--forbid-only", "--reporter=list,json"],
    {
      CHROMIUM_PATH: browser,
      PLAYWRIGHT_JSON_OUTPUT_FILE: BROWSER_REPORT,
    },
  );
}

const WORKER = "Worker dans workerd, sur un vrai libSQL";

/**
 * The lanes run side by side, because suites wait more than they work; the steps of a lane follow one another. The
 * output of quick steps is printed first. The suite of the worker uses one core and lasts longer than the browser
 * tests: its last quarter runs after them, in the same lane.
 */
const LANES: Step[][] = [
  [
    {
      name: "Mise en forme et règles de style",
      quick: true,
      run: (say) => command(say, "biome", ["ci", "--colors=off", "."]),
    },
    {
      name: "Types",
      quick: true,
      run: (say) => command(say, "npm", ["run", "--silent", "types"]),
    },
    { name: "Migrations à jour du schéma", quick: true, run: migrationsUpToDate },
    { ...suite("Règles du domaine", "domain"), quick: true },
  ],
  [
    {
      name: "Construction",
      quick: true,
      run: (say) => command(say, process.execPath, ["worker/local/build.ts"]),
    },
    {
      name: "Produit entier, dans un vrai Chromium",
      run: inBrowser,
      read: () => readStories(BROWSER_REPORT),
    },
    suite(`${WORKER} (4/4)`, "api", "4/4"),
  ],
  ["1/4", "2/4", "3/4"].map((shard) => suite(`${WORKER} (${shard})`, "api", shard)),
];

/**
 * The commands always end with this process. After Ctrl-C, this process first gives them this much time to end, in
 * milliseconds.
 */
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
if (leftovers) console.log(leftovers);
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
beginRun(RESULTS);
const temporary = freshTemporary(RESULTS);
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const timed: Timed[] = [];
const unexplained: string[] = [];
const start = performance.now();
const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
const { promise: stopped, resolve: stop } = Promise.withResolvers<boolean[]>();

async function runStep({ name, run, read }: Step, print: Say): Promise<boolean> {
  const begun = performance.now();
  let succeeded = false;
  let lastLines: string[] = [];
  const say: Say = (said) => {
    print(said);
    lastLines = [...lastLines, ...said.split("\n").filter(Boolean)].slice(-LAST_LINES);
  };
  try {
    succeeded = await run(say);
  } catch (error) {
    say(`${errorShown(error)}\n`);
  }
  if (interrupted) process.exit(130);
  let told: Told | undefined;
  try {
    told = read?.();
    total.passed += told?.counts.passed ?? 0;
    total.failed += told?.counts.failed ?? 0;
    total.skipped += told?.counts.skipped ?? 0;
    timed.push(...(told?.tests ?? []));
  } catch {
    succeeded = false;
  }
  if (!succeeded && failures(told?.tests ?? []).length === 0) {
    unexplained.push(`${name} :`, ...lastLines.map((line) => `  ${line.slice(0, LINE_SHOWN)}`));
  }
  say(`━━ ${name} : ${succeeded ? "réussi" : "ÉCHEC"} en ${seconds(begun)}\n`);
  return succeeded;
}

/**
 * Runs the steps of a lane until one fails.
 * @returns whether all succeeded
 */
async function runLane(lane: readonly (Turn & { step: Step })[]): Promise<boolean> {
  for (const [index, { step, say, end, alone }] of lane.entries()) {
    const succeeded = await runStep(step, say);
    if (!succeeded && step.quick) {
      alone();
      stop([false]);
    }
    if (!succeeded) for (const next of lane.slice(index + 1)) next.end();
    end();
    if (!succeeded) return false;
  }
  return true;
}

const steps = LANES.flat().toSorted((one, other) => Number(!one.quick) - Number(!other.quick));
const turns = new Turns((text) => process.stdout.write(text));
const given = new Map(
  steps.map((step, rank) => [
    step,
    { step, ...turns.next(`\n━━ ${rank + 1}/${steps.length} ${step.name}\n`) },
  ]),
);
const lanes = LANES.map((lane) => lane.flatMap((step) => given.get(step) ?? []));
const outcomes = await Promise.race([Promise.all(lanes.map(runLane)), stopped]);
if (outcomes.includes(false)) {
  total.failed = Math.max(total.failed, 1);
  process.exitCode = 1;
}

if (timed.length > 0) {
  console.log("\nLes dix essais les plus lents :");
  for (const line of slowest(timed, 10)) console.log(`  ${line}`);
}
const failed = failures(timed);
if (failed.length > 0) {
  console.log("\nLes essais en échec :");
  for (const line of failed) console.log(`  ${line}`);
}
if (unexplained.length > 0) {
  console.log("\nLes étapes en échec, et leurs derniers mots :");
  for (const line of unexplained) console.log(`  ${line}`);
}
console.log(`\n${process.exitCode ? "Échec" : "Tout est vert"} après ${seconds(start)}`);
const skipped = total.skipped ? `, ${total.skipped} skipped` : "";
console.log(`${total.passed} passed, ${total.failed} failed${skipped}`);
endRun(RESULTS);
rmSync(temporary, { recursive: true, force: true });
// Ends with this process the commands that a failure left running.
process.exit();
