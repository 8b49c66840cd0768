import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@libsql/client/web";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type Sqld, startSqld } from "../../../worker/local/machine/sqld.ts";
import { cleanBase } from "../../../worker/local/restore/cleaned-base.ts";

// On a busy machine, a database server starts slowly.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MOT = "Zyxwvpages";
const dossier = mkdtempSync(join(tmpdir(), "base-nettoyee-"));
const dits: string[] = [];
let sqld: Sqld;

beforeAll(async () => {
  sqld = await startSqld(dossier, (dit) => dits.push(dit));
});
afterAll(async () => {
  await sqld.stop();
  rmSync(dossier, { recursive: true, force: true });
});

const ouReste = () =>
  readdirSync(dossier, { recursive: true, encoding: "utf8" }).filter((nom) => {
    const chemin = join(dossier, nom);
    return statSync(chemin).isFile() && readFileSync(chemin).includes(MOT);
  });

it("une valeur effacée ne reste pas dans les fichiers de la base : ni page libre, ni journal, ni copie pour réplique", async () => {
  const client = createClient(sqld);
  await client.execute("CREATE TABLE fiche (id INTEGER PRIMARY KEY, texte TEXT)");
  await client.execute("CREATE INDEX fiche_texte ON fiche (texte)");
  await client.batch(
    Array.from({ length: 300 }, (_, rang) => ({
      sql: "INSERT INTO fiche (texte) VALUES (?)",
      args: [`${MOT} ${rang} ${"x".repeat(rang * 10)}`],
    })),
    "write",
  );
  await client.execute("DELETE FROM fiche WHERE id % 3 = 0");
  await client.execute("UPDATE fiche SET texte = 'Effacé'");
  await expect(client.execute("VACUUM")).rejects.toThrow("unsupported");
  await expect(client.execute("PRAGMA secure_delete = ON")).rejects.toThrow("unsupported");
  expect(ouReste().length).toBeGreaterThan(0);

  await sqld.aside(() => cleanBase(dossier));
  expect(ouReste()).toEqual([]);
  const lire = async () =>
    (await client.execute("SELECT count(*) AS n, count(DISTINCT texte) AS textes FROM fiche"))
      .rows[0];
  expect(await lire()).toMatchObject({ n: 200, textes: 1 });
  await client.execute("INSERT INTO fiche (texte) VALUES ('Après')");
  await sqld.kill();
  await expect.poll(lire, { timeout: 30_000 }).toMatchObject({ n: 201, textes: 2 });
  expect(dits).toEqual(["La base de données s’était arrêtée : elle est relancée."]);
});
