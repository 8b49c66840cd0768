import { count, eq, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import type { LigneReleveRow } from "#domain/gerance/banque/releve-fiche.ts";
import { ETATS_LIGNE } from "#domain/gerance/rapprochement/ligne-releve.ts";
import { enEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { lignesReleve } from "#worker/db/schema/gerance.ts";
import { reads } from "#worker/http/api/crud.ts";
import { byChoice, byId, type Page } from "#worker/http/api/list-query.ts";
import type { App } from "#worker/http/types.ts";
import { doublonDe } from "#worker/operations/gerance/banque/doublons.ts";

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
  prouvee: lignesReleve.prouvee,
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
        { titre: "État", valeur: (row) => ETATS_LIGNE[row.etat] },
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
      // A line comes from the bank: it is never deleted alone.
      heldBy: () => ["son relevé"],
      free: () => sql`false`,
    },
  }),
);
