import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync, watch } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { tieChildren } from "../worker/local/children.ts";
import { ROOT } from "../worker/local/settings.ts";

/** Files saved together are one change. */
const TOGETHER_MS = 200;
const WATCHED = ["worker", "tests"];
const SOURCE = /^(?:worker|tests)\/(?!results\/).*\.(?:ts|json|xml)$/;

/**
 * The suites of the worker that a file touches: itself, those that bear its name (`reglements.ts`,
 * `quittances-pannes.test.ts`), and those that name it. All of them import the whole worker: the rest is for `npm test`.
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

async function vitest(...args: string[]): Promise<void> {
  const child = spawn("vitest", [...args, "--run", "--config", "tests/vitest.config.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
  });
  await once(child, "exit");
}

async function rerun(paths: readonly string[]): Promise<void> {
  const begun = performance.now();
  console.log(`\n━━ ${paths.join(", ")}`);
  await vitest(
    "related",
    ...paths.map((path) => join(ROOT, path)),
    "--project",
    "domain",
    "--passWithNoTests",
  );
  const suites = [...new Set(paths.flatMap(suitesTouched))];
  if (suites.length > 0) await vitest(...suites, "--project", "api");
  console.log(
    `━━ en ${((performance.now() - begun) / 1000).toFixed(1)} s ; la suite au prochain enregistrement`,
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
  "Enregistrez un fichier de worker ou de tests : ce qu’il touche se rejoue (Ctrl-C arrête).",
);
for (;;) {
  await saved.promise;
  await sleep(TOGETHER_MS);
  saved = Promise.withResolvers();
  const paths = [...changed];
  changed.clear();
  await rerun(paths);
}
