import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Encrypter } from "age-encryption";
import { afterAll, expect, it, vi } from "vitest";
import { makeBackupKey } from "../../../worker/local/machine/secrets.ts";
import { Problem } from "../../../worker/local/problem.ts";
import { restoreAgency } from "../../../worker/local/restore-agency.ts";

vi.setConfig({ testTimeout: 120_000 });

const dossier = mkdtempSync(join(tmpdir(), "restauration-refusee-"));
afterAll(() => rmSync(dossier, { recursive: true, force: true }));

const SQL = (lignes: string) =>
  `PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n${lignes}\nCOMMIT;\n`;
const TABLES =
  "CREATE TABLE a (id INTEGER PRIMARY KEY);\nCREATE TABLE b (id INTEGER, a INTEGER REFERENCES a (id));";
const ENTIERE = gzipSync(SQL(`${TABLES}\n${"INSERT INTO a DEFAULT VALUES;\n".repeat(2000)}`), {
  level: 0,
});
const nous = await makeBackupKey();
const autre = await makeBackupKey();
const chiffree = async (pour: string) => {
  const age = new Encrypter();
  age.addRecipient(pour);
  return age.encrypt(ENTIERE);
};
const cle = join(dossier, "cle.txt");
writeFileSync(cle, nous.identity);

const COPIES: Record<string, [string, Uint8Array | string]> = {
  coupée: ["coupee.sql.gz", ENTIERE.subarray(0, ENTIERE.length - 200)],
  "de n’importe quoi": ["n-importe-quoi.sql.gz", "rien d’une copie"],
  "chiffrée, puis coupée": [
    "chiffree-coupee.sql.gz.age",
    (await chiffree(nous.recipient)).subarray(0, 900),
  ],
  "chiffrée de n’importe quoi": ["n-importe-quoi.sql.gz.age", "rien d’une copie"],
  "chiffrée pour une autre clé": ["autre-cle.sql.gz.age", await chiffree(autre.recipient)],
  "dont le SQL est faux": ["sql-faux.sql", SQL(`${TABLES}\nINSERT INTO absente VALUES (1);`)],
  "dont une ligne désigne une absente": [
    "orpheline.sql",
    SQL(`${TABLES}\nINSERT INTO b VALUES (1, 7);`),
  ],
};

it.each(Object.entries(COPIES))(
  "une copie %s est refusée d’une phrase et ne laisse rien",
  async (_, [nom, contenu]) => {
    const copie = join(dossier, nom);
    writeFileSync(copie, contenu);
    const refus = async (cible: string) => {
      const erreur = await restoreAgency([copie, cible, "--cle", cle], () => {}).catch(
        (refus: unknown) => refus,
      );
      expect(erreur).toBeInstanceOf(Problem);
      return (erreur as Problem).message;
    };
    const nouveau = join(dossier, `${nom}-nouveau`);
    expect(await refus(nouveau)).toMatch(/copie|clé|refuse|absente/);
    expect(existsSync(nouveau)).toBe(false);
    const vide = join(dossier, `${nom}-vide`);
    mkdirSync(vide, { recursive: true });
    await refus(vide);
    expect(readdirSync(vide)).toEqual([]);
  },
);

it("une agence qui est là reste ce qu’elle est", async () => {
  const la = join(dossier, "la");
  mkdirSync(join(la, "base"), { recursive: true });
  writeFileSync(join(la, "base/data"), "une agence");
  const copie = join(dossier, "entiere.sql.gz");
  writeFileSync(copie, ENTIERE);
  await expect(restoreAgency([copie, la], () => {})).rejects.toThrow("n’est pas vide");
  expect(readdirSync(la)).toEqual(["base"]);
});
