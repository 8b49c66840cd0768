import { type SQL, sql } from "drizzle-orm";
import { Conflict, Invalid, NotFound, type Refusal } from "#domain/erreurs.ts";
import { ACOMPTES_EN_TROP, MANDAT_SANS_NUMERO } from "#domain/missions/accompte.ts";
import {
  acomptesPayes,
  cautionGardee,
  honorairesPermis,
  totalMission,
} from "#worker/db/conditions.ts";
import { rowExists } from "#worker/db/rows.ts";
import { missions } from "#worker/db/schema/missions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";

/**
 * The kinds of link between a piece (file, image, guarantor, instalment) and the record that it belongs to. A piece
 * belongs to one record of a kind at most: a deed of guarantee covers one lease.
 */
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
    retirable: sql`NOT ${cautionGardee}`,
    retenu: "Cette caution a signé son acte : elle reste à son dossier.",
  },
  accompteMission: {
    porteur: "Mission",
    piece: "Accompte",
    ajout: "Acompte ajouté",
    retrait: "Acompte retiré",
    ailleurs: "Cet acompte appartient déjà à une autre mission.",
    absent: "Cet acompte ne fait pas partie de cette mission.",
    admises: [
      {
        admis: ({ porteurId }: Lien) => sql`NOT regle OR ${honorairesPermis(porteurId)}`,
        refuse: () => new Invalid({ accompteId: MANDAT_SANS_NUMERO }),
      },
      {
        admis: ({ porteurId }: Lien) => sql`NOT regle OR
          ${acomptesPayes(porteurId)} + coalesce(montant, prix)
            <= (SELECT ${totalMission} FROM ${missions} WHERE ${missions.id} = ${porteurId})`,
        refuse: () => new Invalid({ accompteId: ACOMPTES_EN_TROP }),
      },
    ],
    retirable: sql`NOT regle`,
    retenu: "Cet acompte est payé : il reste à sa mission.",
  },
} as const satisfies Record<string, Rattachement>;

interface Rattachement {
  porteur: string;
  piece: string;
  ajout: string;
  retrait: string;
  /**
   * `ailleurs`: the refusal when the piece belongs to another record. `absent`: the refusal when the piece does not
   * belong to this record.
   */
  ailleurs: string;
  absent: string;
  /** The conditions under which this record may take the piece, each with its refusal. */
  admises?: readonly { admis(lien: Lien): SQL; refuse(): Refusal }[];
  /** The condition under which the piece may be taken off its record, and the refusal when it may not. */
  retirable?: SQL;
  retenu?: string;
}

export type Genre = keyof typeof GENRES;

interface Lien {
  genre: Genre;
  porteurId: number;
  pieceId: number;
}

/**
 * Gives a free piece to a record; giving it twice changes nothing.
 * @throws NotFound when the piece or the record does not exist; Conflict when the piece belongs to another record;
 * Invalid for a paid instalment when the payments would exceed the total of the mission, or the mandate has no
 * number.
 */
export async function lier(
  { db, user, now }: Pick<Contexte, "db" | "user" | "now">,
  { genre, porteurId, pieceId }: Lien,
): Promise<void> {
  const { porteur, piece, ajout, ailleurs, admises = [] }: Rattachement = GENRES[genre];
  const { colonne, table } = nomsDe(genre);
  const {
    fiche: [fiche],
    trouvee: [trouvee],
  } = await db.read({
    fiche: db.all(sql`SELECT id FROM ${sql.identifier(porteur)} WHERE id = ${porteurId}`),
    trouvee: db.all(sql`SELECT id FROM ${table} WHERE id = ${pieceId}`),
  });
  if (!fiche || !trouvee) throw new NotFound();
  const tenues = admises.map(({ admis }) => sql`(${admis({ genre, porteurId, pieceId })})`);
  const admise = tenues.length === 0 ? sql`true` : sql.join(tenues, sql` AND `);
  const libre = sql`id = ${pieceId} AND ${colonne} IS NULL AND (${admise})`;
  const {
    liee: [liee],
    refusee: [refusee],
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
    refusee: db.all<Record<string, number>>(sql`
      SELECT ${sql.join([sql`id`, ...tenues.map((tenue, rang) => sql`${tenue} AS ${sql.identifier(`admise ${rang}`)}`)], sql`, `)}
      FROM ${table} WHERE id = ${pieceId} AND ${colonne} IS NULL`),
  });
  const refus = refusee && admises.find((_, rang) => !refusee[`admise ${rang}`]);
  if (refus) throw refus.refuse();
  if (!liee) throw new Conflict(ailleurs);
}

/**
 * Takes a piece off its record; the piece itself stays.
 * @throws NotFound when the piece does not belong to the record; Conflict for a paid instalment, or a guarantor whose
 * deed was signed (historique/README §9.11).
 */
export async function delier(
  { db, user, now }: Pick<Contexte, "db" | "user" | "now">,
  { genre, porteurId, pieceId }: Lien,
): Promise<void> {
  const { porteur, piece, retrait, absent, retirable, retenu }: Rattachement = GENRES[genre];
  const { colonne, table } = nomsDe(genre);
  const liee = sql`id = ${pieceId} AND ${colonne} = ${porteurId}`;
  const libre = sql`${liee} AND ${retirable ?? sql`true`}`;
  const {
    lien,
    reste: [reste],
  } = await db.write({
    historique: trace(db, {
      entite: porteur,
      entiteId: porteurId,
      etat: retrait,
      user,
      details: { [`${piece}Id`]: pieceId },
      quand: rowExists(table, libre),
    }),
    lien: db.run(sql`UPDATE ${table} SET ${colonne} = NULL, "updatedAt" = ${now.toISOString()}
      WHERE ${libre}`),
    reste: db.all(sql`SELECT id FROM ${table} WHERE ${liee}`),
  });
  if (reste && retenu) throw new Conflict(retenu);
  if (lien.rowsAffected === 0) throw new NotFound(absent);
}

/**
 * The SQL names of a link: the table has the name of the kind of piece; the column, that of the kind of record and
 * `Id`.
 */
const nomsDe = (genre: Genre) => {
  const { porteur, piece } = GENRES[genre];
  return { colonne: sql.identifier(`${porteur}Id`), table: sql`${sql.identifier(piece)}` };
};
