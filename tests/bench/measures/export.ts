import { spawnSync } from "node:child_process";
import { createWriteStream, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { ExportComplet } from "#domain/agence/export-complet.ts";
import { digits, type Figure, timed } from "../figures.ts";
import { removeFolder, temporaryFolder } from "../folders.ts";
import { type House, openHouse } from "../house/house.ts";

const DOSSIERS = 10_000;
const MO = 2 ** 20;
const MEGABYTES = Number(process.env.EXPORT_MEGABYTES ?? 1000);
const FILE = 50;
/**
 * The delay between two readings of the memory, in milliseconds: each reading collects the garbage, which delays the
 * export.
 */
const POLL_MS = 5000;

/**
 * The complete export of a large agency: its duration, the worker's memory meanwhile, and whether `unzip` opens it.
 */
export async function wholeExport(): Promise<Figure[]> {
  const house = await openHouse(DOSSIERS, { inspected: true });
  const folder = temporaryFolder();
  try {
    for (let sent = 0; sent < MEGABYTES; sent += FILE) await upload(house, sent);
    const before = await house.liveHeap();
    let most = before;
    let made: ExportComplet | undefined;
    const making = await timed(async () => {
      made = await ask(house, "POST", "");
      while (made?.etat === "en_cours") {
        await sleep(POLL_MS);
        most = Math.max(most, await house.liveHeap());
        made = await ask(house, "GET", "");
      }
    });
    if (!made) throw new Error("No export.");
    const archive = join(folder, "export.zip");
    const coming = await timed(() => download(house, made?.id ?? 0, archive));
    const { size } = statSync(archive);
    const opened = spawnSync("unzip", ["-tq", archive], { encoding: "utf8" });
    return [
      {
        name: `Export de ${DOSSIERS.toLocaleString("fr-FR")} dossiers et de ${MEGABYTES} Mo de fichiers`,
        raw: `${made.total.toLocaleString("fr-FR")} éléments, ${digits(size / MO)} Mo ; téléchargé en ${digits(coming / 1000)} s`,
        value: making / 1000,
        unit: "s",
      },
      {
        name: "Export : mémoire vive du worker en plus",
        raw: `${digits(before)} Mo avant, ${digits(most)} Mo au plus ; workerd entier ${digits(house.peakMemory())} Mo`,
        value: most - before,
        unit: "Mo",
        limit: { atMost: 64 },
      },
      {
        name: "Export : erreurs d’unzip -t",
        raw: opened.error ? "unzip n’est pas là" : opened.stdout.trim(),
        value: opened.error ? 0 : (opened.status ?? 1),
        unit: "",
        limit: { atMost: 0 },
      },
    ];
  } finally {
    await house.close();
    removeFolder(folder);
  }
}

async function ask<Data = ExportComplet>(
  house: House,
  method: string,
  path: string,
): Promise<Data> {
  const answer = await house.send(`/api/Export/complet${path}`, { method });
  return ((await answer.json()) as { data: Data }).data;
}

async function upload(house: House, seed: number): Promise<void> {
  const bytes = Buffer.alloc(FILE * MO);
  for (let place = 0; place < bytes.length; place += 4)
    bytes.writeInt32LE(Math.imul(place + seed, 0x9e3779b1), place);
  bytes.write("%PDF-1.7\n");
  const form = new FormData();
  form.append("url", new Blob([bytes]), `Pièce ${seed}.pdf`);
  await house.send("/api/Fichier", { method: "POST", body: form });
}

async function download(house: House, id: number, to: string): Promise<void> {
  const { adresse } = await ask<{ adresse: string }>(house, "POST", `/${id}/adresse`);
  const { body } = await fetch(`${house.address()}${adresse}`);
  if (!body) throw new Error("Nothing comes.");
  await pipeline(body as AsyncIterable<Uint8Array>, createWriteStream(to));
}
