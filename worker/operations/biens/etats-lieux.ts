import { and, eq, isNull, not, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { CHAMPS_DES_COTES, type CoteEtatLieux, type EtatLieux } from "#domain/biens/etat-lieux.ts";
import { Conflict, FICHE_MODIFIEE, NotFound } from "#domain/erreurs.ts";
import { DOCUMENTS } from "#domain/fichiers/document.ts";
import type { VersionLue } from "#domain/fields.ts";
import { compteDeSortieArrete } from "#worker/db/conditions.ts";
import { insertWhen, newestId, nextId, rowExists } from "#worker/db/rows.ts";
import { remplacements } from "#worker/db/schema/fichiers.ts";
import { dossiers, etatsLieux } from "#worker/db/schema/schema.ts";
import { photosConstat } from "#worker/db/schema/terrain.ts";
import { asRead } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { prevenirDuRemplacement, remplacer } from "#worker/operations/signature/remplacement.ts";

/**
 * Sets the entry or exit inventory of a dossier, in one transaction. The former inventory is deleted, unless it was
 * signed or has photos: it then stays, and its scan becomes a version of the dossier (biens/README §4.1,
 * terrain/README §19.4). The inventory always belongs to the dossier's apartment, even when `inventaire` names
 * another. A visit that a device sends twice is stopped before this call, in `terrain/envois.ts`.
 * @param lue the version of the dossier that the caller read; absent, any version is accepted.
 * @param remplace null: the dossier must have no entry (or exit) inventory yet; absent: the present one is replaced.
 * @throws NotFound when there is no such dossier; Conflict when it changed since it was read, when it has the
 * inventory that `remplace` excludes, or when its account of departure is frozen.
 */
export async function poserEtatLieux(
  { env, db, user, now }: Pick<Contexte, "env" | "db" | "user" | "now">,
  {
    DossierId,
    cote,
    inventaire,
    lue = {},
    remplace,
  }: {
    DossierId: number;
    cote: CoteEtatLieux;
    inventaire: EtatLieux & Pick<typeof etatsLieux.$inferInsert, "cle" | "complements">;
    lue?: VersionLue;
    remplace?: null;
  },
): Promise<void> {
  const document = CHAMPS_DES_COTES[cote];
  const champ = `${document}Id` as const;
  const libre = not(compteDeSortieArrete(DossierId));
  const lequel = and(
    eq(dossiers.id, DossierId),
    asRead(dossiers, lue),
    libre,
    remplace === null ? isNull(dossiers[champ]) : undefined,
  );
  const quand = rowExists(dossiers, lequel);
  const duDossier = (colonne: SQLiteColumn) =>
    sql`(SELECT ${colonne} FROM ${dossiers} WHERE ${lequel})`;
  // The former inventory is read inside the transaction: when two people set one at once, no inventory is left without
  // a dossier.
  const ancien = sql`${etatsLieux.id} = ${duDossier(dossiers[champ])}`;
  const nouveau = newestId(etatsLieux);
  const {
    dossier,
    reste,
    arrete: [arrete],
    ouvertes,
  } = await db.write({
    ...remplacer(
      { db, user, now },
      {
        lesquelles: sql`entite = 'EtatLieux' AND "entiteId" = ${duDossier(dossiers[champ])}`,
        quand,
      },
    ),
    creation: trace(db, {
      entite: "EtatLieux",
      entiteId: nextId(etatsLieux),
      etat: "Création",
      user,
      quand,
    }),
    etat: insertWhen(
      db,
      etatsLieux,
      { ...inventaire, AppartementId: duDossier(dossiers.AppartementId) },
      quand,
    ),
    ...retirerLAncien({ db, user }, { DossierId, document, ancien }),
    historique: trace(db, {
      entite: "Dossier",
      entiteId: DossierId,
      etat: `${DOCUMENTS[document].intitule} enregistré`,
      user,
      quand,
    }),
    dossier: db
      .update(dossiers)
      .set({ [champ]: nouveau, updatedAt: now.toISOString() })
      .where(lequel),
    reste: db.select({ id: dossiers.id }).from(dossiers).where(eq(dossiers.id, DossierId)),
    arrete: db.all<{ arrete: number }>(sql`SELECT ${compteDeSortieArrete(DossierId)} AS arrete`),
  });
  if (reste.length === 0) throw new NotFound();
  if (arrete?.arrete) throw new Conflict(COMPTE_ARRETE);
  if (dossier.rowsAffected === 0) throw new Conflict(FICHE_MODIFIEE);
  await prevenirDuRemplacement({ env, db, now }, ouvertes);
}

/**
 * The statements that remove the former inventory from the dossier: it is deleted or, when it was signed or has
 * photos, kept with its scan.
 */
function retirerLAncien(
  { db, user }: Pick<Contexte, "db" | "user">,
  {
    DossierId,
    document,
    ancien,
  }: { DossierId: number; document: "etatIn" | "etatOut"; ancien: SQL },
) {
  const aGarder = and(ancien, etatLieuxGarde);
  const aSupprimer = and(ancien, not(etatLieuxGarde));
  return {
    remplacement: trace(db, {
      entite: "EtatLieux",
      entiteId: sql`(SELECT id FROM ${etatsLieux} WHERE ${aGarder})`,
      etat: "Remplacé",
      user,
    }),
    version:
      db.run(sql`INSERT INTO ${remplacements} (entite, "entiteId", champ, "StoredFileId", "user")
      SELECT 'Dossier', ${DossierId}, ${document}, ${scanEtatLieux}, ${user}
      FROM ${etatsLieux} WHERE ${aGarder} AND ${scanEtatLieux} IS NOT NULL`),
    suppression: trace(db, {
      entite: "EtatLieux",
      entiteId: sql`(SELECT id FROM ${etatsLieux} WHERE ${aSupprimer})`,
      etat: "Suppression",
      user,
    }),
    ancien: db.delete(etatsLieux).where(aSupprimer),
  };
}

/** The refusal to change an inventory while a frozen account of departure is based on it. */
export const COMPTE_ARRETE =
  "Le compte de sortie est arrêté sur les états des lieux : annulez son arrêté pour les changer.";

/** The signed scan of an inventory: the present one, else the last one that was replaced. */
const scanEtatLieux = sql`coalesce(${etatsLieux.signedId}, (
  SELECT "StoredFileId" FROM ${remplacements} WHERE ${remplacements.entite} = 'EtatLieux'
    AND ${remplacements.entiteId} = ${etatsLieux.id} ORDER BY ${remplacements.id} DESC LIMIT 1))`;

const etatLieuxGarde = sql`(${scanEtatLieux} IS NOT NULL OR ${rowExists(photosConstat, eq(photosConstat.EtatLieuxId, etatsLieux.id))})`;
