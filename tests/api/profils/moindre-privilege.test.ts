import { env } from "cloudflare:workers";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test, vi } from "vitest";
import type { FichierDetail, FichierRevele, FichierRow } from "#domain/fichiers/fichier.ts";
import type { RemplacementRow } from "#domain/fichiers/remplacement.ts";
import type { LocataireDetail } from "#domain/personnes/locataire-fiche.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, creer, LOCATAIRE, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import { envoyer, PDF } from "../../support/fichiers/televersements.ts";

let agence: Agence;
let LocataireId: number;
beforeAll(async () => {
  agence = await ouvrirAgence();
  ({ LocataireId } = await louer(agence.admin));
});

const noms = async (evenement: string) =>
  (
    await openDb(env).all<{ user: string; details: string }>(
      sql`SELECT "user", details FROM "SecurityEvent" WHERE evenement = ${evenement} ORDER BY id`,
    )
  ).map(({ user, details }) => ({ user, ...JSON.parse(details) }));

const piece = { champ: "url", fichier: "CNI Léo Dupont.pdf", contenu: PDF };
const deposer = async (textes: Record<string, string>) => {
  const champs = { LocataireId: String(LocataireId), ...textes };
  const pieces = Object.entries(champs).map(([champ, contenu]) => ({ champ, contenu }));
  return (await envoyer<FichierDetail>(agence.user, "/Fichier", [...pieces, piece])).data;
};

test("une pièce sensible n’a d’adresse dans aucune liste : un geste, que le journal retient, la donne", async () => {
  const { id, sensible, url } = await deposer({ sensible: "true" });
  expect([sensible, url]).toEqual([true, null]);
  const remplace = await envoyer(agence.user, `/Fichier/${id}`, [piece], { methode: "PUT" });
  expect(remplace.status).toBe(200);
  const [liste, fiche, locataire, versions] = await Promise.all([
    agence.admin.get<FichierRow[]>(`/Fichier?LocataireId=${LocataireId}`),
    agence.admin.get<FichierDetail>(`/Fichier/${id}`),
    agence.admin.get<LocataireDetail>(`/Locataire/${LocataireId}`),
    agence.admin.get<RemplacementRow[]>(`/Remplacement?entite=Fichier&id=${id}`),
  ]);
  const version = versions.data[0];
  expect(liste.data.map((row) => row.url)).toEqual([null]);
  expect(fiche.data.url).toBeNull();
  expect(locataire.data.Fichiers.map((row) => row.url)).toEqual([null]);
  expect(version?.url).toBeNull();
  expect((await agence.admin.get<RemplacementRow>(`/Remplacement/${version?.id}`)).data.url).toBe(
    null,
  );

  const { data } = await agence.user.post<FichierRevele>(`/Fichier/${id}/reveler`);
  expect(data.versions.map((ancienne) => ancienne.id)).toEqual([version?.id]);
  for (const adresse of [data.url, ...data.versions.map((ancienne) => ancienne.url)]) {
    expect((await agence.user.fetch(`/files/${adresse}`)).status).toBe(200);
    // The key alone, without the signed query of the address, opens no file.
    expect((await agence.admin.fetch(`/files/${adresse.split("?")[0]}`)).status).toBe(404);
  }
  expect(await noms("revelation")).toEqual([
    { user: "user@agence.example", entite: "Fichier", id },
  ]);
  expect((await agence.user.post("/Fichier/99999/reveler")).status).toBe(404);
});

test("sans mention, un fichier reste comme avant ; la mention se met et s’ôte", async () => {
  const { id, sensible, url } = await deposer({});
  expect([sensible, typeof url]).toEqual([false, "string"]);
  const { data } = await agence.user.put<FichierDetail>(`/Fichier/${id}`, { sensible: true });
  expect([data.sensible, data.url]).toEqual([true, null]);
  const { data: rendu } = await agence.user.put<FichierDetail>(`/Fichier/${id}`, {
    sensible: false,
  });
  expect(typeof rendu.url).toBe("string");
  // Removing the mark shows the file, so the journal notes it as a reveal.
  expect((await noms("revelation")).at(-1)).toEqual({
    user: "user@agence.example",
    entite: "Fichier",
    id,
  });
});

test("qui montre tout ce qui est masqué s’arrête bientôt", async () => {
  const { id } = await deposer({ sensible: "true" });
  const voir = () => agence.user_delete.post(`/Fichier/${id}/reveler`);
  const statuts = (await Promise.all(Array.from({ length: 60 }, voir))).map(
    (reponse) => reponse.status,
  );
  expect(statuts.filter((statut) => statut === 429).length).toBeGreaterThanOrEqual(30);
});

test("une liste ou un mois téléchargés sont notés : la ressource, combien, par qui, et rien de personnel", async () => {
  await (await agence.user.fetch("/api/Locataire.csv?q=dupont")).text();
  await (await agence.admin.fetch("/api/Client.csv?q=personne-de-ce-nom")).text();
  await agence.admin.fetch("/api/Quitance/downloadMonth/2026/01").then((zip) => zip.arrayBuffer());
  expect((await agence.personne.get("/Locataire.csv")).status).toBe(401);
  await vi.waitFor(async () => expect(await noms("export")).toHaveLength(2));
  expect(await noms("export")).toEqual([
    { user: "user@agence.example", ressource: "Locataire", nombre: 1 },
    { user: "admin@agence.example", ressource: "Client", nombre: 0 },
  ]);
});

test("lire d’un coup tout ce qu’on sait de gens est un export, dit une fois par session et par heure", async () => {
  const db = openDb(env);
  await Promise.all(Array.from({ length: 20 }, () => creer(agence.admin, "Locataire", LOCATAIRE)));
  const lectures = async () => (await noms("export")).filter(({ lecture }) => lecture);
  await agence.user.get("/Locataire?page=1&limit=20");
  await agence.user.get(`/Locataire?id=${LocataireId}`);
  expect(await lectures()).toEqual([]);
  const { total } = await agence.user.get("/Locataire");
  await agence.user.get("/Locataire?sort=-nom");
  await agence.admin.get("/Locataire");
  expect(await lectures()).toEqual(
    ["user@agence.example", "admin@agence.example"].map((user) => ({
      user,
      ressource: "Locataire",
      nombre: total,
      lecture: expect.any(String),
    })),
  );
  await db.run(sql`UPDATE "SecurityEvent"
    SET "createdAt" = strftime('%Y-%m-%dT%H:%M:%fZ', "createdAt", '-61 minutes')`);
  await agence.user.get("/Locataire");
  expect(await lectures()).toHaveLength(3);
});
