import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { Journal } from "../../../worker/local/machine/journal.ts";
import { errorShown } from "../../../worker/local/problem.ts";

const dossier = mkdtempSync(join(tmpdir(), "disque-plein-"));
afterAll(() => rmSync(dossier, { recursive: true, force: true }));

it("un disque plein coûte des lignes au journal, se dit une fois, et n’arrête rien", () => {
  const dits: string[] = [];
  // On this device, every write fails as on a full disk.
  const plein = new Journal("/dev/full", (dit) => dits.push(dit));
  for (let n = 0; n < 3; n++) plein.write("une ligne");
  expect(dits.length).toBe(1);
  expect(dits[0]).toMatch(/^Il n’y a plus de place sur le disque/);

  const chemin = join(dossier, "journal.jsonl");
  const journal = new Journal(chemin, (dit) => dits.push(dit));
  journal.write("une ligne");
  journal.write("une autre");
  expect(readFileSync(chemin, "utf8")).toBe("une ligne\nune autre\n");
  expect(dits.length).toBe(1);
});

it("une commande qui trouve le disque plein le dit en français, sans pile", () => {
  const plein = Object.assign(new Error("ENOSPC: no space left on device, write"), {
    code: "ENOSPC",
  });
  expect(errorShown(plein)).toBe(
    "\nIl n’y a plus de place sur le disque : libérez-en, et recommencez.\n",
  );
});
