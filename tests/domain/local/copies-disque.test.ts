import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { JOURS_GARDES } from "#domain/agence/sauvegarde.ts";
import { ajouterJours, aujourdhui } from "#domain/dates.ts";
import { exportCopies } from "../../../worker/local/copies.ts";
import { openBuckets } from "../../../worker/local/machine/buckets.ts";

// Each export starts the runtime that holds the buckets.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const racine = mkdtempSync(join(tmpdir(), "copies-disque-"));
const agence = join(racine, "agence");
const disque = join(racine, "disque");
const today = aujourdhui(new Date());
const jour = (ecart: number) => ajouterJours(today, ecart);
const copie = (ecart: number) => `${jour(ecart)}.sql.gz.age`;
const contenu = (cle: string, de: string) => `copie ${cle} de ${de}`;
const preuve = (texte: string, cle: string) =>
  `${createHash("sha256").update(texte).digest("hex")}  ${cle}\n`;

/** Changes the objects in the bucket of copies of an agency. */
async function dans(
  dossier: string,
  { bases = [], ecrits = [], oublies = [] }: Record<string, string[]>,
): Promise<void> {
  const { copies, close } = await openBuckets(dossier);
  for (const cle of bases) {
    await copies.put(cle, contenu(cle, dossier));
    await copies.put(`${cle}.sha256`, preuve(contenu(cle, dossier), cle));
  }
  for (const cle of ecrits) await copies.put(cle, contenu(cle, dossier));
  await copies.delete(oublies);
  await close();
}

const fichiers = () => readdirSync(join(disque, "fichiers")).toSorted();
const bases = () => readdirSync(disque).filter((nom) => nom.endsWith(".age"));

beforeAll(async () => {
  await dans(agence, {
    bases: [-2, -1].map(copie),
    ecrits: ["effacements.json", "fichiers/parti1.age", "fichiers/reste2.age"],
  });
  await exportCopies(agence, disque);
});
afterAll(() => rmSync(racine, { recursive: true, force: true }));

it("le disque oublie les fichiers que l’agence n’a plus, dont ceux d’une personne effacée", async () => {
  expect(fichiers()).toEqual(["parti1.age", "reste2.age"]);
  await dans(agence, { bases: [copie(0)], oublies: ["fichiers/parti1.age"] });
  expect(await exportCopies(agence, disque)).toEqual({ written: 3, deleted: 1 });
  expect(fichiers()).toEqual(["reste2.age"]);
});

it("une autre agence, ou une qui vient d’être restaurée, n’y supprime rien", async () => {
  const autre = join(racine, "autre");
  await dans(autre, { bases: [-4, -3].map(copie), ecrits: ["fichiers/autre3.age"] });
  expect((await exportCopies(autre, disque)).deleted).toBe(0);
  expect(fichiers()).toEqual(["autre3.age", "reste2.age"]);
});

it("les copies de la base s’y gardent comme dans l’agence, jamais sans une bonne", async () => {
  const anciens = Array.from({ length: JOURS_GARDES + 20 }, (_, rang) => -10 - rang);
  for (const ecart of anciens) writeFileSync(join(disque, copie(ecart)), "illisible");
  const bonnes = bases().filter((nom) => existsSync(join(disque, `${nom}.sha256`)));
  for (const nom of bonnes) writeFileSync(join(disque, nom), contenu(nom, "abîmée").slice(0, 3));
  const vide = join(racine, "vide");
  expect(await exportCopies(vide, disque)).toEqual({ written: 0, deleted: 0 });
  expect(bases()).toHaveLength(bonnes.length + anciens.length);

  const { written, deleted } = await exportCopies(agence, disque);
  expect(written).toBeGreaterThanOrEqual(3);
  expect(deleted).toBeGreaterThan(15);
  expect(bases()).toContain(copie(0));
  expect(bases().length).toBeLessThanOrEqual(JOURS_GARDES + 1 + 3);
  expect(bases()).not.toContain(copie(-10 - JOURS_GARDES));
});
