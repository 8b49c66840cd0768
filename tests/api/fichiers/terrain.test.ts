import { env } from "cloudflare:workers";
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import type { Controle } from "#domain/agence/controle.ts";
import type { HistoryRow } from "#domain/agence/history.ts";
import { aujourdhui } from "#domain/dates.ts";
import type { LigneSecurite } from "#domain/profils/securite.ts";
import { fusion } from "#domain/terrain/fusion.ts";
import type { PhotoAnnoncee } from "#domain/terrain/photo.ts";
import type { Oublis, Visite, VisiteProposee } from "#domain/terrain/visite.ts";
import { openDb } from "#worker/db/client.ts";
import {
  controlerPhotosAttendues,
  controlerToutesLesPhotos,
  relirePhotos,
} from "#worker/operations/controles/controle-photos.ts";
import { lireOublis } from "#worker/operations/terrain/oublis.ts";
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

/** A new dossier and the draft of its visit, with this many photos announced. */
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

describe("Les photos d’une visite", () => {
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

describe("Ce qu’un appareil apprend de ses visites", () => {
  const JOUR_MS = 86_400_000;
  const oublis = async (DossierId: number) =>
    (await agence.user.get<Oublis>(`/Terrain/oublis?dossiers=${DossierId}`)).data;
  const dansJours = (jours: number) => new Date(Date.now() + jours * JOUR_MS);
  const controle = async (nom: string) =>
    (await agence.admin.get<Controle[]>("/Controle")).data.find((un) => un.nom === nom);

  test("les photos annoncées qui manquent, d’un seul dossier et de qui les a annoncées, jusqu’à leur arrivée", async () => {
    const { DossierId, brouillon, photos } = await annoncer(3);
    const [une, deux, trois] = photos;
    if (!une || !deux || !trois) throw new Error("Trois photos.");
    await deposer(une, pixels(1));
    const lues = (await oublis(DossierId)).attendues.filter((une) => une.DossierId === DossierId);
    expect(lues).toMatchObject([
      { cote: "entree", visite: brouillon.cle, nombre: 2, auteur: "user@agence.example" },
    ]);
    expect(lues[0]?.contact.localeCompare(lues[0].annonceesLe)).toBeGreaterThanOrEqual(0);
    const siennes = (await agence.user.get<Oublis>("/Terrain/oublis")).data.attendues;
    expect(siennes.some(({ visite }) => visite === brouillon.cle)).toBe(true);
    const dUnAutre = (await agence.admin.get<Oublis>("/Terrain/oublis")).data.attendues;
    expect(dUnAutre).toEqual([]);
    await agence.user.put(chemin(DossierId), { ...brouillon, photos, retirees: [deux.cle] });
    await deposer(trois, pixels(3));
    expect((await oublis(DossierId)).attendues.filter((un) => un.DossierId === DossierId)).toEqual(
      [],
    );
  });

  test("celles qui manquent encore deux jours plus tard sont un contrôle rouge, qui les nomme", async () => {
    const { DossierId } = await annoncer(2);
    const nomme = expect.stringMatching(
      new RegExp(
        `^2 photos de l’état des lieux d’entrée du dossier ${DossierId}, .+ annoncées par`,
      ),
    );
    const rouge = expect.objectContaining({
      etat: "rouge",
      ruptures: expect.arrayContaining([{ motif: nomme }]),
    });
    expect(await controle("Photos attendues")).not.toEqual(rouge);
    const ctx = { db: openDb(env), now: dansJours(3) };
    expect(await controlerPhotosAttendues(ctx)).toEqual(rouge);
  });

  test("la visite d’un locataire effacé, et celle qui est signée depuis une semaine, n’ont plus à y rester", async () => {
    const DossierId = await ouvrir();
    const { data } = await agence.user.put<Visite>(chemin(DossierId), envoi());
    expect((await oublis(DossierId)).oublis).toEqual([]);
    await envoyer(
      agence.user,
      `/EtatLieux/${data.constat?.id}`,
      [{ champ: "signed", fichier: "signe.pdf", contenu: PDF }],
      { methode: "PUT" },
    );
    const dans = async (jours: number) =>
      (await lireOublis({ db: openDb(env), user: null, now: dansJours(jours) }, [DossierId]))
        .oublis;
    expect([await dans(6), await dans(8)]).toEqual([
      [],
      [{ DossierId, cote: "entree", motif: "signe" }],
    ]);
    await openDb(env).run(
      sql`INSERT INTO "Effacement" (personne, "personneId") SELECT 'Locataire', "LocataireId" FROM "Dossier" WHERE id = ${DossierId}`,
    );
    expect((await oublis(DossierId)).oublis).toEqual([
      { DossierId, cote: "entree", motif: "efface" },
      { DossierId, cote: "sortie", motif: "efface" },
    ]);
  });

  test("chaque nuit relit les photos : un octet changé est un contrôle rouge, jusqu’à ce qu’il soit réparé", async () => {
    const { photos, id } = await annoncer(2);
    const [une] = photos;
    if (!une) throw new Error("Deux photos.");
    await deposer(une, pixels(1));
    const relire = () => relirePhotos({ env, db: openDb(env), today: aujourdhui(new Date()) });
    const etat = async () => {
      const { etat, ruptures } = (await controle("Photos des états des lieux")) ?? {};
      return [etat, ruptures?.map(({ motif }) => motif)];
    };
    await relire();
    expect(await etat()).toEqual(["vert", []]);
    const [fichier] = await openDb(env).all<{ key: string }>(
      sql`SELECT key FROM "StoredFile" WHERE id = (SELECT "StoredFileId" FROM "PhotoConstat" WHERE cle = ${une.cle})`,
    );
    const key = fichier?.key ?? "";
    await env.FILES.put(key, pixels(2).photo);
    await relire();
    const faute = `État des lieux ${id}, photo 1 (sejour/mur) : son fichier manque, ou n’est plus celui qui a été annoncé`;
    expect(await etat()).toEqual(["rouge", [faute]]);
    const lire = async (cle: string) => (await (await env.FILES.get(cle))?.arrayBuffer()) ?? null;
    expect(await controlerToutesLesPhotos(openDb(env), lire)).toMatchObject({
      etat: "rouge",
      ruptures: [{ motif: faute }],
    });
    await env.FILES.put(key, pixels(1).photo);
    await relire();
    expect(await etat()).toEqual(["vert", []]);
  });

  test("ce qu’il a effacé sans l’envoyer, ou qu’un administrateur y a repris, est une ligne du journal", async () => {
    const geste = { dossiers: [12], photos: 4, UserId: 2, le: "2026-11-25T14:32:00.000Z" };
    const noter = (qui: "user" | "admin", quoi: string) =>
      agence[qui].post(`/Terrain/brouillons/${quoi}`, geste);
    expect((await noter("user", "effaces")).status).toBe(204);
    expect((await noter("user", "repris")).status).toBe(403);
    expect((await noter("admin", "repris")).status).toBe(204);
    const { data } = await agence.admin.get<LigneSecurite[]>("/Securite");
    const lignes = data.filter(({ evenement }) => evenement.startsWith("brouillon_"));
    expect(lignes.map(({ evenement, user, details }) => [evenement, user, details])).toEqual([
      ["brouillon_repris", "admin@agence.example", geste],
      ["brouillon_efface", "user@agence.example", geste],
    ]);
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
