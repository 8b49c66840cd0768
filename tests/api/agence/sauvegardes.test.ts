import { env } from "cloudflare:workers";
import { Decrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ajouterJours } from "#domain/dates.ts";
import { openDb } from "#worker/db/client.ts";
import { locataires } from "#worker/db/schema/schema.ts";
import { lireSauvegardes, sauvegarder } from "#worker/operations/copies/sauvegarde.ts";
import { ouvrirAgence } from "../../support/agence/agence.ts";
import { creerBaux } from "../../support/agence/baux.ts";
import { dumpDatabase, freshHouse, restoreElsewhere } from "../../support/worker/database.ts";
import { openHouse } from "../../support/worker/house.ts";

const JOUR = "2026-11-05";

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  await freshHouse();
});

const copies = async () => (await lireSauvegardes({ env })).map(({ key }) => key).toReversed();

const answerOnce = (reponse: Response) =>
  vi.spyOn(globalThis, "fetch").mockImplementationOnce(async () => reponse);

describe("La copie de la base", () => {
  it("se fait chaque jour, et se restaure à l’identique, table par table", async () => {
    const maison = openHouse();
    await creerBaux(env, 30);
    const db = openDb(env);
    await db
      .update(locataires)
      .set({ nom: 'L\'Hôte; "d’été"\n`--` /* ő */', recherche: "un ;\ndeux';" });
    await ouvrirAgence(maison);
    await maison.cron(`${JOUR}T05:00:00.000Z`);
    await db.run(sql`INSERT INTO "LoginFailure" VALUES ('pirate; ''@exemple.fr', 3, '2099-11-05')`);
    await maison.drain();
    const copie = await env.BACKUPS.get(`${JOUR}.sql.gz`);
    const restauree = await restoreElsewhere(await new Response(copie?.body).arrayBuffer());
    const originale = await dumpDatabase();
    expect(originale).toContain("INSERT INTO Quitance");
    // `lignes` sorts the lines, because the copy does not keep the order in which the tables were created.
    expect(lignes(restauree)).toEqual(lignes(originale));
    expect(originale).toContain("INSERT INTO LoginFailure");
    expect(restauree).not.toMatch(/INSERT INTO (LoginFailure|Session|Challenge)/);
  });

  it("chiffrée, s’ouvre avec chacune des clés pour qui elle l’est, et avec aucune autre", async () => {
    const [ancienne, nouvelle, autre] = await Promise.all([
      generateX25519Identity(),
      generateX25519Identity(),
      generateX25519Identity(),
    ]);
    const pour = async (...cles: string[]) =>
      (await Promise.all(cles.map((cle) => identityToRecipient(cle)))).join(", ");
    const copie = async (jour: string) =>
      new Response((await env.BACKUPS.get(`${jour}.sql.gz.age`))?.body).bytes();
    await sauvegarder({ env: { ...env, BACKUP_RECIPIENTS: await pour(ancienne) } }, { jour: JOUR });
    // The key is being replaced: this copy opens with either key, older copies only with the old key.
    await sauvegarder(
      { env: { ...env, BACKUP_RECIPIENTS: await pour(ancienne, nouvelle) } },
      { jour: "2026-11-06" },
    );
    for (const [jour, cle] of [
      [JOUR, ancienne],
      ["2026-11-06", ancienne],
      ["2026-11-06", nouvelle],
    ] as const) {
      const clair = await ouvrir(await copie(jour), cle);
      expect(lignes(await restoreElsewhere(clair))).toEqual(lignes(await dumpDatabase()));
    }
    for (const jour of [JOUR, "2026-11-06"]) {
      await expect(ouvrir(await copie(jour), autre)).rejects.toThrow("no identity matched");
      expect(new TextDecoder().decode(await copie(jour))).not.toContain("INSERT");
    }
    const preuve = await (await env.BACKUPS.get(`${JOUR}.sql.gz.age.sha256`))?.text();
    const empreinte = await crypto.subtle.digest("SHA-256", await copie(JOUR));
    expect(preuve).toBe(`${Buffer.from(empreinte).toString("hex")}  ${JOUR}.sql.gz.age\n`);
  });

  it("coupée, ne se restaure pas", async () => {
    const texte = new Blob(["BEGIN TRANSACTION;\nCREATE TABLE Client (id integer);\n"]).stream();
    const copie = new Response(texte.pipeThrough(new CompressionStream("gzip")));
    await expect(restoreElsewhere(await copie.arrayBuffer())).rejects.toThrow("incomplète");
  });

  it("tronquée ou abîmée dans son fichier, ne se restaure pas davantage", async () => {
    await sauvegarder({ env }, { jour: JOUR });
    const octets = await new Response((await env.BACKUPS.get(`${JOUR}.sql.gz`))?.body).bytes();
    const abimee = octets.map((octet, rang) => (rang === octets.length >> 1 ? octet ^ 255 : octet));
    for (const copie of [octets.slice(0, octets.length >> 1), abimee]) {
      await expect(restoreElsewhere(copie)).rejects.toThrow("incomplète ou abîmée");
    }
  });

  it("tirée deux fois au même instant, est entière et seule", async () => {
    const maison = openHouse();
    await Promise.all([maison.cron(`${JOUR}T05:00:00Z`), maison.cron(`${JOUR}T05:00:00Z`)]);
    await maison.drain();
    await Promise.allSettled([
      sauvegarder({ env }, { jour: "2026-11-06" }),
      sauvegarder({ env }, { jour: "2026-11-06" }),
    ]);
    await sauvegarder({ env }, { jour: "2026-11-06" });
    expect(await copies()).toEqual([JOUR, "2026-11-06"].map((jour) => `${jour}.sql.gz`));
    for (const cle of await copies()) {
      const copie = await new Response((await env.BACKUPS.get(cle))?.body).arrayBuffer();
      expect(lignes(await restoreElsewhere(copie))).toEqual(lignes(await dumpDatabase()));
    }
  });

  it("tirée deux fois le même jour, ne se fait qu’une fois", async () => {
    const maison = openHouse();
    await maison.journee(JOUR);
    const faite = await env.BACKUPS.head(`${JOUR}.sql.gz`);
    await maison.journee(JOUR);
    expect((await env.BACKUPS.head(`${JOUR}.sql.gz`))?.etag).toBe(faite?.etag);
    expect(await copies()).toEqual([`${JOUR}.sql.gz`]);
  });

  it("interrompue ou refusée, ne laisse rien, et se reprend", async () => {
    answerOnce(new Response("BEGIN TRANSACTION;\nINSERT INTO User VALUES(1"));
    await expect(sauvegarder({ env }, { jour: JOUR })).rejects.toThrow("cut short");
    answerOnce(new Response("", { status: 500 }));
    await expect(sauvegarder({ env }, { jour: JOUR })).rejects.toThrow("500");
    expect(await copies()).toEqual([]);
    await sauvegarder({ env }, { jour: JOUR });
    expect(await copies()).toEqual([`${JOUR}.sql.gz`]);
  });

  it("illisible au retour, n’est pas gardée", async () => {
    const autre = new Response(
      new Blob(["autre chose"]).stream().pipeThrough(new CompressionStream("gzip")),
    );
    const octets = await autre.arrayBuffer();
    const BACKUPS = new Proxy(env.BACKUPS, {
      get(bucket, nom) {
        if (nom === "get") return async () => ({ body: new Blob([octets]).stream() });
        const membre: unknown = Reflect.get(bucket, nom);
        return typeof membre === "function" ? membre.bind(bucket) : membre;
      },
    });
    await expect(sauvegarder({ env: { ...env, BACKUPS } }, { jour: JOUR })).rejects.toThrow(
      "not what was written",
    );
    expect(await copies()).toEqual([]);
  });

  it("les 35 dernières sont gardées, et la première de chacun des 13 derniers mois", async () => {
    const veilles = Array.from({ length: 40 }, (_, rang) => ajouterJours(JOUR, -1 - rang));
    const mensuelles = ["2025-08-03", "2025-08-04", "2025-09-30"];
    for (const jour of [...veilles, ...mensuelles]) {
      await env.BACKUPS.put(`${jour}.sql.gz`, "ancienne");
    }
    await sauvegarder({ env }, { jour: JOUR });
    expect(await copies()).toEqual(
      ["2025-08-03", "2025-09-30", "2026-09-26", ...veilles.slice(0, 35).toReversed(), JOUR].map(
        (jour) => `${jour}.sql.gz`,
      ),
    );
  });

  it("se lit par l’administration seule", async () => {
    const maison = openHouse();
    await sauvegarder({ env }, { jour: JOUR });
    const { admin, user } = await ouvrirAgence(maison);
    expect((await admin.get("/Sauvegarde")).data).toEqual([
      { jour: JOUR, taille: expect.any(Number), chiffree: false, verifiee: true },
    ]);
    expect((await user.get("/Sauvegarde")).status).toBe(403);
  });
});

/** The lines of a copy, without the rows that a sign-in writes. */
const lignes = (texte: string) =>
  texte
    .split("\n")
    .filter((ligne) => !/^INSERT INTO (LoginFailure|Session|Challenge) /.test(ligne))
    .toSorted();

async function ouvrir(copie: Uint8Array, cle: string): Promise<Uint8Array> {
  const lecteur = new Decrypter();
  lecteur.addIdentity(cle);
  return lecteur.decrypt(copie);
}
