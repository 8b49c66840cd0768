import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import { Conflict, Invalid, NotFound, WrongType } from "#domain/erreurs.ts";
import { sha256 } from "#domain/terrain/photo.ts";
import type { AbandonDePhotos } from "#domain/terrain/terrain-fiche.ts";
import { rowExists } from "#worker/db/rows.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { photosConstat } from "#worker/db/schema/terrain.ts";
import { type Depot, effacer } from "#worker/files.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";

const TYPES = ["image/jpeg", "image/png", "image/webp"];

const EMPREINTES = { photo: "empreinte", vignette: "empreinteVignette" } as const;

/** The pixels of a photo, of its thumbnail, or of both, stored in R2. */
export type Pixels = Partial<Record<keyof typeof EMPREINTES, Depot>>;

/**
 * Records the pixels of an announced photo, of its thumbnail, or of both; they are in R2 (terrain/README §19.4). When
 * pixels had arrived before, these stay and the new ones are deleted.
 * @returns the instant of the first receipt of the photo itself; null while only its thumbnail is there.
 * @throws NotFound for a photo that nobody announced; WrongType for another kind of picture; Invalid when the pixels
 * are not those announced.
 */
export async function recevoirPhoto(
  { env, db, user, now }: Pick<Contexte, "env" | "db" | "user" | "now">,
  { cle, pixels }: { cle: string; pixels: Pixels },
): Promise<{ recueLe: string | null }> {
  const [annoncee] = await db.select().from(photosConstat).where(eq(photosConstat.cle, cle));
  if (!annoncee) throw new NotFound("Cette photo n’a pas été annoncée.");
  const { photo, vignette } = pixels;
  const depots = [photo, vignette].filter((depot) => depot !== undefined);
  for (const champ of ["photo", "vignette"] as const) {
    const depot = pixels[champ];
    if (depot) await exigerLesPixels(env, { champ, depot, empreinte: annoncee[EMPREINTES[champ]] });
  }
  const laPhoto = eq(photosConstat.cle, cle);
  const premier = (colonne: SQLiteColumn, { key }: Depot) =>
    sql`coalesce(${colonne}, (SELECT id FROM ${storedFiles} WHERE key = ${key}))`;
  const {
    lue: [lue],
    superflus,
  } = await db.write({
    objets: db.insert(storedFiles).values(depots.map((depot) => ({ ...depot, user }))),
    historique: trace(db, {
      entite: "EtatLieux",
      entiteId: annoncee.EtatLieuxId,
      etat: "Photo reçue",
      user,
      details: { place: [null, annoncee.place], empreinte: [null, annoncee.empreinte] },
      quand: photo
        ? rowExists(photosConstat, and(laPhoto, isNull(photosConstat.StoredFileId)))
        : sql`false`,
    }),
    recue: db
      .update(photosConstat)
      .set({
        ...(photo && {
          StoredFileId: premier(photosConstat.StoredFileId, photo),
          recueLe: sql`coalesce(${photosConstat.recueLe}, ${now.toISOString()})`,
        }),
        ...(vignette && { VignetteId: premier(photosConstat.VignetteId, vignette) }),
      })
      .where(laPhoto),
    superflus: db
      .delete(storedFiles)
      .where(
        and(
          inArray(
            storedFiles.key,
            depots.map(({ key }) => key),
          ),
          sql`${storedFiles.id} NOT IN (SELECT objet.value FROM ${photosConstat},
            json_each(json_array("StoredFileId", "VignetteId")) objet WHERE ${laPhoto} AND objet.value IS NOT NULL)`,
        ),
      )
      .returning({ key: storedFiles.key }),
    lue: db.select({ recueLe: photosConstat.recueLe }).from(photosConstat).where(laPhoto),
  });
  await effacer(
    env,
    superflus.map(({ key }) => key),
  );
  return { recueLe: lue?.recueLe ?? null };
}

/**
 * @throws WrongType for another kind of file than a picture; Invalid unless the file has the fingerprint that was
 * announced.
 */
async function exigerLesPixels(
  env: Contexte["env"],
  { champ, depot, empreinte }: { champ: keyof Pixels; depot: Depot; empreinte: string },
): Promise<void> {
  if (!TYPES.includes(depot.type)) throw new WrongType("Une photo JPEG, PNG ou WebP est attendue.");
  const objet = await env.FILES.get(depot.key);
  if (!objet || (await sha256(await objet.arrayBuffer())) !== empreinte)
    throw new Invalid({ [champ]: "Cette photo n’est pas celle qui a été annoncée." });
}

/** The condition that a photo was announced, has not arrived, and is still awaited. */
export const attendue: SQL = sql`"recueLe" IS NULL AND "retireeLe" IS NULL AND "perdueLe" IS NULL`;

/**
 * Stops waiting for the photos of an inventory that one device announced and has not sent. The history of the
 * inventory keeps the reason (terrain/README §19.6). A photo that arrives later is kept as any other.
 * @throws Conflict when no photo is awaited.
 */
export async function abandonnerPhotos(
  { db, user, now }: Pick<Contexte, "db" | "user" | "now">,
  {
    DossierId,
    cote,
    abandon: { visite, motif },
  }: { DossierId: number; cote: CoteEtatLieux; abandon: AbandonDePhotos },
): Promise<void> {
  const champ = cote === "entree" ? dossiers.etatInId : dossiers.etatOutId;
  const etat = sql`(SELECT ${champ} FROM ${dossiers} WHERE id = ${DossierId})`;
  const lesquelles = sql`visite = ${visite} AND "EtatLieuxId" = ${etat} AND ${attendue}`;
  const { perdues } = await db.write({
    historique: trace(db, {
      entite: "EtatLieux",
      entiteId: etat,
      etat: "Photos perdues",
      user,
      details: sql`json_object('motif', json_array(NULL, ${motif}), 'empreintes', json_array(NULL,
        (SELECT json(json_group_array(empreinte)) FROM ${photosConstat} WHERE ${lesquelles})))`,
      quand: rowExists(photosConstat, lesquelles),
    }),
    perdues: db.update(photosConstat).set({ perdueLe: now.toISOString() }).where(lesquelles),
  });
  if (perdues.rowsAffected === 0)
    throw new Conflict("Aucune photo n’est plus attendue de cet appareil.");
}
