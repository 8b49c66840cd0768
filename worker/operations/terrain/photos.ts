import { and, eq, isNull, sql } from "drizzle-orm";
import { Invalid, NotFound, WrongType } from "#domain/erreurs.ts";
import { sha256 } from "#domain/terrain/photo.ts";
import { rowExists } from "#worker/db/rows.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { photosConstat } from "#worker/db/schema/terrain.ts";
import { type Depot, effacer } from "#worker/files.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";

const TYPES = ["image/jpeg", "image/png", "image/webp"];

/**
 * Keeps the pixels of an announced photo and of its thumbnail, which lie in R2; those of a photo that has them already
 * are deleted (terrain/README §19.4).
 * @returns the instant of the first receipt.
 * @throws NotFound unless it was announced; WrongType for another kind of picture; Invalid for other pixels than those
 *   announced.
 */
export async function recevoirPhoto(
  { env, db, user, now }: Pick<Contexte, "env" | "db" | "user" | "now">,
  { cle, photo, vignette }: { cle: string; photo: Depot; vignette: Depot },
): Promise<{ recueLe: string }> {
  const [annoncee] = await db.select().from(photosConstat).where(eq(photosConstat.cle, cle));
  if (!annoncee) throw new NotFound("Cette photo n’a pas été annoncée.");
  for (const [champ, depot, empreinte] of [
    ["photo", photo, annoncee.empreinte],
    ["vignette", vignette, annoncee.empreinteVignette],
  ] as const) {
    if (!TYPES.includes(depot.type))
      throw new WrongType("Une photo JPEG, PNG ou WebP est attendue.");
    const objet = await env.FILES.get(depot.key);
    if (!objet || (await sha256(await objet.arrayBuffer())) !== empreinte) {
      throw new Invalid({ [champ]: "Cette photo n’est pas celle qui a été annoncée." });
    }
  }
  const attendue = and(eq(photosConstat.cle, cle), isNull(photosConstat.StoredFileId));
  const quand = rowExists(photosConstat, attendue);
  const depots = [photo, vignette].map((depot) => ({ ...depot, user }));
  const gardee = ({ key }: Depot) => sql`(SELECT id FROM ${storedFiles} WHERE key = ${key})`;
  const {
    recue,
    lue: [lue],
  } = await db.write({
    objets: db.insert(storedFiles).values(depots),
    historique: trace(db, {
      entite: "EtatLieux",
      entiteId: annoncee.EtatLieuxId,
      etat: "Photo reçue",
      user,
      details: { place: [null, annoncee.place], empreinte: [null, annoncee.empreinte] },
      quand,
    }),
    recue: db
      .update(photosConstat)
      .set({
        StoredFileId: gardee(photo),
        VignetteId: gardee(vignette),
        recueLe: now.toISOString(),
      })
      .where(attendue),
    lue: db
      .select({ recueLe: photosConstat.recueLe })
      .from(photosConstat)
      .where(eq(photosConstat.cle, cle)),
  });
  if (recue.rowsAffected === 0) {
    const cles = [photo.key, vignette.key];
    await db
      .delete(storedFiles)
      .where(sql`${storedFiles.key} IN (SELECT value FROM json_each(${JSON.stringify(cles)}))`);
    await effacer(env, cles);
  }
  return { recueLe: lue?.recueLe ?? now.toISOString() };
}
