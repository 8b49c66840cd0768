import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { aujourdhui } from "#domain/dates.ts";
import { tieChildren } from "../../../worker/local/machine/children.ts";
import { freePort, places, ROOT } from "../../../worker/local/settings.ts";
import { ADMIN } from "./browser.ts";

/** A product that serves a single test. */
export interface Produit {
  address: string;
  base: { url: string; authToken: string };
  /** Stops the product. `demarrer` and `demarrerDemonstration` also delete its data. */
  arreter(): Promise<void>;
}

const RESULTS = join(import.meta.dirname, "../../results");

/**
 * Starts the built product on a port of its own, without the demo agency.
 * @param nom of the data folder, among the results of the tests
 */
export const demarrer = (nom: string): Promise<Produit> =>
  surSesDonnees(nom, (donnees) => lancer(donnees, "none"));

export const demarrerDemonstration = (nom: string): Promise<Produit> =>
  surSesDonnees(nom, async (donnees) => {
    cpSync(await agenceModele(), donnees, { recursive: true });
    return lancer(donnees, "demo");
  });

/** Starts a product on an empty data folder; when it stops, its data are deleted. */
async function surSesDonnees(
  nom: string,
  commencer: (donnees: string) => Promise<Produit>,
): Promise<Produit> {
  const donnees = join(RESULTS, nom);
  rmSync(donnees, { recursive: true, force: true });
  const { arreter, ...produit } = await commencer(donnees);
  return {
    ...produit,
    arreter: async () => {
      await arreter();
      rmSync(donnees, { recursive: true, force: true });
    },
  };
}

/** The files that decide what the demo agency holds, besides the day. */
const SOURCES = ["worker/**/*.*", "migrations/**/*.*", "wrangler.toml", "package-lock.json"];

/**
 * The data folder of a stopped product with the demo agency of today, loaded once a day for each version of the
 * worker. The folder may be copied: it contains neither its own path nor a port.
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

const jetonDe = (donnees: string) => readFileSync(places(donnees).databaseToken, "utf8");

/**
 * Waits for the line in which the product says that it is ready.
 * @returns the address of the database
 */
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
