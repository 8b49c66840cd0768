import { and, count, eq, not, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { Hono } from "hono";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { dossierClos } from "#domain/biens/etat-dossier.ts";
import {
  creation,
  type EtatLieuxDetail,
  type EtatLieuxRow,
  modification,
} from "#domain/biens/etat-lieux.ts";
import { Conflict, Invalid } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { libre, remplacesDe, selected } from "#worker/db/conditions.ts";
import { rowExists } from "#worker/db/rows.ts";
import { departs, soldesDepart } from "#worker/db/schema/departs.ts";
import { appartements, dossiers, etatsLieux } from "#worker/db/schema/schema.ts";
import { crud } from "#worker/http/api/crud.ts";
import { byId, type Page } from "#worker/http/api/list-query.ts";
import { defineFind, type Rule } from "#worker/http/api/record.ts";
import { signedDocuments } from "#worker/http/files/signed-documents.ts";
import type { App } from "#worker/http/types.ts";
import { COMPTE_ARRETE } from "#worker/operations/biens/etats-lieux.ts";
import { counted, gardes, linkOf, signe, WITH_KEY } from "#worker/resources/views.ts";

const recherche = sql`coalesce(${appartements.recherche}, '')`;

const dossierWhere = (column: SQLiteColumn) =>
  selected<number | null>(
    sql`(SELECT ${dossiers.id} FROM ${dossiers} WHERE ${column} = ${etatsLieux.id} LIMIT 1)`,
  );

/** The dossier of an inventory, and its side: entry or exit. */
function place(entreeDe: number | null | undefined, sortieDe: number | null | undefined) {
  if (entreeDe) return { DossierId: entreeDe, cote: "entree" } as const;
  if (sortieDe) return { DossierId: sortieDe, cote: "sortie" } as const;
  return { DossierId: null, cote: null };
}

const DOSSIER = { id: true, dateSortie: true, dateFinBail: true } as const;

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.etatsLieux.findFirst({
      where: eq(etatsLieux.id, id),
      columns: { signedId: false, cle: false, complements: false },
      with: {
        appartement: {
          columns: { id: true, adresse: true, codePostal: true, ville: true, etage: true },
        },
        entrees: { columns: DOSSIER },
        sorties: { columns: DOSSIER },
        signed: WITH_KEY,
      },
      extras: {
        remplaces: remplacesDe("EtatLieux", etatsLieux.id).as("remplaces"),
        photos: selected<number>(
          sql`(SELECT count(*) FROM "PhotoConstat" photo WHERE photo."EtatLieuxId" = ${etatsLieux.id})`,
        ).as("photos"),
      },
    }),
  view: (
    { appartement, entrees, sorties, signed, ...etatLieux },
    { canDelete, link },
  ): EtatLieuxDetail => ({
    ...etatLieux,
    ...place(entrees[0]?.id, sorties[0]?.id),
    Appartement: appartement,
    signed: linkOf(signed, link),
    canDelete,
  }),
  heldBy: ({ entrees, sorties, signed, remplaces, photos }, today) =>
    [
      [...entrees, ...sorties].some((dossier) => !dossierClos(dossier, today))
        ? ["un dossier en cours"]
        : [],
      signe(signed, "un état des lieux signé"),
      counted(photos, "photographie"),
      gardes(remplaces),
    ].flat(),
  free: libre.etatLieux,
});

/** An inventory cannot change while a frozen account of departure is based on it. */
const duDepartArrete = (id: number): Rule => ({
  holds: sql`NOT EXISTS (SELECT 1 FROM ${soldesDepart} s JOIN ${departs} d ON d.id = s."DepartId"
    JOIN ${dossiers} o ON o.id = d."DossierId" AND ${id} IN (o."etatInId", o."etatOutId") WHERE s."annuleLe" IS NULL)`,
  refusal: new Conflict(COMPTE_ARRETE),
});

/** A signed inventory cannot change, and the inventory of a dossier cannot move to another apartment. */
const rules = (
  { AppartementId }: { AppartementId?: number | null | undefined },
  before?: { id: number; AppartementId: number | null; signedId: number | null },
): Rule[] => [
  ...(before && before.signedId !== null ? [SIGNED] : []),
  ...(before ? [duDepartArrete(before.id)] : []),
  ...samePlace(AppartementId, before),
];

const SIGNED: Rule = {
  holds: sql`false`,
  refusal: new Conflict(
    "Cet état des lieux est signé : il ne change plus. Remplacez-le par un autre, ou retirez d’abord le document signé.",
  ),
};

const samePlace = (
  AppartementId: number | null | undefined,
  before?: { id: number; AppartementId: number | null },
): Rule[] =>
  !before || AppartementId === before.AppartementId
    ? []
    : [
        {
          holds: not(
            rowExists(
              dossiers,
              and(
                or(eq(dossiers.etatInId, before.id), eq(dossiers.etatOutId, before.id)),
                sql`${dossiers.AppartementId} IS NOT ${AppartementId}`,
              ),
            ),
          ),
          refusal: new Invalid({
            AppartementId: "Cet état des lieux est celui d’un autre appartement.",
          }),
        },
      ];

export const etatLieuxResource = new Hono<App>()
  .route("/", signedDocuments("EtatLieux", find))
  .route(
    "/",
    crud({
      name: "EtatLieux",
      table: etatsLieux,
      creation,
      modification,
      list: {
        search: [recherche],
        searched: [],
        sort: {
          date: etatsLieux.date,
          lieu: etatsLieux.lieu,
          appartement: appartements.ordre,
          id: etatsLieux.id,
        },
        defaultSort: "-date",
        filters: { AppartementId: byId(etatsLieux.AppartementId) },
        rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
          db
            .select({
              id: etatsLieux.id,
              AppartementId: etatsLieux.AppartementId,
              lieu: etatsLieux.lieu,
              date: etatsLieux.date,
              signedId: etatsLieux.signedId,
              updatedAt: etatsLieux.updatedAt,
              version: etatsLieux.version,
              appartement: { adresse: appartements.adresse, etage: appartements.etage },
              entreeDe: dossierWhere(dossiers.etatInId),
              sortieDe: dossierWhere(dossiers.etatOutId),
            })
            .from(etatsLieux)
            .leftJoin(appartements, eq(appartements.id, etatsLieux.AppartementId))
            .where(where)
            .orderBy(...orderBy)
            .limit(limit ?? -1)
            .offset(offset),
        count: (db, where) =>
          db
            .select({ total: count() })
            .from(etatsLieux)
            .leftJoin(appartements, eq(appartements.id, etatsLieux.AppartementId))
            .where(where),
        view: ({ appartement, entreeDe, sortieDe, signedId, ...row }): EtatLieuxRow => ({
          ...row,
          signe: signedId !== null,
          ...place(entreeDe, sortieDe),
          appartement: appartement && nomAppartement(appartement),
        }),
        csv: [
          { titre: "Appartement", valeur: (row) => row.appartement },
          { titre: "Date", valeur: (row) => row.date },
          { titre: "Lieu", valeur: (row) => row.lieu },
          { titre: "Entrée ou sortie", valeur: (row) => row.cote },
          { titre: "Dossier", valeur: (row) => row.DossierId },
        ],
      },
      find,
      rules,
    }),
  );
