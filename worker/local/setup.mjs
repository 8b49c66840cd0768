// Installs the locked dependencies when they are missing, then runs the given script, if any, on the Node that they
// contain. It is plain JavaScript, for whichever Node a bare machine has.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const modules = join(root, "node_modules");
const pinnedNode = join(modules, "node", "bin", "node");

function fail(...lines) {
  console.error(`\n${lines.join("\n")}\n`);
  process.exit(1);
}

function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8")).packages;
  } catch {
    return null;
  }
}

/** Whether npm came to its end: its last step lists the installed packages in node_modules/.package-lock.json. */
function installed() {
  const wanted = readLock(join(root, "package-lock.json"));
  const present = readLock(join(modules, ".package-lock.json"));
  if (!wanted) fail("Le fichier package-lock.json manque ou est illisible : reprenez le dépôt.");
  if (!present) return false;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) =>
      path === "" || (present[path] ? present[path].version === version : optional),
  );
}

const causes = [
  [/ENOSPC/, "Il n’y a plus de place sur le disque : libérez 2 Go et relancez."],
  [
    /EACCES|EPERM|EROFS/,
    "Le dossier du projet n’est pas accessible en écriture : vérifiez ses droits et relancez.",
  ],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED|network/,
    "Le registre npm est injoignable : vérifiez la connexion (ou le proxy) et relancez.",
  ],
  [
    /EUSAGE|EBADPLATFORM/,
    "package.json et package-lock.json ne s’accordent pas : reprenez-les du dépôt.",
  ],
];

function npm(...args) {
  const options = [
    "--no-progress",
    "--loglevel=error",
    "--no-audit",
    "--no-fund",
    "--no-update-notifier",
  ];
  // The Node that runs this may be the pinned one, which `npm ci` takes away with node_modules.
  const [command, prefix] =
    process.env.npm_execpath?.endsWith(".js") && existsSync(process.execPath)
      ? [process.execPath, [process.env.npm_execpath]]
      : ["npm", []];
  const result = spawnSync(command, [...prefix, ...args, ...options], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (result.error?.code === "ENOENT") {
    fail("npm est introuvable : installez Node 20 ou plus récent, npm compris.");
  }
  if (result.signal) process.exit(128 + constants.signals[result.signal]);
  if (result.status === 0) return;
  const output = `${result.stdout}\n${result.stderr}`;
  const cause = causes.find(([pattern]) => pattern.test(output))?.[1];
  fail("L’installation des dépendances a échoué.", cause ?? "", output.trim().slice(-2000));
}

if (Number.parseInt(process.versions.node, 10) < 20) {
  fail(`Node ${process.versions.node} est trop ancien : installez Node 20 ou plus récent.`);
}
if (!installed()) {
  console.log("Installation des dépendances (une à deux minutes)…");
  npm("ci");
}
if (!existsSync(pinnedNode)) npm("rebuild", "node", "--ignore-scripts=false");
if (!existsSync(pinnedNode)) {
  fail("Node 24 n’a pas pu être installé : supprimez le dossier node_modules et relancez.");
}

if (process.argv.length < 3) process.exit();

/** The numbers of the parent process and of its shell's parent, read from /proc: they change once npm is gone. */
function npmAbove() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, "utf8");
    const [, parent] = /^\d+ \(\w*sh\) \w (\d+)/.exec(stat) ?? [];
    return `${process.ppid} ${parent ?? ""}`;
  } catch {
    return `${process.ppid} `;
  }
}

const [script, ...args] = process.argv.slice(2);
const child = spawn(pinnedNode, [script, ...args], {
  cwd: root,
  // "ipc" is a channel whose closing tells the child that this process is gone.
  stdio: ["inherit", "inherit", "inherit", "ipc"],
  env: {
    ...process.env,
    PATH: [join(modules, "node", "bin"), join(modules, ".bin"), process.env.PATH].join(delimiter),
    NODE_COMPILE_CACHE: join(modules, ".cache", "node"),
  },
});
// Ctrl-C reaches the child by itself, which is in the same group: this process only waits for it.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
// A killed npm does not tell its children; nor does the shell that may stand between.
const above = npmAbove();
const watch = () => npmAbove() !== above && child.kill("SIGTERM");
if (process.env.npm_lifecycle_event) setInterval(watch, 500);
child.on("error", (error) => fail("Node 24 n’a pas pu démarrer.", error.message));
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
