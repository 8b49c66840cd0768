import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { tieChildren } from "../../worker/local/children.ts";
import { freePort, ROOT } from "../../worker/local/settings.ts";
import { ADMIN } from "./browser.ts";

/** A product of a story's own: no other story sees what it holds. */
export interface Produit {
  address: string;
  /** The address of its database. */
  base: string;
  /** Stops it, and forgets all that it kept. */
  arreter(): Promise<void>;
}

/**
 * Starts the built product on a port and a data folder of its own, without the demo agency.
 * @param nom of its data folder, among the results
 */
export async function demarrer(nom: string): Promise<Produit> {
  tieChildren();
  const port = await freePort();
  const donnees = join(import.meta.dirname, "../results", nom);
  rmSync(donnees, { recursive: true, force: true });
  const child = spawn(process.execPath, ["worker/local/start.ts"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: donnees,
      SEED: "none",
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  });
  const base = await pret(child);
  return {
    address: `http://localhost:${port}`,
    base,
    arreter: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
      rmSync(donnees, { recursive: true, force: true });
    },
  };
}

/** The last line that it prints says that it serves. @returns the address of its database */
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
