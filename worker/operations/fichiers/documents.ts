import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE } from "#domain/erreurs.ts";
import { DOCUMENTS, type DocumentGenere, type TypeDocument } from "#domain/fichiers/document.ts";
import { motsDeFichier } from "#domain/fichiers/nom-de-fichier.ts";
import { insertWhen, rowExists } from "#worker/db/rows.ts";
import { effacements } from "#worker/db/schema/agence.ts";
import { documents, storedFiles } from "#worker/db/schema/fichiers.ts";
import type { Composed } from "#worker/documents/page/blocks.ts";
import { render } from "#worker/documents/page/render.ts";
import { warningsOf } from "#worker/documents/page/warnings.ts";
import type { Env } from "#worker/env.ts";
import { deposerPapier, effacer } from "#worker/files.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { joindre } from "#worker/operations/jonction.ts";
import { idDuDepot } from "./depots.ts";

export interface Classement {
  /** The documents of one record and one kind are versions of one another. */
  type: TypeDocument;
  /** The record that lists the document. */
  entiteId: number;
  /** The subject of the document, for the name of the file. */
  sujet: string;
  /** The days that the document is about, for the name of the file. */
  periode?: readonly (Jour | null)[] | undefined;
  /**
   * The compte rendu or the invoice that this document prints: it is printed once, and later calls give the same
   * file. Null for any other document.
   */
  PieceId?: number | null | undefined;
}

/** The bytes of a document's file, followed by the files joined to it. */
export async function octetsDe({ attached = [], document }: Composed): Promise<Uint8Array> {
  return joindre(await render(document, { followed: attached.length > 0 }), attached);
}

/** The stored document of a compte rendu or of an invoice; null when it is not made yet. */
export async function documentGarde(
  { db }: Pick<Contexte, "db">,
  { type, PieceId }: { type: TypeDocument; PieceId: number },
): Promise<DocumentGenere | null> {
  const [garde] = await db
    .select({ generated: storedFiles.key, warnings: documents.warnings })
    .from(documents)
    .innerJoin(storedFiles, eq(storedFiles.id, documents.StoredFileId))
    .where(and(eq(documents.type, type), eq(documents.PieceId, PieceId)));
  return garde ?? null;
}

/**
 * The facts that must not change between the reading of a record and the storage of its document (personnes/README
 * §9.15): the tenant, the dwelling or the dossier of the record, and the erasures.
 */
export const jalonDe = ({ type, entiteId }: Pick<Classement, "type" | "entiteId">): SQL => {
  const { entite } = DOCUMENTS[type];
  const fiche = {
    Dossier: sql`SELECT "LocataireId" || ' ' || "AppartementId" FROM "Dossier" WHERE id = ${entiteId}`,
    Caution: sql`SELECT coalesce("DossierId", '') FROM "Caution" WHERE id = ${entiteId}`,
    Mission: sql`SELECT '' FROM "Mission" WHERE id = ${entiteId}`,
    Intendance: sql`SELECT "AppartementId" FROM "Intendance" WHERE id = ${entiteId}`,
  }[entite];
  return sql`((${fiche}) || (SELECT ' ' || count(*) || coalesce(max("createdAt"), '') FROM ${effacements}))`;
};

/** Reads the facts of {@link jalonDe}, before the record is read; null when there is no such record. */
export async function lireJalon(
  { db }: Pick<Contexte, "db">,
  document: Pick<Classement, "type" | "entiteId">,
): Promise<string | null> {
  const [ligne] = await db.all<{ jalon: string | null }>(sql`SELECT ${jalonDe(document)} AS jalon`);
  return ligne?.jalon ?? null;
}

/**
 * Renders a document, stores it in R2 under a key that cannot be guessed, and lists it on its record with its author.
 * The file is a new version beside the former ones. A document with a `PieceId` is made only once: its first version
 * stays.
 * @param jalon the value of {@link lireJalon} before the record was read.
 * @throws Invalid when the document cannot show a letter of a name; Conflict when the facts of `jalon` changed
 * meanwhile.
 */
export async function genererDocument(
  { env, db, user }: Pick<Contexte, "db" | "user"> & { env: Pick<Env, "FILES"> },
  {
    type,
    entiteId,
    sujet,
    periode,
    PieceId = null,
    composed,
    jalon,
  }: Classement & { composed: Composed; jalon: string | null },
): Promise<DocumentGenere> {
  const { entite, intitule } = DOCUMENTS[type];
  const warnings = warningsOf(composed);
  const depot = await deposerPapier(env, await octetsDe(composed));
  const { key } = depot;
  const libre =
    PieceId === null
      ? sql`true`
      : sql`NOT ${rowExists(documents, and(eq(documents.type, type), eq(documents.PieceId, PieceId)))}`;
  const quand = sql`${jalonDe({ type, entiteId })} = ${jalon} AND ${libre}`;
  const { document: ligne } = await db.write({
    fichier: insertWhen(
      db,
      storedFiles,
      { ...depot, nom: nomDuFichier(intitule, { periode, sujet }), user },
      quand,
    ),
    document: insertWhen(
      db,
      documents,
      { entite, entiteId, type, StoredFileId: idDuDepot(key), warnings, PieceId, user },
      quand,
    ),
    historique: trace(db, {
      entite,
      entiteId,
      etat: `Document généré : ${intitule}`,
      user,
      quand,
    }),
  });
  // The database answered that it wrote no row, so the object can go. When this answer is lost, the object stays: the
  // daily run deletes the objects that no row names.
  if (ligne.rowsAffected === 0) {
    await effacer(env, [key]);
    const garde = PieceId === null ? null : await documentGarde({ db }, { type, PieceId });
    if (garde) return garde;
    throw new Conflict(FICHE_MODIFIEE);
  }
  return { generated: key, warnings };
}

/** The name of a file: its kind, its days, its subject, as in « Contrat_de_location_2026-03-15_LEO_DUPONT ». */
export function nomDuFichier(
  intitule: string,
  { periode = [], sujet }: Pick<Classement, "periode" | "sujet">,
) {
  const debut = motsDeFichier(intitule, "_");
  const fin = motsDeFichier(sujet.replaceAll(/(Monsieur|Madame) /g, ""), "_").toUpperCase();
  return [`${debut.charAt(0).toUpperCase()}${debut.slice(1)}`, ...new Set(periode), fin]
    .filter(Boolean)
    .join("_");
}
