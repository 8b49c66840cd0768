import { sql } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { rowExists } from "#worker/db/rows.ts";
import { type Auteur, trace } from "./history.ts";

/** What belongs to one record at most, and to which: a deed of guarantee covers one lease. */
const GENRES = {
  fichierClient: {
    porteur: "Client",
    piece: "Fichier",
    ajout: "Fichier ajouté",
    retrait: "Fichier retiré",
    ailleurs: "Ce fichier est déjà rattaché à un autre client.",
    absent: "Ce fichier n’est pas rattaché à ce client.",
  },
  fichierLocataire: {
    porteur: "Locataire",
    piece: "Fichier",
    ajout: "Fichier ajouté",
    retrait: "Fichier retiré",
    ailleurs: "Ce fichier est déjà rattaché à un autre locataire.",
    absent: "Ce fichier n’est pas rattaché à ce locataire.",
  },
  imageAppartement: {
    porteur: "Appartement",
    piece: "Image",
    ajout: "Image ajoutée",
    retrait: "Image retirée",
    ailleurs: "Cette image est déjà celle d’un autre appartement.",
    absent: "Cette image n’est pas à cet appartement.",
  },
  cautionDossier: {
    porteur: "Dossier",
    piece: "Caution",
    ajout: "Caution ajoutée",
    retrait: "Caution retirée",
    ailleurs: "Cette caution est déjà rattachée à un autre dossier.",
    absent: "Cette caution n’est pas rattachée à ce dossier.",
  },
  accompteMission: {
    porteur: "Mission",
    piece: "Accompte",
    ajout: "Acompte ajouté",
    retrait: "Acompte retiré",
    ailleurs: "Cet acompte appartient déjà à une autre mission.",
    absent: "Cet acompte ne fait pas partie de cette mission.",
  },
} as const;

export type Genre = keyof typeof GENRES;

interface Lien {
  genre: Genre;
  porteurId: number;
  pieceId: number;
}

/**
 * Gives a record a piece that belongs to none; adding twice is the same state.
 * @throws NotFound when either does not exist; Conflict when the piece belongs to another record.
 */
export async function lier(
  db: Db,
  { genre, porteurId, pieceId }: Lien,
  { user, now }: Auteur,
): Promise<void> {
  const { porteur, piece, ajout, ailleurs } = GENRES[genre];
  const { colonne, table } = nomsDe(genre);
  const {
    fiche: [fiche],
    trouvee: [trouvee],
  } = await db.read({
    fiche: db.all(sql`SELECT id FROM ${sql.identifier(porteur)} WHERE id = ${porteurId}`),
    trouvee: db.all(sql`SELECT id FROM ${table} WHERE id = ${pieceId}`),
  });
  if (!fiche || !trouvee) throw new NotFound();
  const libre = sql`id = ${pieceId} AND ${colonne} IS NULL`;
  const {
    liee: [liee],
  } = await db.write({
    historique: trace(db, {
      entite: porteur,
      entiteId: porteurId,
      etat: ajout,
      user,
      details: { [`${piece}Id`]: pieceId },
      quand: rowExists(table, libre),
    }),
    lien: db.run(sql`UPDATE ${table} SET ${colonne} = ${porteurId}, "updatedAt" = ${now.toISOString()}
      WHERE ${libre}`),
    liee: db.all(sql`SELECT id FROM ${table} WHERE id = ${pieceId} AND ${colonne} = ${porteurId}`),
  });
  if (!liee) throw new Conflict(ailleurs);
}

/** Takes a piece back from a record; the piece stays. @throws NotFound when it is not the record's. */
export async function delier(
  db: Db,
  { genre, porteurId, pieceId }: Lien,
  { user, now }: Auteur,
): Promise<void> {
  const { porteur, piece, retrait, absent } = GENRES[genre];
  const { colonne, table } = nomsDe(genre);
  const liee = sql`id = ${pieceId} AND ${colonne} = ${porteurId}`;
  const { lien } = await db.write({
    historique: trace(db, {
      entite: porteur,
      entiteId: porteurId,
      etat: retrait,
      user,
      details: { [`${piece}Id`]: pieceId },
      quand: rowExists(table, liee),
    }),
    lien: db.run(sql`UPDATE ${table} SET ${colonne} = NULL, "updatedAt" = ${now.toISOString()}
      WHERE ${liee}`),
  });
  if (lien.rowsAffected === 0) throw new NotFound(absent);
}

/** Tables bear the names of the wire, and so do their links. */
const nomsDe = (genre: Genre) => {
  const { porteur, piece } = GENRES[genre];
  return { colonne: sql.identifier(`${porteur}Id`), table: sql`${sql.identifier(piece)}` };
};
