import { env } from "cloudflare:workers";
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { HistoryRow } from "#domain/agence/history.ts";
import { fusion } from "#domain/terrain/fusion.ts";
import type { PhotoAnnoncee } from "#domain/terrain/photo.ts";
import type { Visite, VisiteProposee } from "#domain/terrain/visite.ts";
import { openDb } from "#worker/db/client.ts";
import { type Agence, ETAT_LIEUX, louer, ouvrirAgence } from "../../support/agence/agence.ts";
import { envoi, photosDe, pixels } from "../../support/documents/visite.ts";
import { corpsDe, envoyer, lire, PDF, SVG } from "../../support/fichiers/televersements.ts";

let agence: Agence;
beforeAll(async () => {
  agence = await ouvrirAgence();
});

const ouvrir = async () => (await louer(agence.user)).DossierId;
const chemin = (DossierId: number, cote = "entree") => `/Terrain/${DossierId}/${cote}`;
const lireVisite = async (DossierId: number) =>
  (await agence.user.get<Visite>(chemin(DossierId))).data;

const historique = async (id: number) =>
  (await agence.admin.get<HistoryRow[]>(`/History?entite=EtatLieux&id=${id}`)).data.map(
    ({ etat }) => etat,
  );

/** Sends the pixels of an announced photo. */
const deposer = (
  { cle }: Pick<PhotoAnnoncee, "cle">,
  { photo, vignette }: { photo: Uint8Array; vignette: Uint8Array },
) =>
  envoyer<{ recueLe: string }>(
    agence.user,
    `/Terrain/photo/${cle}`,
    [
      { champ: "photo", fichier: "photo.jpg", contenu: photo },
      { champ: "vignette", fichier: "vignette.jpg", contenu: vignette },
    ],
    { methode: "PUT" },
  );

const objets = async () => (await env.FILES.list()).objects.length;

describe("Le brouillon d’une visite", () => {
  test("envoyé deux fois fait un état des lieux, une ligne d’historique, sans rien changer au fil", async () => {
    const DossierId = await ouvrir();
    const brouillon = envoi({ edf: "10400 kWh" });
    const [une, deux] = [
      await agence.user.put<Visite>(chemin(DossierId), brouillon),
      await agence.user.put<Visite>(chemin(DossierId), brouillon),
    ];
    expect([une.status, deux.status]).toEqual([200, 200]);
    const id = une.data.constat?.id ?? 0;
    expect(deux.data.constat).toMatchObject({ id, version: une.data.constat?.version });
    expect(await historique(id)).toEqual(["Création"]);
    expect(une.data.constat?.releve).toMatchObject({
      edf: "10400 kWh",
      complements: {
        pieces: [{ cle: "sejour", proprete: "propre" }, { ajouts: [{ nom: "Lit" }] }],
      },
    });
    const { data } = await agence.user.get<Record<string, unknown>>(`/EtatLieux/${id}`);
    expect(data.pieces).toEqual([{ nom: "Séjour", mur: "Bon état" }, { nom: "Chambre" }]);
    expect(data).not.toHaveProperty("complements");
    expect(data).not.toHaveProperty("cle");
    const dossier = await agence.user.get<{ edfEntree: string }>(`/Dossier/${DossierId}`);
    expect(dossier.data.edfEntree).toBe("10400 kWh");
  });

  test("envoyé vingt fois à la fois n’en fait qu’un", async () => {
    const DossierId = await ouvrir();
    const brouillon = envoi();
    const reponses = await Promise.all(
      Array.from({ length: 20 }, () => agence.user.put<Visite>(chemin(DossierId), brouillon)),
    );
    expect(reponses.some(({ status }) => status === 200)).toBe(true);
    expect(reponses.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const [faits] = await openDb(env).all<{ nombre: number }>(
      sql`SELECT count(*) AS nombre FROM "EtatLieux" WHERE cle = ${brouillon.cle}`,
    );
    expect(faits?.nombre).toBe(1);
  });

  test("de deux agents : le second est refusé, lit, fusionne et renvoie ; rien ne se perd", async () => {
    const DossierId = await ouvrir();
    const premier = envoi();
    const { data } = await agence.user.put<Visite>(chemin(DossierId), premier);
    const base = data.constat;
    if (!base) throw new Error("Pas d’état des lieux.");
    const avec = (element: "sol" | "plafond", texte: string) => {
      const [sejour, chambre] = base.releve.valeurs.pieces;
      const pieces = [
        { ...sejour, nom: "Séjour", [element]: texte },
        { ...chambre, nom: "Chambre" },
      ];
      return { ...base.releve, valeurs: { ...base.releve.valeurs, pieces } };
    };
    const [lea, paul] = [avec("sol", "Neuf"), avec("plafond", "Mauvais état")];
    const envoyerDepuis = (releve: typeof lea, version: number) =>
      agence.user.put<Visite>(chemin(DossierId), envoi({ ...releve, version }));
    expect((await envoyerDepuis(lea, base.version)).status).toBe(200);
    expect((await envoyerDepuis(paul, base.version)).status).toBe(409);
    const la = (await lireVisite(DossierId)).constat;
    if (!la) throw new Error("Pas d’état des lieux.");
    const { releve, conflits } = fusion(base.releve, { mien: paul, leur: la.releve });
    expect(conflits).toEqual([]);
    const { data: fini } = await envoyerDepuis(releve, la.version);
    expect(fini.constat?.releve.valeurs.pieces[0]).toMatchObject({
      mur: "Bon état",
      sol: "Neuf",
      plafond: "Mauvais état",
    });
  });

  test("garde ses compléments quand un client de la spécification réécrit les pièces", async () => {
    const DossierId = await ouvrir();
    const { data } = await agence.user.put<Visite>(chemin(DossierId), envoi());
    await agence.user.put(`/EtatLieux/${data.constat?.id}`, {
      pieces: [{ nom: "Chambre" }, { nom: "Séjour", sol: "Neuf" }],
    });
    const { constat } = await lireVisite(DossierId);
    expect(constat?.releve.complements.pieces).toMatchObject([
      { cle: "chambre", ajouts: [{ nom: "Lit" }] },
      { cle: "sejour", proprete: "propre" },
    ]);
  });

  test("d’un état des lieux posé entre-temps au bureau est refusé, comme celui d’un signé", async () => {
    const DossierId = await ouvrir();
    await agence.user.put(`/Dossier/${DossierId}/etatIn/set`, ETAT_LIEUX);
    expect((await agence.user.put(chemin(DossierId), envoi())).status).toBe(409);
    const { constat } = await lireVisite(DossierId);
    await envoyer(
      agence.user,
      `/EtatLieux/${constat?.id}`,
      [{ champ: "signed", fichier: "signe.pdf", contenu: PDF }],
      { methode: "PUT" },
    );
    const version = (await lireVisite(DossierId)).constat?.version ?? 0;
    const signe = await agence.user.put(chemin(DossierId), envoi({ version }));
    expect([signe.status, signe.error.message]).toEqual([
      409,
      "Cet état des lieux est signé : il ne change plus.",
    ]);
  });

  test("se lit et s’écrit avec le droit de modifier, sur un dossier qui existe", async () => {
    const DossierId = await ouvrir();
    expect((await agence.personne.get(chemin(DossierId))).status).toBe(401);
    expect((await agence.personne.put(chemin(DossierId), envoi())).status).toBe(401);
    expect((await agence.user.get(chemin(DossierId, "ailleurs"))).status).toBe(404);
    expect((await agence.user.put(chemin(999_999), envoi())).status).toBe(404);
  });
});

describe("Les photos d’une visite", () => {
  async function annoncer(nombre: number) {
    const DossierId = await ouvrir();
    const brouillon = envoi();
    const photos = await photosDe(brouillon.cle, nombre);
    const { data, status } = await agence.user.put<Visite>(chemin(DossierId), {
      ...brouillon,
      photos,
    });
    if (status !== 200) throw new Error(`annonce : ${status}`);
    return { DossierId, brouillon, photos, id: data.constat?.id ?? 0 };
  }

  test("s’annoncent avant leurs pixels, qui n’arrivent qu’une fois et se lisent comme ils ont été pris", async () => {
    const { DossierId, photos, id } = await annoncer(2);
    const [une, deux] = photos;
    if (!une || !deux) throw new Error("Deux photos.");
    const avant = await objets();
    const premier = await deposer(une, pixels(1));
    const second = await deposer(une, pixels(1));
    expect([premier.status, second.status]).toEqual([200, 200]);
    expect(second.data).toEqual(premier.data);
    expect(await objets()).toBe(avant + 2);
    const { constat } = await lireVisite(DossierId);
    const [recue, attendue] = constat?.photos ?? [];
    expect(attendue).toMatchObject({ cle: deux.cle, recueLe: null, vignette: null });
    expect(recue?.maillon).toBe(une.maillon);
    const vignette = await lire(agence.user, recue?.vignette ?? "");
    expect(await corpsDe(vignette)).toEqual(pixels(1).vignette);
    expect(await historique(id)).toEqual(
      expect.arrayContaining(["Création", "2 photos annoncées", "Photo reçue"]),
    );
    expect((await historique(id)).filter((etat) => etat === "Photo reçue")).toHaveLength(1);
  });

  test("d’autres pixels que ceux annoncés, d’un autre type ou jamais annoncés ne laissent rien", async () => {
    const { photos } = await annoncer(1);
    const [une] = photos;
    if (!une) throw new Error("Une photo.");
    const avant = await objets();
    expect((await deposer(une, pixels(2))).status).toBe(422);
    expect((await deposer(une, { photo: SVG, vignette: SVG })).status).toBe(415);
    expect((await deposer({ cle: randomUUID() }, pixels(1))).status).toBe(404);
    expect(await objets()).toBe(avant);
    expect((await deposer(une, pixels(1))).status).toBe(200);
  });

  test("tiennent dans leur chaîne : retirée, déplacée ou refaite, elle est refusée", async () => {
    const { DossierId, brouillon, photos } = await annoncer(2);
    const { constat } = await lireVisite(DossierId);
    const suite = await photosDe(brouillon.cle, 4);
    const envoyerPhotos = (autres: PhotoAnnoncee[]) =>
      agence.user.put<Visite>(chemin(DossierId), {
        ...brouillon,
        version: constat?.version,
        photos: autres,
      });
    const rompue = await envoyerPhotos([...photos, ...suite.slice(2)]);
    expect([rompue.status, rompue.error.fields?.photos]).toEqual([
      422,
      "La chaîne des photos est rompue à la photo 3.",
    ]);
    const [, deuxieme] = photos;
    if (!deuxieme) throw new Error("Deux photos.");
    const deplacee = await envoyerPhotos([
      ...photos.slice(0, 1),
      { ...deuxieme, maillon: "0".repeat(64) },
    ]);
    expect(deplacee.status).toBe(422);
    expect((await envoyerPhotos(photos)).status).toBe(200);
  });

  test("retirées, gardent leur empreinte ; ni elles ni leur état des lieux ne s’effacent", async () => {
    const { DossierId, brouillon, photos, id } = await annoncer(1);
    const [une] = photos;
    if (!une) throw new Error("Une photo.");
    await deposer(une, pixels(1));
    const retrait = { ...brouillon, photos, retirees: [une.cle] };
    await agence.user.put(chemin(DossierId), retrait);
    await agence.user.put(chemin(DossierId), retrait);
    const [photo] = (await lireVisite(DossierId)).constat?.photos ?? [];
    expect(photo).toMatchObject({ empreinte: une.empreinte, retireeLe: expect.any(String) });
    expect((await historique(id)).filter((etat) => etat === "Photo retirée")).toHaveLength(1);
    await agence.user.put(`/Dossier/${DossierId}/etatIn/set`, ETAT_LIEUX);
    expect((await agence.user.get(`/EtatLieux/${id}`)).status).toBe(200);
    const suppression = await agence.admin.delete(`/EtatLieux/${id}`);
    expect([suppression.status, suppression.error.message]).toEqual([
      409,
      expect.stringContaining("1 photographie"),
    ]);
    const db = openDb(env);
    const essais = [
      sql`UPDATE "PhotoConstat" SET empreinte = ${"0".repeat(64)} WHERE cle = ${une.cle}`,
      sql`UPDATE "PhotoConstat" SET "retireeLe" = NULL WHERE cle = ${une.cle}`,
      sql`DELETE FROM "PhotoConstat" WHERE cle = ${une.cle}`,
    ];
    for (const essai of essais) await expect(db.run(essai)).rejects.toThrow();
  });
});

test("Les visites proposées sont celles que les dates appellent, et que personne n’a écrites", async () => {
  const aujourdhui = new Date().toISOString().slice(0, 10);
  const { DossierId } = await louer(agence.user, {
    bail: { dateEntree: aujourdhui, dateDebutBail: aujourdhui, dateCreationBail: aujourdhui },
  });
  const proposees = async () =>
    (await agence.user.get<VisiteProposee[]>("/Terrain")).data.filter(
      (visite) => visite.DossierId === DossierId,
    );
  expect(await proposees()).toMatchObject([{ cote: "entree", jour: aujourdhui }]);
  await agence.user.put(chemin(DossierId), envoi());
  expect(await proposees()).toEqual([]);
});
