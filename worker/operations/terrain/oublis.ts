import { type SQL, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/biens/adresse.ts";
import {
  JOURS_APRES_SIGNATURE,
  type Oublis,
  type PhotosAttendues,
  type VisiteAOublier,
} from "#domain/terrain/visite.ts";
import type { Db } from "#worker/db/client.ts";
import { users } from "#worker/db/schema/agence.ts";
import { storedFiles } from "#worker/db/schema/fichiers.ts";
import { appartements, dossiers, etatsLieux } from "#worker/db/schema/schema.ts";
import { photosConstat } from "#worker/db/schema/terrain.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { attendue } from "./photos.ts";

/**
 * The instructions for a device about its visits (terrain/README §19.6): the visits to delete; the awaited photos of
 * its dossiers; the awaited photos that the caller announced on any device.
 * @param ids the dossiers that the device holds.
 */
export async function lireOublis(
  { db, user, now }: Pick<Contexte, "db" | "user" | "now">,
  ids: readonly number[],
): Promise<Oublis> {
  const demandes = sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const [oublis, attendues] = await Promise.all([
    visitesAOublier(db, demandes, now),
    photosAttendues(db, sql`(dossier.id IN ${demandes} OR photo."user" = ${user})`),
  ]);
  return { oublis, attendues };
}

const JOUR_MS = 86_400_000;

function visitesAOublier(db: Db, demandes: SQL, now: Date): Promise<VisiteAOublier[]> {
  const signeAvant = new Date(now.getTime() - JOURS_APRES_SIGNATURE * JOUR_MS).toISOString();
  return db.all<VisiteAOublier>(sql`
    SELECT dossier.id AS "DossierId", cote.value AS cote, iif(efface."personneId" IS NULL, 'signe', 'efface') AS motif
    FROM ${dossiers} dossier JOIN json_each('["entree", "sortie"]') cote
    LEFT JOIN "Effacement" efface ON efface.personne = 'Locataire' AND efface."personneId" = dossier."LocataireId"
    WHERE dossier.id IN ${demandes} AND (efface."personneId" IS NOT NULL OR EXISTS (
      SELECT 1 FROM ${etatsLieux} etat JOIN ${storedFiles} fichier ON fichier.id = etat."signedId"
      WHERE etat.id = iif(cote.value = 'entree', dossier."etatInId", dossier."etatOutId")
        AND fichier."createdAt" < ${signeAvant}))
    ORDER BY dossier.id, cote.value`);
}

/**
 * The announced photos that have not arrived, by visit, the longest awaited first. Photos of a replaced inventory,
 * which has no dossier, are left out.
 */
export async function photosAttendues(db: Db, condition: SQL): Promise<PhotosAttendues[]> {
  const attenduesLues = await db.all<
    Omit<PhotosAttendues, "adresse"> & { adresse: string; etage: string | null }
  >(sql`
    SELECT dossier.id AS "DossierId", iif(dossier."etatInId" = photo."EtatLieuxId", 'entree', 'sortie') AS cote,
      logement.adresse, logement.etage, photo.visite, count(*) AS nombre,
      coalesce(compte.nom, photo."user") AS auteur, min(photo."createdAt") AS "annonceesLe",
      (SELECT max(max(sienne."createdAt", coalesce(sienne."recueLe", ''))) FROM ${photosConstat} sienne
        WHERE sienne.visite = photo.visite) AS contact
    FROM ${photosConstat} photo
    JOIN ${dossiers} dossier ON photo."EtatLieuxId" IN (dossier."etatInId", dossier."etatOutId")
    JOIN ${appartements} logement ON logement.id = dossier."AppartementId"
    LEFT JOIN ${users} compte ON compte.email = photo."user"
    WHERE ${attendue} AND ${condition}
    GROUP BY dossier.id, photo.visite ORDER BY min(photo."createdAt")`);
  return attenduesLues.map(({ adresse, etage, ...visite }) => ({
    ...visite,
    adresse: nomAppartement({ adresse, etage }),
  }));
}
