import { type SQL, sql } from "drizzle-orm";
import { type Controle, etatSelon, RUPTURES_MONTREES } from "#domain/agence/controle.ts";
import { formatInstant } from "#domain/dates.ts";
import { sha256 } from "#domain/terrain/photo.ts";
import { HEURES_D_ATTENTE } from "#domain/terrain/visite.ts";
import type { Db } from "#worker/db/client.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { photosConstat } from "#worker/db/schema/terrain.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { type Constat, lireConstat, noter } from "#worker/operations/copies/constats.ts";
import { enParallele } from "#worker/operations/parallele.ts";
import { photosAttendues } from "#worker/operations/terrain/oublis.ts";

/** The bytes of a stored file by its key; null when the file is missing. */
export type LireFichier = (key: string) => Promise<ArrayBuffer | null>;

/** How many photos one night reads again. */
const PHOTOS_PAR_NUIT = 200;
/** How many files are read at the same time. */
const ENSEMBLE = 6;

interface PhotoGardee {
  id: number;
  /** Null while the photo has not arrived. */
  key: string | null;
  cleDeVignette: string | null;
  empreinte: string;
  empreinteVignette: string;
}

/** The photos whose file or thumbnail was received, two hundred at most, in order of their numbers. */
const photosGardees = (db: Db, condition: SQL): Promise<PhotoGardee[]> =>
  db.all<PhotoGardee>(sql`
    SELECT photo.id, fichier.key, vignette.key AS "cleDeVignette", photo.empreinte, photo."empreinteVignette"
    FROM ${photosConstat} photo LEFT JOIN ${storedFiles} fichier ON fichier.id = photo."StoredFileId"
    LEFT JOIN ${storedFiles} vignette ON vignette.id = photo."VignetteId"
    WHERE (photo."StoredFileId" IS NOT NULL OR photo."VignetteId" IS NOT NULL) AND ${condition} ORDER BY photo.id LIMIT ${PHOTOS_PAR_NUIT}`);

/**
 * The numbers of the photos whose file or thumbnail is missing or differs from the one announced.
 * @throws when `lire` fails.
 */
async function alterees(photos: readonly PhotoGardee[], lire: LireFichier): Promise<number[]> {
  const intact = async (key: string | null, empreinte: string) => {
    if (key === null) return true;
    const octets = await lire(key);
    return octets !== null && (await sha256(octets)) === empreinte;
  };
  const lectures = await enParallele(
    photos,
    ENSEMBLE,
    async ({ key, cleDeVignette, empreinte, empreinteVignette }) =>
      (await intact(key, empreinte)) && (await intact(cleDeVignette, empreinteVignette)),
  );
  return photos.flatMap(({ id }, rang) => {
    const lecture = lectures[rang];
    if (lecture?.status === "rejected") throw lecture.reason;
    return lecture?.value ? [] : [id];
  });
}

/**
 * Reads photos again: the two hundred that follow the last one of the night before, and those whose fault is noted
 * already. It notes the faults for `/Controle` (historique/README §9.13).
 * @throws when R2 fails: the former result stays.
 */
export async function relirePhotos(ctx: Pick<Contexte, "env" | "db" | "today">): Promise<void> {
  const { env, db, today } = ctx;
  const avant = await lireConstat(ctx, "photos");
  const suspectes = sql`photo.id IN (SELECT value + 0 FROM json_each(${JSON.stringify(avant?.manques ?? [])}))`;
  const suite = await photosGardees(db, sql`photo.id > ${avant?.apres ?? 0}`);
  const aRelire = new Map(
    [...(await photosGardees(db, suspectes)), ...suite].map((photo) => [photo.id, photo]),
  );
  const lire = async (key: string) => (await (await env.FILES.get(key))?.arrayBuffer()) ?? null;
  const fautes = await alterees([...aRelire.values()], lire);
  await noter(ctx, {
    nom: "photos",
    jour: today,
    manques: fautes.slice(0, PHOTOS_PAR_NUIT).map(String),
    apres: suite.length < PHOTOS_PAR_NUIT ? 0 : (suite.at(-1)?.id ?? 0),
  });
}

/** Compares the files of all the photos with the fingerprints announced. */
export async function controlerToutesLesPhotos(db: Db, lire: LireFichier): Promise<Controle> {
  const fautes: number[] = [];
  let [apres, nombre] = [0, 0];
  for (;;) {
    const page = await photosGardees(db, sql`photo.id > ${apres}`);
    fautes.push(...(await alterees(page, lire)));
    nombre += page.length;
    apres = page.at(-1)?.id ?? 0;
    if (page.length < PHOTOS_PAR_NUIT) break;
  }
  return {
    nom: PHOTOS,
    etat: etatSelon(fautes.length),
    lignes: nombre,
    unite: ["photo", "photos"],
    detail: fautes.length === 0 ? "Toutes sont celles annoncées" : "À examiner",
    ruptures: (await motifs(db, fautes.map(String))).map((motif) => ({ motif })),
  };
}

const PHOTOS = "Photos des états des lieux";

/** The result of the daily run about photos, with the faults in words. */
export async function constatDesPhotos(
  ctx: Parameters<typeof lireConstat>[0] & Pick<Contexte, "db">,
): Promise<{ nom: string; constat: Constat | null }> {
  const constat = await lireConstat(ctx, "photos");
  return {
    nom: PHOTOS,
    constat: constat && { ...constat, manques: await motifs(ctx.db, constat.manques) },
  };
}

/** The faults of these photos in words, the first twenty at most; a photo erased meanwhile gives none. */
async function motifs(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const photos = await db.all<{ EtatLieuxId: number; rang: number; place: string }>(sql`
    SELECT "EtatLieuxId", rang, place FROM ${photosConstat}
    WHERE id IN (SELECT value + 0 FROM json_each(${JSON.stringify(ids)})) ORDER BY id LIMIT ${RUPTURES_MONTREES}`);
  return photos.map(
    ({ EtatLieuxId, rang, place }) =>
      `État des lieux ${EtatLieuxId}, photo ${rang} (${place}) : son fichier manque, ou n’est plus celui qui a été annoncé`,
  );
}

const HEURE_MS = 3_600_000;

/** Checks for photos announced over two days ago that have not arrived (historique/README §9.13). */
export async function controlerPhotosAttendues({
  db,
  now,
}: Pick<Contexte, "db" | "now">): Promise<Controle> {
  const limite = new Date(now.getTime() - HEURES_D_ATTENTE * HEURE_MS).toISOString();
  const attendues = await photosAttendues(db, sql`photo."createdAt" < ${limite}`);
  return {
    nom: "Photos attendues",
    etat: etatSelon(attendues.length),
    lignes: attendues.reduce((total, { nombre }) => total + nombre, 0),
    unite: ["photo attendue", "photos attendues"],
    detail:
      attendues.length === 0
        ? `Aucune photo annoncée n’est attendue depuis plus de ${HEURES_D_ATTENTE} heures`
        : "Elles sont sur l’appareil qui les a prises : ouvrez-y « Sur place », avec le réseau",
    ruptures: attendues
      .slice(0, RUPTURES_MONTREES)
      .map(({ adresse, cote, nombre, ...annonce }) => ({
        motif: `${nombre} ${nombre > 1 ? "photos" : "photo"} de l’état des lieux ${
          cote === "entree" ? "d’entrée" : "de sortie"
        } du dossier ${annonce.DossierId}, ${adresse} : annoncées par ${annonce.auteur ?? "un compte fermé"} le ${formatInstant(new Date(annonce.annonceesLe))}`,
      })),
  };
}
