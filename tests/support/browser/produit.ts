import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { aujourdhui } from "#domain/dates.ts";
import { tieChildren } from "../../../worker/local/machine/children.ts";
import { freePort, places, ROOT } from "../../../worker/local/settings.ts";
import { ADMIN } from "./browser.ts";

/** A product for one story: no other story sees its data. */
export interface Produit {
  address: string;
  /** Its database. */
  base: { url: string; authToken: string };
  /** Stops it, and deletes its data. */
  arreter(): Promise<void>;
}

const RESULTS = join(import.meta.dirname, "../../results");

/**
 * Starts the built product on its own port and data folder, without the demo agency.
 * @param nom of its data folder, among the results
 */
export async function demarrer(nom: string): Promise<Produit> {
  const donnees = join(RESULTS, nom);
  rmSync(donnees, { recursive: true, force: true });
  const { arreter, ...produit } = await lancer(donnees, "none");
  return {
    ...produit,
    arreter: async () => {
      await arreter();
      rmSync(donnees, { recursive: true, force: true });
    },
  };
}

/** Starts the product with the demo agency as on its first day: a copy of the one loaded once. */
export async function demarrerDemonstration(nom: string): Promise<Produit> {
  const donnees = join(RESULTS, nom);
  rmSync(donnees, { recursive: true, force: true });
  cpSync(await agenceModele(), donnees, { recursive: true });
  const { arreter, ...produit } = await lancer(donnees, "demo");
  return {
    ...produit,
    arreter: async () => {
      await arreter();
      rmSync(donnees, { recursive: true, force: true });
    },
  };
}

/** The sources of the demo agency, beside the day. */
const SOURCES = ["worker/**/*.*", "migrations/**/*.*", "wrangler.toml", "package-lock.json"];

/**
 * The data folder of a stopped product that loaded the demo agency today. It is loaded once for each version of the
 * worker, then copied: it names neither its place nor its port.
 */
export async function agenceModele(): Promise<string> {
  const hash = createHash("sha256").update(aujourdhui(new Date()));
  for (const path of globSync(SOURCES, { cwd: ROOT }).sort()) {
    hash.update(path).update(readFileSync(join(ROOT, path)));
  }
  const modele = join(RESULTS, `modele-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(modele)) return modele;
  for (const ancien of globSync("modele*", { cwd: RESULTS })) {
    rmSync(join(RESULTS, ancien), { recursive: true });
  }
  const enCours = join(RESULTS, "modele");
  const { arreter } = await lancer(enCours, "demo");
  await arreter();
  renameSync(enCours, modele);
  return modele;
}

async function lancer(donnees: string, SEED: "demo" | "none"): Promise<Produit> {
  tieChildren();
  const port = await freePort();
  const child = spawn(process.execPath, ["worker/local/start.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: donnees,
      SEED,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  });
  return {
    address: `http://localhost:${port}`,
    base: { url: await pret(child), authToken: jetonDe(donnees) },
    arreter: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

/** The token of the database of a running product. */
const jetonDe = (donnees: string) => readFileSync(places(donnees).databaseToken, "utf8");

/** Waits for the last line, which says that the product is ready. @returns the address of its database */
function pret(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let dit = "";
    child.stdout?.on("data", (morceau: Buffer) => {
      dit += morceau;
      const [, base] = dit.match(/Base\s+(\S+)[\s\S]*Arrêter/) ?? [];
      if (base) resolve(base);
    });
    child.once("exit", () => reject(new Error(`Le produit ne démarre pas.\n${dit}`)));
  });
}
