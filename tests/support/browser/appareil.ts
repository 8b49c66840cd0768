import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium, expect, type Page } from "@playwright/test";
import { findTestBrowser } from "./chromium.ts";

/** A browser in its own process: a test may kill it, then reopen it with what its disk kept. */
export class Appareil {
  readonly #disque: string;
  readonly #base: string;
  #processus: ChildProcess | null = null;

  constructor(disque: string, base: string) {
    this.#disque = disque;
    this.#base = base;
  }

  /** @param avant prepares the page before it loads. */
  async ouvrir(chemin: string, avant?: (page: Page) => Promise<unknown>): Promise<Page> {
    const port = join(this.#disque, "DevToolsActivePort");
    rmSync(port, { force: true });
    const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"];
    OUVERTS.add(this);
    this.#processus = spawn(
      findTestBrowser() ?? "",
      [...args, "--remote-debugging-port=0", `--user-data-dir=${this.#disque}`, "about:blank"],
      { stdio: "ignore", detached: true, env: { ...process.env, LC_ALL: "C.UTF-8" } },
    );
    await expect
      .poll(() => existsSync(port) && readFileSync(port, "utf8").includes("\n"))
      .toBe(true);
    const [numero] = readFileSync(port, "utf8").split("\n");
    const navigateur = await chromium.connectOverCDP(`http://127.0.0.1:${numero}`);
    const contexte = navigateur.contexts()[0];
    const page = contexte?.pages()[0] ?? (await contexte?.newPage());
    if (!page) throw new Error("Le navigateur n’a pas de page.");
    await page.setViewportSize({ width: 390, height: 844 });
    await avant?.(page);
    await page.goto(this.#base + chemin);
    return page;
  }

  /** Kills the browser and all its processes, as a crash would (SIGKILL). */
  async tuer(): Promise<void> {
    OUVERTS.delete(this);
    const processus = this.#processus;
    if (!processus?.pid || processus.exitCode !== null) return;
    const fini = new Promise((resolve) => processus.once("exit", resolve));
    process.kill(-processus.pid, "SIGKILL");
    await fini;
  }
}

const OUVERTS = new Set<Appareil>();

/** Kills the browsers that a failed test left running. */
export const tuerLesAppareils = () => Promise.all([...OUVERTS].map((appareil) => appareil.tuer()));

/** The product behind a proxy; after `livrer()`, the proxy serves a new version of the service worker. */
export async function porteDe(base: string) {
  let suite = "";
  const serveur = createServer((entree, sortie) => {
    const { hostname, port } = new URL(base);
    const { method, url } = entree;
    const { "accept-encoding": _, "if-none-match": __, ...headers } = entree.headers;
    const sent = request({ hostname, port, method, path: url, headers }, (reponse) => {
      const { "content-length": longueur, ...autres } = reponse.headers;
      const change = url === "/sw.js" && suite !== "";
      sortie.writeHead(
        reponse.statusCode ?? 502,
        change || longueur === undefined ? autres : reponse.headers,
      );
      reponse.pipe(sortie, { end: !change });
      if (change) reponse.on("end", () => sortie.end(suite));
    });
    sent.on("error", () => sortie.destroy());
    entree.pipe(sent);
  });
  await new Promise<void>((resolve) => serveur.listen(0, "localhost", resolve));
  return {
    adresse: `http://localhost:${(serveur.address() as AddressInfo).port}`,
    livrer: () => {
      suite += "\n// Another version.";
    },
    fermer: () => {
      serveur.closeAllConnections();
      serveur.close();
    },
  };
}
