import { env } from "cloudflare:workers";
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { SceauPublic, Verification } from "#domain/signature/verification.ts";
import { openDb } from "#worker/db/client.ts";
import { documentsScelles } from "#worker/db/schema/signature.ts";
import { nouvelleCle } from "#worker/documents/signature/cle.ts";
import { lireSceau } from "#worker/documents/signature/lecture-sceau.ts";
import { scellerDocument } from "#worker/operations/signature/sceau/scellement.ts";
import { type Agence, ouvrirAgence } from "../../support/agence/agence.ts";
import { unContrat, unePreuve } from "../../support/documents/sceau.ts";

const SEAL_KEY = nouvelleCle();
const LE = new Date("2026-11-25T13:42:10.000Z");

let agence: Agence;
let lu: Uint8Array;
beforeAll(async () => {
  agence = await ouvrirAgence();
  lu = await unContrat();
});

const nommer = (nom: string) =>
  openDb(env).run(sql`
  INSERT INTO "Variable" (nom, valeur) VALUES ('agenceNom', ${nom}) ON CONFLICT (nom) DO UPDATE SET valeur = ${nom}`);
async function sceller(cle: string | null = SEAL_KEY, now = LE) {
  const db = openDb(env);
  const scelle = await scellerDocument(
    { env: { ...env, ...(cle === null ? {} : { SEAL_KEY: cle }) }, db, now },
    { lu, preuve: unePreuve(lu) },
  );
  await db.insert(documentsScelles).values(scelle.ligne);
  return { octets: scelle.octets, empreinte: scelle.ligne.empreinte };
}
const sha256 = (octets: Uint8Array) => createHash("sha256").update(octets).digest("hex");
const verifier = (empreinte: string) =>
  agence.personne.get<Verification>(`/Verification/${empreinte}`);
const sceaux = async () => (await agence.admin.get<SceauPublic[]>("/Sceau")).data;

test("Sans clé, rien n’est scellé et le refus dit quoi faire", async () => {
  await expect(sceller(null)).rejects.toThrow(/cle-sceau/);
  expect(await sceaux()).toEqual([]);
});

describe("Un fichier scellé", () => {
  test("est reconnu par son empreinte, de n’importe qui, sans que la réponse ne nomme personne", async () => {
    await nommer("Łucja Nguyễn-Œuvrard");
    const { octets, empreinte } = await sceller();
    expect(empreinte).toBe(sha256(octets));
    const { status, data } = await verifier(empreinte.toUpperCase());
    expect(status).toBe(200);
    expect(data).toEqual({
      scelle: true,
      le: LE.toISOString(),
      empreinteLue: sha256(lu),
      octetsLus: lu.length,
      sceau: (await sceaux())[0],
    });
    expect(data).toMatchObject({
      sceau: {
        agence: "Łucja Nguyễn-Œuvrard",
        du: LE.toISOString(),
        au: "2036-11-25T00:00:00.000Z",
      },
    });
    expect(JSON.stringify(data)).not.toMatch(/Madame|Léa|exemple\.fr|D000123/);
    const lecture = lireSceau(octets, [(await sceaux())[0]?.empreinte ?? ""]);
    expect(lecture).toMatchObject({ empreinte, empreinteLue: sha256(lu), le: LE });
  });

  test("d’un octet changé, ou que l’agence n’a pas scellé, est inconnu ; ce qui n’est pas une empreinte est refusé", async () => {
    const { octets } = await sceller();
    octets[100] = 0;
    for (const inconnu of [sha256(octets), sha256(lu)])
      expect((await verifier(inconnu)).data).toEqual({ scelle: false });
    expect((await verifier("abc")).status).toBe(422);
  });

  test("reste reconnu quand la clé, puis le nom de l’agence, ont changé", async () => {
    const avant = await sceller();
    const suivante = nouvelleCle();
    await sceller(suivante);
    await nommer("Saint-Michel Gestion");
    const apres = await sceller(suivante);
    for (const { octets, empreinte } of [avant, apres]) {
      expect((await verifier(empreinte)).data).toMatchObject({ scelle: true });
      const connus = (await sceaux()).map((sceau) => sceau.empreinte);
      expect(lireSceau(octets, connus)).toMatchObject({ empreinte });
    }
    expect((await sceaux()).map((sceau) => sceau.agence)).toEqual([
      "Łucja Nguyễn-Œuvrard",
      "Łucja Nguyễn-Œuvrard",
      "Saint-Michel Gestion",
    ]);
    expect(new Set((await sceaux()).map((sceau) => sceau.certificat)).size).toBe(3);
  });

  test("ne change plus dans la base, ni son certificat", async () => {
    for (const ecriture of [
      sql`UPDATE "DocumentScelle" SET "scelleLe" = '2020-01-01T00:00:00.000Z'`,
      sql`DELETE FROM "DocumentScelle"`,
      sql`UPDATE "Sceau" SET agence = 'Une autre'`,
      sql`DELETE FROM "Sceau"`,
    ])
      await expect(openDb(env).run(ecriture)).rejects.toThrow();
  });

  test("à la preuve d’un autre fichier est refusé avant d’être scellé", async () => {
    const ctx = { env: { ...env, SEAL_KEY }, db: openDb(env), now: LE };
    const preuve = unePreuve(new Uint8Array([1]));
    await expect(scellerDocument(ctx, { lu, preuve })).rejects.toThrow(/other bytes/);
  });
});

describe("Le certificat du sceau", () => {
  test("se refait quatre-vingt-dix jours avant son terme, pas avant", async () => {
    const nombre = (await sceaux()).length;
    const cle = nouvelleCle();
    const sceller = (le: string) =>
      scellerDocument(
        { env: { ...env, SEAL_KEY: cle }, db: openDb(env), now: new Date(le) },
        { lu, preuve: unePreuve(lu) },
      );
    await sceller("2026-11-25T13:00:00.000Z");
    await sceller("2036-08-20T13:00:00.000Z");
    expect(await sceaux()).toHaveLength(nombre + 1);
    await sceller("2036-09-01T13:00:00.000Z");
    expect(await sceaux()).toHaveLength(nombre + 2);
  });

  test("se révoque une fois, quand sa clé a fui : elle ne scelle plus, et qui vérifie le sait", async () => {
    const { empreinte } = await sceller();
    const { data } = await verifier(empreinte);
    const id = data.scelle ? data.sceau.id : 0;
    expect((await agence.user.post(`/Sceau/${id}/revoquer`)).status).toBe(403);
    const revoques = await agence.admin.post<SceauPublic[]>(`/Sceau/${id}/revoquer`);
    expect(revoques.status).toBe(200);
    const revoqueLe = revoques.data.find((sceau) => sceau.id === id)?.revoqueLe;
    expect(revoqueLe).toMatch(/^\d{4}-/);
    expect((await verifier(empreinte)).data).toMatchObject({ scelle: true, sceau: { revoqueLe } });
    await expect(sceller()).rejects.toThrow(/révoqué/);
    await agence.admin.post(`/Sceau/${id}/revoquer`);
    const journal = await agence.admin.get<{ evenement: string }[]>("/Securite");
    expect(journal.data.filter(({ evenement }) => evenement === "sceau_revoque")).toHaveLength(1);
    expect((await agence.admin.post("/Sceau/999/revoquer")).status).toBe(404);
  });
});
