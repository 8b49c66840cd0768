import { env } from "cloudflare:workers";
import { parse } from "csv-parse/browser/esm/sync";
import { sql } from "drizzle-orm";
import { strFromU8, unzipSync } from "fflate";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ExportComplet } from "#domain/agence/export-complet.ts";
import { openDb } from "#worker/db/client.ts";
import {
  type Agence,
  creer,
  ETAT_LIEUX,
  LOCATAIRE,
  louer,
  ouvrirAgence,
} from "../../support/agence/agence.ts";
import {
  deposer,
  empreinte,
  envoyer,
  MO,
  octets,
  PDF,
  PNG,
} from "../../support/fichiers/televersements.ts";

const IBAN = "FR7630006000011234567890189";
const db = openDb(env);

let agence: Agence;
let bail: Awaited<ReturnType<typeof louer>>;
let gros: { id: number };

beforeAll(async () => {
  agence = await ouvrirAgence();
  const { admin } = agence;
  bail = await louer(admin);
  await admin.post(`/Quitance/generate/${bail.DossierId}`, { date: "2026-03-01" });
  await admin.post(`/Quitance/generate/${bail.DossierId}`, { date: "2026-04-01" });
  await admin.get(`/Dossier/${bail.DossierId}/contratLocation/generate`);
  const compte = await admin.post("/CompteBancaire", {
    nom: "Gérance",
    iban: IBAN,
    usage: "gerance",
  });
  expect(compte.status).toBe(201);
  const kept = (nom: string, contenu: Uint8Array | Iterable<Uint8Array>) =>
    envoyer(admin, "/Fichier", [
      { champ: "LocataireId", contenu: String(bail.LocataireId) },
      { champ: "url", fichier: nom, contenu },
    ]);
  await kept("Pièce d’identité.pdf", PDF);
  await kept("Pièce d’identité.pdf", PDF);
  ({ data: gros } = await kept("Diagnostics.pdf", octets(PDF, 6 * MO + 321)));
  await envoyer(admin, "/Image", [
    { champ: "AppartementId", contenu: String(bail.AppartementId) },
    { champ: "url", fichier: "salon.png", contenu: PNG },
  ]);
  await envoyer(
    admin,
    `/Dossier/${bail.DossierId}`,
    [{ champ: "contratLocation", fichier: "bail signé.pdf", contenu: PDF }],
    { methode: "PUT" },
  );
  await deposer(admin, PDF, "sans personne.pdf");
  await creer(admin, "EtatLieux", { ...ETAT_LIEUX, clef: "2 clés de la porte\n1 badge" });
});

beforeEach(async () => {
  await confirmer();
  agence.house.waiting.splice(0);
  await agence.admin.delete("/Export/complet");
  await agence.house.drain();
});

const confirmer = (quand = new Date()) =>
  db.run(sql`UPDATE "Session" SET "confirmedAt" = ${quand.toISOString()}`);
const etat = async () => (await agence.admin.get<ExportComplet | null>("/Export/complet")).data;
const commencer = () => agence.admin.post<ExportComplet>("/Export/complet");
const parPetitsMorceaux = (nombre = 2000) =>
  db.run(sql`UPDATE "ExportComplet" SET "octetsParMorceau" = ${nombre}`);
const objets = async () =>
  (await env.FILES.list({ prefix: "exports/" })).objects.map(({ key }) => key);
const morceaux = async () =>
  (await db.all<{ rang: number }>(sql`SELECT rang FROM "ExportMorceau" ORDER BY rang`)).map(
    ({ rang }) => rang,
  );

async function adresse(): Promise<string> {
  const { id } = (await etat()) ?? { id: 0 };
  const { status, data } = await agence.admin.post<{ adresse: string }>(
    `/Export/complet/${id}/adresse`,
  );
  expect(status).toBe(200);
  return data.adresse;
}

async function telecharger(): Promise<{ zip: Record<string, Uint8Array>; octets: Uint8Array }> {
  const reponse = await agence.personne.fetch(await adresse());
  expect(reponse.status).toBe(200);
  expect(reponse.headers.get("Content-Disposition")).toMatch(
    /Export-complet_2\d{3}-\d\d-\d\d\.zip/,
  );
  const octets = await reponse.bytes();
  expect(octets.length).toBe(Number(reponse.headers.get("Content-Length")));
  return { zip: unzipSync(octets), octets };
}

const texte = (zip: Record<string, Uint8Array>, nom: string) => {
  const octets = zip[nom];
  if (!octets) throw new Error(`${nom} manque : ${Object.keys(zip).join(", ")}`);
  return strFromU8(octets);
};

describe("L’export de toutes les données", () => {
  test("est de l’administration, demande le mot de passe à nouveau, et se dit au journal de sécurité", async () => {
    for (const api of [agence.user, agence.user_delete]) {
      expect((await api.post("/Export/complet")).status).toBe(403);
      expect((await api.get("/Export/complet")).status).toBe(403);
      expect((await api.delete("/Export/complet")).status).toBe(403);
    }
    await confirmer(new Date("2026-01-01"));
    expect((await commencer()).error).toMatchObject({ code: "confirmation" });
    await confirmer();
    expect((await commencer()).status).toBe(201);
    const [ligne] = await db.all<{ details: string }>(
      sql`SELECT details FROM "SecurityEvent" WHERE evenement = 'export' ORDER BY id DESC LIMIT 1`,
    );
    expect(JSON.parse(ligne?.details ?? "")).toEqual({ ressource: "Export complet" });
    await agence.house.drain();
    await confirmer(new Date("2026-01-01"));
    const { id } = (await etat()) ?? { id: 0 };
    expect((await agence.admin.post(`/Export/complet/${id}/adresse`)).error).toMatchObject({
      code: "confirmation",
    });
    expect((await agence.user.fetch(`/api/Export/complet/${id}/contenu`)).status).toBe(403);
  });

  test("rend chaque table, chaque fichier et chaque quittance, octet pour octet", async () => {
    const { data: debut } = await commencer();
    expect(debut).toMatchObject({ etat: "en_cours", faits: 0, supprimeLe: null });
    await agence.house.drain();
    const fini = await etat();
    expect(fini).toMatchObject({ etat: "pret", nombreManquants: 0, faits: debut.total });
    const { zip, octets: archive } = await telecharger();
    expect(archive.length).toBe(fini?.taille);

    const locataires = JSON.parse(texte(zip, "json/Locataire.json"));
    expect(locataires).toEqual([expect.objectContaining(LOCATAIRE)]);
    expect(locataires[0]).not.toHaveProperty("recherche");
    const nomsDesTables = Object.keys(zip).flatMap(
      (nom) => nom.match(/^csv\/(.+)\.csv$/)?.[1] ?? [],
    );
    for (const nom of nomsDesTables) {
      const rangs: string[][] = parse(texte(zip, `csv/${nom}.csv`), {
        delimiter: ";",
        bom: true,
        record_delimiter: ["\r\n", "\n"],
      });
      const fiches: unknown[] = JSON.parse(texte(zip, `json/${nom}.json`));
      expect({ nom, rangs: rangs.length }).toEqual({ nom, rangs: fiches.length + 1 });
    }
    const [entetes, ligne] = texte(zip, "csv/Dossier.csv").split("\r\n");
    expect(entetes).toContain(";Date début bail;");
    expect(ligne).toContain(";01/01/2025;");
    expect(ligne).toContain(";850;");
    expect(JSON.parse(texte(zip, "json/CompteBancaire.json"))).toEqual([
      expect.objectContaining({ nom: "Gérance", iban: IBAN }),
    ]);
    const [quittance] = JSON.parse(texte(zip, "json/Quitance.json"));
    expect(quittance).toMatchObject({ loyerHC: 850, charge: 100, mois: "2026-03" });
    const echeances = JSON.parse(texte(zip, "json/Echeance.json"));
    expect(echeances.map(({ montant }: { montant: number }) => montant)).toContain(850);
    const comptes = texte(zip, "json/User.json");
    expect(comptes).toContain("admin@agence.example");
    expect(comptes).not.toMatch(/scrypt|password"/);
    expect(Object.keys(zip).filter((nom) => /Session|Passkey|Device/.test(nom))).toEqual([]);

    const fichiers: { id: number; nom: string; chemin: string }[] = JSON.parse(
      texte(zip, "json/StoredFile.json"),
    );
    for (const { chemin } of fichiers) expect(Object.keys(zip)).toContain(chemin);
    const chemins = fichiers.map(({ chemin }) => chemin.replace(/ \(\d+\)(?=\.\w+$)/, ""));
    const dupont = `fichiers/Locataires/Dupont Léo (${bail.LocataireId})`;
    const dossier = `Dossiers/Dupont Léo 27 bis boulevard Saint-Michel (${bail.DossierId})`;
    expect(chemins).toEqual(
      expect.arrayContaining([
        `${dupont}/Pièce d’identité.pdf`,
        `${dupont}/Diagnostics.pdf`,
        `fichiers/Appartements/27 bis boulevard Saint-Michel Paris étage 4 (${bail.AppartementId})/Photos/salon.png`,
        `fichiers/${dossier}/Contrat de location signé/bail signé.pdf`,
        "fichiers/Sans fiche/sans personne.pdf",
      ]),
    );
    expect(chemins.filter((chemin) => chemin.startsWith("documents/"))).toEqual([
      expect.stringContaining(`documents/${dossier}/Contrat`),
    ]);
    const large = fichiers.find(({ nom }) => nom === "Diagnostics")?.chemin ?? "";
    expect(await empreinte([zip[large] ?? new Uint8Array()])).toEqual(
      await empreinte(octets(PDF, 6 * MO + 321)),
    );
    const avis = Object.keys(zip).filter((nom) => nom.startsWith("documents/Quittances/"));
    expect(avis).toEqual([
      expect.stringMatching(/2026-03\/Avis_2026-03_DUPONT_\d+\.pdf$/),
      expect.stringMatching(/2026-04\/Avis_2026-04_DUPONT_\d+\.pdf$/),
    ]);
    expect(strFromU8(zip[avis[0] ?? ""]?.subarray(0, 5) ?? new Uint8Array())).toBe("%PDF-");
    const notice = texte(zip, "LISEZ-MOI.txt");
    expect(notice).toContain("heure de Paris");
    expect(notice).not.toContain("manquants.txt");
  });

  test("se fait en autant de morceaux qu’il faut, et se télécharge par parts", async () => {
    await commencer();
    await agence.house.drain();
    const { zip: enUnSeul } = await telecharger();
    await commencer();
    await parPetitsMorceaux();
    await agence.house.drain();
    const rangs = await morceaux();
    expect(rangs.length).toBeGreaterThan(10);
    const { zip, octets: tout } = await telecharger();
    expect(Object.keys(zip)).toEqual(Object.keys(enUnSeul));
    for (const nom of Object.keys(zip)) {
      if (!/History|SecurityEvent|LISEZ|Session|Quitance\./.test(nom))
        expect(zip[nom]).toEqual(enUnSeul[nom]);
    }
    const ou = await adresse();
    const part = async (Range: string) => {
      const reponse = await agence.personne.fetch(ou, { headers: { Range } });
      return { reponse, octets: await reponse.bytes() };
    };
    const milieu = await part("bytes=1000-900000");
    expect(milieu.reponse.status).toBe(206);
    expect(milieu.reponse.headers.get("Content-Range")).toBe(`bytes 1000-900000/${tout.length}`);
    expect(milieu.octets).toEqual(tout.subarray(1000, 900_001));
    expect((await part("bytes=-500")).octets).toEqual(tout.subarray(-500));
    expect((await part(`bytes=${tout.length}-`)).reponse.status).toBe(416);
  });

  test("ne se télécharge que d’une adresse signée, par la session d’un administrateur", async () => {
    await commencer();
    await agence.house.drain();
    const bonne = await adresse();
    const essayer = async (ou: string) =>
      (await agence.personne.fetch(ou, { method: "HEAD" })).status;
    expect(await essayer(bonne)).toBe(200);
    expect(await essayer(bonne.replace(/s=./, (sceau) => (sceau === "s=A" ? "s=B" : "s=A")))).toBe(
      401,
    );
    expect(await essayer(bonne.replace(/\/complet\/\d+/, "/complet/999999"))).toBe(401);
    expect(await essayer(bonne.split("?")[0] ?? "")).toBe(401);
    await db.run(sql`UPDATE "User" SET role = 'user' WHERE email = 'admin@agence.example'`);
    expect(await essayer(bonne)).toBe(401);
    await db.run(sql`UPDATE "User" SET role = 'admin' WHERE email = 'admin@agence.example'`);
    expect(await essayer(bonne)).toBe(200);
  });

  test("perdu en route, reprend où il en était au passage quotidien, ou dès qu’on le regarde", async () => {
    await commencer();
    await parPetitsMorceaux();
    for (let pas = 0; pas < 5; pas++) await agence.house.deliver();
    const avant = await morceaux();
    expect(avant.length).toBeGreaterThanOrEqual(5);
    agence.house.waiting.splice(0);
    expect((await commencer()).error?.message).toBe("Un export est déjà en cours.");
    await agence.house.cron(`${new Date().toISOString().slice(0, 10)}T05:00:00.000Z`);
    expect(agence.house.waiting.filter(({ body }) => body.type === "export")).toHaveLength(1);
    for (let pas = 0; pas < 3; pas++) await agence.house.deliver();
    agence.house.waiting.splice(0);
    await db.run(sql`UPDATE "ExportComplet" SET "avanceLe" = '2026-01-01T00:00:00.000Z'`);
    const vus = await Promise.all([etat(), etat(), etat()]);
    expect(vus.map((vu) => vu?.etat)).toEqual(["en_cours", "en_cours", "en_cours"]);
    expect(agence.house.waiting.map(({ body }) => body)).toEqual([
      { type: "export", ExportCompletId: vus[0]?.id, rang: (await morceaux()).length },
    ]);
    await agence.house.drain();
    expect(await etat()).toMatchObject({ etat: "pret" });
    const { zip } = await telecharger();
    expect(JSON.parse(texte(zip, "json/Locataire.json"))).toHaveLength(1);
  });

  test("dont chaque message arrive deux fois, ou ne se confirme pas, garde un morceau de chaque", async () => {
    await commencer();
    await parPetitsMorceaux(100_000);
    const doubler = async () => {
      const [message] = agence.house.waiting;
      if (message) agence.house.waiting.push({ ...message, id: `${message.id} bis` });
      await agence.house.deliver();
    };
    while (agence.house.waiting.length > 0) await doubler();
    expect(await etat()).toMatchObject({ etat: "pret" });
    expect(await objets()).toHaveLength(2 * (await morceaux()).length);
    await telecharger();

    // The worker died after it made the first piece and before it queued the next: the queue delivers the message
    // again.
    await agence.admin.delete("/Export/complet");
    await commencer();
    await parPetitsMorceaux(100_000);
    const [premier] = agence.house.waiting;
    if (!premier) throw new Error("Rien n’attend.");
    await agence.house.deliver();
    agence.house.waiting.splice(0);
    agence.house.waiting.push({ ...premier, attempts: 2 });
    await agence.house.drain();
    expect(await etat()).toMatchObject({ etat: "pret" });
    const { zip } = await telecharger();
    expect(texte(zip, "LISEZ-MOI.txt")).toContain("Export commencé");
  });

  test("ne s’arrête pas pour un fichier perdu, et le dit", async () => {
    const { key } = await perdre();
    await commencer();
    await agence.house.drain();
    const fini = await etat();
    expect(fini).toMatchObject({ etat: "pret", nombreManquants: 1 });
    expect(fini?.manquants[0]).toMatch(/^fichiers\/Locataires\/Dupont Léo .*Diagnostics/);
    const { zip } = await telecharger();
    expect(texte(zip, "manquants.txt")).toBe(`${fini?.manquants[0]}\r\n`);
    expect(texte(zip, "LISEZ-MOI.txt")).toContain("manquants.txt");
    await env.FILES.put(key, "retrouvé");
  });

  test("dont des milliers de fichiers sont perdus, les dit tous, quelques-uns à l’écran, morceau après morceau", async () => {
    const perdus = sql`key LIKE 'perdu %'`;
    await db.run(sql`WITH RECURSIVE serie(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM serie WHERE n < 2500)
      INSERT INTO "StoredFile" (key, nom, extention, type, taille)
      SELECT 'perdu ' || n, 'Pièce', 'pdf', 'application/pdf', 12 FROM serie`);
    await commencer();
    await agence.house.drain();
    const fini = await etat();
    expect(fini).toMatchObject({ etat: "pret", nombreManquants: 2500 });
    expect(fini?.manquants).toHaveLength(100);
    expect((await morceaux()).length).toBeGreaterThanOrEqual(3);
    const { zip } = await telecharger();
    expect(texte(zip, "manquants.txt").match(/l’espace de fichiers\.\r\n/g)).toHaveLength(2500);
    expect(texte(zip, "LISEZ-MOI.txt")).toContain("Les 2500 fichiers");
    await db.run(sql`DELETE FROM "StoredFile" WHERE ${perdus}`);
  });

  test("recommencé par deux personnes à la fois, se fait une fois, et le dit à l’autre", async () => {
    await commencer();
    await agence.house.drain();
    const reponses = await Promise.all([commencer(), commencer(), commencer()]);
    expect(reponses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    await agence.house.drain();
    expect(await etat()).toMatchObject({ etat: "pret" });
    await telecharger();
  });

  test("annulé en route ou supprimé, ne laisse rien ; un nouveau remplace l’ancien", async () => {
    await commencer();
    await parPetitsMorceaux();
    for (let pas = 0; pas < 4; pas++) await agence.house.deliver();
    expect((await agence.admin.delete("/Export/complet")).status).toBe(204);
    expect((await agence.admin.delete("/Export/complet")).status).toBe(404);
    await agence.house.drain();
    expect([await etat(), await objets(), await morceaux()]).toEqual([null, [], []]);
    await commencer();
    await agence.house.drain();
    const premier = await etat();
    await commencer();
    await agence.house.drain();
    expect((await etat())?.id).not.toBe(premier?.id);
    expect(await objets()).toHaveLength(2 * (await morceaux()).length);
  });

  test("part de lui-même après sept jours, et quand une personne est effacée", async () => {
    await commencer();
    await agence.house.drain();
    const jour = (nombre: number) => new Date(Date.now() + nombre * 86_400_000).toISOString();
    await agence.house.cron(jour(6));
    expect(await etat()).toMatchObject({ etat: "pret" });
    expect(await objets()).not.toEqual([]);
    await agence.house.cron(jour(7));
    expect([await etat(), await objets()]).toEqual([null, []]);

    await commencer();
    await agence.house.drain();
    const { data } = await agence.admin.post<{ id: number }>("/Locataire", {
      ...LOCATAIRE,
      nom: "Parti",
    });
    expect((await agence.admin.post(`/Locataire/${data.id}/effacer`)).status).toBe(200);
    expect([await etat(), await objets()]).toEqual([null, []]);
  });
});

async function perdre(): Promise<{ key: string }> {
  vi.spyOn(console, "error").mockReturnValue();
  const [objet] = await db.all<{ key: string }>(sql`SELECT key FROM "StoredFile" WHERE id =
    (SELECT "StoredFileId" FROM "Fichier" WHERE id = ${gros.id})`);
  if (!objet) throw new Error("Le fichier n’est pas là.");
  await env.FILES.delete(objet.key);
  return objet;
}
