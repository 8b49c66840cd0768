import { sql } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { trace } from "./history.ts";

/** Who keeps what: a file on an owner or a tenant, an image on an apartment. */
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
} as const;

export type Genre = keyof typeof GENRES;

interface Lien {
  genre: Genre;
  porteurId: number;
  pieceId: number;
}

interface Auteur {
  user: string | null;
  now: Date;
}

/**
 * Keeps a file or an image on a record; adding twice is the same state.
 * @throws NotFound when either does not exist; Conflict when it is kept on another record.
 */
export async function lier(
  db: Db,
  { genre, porteurId, pieceId }: Lien,
  { user, now }: Auteur,
): Promise<void> {
  const { porteur, piece, ajout, ailleurs } = GENRES[genre];
  const colonne = sql.identifier(`${porteur}Id`);
  const [[fiche], [trouvee]] = await db.batch([
    db.all(sql`SELECT id FROM ${sql.identifier(porteur)} WHERE id = ${porteurId}`),
    db.all<{ lien: number | null }>(
      sql`SELECT ${colonne} AS lien FROM ${sql.identifier(piece)} WHERE id = ${pieceId}`,
    ),
  ]);
  if (!fiche || !trouvee) throw new NotFound();
  if (trouvee.lien === porteurId) return;
  const [lie] = await db.batch([
    db.run(sql`UPDATE ${sql.identifier(piece)}
      SET ${colonne} = ${porteurId}, "updatedAt" = ${now.toISOString()}
      WHERE id = ${pieceId} AND ${colonne} IS NULL`),
    trace(
      db,
      {
        entite: porteur,
        entiteId: porteurId,
        etat: ajout,
        user,
        details: { [`${piece}Id`]: pieceId },
      },
      true,
    ),
  ]);
  if (lie.rowsAffected === 0) throw new Conflict(ailleurs);
}

/** The file or the image itself stays. @throws NotFound when the record does not keep it. */
export async function delier(
  db: Db,
  { genre, porteurId, pieceId }: Lien,
  { user, now }: Auteur,
): Promise<void> {
  const { porteur, piece, retrait, absent } = GENRES[genre];
  const colonne = sql.identifier(`${porteur}Id`);
  const [delie] = await db.batch([
    db.run(sql`UPDATE ${sql.identifier(piece)}
      SET ${colonne} = NULL, "updatedAt" = ${now.toISOString()}
      WHERE id = ${pieceId} AND ${colonne} = ${porteurId}`),
    trace(
      db,
      {
        entite: porteur,
        entiteId: porteurId,
        etat: retrait,
        user,
        details: { [`${piece}Id`]: pieceId },
      },
      true,
    ),
  ]);
  if (delie.rowsAffected === 0) throw new NotFound(absent);
}
