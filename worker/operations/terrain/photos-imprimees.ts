import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { CoteEtatLieux } from "#domain/biens/etat-lieux.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { photosConstat } from "#worker/db/schema/terrain.ts";
import type { PhotoImprimee } from "#worker/documents/bail/photographies.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { enParallele } from "#worker/operations/parallele.ts";

/** How many thumbnails are read at the same time. */
const ENSEMBLE = 6;

/** The photos of the inventories of a dossier as papers show them, and how many announced ones have not arrived. */
export async function photosImprimees(
  { env, db }: Pick<Contexte, "env" | "db">,
  etats: Record<CoteEtatLieux, number | undefined>,
): Promise<{ photos: Record<CoteEtatLieux, PhotoImprimee[]>; photosAttendues: number }> {
  const ids = [etats.entree, etats.sortie].flatMap((id) => id ?? []);
  const annoncees = await db
    .select({ photo: photosConstat, key: storedFiles.key })
    .from(photosConstat)
    .leftJoin(storedFiles, eq(storedFiles.id, photosConstat.VignetteId))
    .where(and(inArray(photosConstat.EtatLieuxId, ids), isNull(photosConstat.retireeLe)))
    .orderBy(asc(photosConstat.id));
  const vignettes = await enParallele(annoncees, ENSEMBLE, async ({ key }) => {
    const objet = key === null ? null : await env.FILES.get(key);
    return objet && new Uint8Array(await objet.arrayBuffer());
  });
  const du = (cote: CoteEtatLieux) =>
    annoncees.flatMap(({ photo }, rang) => {
      const vignette = vignettes[rang];
      const octets = vignette?.status === "fulfilled" ? vignette.value : null;
      return photo.EtatLieuxId === etats[cote] && octets ? [{ ...photo, vignette: octets }] : [];
    });
  const numerotees = (cote: CoteEtatLieux): PhotoImprimee[] =>
    du(cote).map((photo, rang) => ({ ...photo, numero: rang + 1 }));
  return {
    photos: { entree: numerotees("entree"), sortie: numerotees("sortie") },
    photosAttendues: annoncees.filter(({ key }) => key === null).length,
  };
}
