import { spawn } from "node:child_process";
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseSync, Visitor } from "vite";
import { Problem } from "../../../worker/local/problem.ts";
import { ROOT } from "../../../worker/local/settings.ts";
import type { Figure } from "../figures.ts";
import { removeFolder, temporaryFolder } from "../folders.ts";

const SAMPLE = Number(process.env.MUTATIONS ?? 130);
const SEED = Number(process.env.SEED_MUTATIONS ?? 20261122);
const DOMAIN = process.env.MUTATED ?? "worker/domain/**/*.ts";
const NOTICED_AT_LEAST = 0.9;
/** The time limit of a run of tests, in milliseconds: a mutation may make a rule run for ever. */
const PATIENCE = 180_000;
/** The settings that only shape the screen: no rule reads them, and the tests of the screens cover them. */
const PRESENTATION = new Set(["largeur"]);
const APART = new Set(["node_modules", ".git", ".data", "dist", "results"]);

/** A wrong operator or constant at one place of a file. */
interface Mutation {
  file: string;
  start: number;
  end: number;
  text: string;
}

const OPERATORS: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "&&": "||",
  "||": "&&",
  "??": "&&",
  "+=": "-=",
  "-=": "+=",
};

type Verdict = "noticed" | keyof typeof WORDS;

const WORDS = { unnoticed: "passe inaperçu", unanswered: "sans réponse" };

/**
 * The share of random changes to operators and constants of the domain that the domain's tests notice. Works on
 * copies. Prints the unnoticed changes, and those whose tests did not end: these count as unnoticed, because a busy
 * machine may be too slow.
 * By hand: `MUTATIONS=30 MUTATED=worker/domain/dates.ts npm run bench -- mutations`; SEED_MUTATIONS draws other
 * changes.
 */
export async function mutations(): Promise<Figure[]> {
  const all = globSync(DOMAIN, { cwd: ROOT }).toSorted().flatMap(mutationsOf);
  const drawn = draw(all, SAMPLE);
  const waiting = [...drawn];
  let noticed = 0;
  const hands = Array.from({ length: availableParallelism() }, async () => {
    const copy = copyOfTheHouse();
    if ((await tests(copy)) !== "unnoticed")
      throw new Problem("Les tests du domaine échouent déjà.");
    for (let mutation = waiting.pop(); mutation; mutation = waiting.pop()) {
      const said = await verdict(copy, mutation);
      if (said === "noticed") noticed++;
      else console.log(`  ${WORDS[said]} : ${described(mutation)}`);
    }
    removeFolder(copy);
  });
  await Promise.all(hands);
  return [
    {
      name: "Règles faussées que les tests du domaine remarquent",
      raw: `${noticed} sur ${drawn.length}, tirées parmi ${all.length}`,
      value: noticed / drawn.length,
      unit: "",
      limit: { atLeast: NOTICED_AT_LEAST },
    },
  ];
}

function mutationsOf(file: string): Mutation[] {
  const source = readFileSync(join(ROOT, file), "utf8");
  const found: Mutation[] = [];
  const between = (left: { end: number }, right: { start: number }, operator: string) => {
    const text = OPERATORS[operator];
    const start = source.indexOf(operator, left.end);
    if (!text || start < 0 || start >= right.start) return;
    found.push({ file, start, end: start + operator.length, text });
  };
  const forget = ({ start }: { start: number }) => {
    while ((found.at(-1)?.start ?? 0) >= start) found.pop();
  };
  new Visitor({
    BinaryExpression: ({ left, right, operator }) => between(left, right, operator),
    LogicalExpression: ({ left, right, operator }) => between(left, right, operator),
    AssignmentExpression: ({ left, right, operator }) => between(left, right, operator),
    UnaryExpression: ({ start, operator }) => {
      if (operator === "!") found.push({ file, start, end: start + 1, text: "" });
    },
    Literal: ({ value, start, end }) => {
      if (typeof value === "number") found.push({ file, start, end, text: String(value + 1) });
      if (typeof value === "boolean") found.push({ file, start, end, text: String(!value) });
    },
    // Literals in types are left out: they do not run.
    "TSLiteralType:exit": forget,
    "Property:exit": (property) => {
      const { key } = property;
      if (key.type === "Identifier" && PRESENTATION.has(key.name)) forget(property);
    },
  }).visit(parseSync(basename(file), source).program);
  // A mutation that does not parse is left out: any test would notice it.
  return found.filter(
    (mutation) => parseSync(basename(file), mutated(source, mutation)).errors.length === 0,
  );
}

const mutated = (source: string, { start, end, text }: Mutation): string =>
  source.slice(0, start) + text + source.slice(end);

/** Draws this many mutations; the same seed draws the same ones. */
function draw(all: readonly Mutation[], count: number): Mutation[] {
  let state = SEED;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return all
    .map((mutation) => ({ mutation, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ mutation }) => mutation);
}

function copyOfTheHouse(): string {
  const copy = temporaryFolder();
  cpSync(ROOT, copy, { recursive: true, filter: (path) => !APART.has(basename(path)) });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Whether the domain's tests notice this change. The slow tests, which make PDFs, run last. */
async function verdict(copy: string, mutation: Mutation): Promise<Verdict> {
  const path = join(copy, mutation.file);
  const source = readFileSync(path, "utf8");
  const choices = [
    [namesakes(mutation.file), "--passWithNoTests"],
    ["--exclude", "**/documents-*.test.ts"],
    [],
  ];
  writeFileSync(path, mutated(source, mutation));
  try {
    for (const choice of choices) {
      const said = await tests(copy, ...choice);
      if (said !== "unnoticed") return said;
    }
    return "unnoticed";
  } finally {
    writeFileSync(path, source);
  }
}

/** A text in the paths of the tests that most often notice changes of this file. */
function namesakes(file: string): string {
  const folder = basename(dirname(file));
  return folder === "domain" ? `/${basename(file, ".ts")}` : `/${folder}`;
}

function tests(copy: string, ...choice: string[]): Promise<Verdict> {
  // No test has a time limit of its own: a busy machine would pass the limit, and the change would count as noticed.
  // The threads end with the process.
  const limits = ["--bail", "1", "--testTimeout", "0", "--pool", "threads"];
  const options = ["--project", "domain", "--reporter", "dot", ...limits, ...choice];
  const run = spawn("vitest", ["run", "--config", "tests/vitest.config.ts", ...options], {
    cwd: copy,
    stdio: "ignore",
    timeout: PATIENCE,
    killSignal: "SIGKILL",
  });
  return new Promise((resolve, reject) => {
    run.once("error", reject);
    run.once("exit", (code) => {
      if (code === null) resolve("unanswered");
      else resolve(code === 0 ? "unnoticed" : "noticed");
    });
  });
}

function described({ file, start, end, text }: Mutation): string {
  const source = readFileSync(join(ROOT, file), "utf8");
  const before = source.slice(0, start);
  const line = before.split("\n").length;
  const from = before.lastIndexOf("\n") + 1;
  const code = source.slice(from, source.indexOf("\n", end)).trim();
  return `${file}:${line} « ${source.slice(start, end)} » → « ${text} » : ${code}`;
}
