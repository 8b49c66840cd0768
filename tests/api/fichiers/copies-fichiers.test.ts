import { env } from "cloudflare:workers";
import { Decrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ajouterJours } from "#domain/dates.ts";
import { openDb } from "#worker/db/client.ts";
import type { Env } from "#worker/env.ts";
import { copierFichiers, oublierCopies } from "#worker/operations/copies/copies-fichiers.ts";
import { freshHouse } from "../../support/worker/database.ts";
import { openHouse } from "../../support/worker/house.ts";

const JOUR = "2026-11-05";
const db = openDb(env);

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  await freshHouse();
});

const copies = async (prefix = "fichiers/") =>
  (await env.BACKUPS.list({ prefix })).objects.map(({ key }) => key.slice(prefix.length));

const cleNumero = (rang: number) => rang.toString(16).padStart(32, "0");

/** Files named by the database, plus a thumbnail and a receipt that it does not name: neither needs a copy. */
async function deposer(nombre: number): Promise<string[]> {
  const cles = Array.from({ length: nombre }, (_, rang) => cleNumero(rang + 1));
  for (const cle of cles) {
    await env.FILES.put(cle, `contenu de ${cle}`);
    await db.run(sql`INSERT INTO "StoredFile" (key, nom, extention, type, taille)
      VALUES (${cle}, 'Pièce', 'pdf', 'application/pdf', 44)`);
  }
  await env.FILES.put(`${cles[0]}-400`, "vignette");
  await env.FILES.put("ffff0000", "une quittance");
  return cles;
}

const copier = (apres = "", jour = JOUR, ancienne: string | null = JOUR, avec: Env = env) =>
  copierFichiers({ env: avec, db }, { jour, apres, ancienne });

describe("La copie des fichiers", () => {
  it("se fait chaque jour, chiffrée, et de ce qui est nouveau seulement", async () => {
    const cle = await generateX25519Identity();
    const maison = openHouse({ BACKUP_RECIPIENTS: await identityToRecipient(cle) });
    const [premiere = "", ...suite] = await deposer(3);
    await maison.journee(JOUR);
    expect(await copies()).toEqual([premiere, ...suite].map((nom) => `${nom}.age`));
    const copie = await env.BACKUPS.get(`fichiers/${premiere}.age`);
    const lecteur = new Decrypter();
    lecteur.addIdentity(cle);
    const clair = await lecteur.decrypt(await new Response(copie?.body).bytes(), "text");
    expect(clair).toBe(`contenu de ${premiere}`);
    await maison.journee("2026-11-06");
    expect((await env.BACKUPS.head(`fichiers/${premiere}.age`))?.etag).toBe(copie?.etag);
  });

  it("passe de claire à chiffrée quand une clé est donnée", async () => {
    const [premiere = ""] = await deposer(1);
    await copier();
    expect(await copies()).toEqual([premiere]);
    const cle = await identityToRecipient(await generateX25519Identity());
    await copier("", JOUR, JOUR, { ...env, BACKUP_RECIPIENTS: cle });
    expect(await copies()).toEqual([`${premiere}.age`]);
  });

  it("en demande autant de messages qu’il faut, et reprend où elle s’est arrêtée", async () => {
    const cles = await deposer(250);
    const faits = [];
    for (let apres: string | null = ""; apres !== null; ) {
      const { copies: nombre, suite } = await copier(apres);
      faits.push(nombre);
      apres = suite;
    }
    expect(faits).toEqual([100, 100, 50]);
    expect(await copies()).toEqual(cles);
    expect(await copier()).toEqual({ copies: 0, manques: [], suite: null });
  });

  it("dit ce qui manque, sans s’arrêter, et le reprend le lendemain", async () => {
    const [premiere = "", ...suite] = await deposer(3);
    await env.FILES.delete(premiere);
    expect(await copier()).toEqual({ copies: 2, manques: [premiere], suite: null });
    await env.FILES.put(premiere, "retrouvé");
    expect(await copier()).toMatchObject({ copies: 1, manques: [] });
    expect(await copies()).toEqual([premiere, ...suite]);
  });

  it("illisible au retour, n’est pas gardée", async () => {
    await deposer(1);
    const autre = async () => ({ body: new Blob(["autre chose"]).stream() });
    const BACKUPS = new Proxy(env.BACKUPS, {
      get(bucket, nom) {
        if (nom === "get") return autre;
        const membre: unknown = Reflect.get(bucket, nom);
        return typeof membre === "function" ? membre.bind(bucket) : membre;
      },
    });
    expect((await copier("", JOUR, JOUR, { ...env, BACKUPS })).manques).toHaveLength(1);
    expect(await copies()).toEqual([]);
  });

  it("d’un fichier supprimé part avec la dernière copie de la base qui pouvait le nommer", async () => {
    const [premiere = "", ...suite] = await deposer(3);
    await copier();
    await db.run(sql`DELETE FROM "StoredFile" WHERE key = ${premiere}`);
    const parti = ajouterJours(JOUR, 1);
    for (const ancienne of [JOUR, parti, null]) {
      await copier("", parti, ancienne);
      expect(await copies()).toEqual([premiere, ...suite]);
    }
    await copier("", ajouterJours(JOUR, 400), ajouterJours(parti, 1));
    expect(await copies()).toEqual(suite);
    expect(await copies("partis/")).toEqual([]);
  });

  it("d’une personne effacée part aussitôt", async () => {
    const [premiere = "", ...suite] = await deposer(3);
    await copier();
    await oublierCopies({ env }, [premiere]);
    expect(await copies()).toEqual(suite);
  });
});
