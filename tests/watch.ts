import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync, watch } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tieChildren } from "../worker/local/machine/children.ts";
import { ROOT } from "../worker/local/settings.ts";

/** Files saved within this delay count as one change, in milliseconds. */
const TOGETHER_MS = 200;
const WATCHED = ["worker", "web", "tests", "migrations"];
const SOURCE = /^(?!.*node_modules|tests\/results\/).*\.(?:tsx?|json|xml|sql)$/;
/** No test imports a migration: this suite, which reads all migrations, runs for any of them. */
const MIGRATION = { paths: /^migrations\//, suite: "tests/domain/local/migrations.test.ts" };

/**
 * The suites of the worker to run for a file: itself, those with its name (`reversements.ts`,
 * `reversements-pannes.test.ts`), and those that import it by name. Every suite imports the whole worker: the others
 * wait for `npm test`.
 */
function suitesTouched(path: string): string[] {
  const name = basename(path).replace(/(?:\.test)?\.\w+$/, "");
  return globSync("tests/api/**/*.test.ts", { cwd: ROOT }).filter(
    (suite) =>
      suite === path ||
      new RegExp(`^${name}(?:-[^/]*)?\\.test\\.ts$`).test(basename(suite)) ||
      readFileSync(join(ROOT, suite), "utf8").includes(`/${basename(path)}"`),
  );
}

/** @returns whether the run succeeded */
async function vitest(...args: string[]): Promise<boolean> {
  const child = spawn("vitest", [...args, "--run", "--config", "tests/vitest.config.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [status] = await once(child, "exit");
  return status === 0;
}

async function rerun(paths: readonly string[]): Promise<void> {
  const begun = performance.now();
  console.log(`\n━━ ${paths.join(", ")}`);
  const read = paths.map((path) => (MIGRATION.paths.test(path) ? MIGRATION.suite : path));
  const domain = await vitest(
    "related",
    ...new Set(read.map((path) => join(ROOT, path))),
    ...["--project", "domain", "--passWithNoTests"],
  );
  const suites = [...new Set(paths.flatMap(suitesTouched))];
  const api = suites.length === 0 || (await vitest(...suites, "--project", "api"));
  if (suites.length === 0)
    console.log(
      "Aucun essai du worker ne porte ces noms ni ne les nomme : npm test les rejoue tous.",
    );
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(
    `━━ ${domain && api ? "réussi" : "ÉCHEC"} en ${seconds} s ; la suite au prochain enregistrement`,
  );
}

tieChildren();
const changed = new Set<string>();
let saved = Promise.withResolvers<void>();
for (const folder of WATCHED) {
  watch(join(ROOT, folder), { recursive: true }, (_, name) => {
    const path = `${folder}/${name}`;
    if (!SOURCE.test(path)) return;
    changed.add(path);
    saved.resolve();
  });
}
console.log(
  "Enregistrez un fichier : les essais du domaine qu’il touche, et ceux du worker qui le nomment, se rejouent (Ctrl-C arrête).",
);
for (;;) {
  await saved.promise;
  await sleep(TOGETHER_MS);
  saved = Promise.withResolvers();
  const paths = [...changed];
  changed.clear();
  await rerun(paths);
}
