import { count, eq, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import {
  ETATS_DE_LIGNE,
  LIBELLES_ETAT_LIGNE,
  type LigneReleveRow,
} from "#domain/gerance/releve-fiche.ts";
import { enEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { lignesReleve, releves } from "#worker/db/schema-gerance.ts";
import { reads } from "#worker/http/crud.ts";
import { byChoice, byId, type Page } from "#worker/http/list-query.ts";
import type { App } from "#worker/http/types.ts";

const formatDe = (ligne: SQL) => sql`(SELECT format FROM ${releves} WHERE id = ${ligne})`;

/**
 * An earlier line of the same account that another format brought: the same amount within three days, and a label that is
 * the beginning of the other, as formats cut them. The states are all named, and other indexes kept away (+), so that its day finds it.
 */
const doublonDe = sql`(SELECT autre.id FROM ${lignesReleve} autre
  WHERE autre.etat IN (${sql.join(
    ETATS_DE_LIGNE.map((etat) => sql`${etat}`),
    sql`, `,
  )})
    AND autre.date BETWEEN date(${lignesReleve.date}, '-3 days') AND date(${lignesReleve.date}, '+3 days')
    AND autre.montant = ${lignesReleve.montant} AND +autre."CompteBancaireId" = ${lignesReleve.CompteBancaireId}
    AND +autre."ReleveId" < ${lignesReleve.ReleveId}
    AND (instr(upper(autre.libelle), upper(${lignesReleve.libelle})) = 1
      OR instr(upper(${lignesReleve.libelle}), upper(autre.libelle)) = 1)
    AND ${formatDe(sql`autre."ReleveId"`)} <> ${formatDe(sql`${lignesReleve.ReleveId}`)}
  ORDER BY autre.id LIMIT 1)`;

const columns = {
  id: lignesReleve.id,
  ReleveId: lignesReleve.ReleveId,
  CompteBancaireId: lignesReleve.CompteBancaireId,
  date: lignesReleve.date,
  valeur: lignesReleve.valeur,
  montant: lignesReleve.montant,
  libelle: lignesReleve.libelle,
  reference: lignesReleve.reference,
  tiers: lignesReleve.tiers,
  iban: lignesReleve.iban,
  rejet: lignesReleve.rejet,
  etat: lignesReleve.etat,
  automatique: lignesReleve.automatique,
  motif: lignesReleve.motif,
  updatedAt: lignesReleve.updatedAt,
  version: lignesReleve.version,
  doublonDe: selected<number | null>(doublonDe),
};

const viewOf = <Row extends { montant: number }>(row: Row) => ({
  ...row,
  montant: enEuros(row.montant),
});

export const ligneReleveResource = new Hono<App>().route(
  "/",
  reads({
    name: "LigneReleve",
    table: lignesReleve,
    list: {
      search: [
        sql`lower(${lignesReleve.libelle} || ' ' || coalesce(${lignesReleve.tiers}, '') || ' ' || coalesce(${lignesReleve.reference}, ''))`,
      ],
      searched: ["libelle", "tiers", "reference"],
      sort: {
        date: lignesReleve.date,
        libelle: lignesReleve.libelle,
        montant: lignesReleve.montant,
        etat: lignesReleve.etat,
        id: lignesReleve.id,
      },
      defaultSort: "-date",
      filters: {
        ReleveId: byId(lignesReleve.ReleveId),
        CompteBancaireId: byId(lignesReleve.CompteBancaireId),
        etat: byChoice({
          a_rapprocher: () => eq(lignesReleve.etat, "a_rapprocher"),
          rapprochee: () => eq(lignesReleve.etat, "rapprochee"),
          ecartee: () => eq(lignesReleve.etat, "ecartee"),
        }),
      },
      rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
        db
          .select(columns)
          .from(lignesReleve)
          .where(where)
          .orderBy(...orderBy)
          .limit(limit ?? -1)
          .offset(offset),
      count: (db, where) => db.select({ total: count() }).from(lignesReleve).where(where),
      view: (row): LigneReleveRow => viewOf(row),
      csv: [
        { titre: "Date", valeur: (row) => row.date },
        { titre: "Date de valeur", valeur: (row) => row.valeur },
        { titre: "Libellé", valeur: (row) => row.libelle },
        { titre: "Montant", valeur: (row) => row.montant },
        { titre: "Tiers", valeur: (row) => row.tiers },
        { titre: "IBAN", valeur: (row) => row.iban },
        { titre: "Référence", valeur: (row) => row.reference },
        { titre: "État", valeur: (row) => LIBELLES_ETAT_LIGNE[row.etat] },
      ],
    },
    find: {
      query: (db: Db, id: number | SQL) =>
        db.query.lignesReleve.findFirst({
          where: eq(lignesReleve.id, id),
          columns: { ibanSecret: false, payeurEmpreinte: false, cle: false },
          extras: { doublonDe: selected<number | null>(doublonDe).as("doublonDe") },
        }),
      view: (raw, { canDelete }) => ({ ...viewOf(raw), canDelete }),
      // What a bank said is kept.
      heldBy: () => ["son relevé"],
      free: () => sql`false`,
    },
  }),
);
