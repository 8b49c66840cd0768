import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { aujourdhui } from "#domain/dates.ts";
import { openDb } from "#worker/db/client.ts";
import { controlerHistorique } from "#worker/operations/controles/controle-historique.ts";
import {
  controlerToutesLesPhotos,
  type LireFichier,
} from "#worker/operations/controles/controle-photos.ts";
import { controlerTousLesScelles } from "#worker/operations/controles/controle-signatures.ts";
import { controlerComptes } from "#worker/operations/gerance/livres/invariants.ts";
import {
  type AncreConnue,
  ancresLues,
  OBJETS_DES_ANCRES,
} from "#worker/operations/historique/ancres-connues.ts";
import { openBuckets } from "./machine/buckets.ts";
import { tieChildren } from "./machine/children.ts";
import { lock } from "./machine/lock.ts";
import { startSqld } from "./machine/sqld.ts";
import { Problem, showError } from "./problem.ts";
import { places, readSettings } from "./settings.ts";

const USAGE = `Indiquez la base, le dossier des copies et celui des fichiers ; ou le dossier de données, l’application arrêtée :
  DATABASE_AUTH_TOKEN=… npm run controles -- libsql://… --copies copies --fichiers fichiers
  DATA_DIR=.data npm run controles`;

/**
 * Runs the controls of a database and prints their results: its history against the copies, its accounts and, when
 * the files are known, its photos and sealed papers.
 * @returns whether all controls are green
 */
export async function control(
  args: readonly string[],
  say: (said: string) => void,
): Promise<boolean> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { copies: { type: "string" }, fichiers: { type: "string" } },
  });
  const { DATABASE_URL, DATABASE_AUTH_TOKEN } = process.env;
  const url = positionals[0] ?? DATABASE_URL;
  const known: Known = {
    anchors: values.copies === undefined ? null : anchorsIn(resolve(values.copies)),
    file: values.fichiers === undefined ? null : fileIn(resolve(values.fichiers)),
  };
  if (url) return read({ url, authToken: DATABASE_AUTH_TOKEN }, known, say);
  const { dataDir } = readSettings(process.env);
  if (!existsSync(places(dataDir).database)) throw new Problem(USAGE);
  tieChildren();
  await lock(dataDir, `L’application tient ce dossier. ${USAGE}`);
  const { files, copies, close } = await openBuckets(dataDir);
  const sqld = await startSqld(places(dataDir).database);
  try {
    const text = async (key: string) => (await (await copies.get(key))?.text()) ?? null;
    const own: Known = {
      anchors: known.anchors ?? ancresLues(await Promise.all(OBJETS_DES_ANCRES.map(text))),
      file: known.file ?? (async (key) => (await (await files.get(key))?.arrayBuffer()) ?? null),
    };
    return await read(sqld, own, say);
  } finally {
    await sqld.stop();
    await close();
  }
}

/** The facts known outside the database; null: the facts are not compared, and the output says so. */
interface Known {
  /** The states of the history that the copies noted (anchors). */
  anchors: readonly AncreConnue[] | null;
  file: LireFichier | null;
}

async function read(
  { url, authToken }: { url: string; authToken?: string | undefined },
  { anchors, file }: Known,
  say: (said: string) => void,
): Promise<boolean> {
  const db = openDb({
    DATABASE_URL: url,
    ...(authToken ? { DATABASE_AUTH_TOKEN: authToken } : {}),
  });
  const now = new Date();
  const controls = [
    ...(await controlerHistorique({ db, now }, { ancres: anchors ?? [] })),
    ...(await controlerComptes({ db, today: aujourdhui(now) })),
    ...(file === null
      ? []
      : [await controlerToutesLesPhotos(db, file), await controlerTousLesScelles(db, file)]),
  ];
  for (const { nom, etat, lignes, unite, detail, ruptures } of controls) {
    const compte = `${lignes} ${unite[lignes > 1 ? 1 : 0]}`;
    say(`${etat.toUpperCase().padEnd(6)} ${nom} : ${compte}. ${detail}`);
    for (const { id, motif } of ruptures) {
      say(`         ${id === undefined ? motif : `ligne ${id} : ${motif}`}`);
    }
  }
  if (anchors === null) {
    say("L’historique n’a été comparé à aucune copie : --copies dit où elles sont.");
  }
  if (file === null) {
    say(
      "Les photos et les papiers scellés n’ont été comparés à aucun fichier : --fichiers dit où ils sont.",
    );
  }
  return controls.every(({ etat }) => etat === "vert");
}

/**
 * Reads the anchors, which are the states of the history that the copies noted, in a folder taken from the bucket of
 * the copies.
 */
function anchorsIn(folder: string): AncreConnue[] {
  const paths = OBJETS_DES_ANCRES.map((name) => join(folder, name));
  if (!paths.some((path) => existsSync(path))) {
    throw new Problem(`${folder} ne dit pas ce que les copies ont connu de l’historique.`);
  }
  return ancresLues(paths.map((path) => (existsSync(path) ? readFileSync(path, "utf8") : null)));
}

/** Reads a file in a folder taken from the bucket of files. */
const fileIn =
  (folder: string): LireFichier =>
  async (key) => {
    const path = join(folder, key);
    return existsSync(path) ? Uint8Array.from(await readFile(path)).buffer : null;
  };

if (import.meta.main) {
  try {
    process.exit((await control(process.argv.slice(2), (said) => console.log(said))) ? 0 : 1);
  } catch (error) {
    showError(error);
    process.exit(1);
  }
}
