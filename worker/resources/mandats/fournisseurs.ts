import { count, eq, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import {
  creation,
  type FournisseurDetail,
  type FournisseurRow,
  modification,
} from "#domain/gerance/mandats/fournisseur.ts";
import type { Db } from "#worker/db/client.ts";
import { libre, selected } from "#worker/db/conditions.ts";
import { coordonneesBancaires, fournisseurs } from "#worker/db/schema/mandants.ts";
import { crud } from "#worker/http/api/crud.ts";
import type { Page } from "#worker/http/api/list-query.ts";
import type { App } from "#worker/http/types.ts";
import { counted } from "#worker/resources/views.ts";

const nbDepenses = selected<number>(
  sql`(SELECT count(*) FROM "Intendance" WHERE "FournisseurId" = ${fournisseurs.id})`,
);
const ecrit = selected<number>(
  sql`(SELECT EXISTS (SELECT 1 FROM "Ligne" WHERE genre = '401' AND de = ${fournisseurs.id}))`,
);

const comptes = selected<number>(
  sql`(SELECT count(*) FROM ${coordonneesBancaires} sien WHERE sien."FournisseurId" = ${fournisseurs.id})`,
);

export const fournisseurResource = new Hono<App>().route(
  "/",
  crud({
    name: "Fournisseur",
    table: fournisseurs,
    creation,
    modification,
    list: {
      search: [fournisseurs.recherche],
      searched: ["nom", "siret", "ville", "mail", "tel"],
      sort: {
        nom: sql`lower(${fournisseurs.nom})`,
        ville: fournisseurs.ville,
        nbDepenses: sql`"nbDepenses"`,
        id: fournisseurs.id,
      },
      defaultSort: "nom",
      filters: {},
      rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
        db
          .select({
            id: fournisseurs.id,
            nom: fournisseurs.nom,
            siret: fournisseurs.siret,
            tvaIntra: fournisseurs.tvaIntra,
            adresse: fournisseurs.adresse,
            codePostal: fournisseurs.codePostal,
            ville: fournisseurs.ville,
            mail: fournisseurs.mail,
            tel: fournisseurs.tel,
            updatedAt: fournisseurs.updatedAt,
            version: fournisseurs.version,
            nbDepenses: nbDepenses.as("nbDepenses"),
          })
          .from(fournisseurs)
          .where(where)
          .orderBy(...orderBy)
          .limit(limit ?? -1)
          .offset(offset),
      count: (db, where) => db.select({ total: count() }).from(fournisseurs).where(where),
      view: (row): FournisseurRow => row,
      csv: [
        { titre: "Nom", valeur: (row) => row.nom },
        { titre: "SIRET", valeur: (row) => row.siret ?? null },
        { titre: "Ville", valeur: (row) => row.ville ?? null },
        { titre: "E-mail", valeur: (row) => row.mail ?? null },
        { titre: "Téléphone", valeur: (row) => row.tel ?? null },
        { titre: "Dépenses", valeur: (row) => row.nbDepenses },
      ],
    },
    find: {
      query: (db: Db, id: number | SQL) =>
        db.query.fournisseurs.findFirst({
          where: eq(fournisseurs.id, id),
          columns: { recherche: false },
          extras: {
            nbDepenses: nbDepenses.as("nbDepenses"),
            ecrit: ecrit.as("ecrit"),
            comptes: comptes.as("comptes"),
          },
        }),
      view: (
        { ecrit: _ecrit, comptes: _comptes, ...fournisseur },
        { canDelete },
      ): FournisseurDetail => ({
        ...fournisseur,
        canDelete,
      }),
      heldBy: ({ nbDepenses, ecrit, comptes }) => [
        ...counted(nbDepenses, "dépense"),
        ...(ecrit ? ["des écritures"] : []),
        ...(comptes > 0 ? ["des coordonnées bancaires"] : []),
      ],
      free: () => libre.fournisseur,
    },
  }),
);
