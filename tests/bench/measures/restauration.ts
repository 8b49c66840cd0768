import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fireDailyRun } from "../../../worker/local/machine/daily-run.ts";
import { freePort, places, ROOT } from "../../../worker/local/settings.ts";
import { digits, type Figure } from "../figures.ts";
import { removeFolder, temporaryFolder } from "../folders.ts";

const ADMIN = { email: "admin@agence.example", password: "un-exercice-par-an" };
const JOUR = 86_400_000;
const PATIENCE_MS = 180_000;
const PDF = Buffer.from("%PDF-1.7\n% la pièce qui doit revenir\n%%EOF\n");

/**
 * The drill of a lost machine. The demo agency's copies are taken off the machine, which is then destroyed. Another
 * machine restores them with the kept secrets, until somebody signs in and opens a file and a receipt.
 */
export async function restauration(): Promise<Figure[]> {
  const folder = temporaryFolder();
  const [before, copies, after] = ["avant", "copies", "apres"].map((name) => join(folder, name));
  const secrets = join(folder, "secrets.json");
  if (!before || !copies || !after) throw new Error("No folder.");
  try {
    const lost = await start(before);
    const { fichier, quittance } = await leaveTraces(lost.address);
    await fireDailyRun(lost.address, new Date(Date.now() + JOUR));
    await copied(lost);
    await lost.stop();
    cpSync(places(before).secrets, secrets);
    const taking = await timed(() => run("copies", before, copies));
    rmSync(before, { recursive: true });

    const copy = readdirSync(copies)
      .filter((name) => name.endsWith(".sql.gz.age"))
      .sort()
      .at(-1);
    if (!copy) throw new Error("There is no encrypted copy.");
    const restoring = await timed(() =>
      run("restore-agency", after, join(copies, copy), after, "--cle", secrets),
    );
    let found: Awaited<ReturnType<typeof start>> | undefined;
    const starting = await timed(async () => {
      found = await start(after);
    });
    if (!found) throw new Error("Not started.");
    const { address, stop } = found;
    const opening = await timed(() => openTraces(address, fichier, quittance));
    await stop();
    const seconds = (restoring + starting + opening) / 1000;
    return [
      {
        name: "D’une machine vide à l’agence en marche, fichiers compris",
        raw: `copies sorties ${digits(taking / 1000)} s ; restauration ${digits(restoring / 1000)} s, démarrage ${digits(starting / 1000)} s, connexion, fichier et quittance ${digits(opening / 1000)} s`,
        value: seconds,
        unit: "s",
        limit: { atMost: 120 },
      },
    ];
  } finally {
    removeFolder(folder);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Runs the product on this data folder, as `npm start` does. */
async function start(dataDir: string) {
  const port = await freePort();
  const address = `http://localhost:${port}`;
  const child = node("start", {
    DATA_DIR: dataDir,
    PORT: String(port),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  });
  await said(child, "Ctrl-C");
  const stop = async () => {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGINT");
    await gone;
  };
  return { address, stop, api: apiOf(address) };
}

const node = (script: string, env: Record<string, string>, ...args: string[]): ChildProcess =>
  spawn(process.execPath, [join(ROOT, `worker/local/${script}.ts`), ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });

function said(child: ChildProcess, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`« ${words} » was not said.`)), PATIENCE_MS);
    child.stdout?.on("data", (text: Buffer) => {
      if (!text.includes(words)) return;
      clearTimeout(late);
      resolve();
    });
    child.once("exit", (code) => reject(new Error(`Ended with ${code}.`)));
  });
}

async function run(script: string, dataDir: string, ...args: string[]): Promise<void> {
  const child = node(script, { DATA_DIR: dataDir }, ...args);
  child.stdout?.resume();
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) throw new Error(`${script} ended with ${code}.`);
}

type Api = ReturnType<typeof apiOf>;

function apiOf(address: string) {
  let token = "";
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    if (token) headers.set("authorization", `Token ${token}`);
    const answer = await fetch(`${address}${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
  const data = async <T>(path: string, init: RequestInit = {}) =>
    ((await (await send(path, init)).json()) as { data: T }).data;
  const signIn = async () => {
    const { user } = await data<{ user: { token: string } }>("/api/user/login", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ credentials: ADMIN }),
    });
    token = user.token;
  };
  return { send, data, signIn };
}

/** Uploads a file and picks a receipt: both must be found again after the restoration. */
async function leaveTraces(address: string): Promise<{ fichier: number; quittance: number }> {
  const api = apiOf(address);
  await api.signIn();
  const form = new FormData();
  form.set("url", new File([PDF], "pièce.pdf"));
  const { id } = await api.data<{ id: number }>("/api/Fichier", { method: "POST", body: form });
  const [quittance] = await api.data<{ id: number }[]>("/api/Quitance?page=1&limit=1");
  if (!quittance) throw new Error("The demo agency has no receipt.");
  return { fichier: id, quittance: quittance.id };
}

/** Waits until no control is red, and the copy of the next day is made and verified: the queue does this work. */
async function copied({ api }: { api: Api }): Promise<void> {
  await api.signIn();
  const limit = Date.now() + PATIENCE_MS;
  for (;;) {
    const controles = await api.data<{ nom: string; etat: string }[]>("/api/Controle");
    const copies = await api.data<{ jour: string; verifiee: boolean }[]>("/api/Sauvegarde");
    const rouges = controles.filter(({ etat }) => etat === "rouge").map(({ nom }) => nom);
    if (rouges.length === 0 && copies.length > 1 && copies.every(({ verifiee }) => verifiee))
      return;
    if (Date.now() > limit) throw new Error(`Not copied: ${rouges.join(", ")}`);
    await sleep(500);
  }
}

async function openTraces(address: string, fichier: number, quittance: number): Promise<void> {
  const api = apiOf(address);
  await api.signIn();
  const { url } = await api.data<{ url: string }>(`/api/Fichier/${fichier}`);
  const back = Buffer.from(await (await api.send(`/files/${url}`)).arrayBuffer());
  if (!back.equals(PDF)) throw new Error("The file is not what it was.");
  const paper = await (await api.send(`/api/quitance/download/${quittance}`)).arrayBuffer();
  if (!Buffer.from(paper).subarray(0, 5).equals(Buffer.from("%PDF-"))) {
    throw new Error("The receipt is no PDF.");
  }
  const [chaine] = await api.data<{ nom: string; etat: string; detail: string }[]>("/api/Controle");
  if (chaine?.etat !== "vert") throw new Error(`${chaine?.nom}: ${chaine?.detail}`);
}
