import { count, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import type { Jour } from "#domain/dates.ts";
import { factureCii } from "#domain/gerance/cloture/facture-cii.ts";
import {
  demandeAnnulationDeReglement,
  demandeAvoir,
  demandeFactureDeMission,
  demandeReglementHonoraires,
  type FactureHonorairesDetail,
  type FactureHonorairesRow,
  type ModeHonoraires,
} from "#domain/gerance/cloture/facture-honoraires.ts";
import { demandeFactureDeLocataire } from "#domain/gerance/cloture/facture-locataire.ts";
import { enEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { facturesHonoraires } from "#worker/db/schema/mandants.ts";
import { reads } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { byChoice, byId, byMatch, type Page } from "#worker/http/api/list-query.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import {
  reglementDeFacture,
  resteDeFacture,
} from "#worker/operations/gerance/cloture/dettes-honoraires.ts";
import { facturerLocataire } from "#worker/operations/gerance/cloture/factures-de-locataire.ts";
import {
  facturerMission,
  faireAvoir,
} from "#worker/operations/gerance/cloture/factures-de-mission.ts";
import { lireFactureAPayer } from "#worker/operations/gerance/cloture/papiers-mandants.ts";
import {
  annulerReglementDeFacture,
  reglerFacture,
} from "#worker/operations/gerance/cloture/reglements-honoraires.ts";

const columns = {
  id: facturesHonoraires.id,
  serie: facturesHonoraires.serie,
  numero: selected<string>(sql`${facturesHonoraires.numero}`),
  date: facturesHonoraires.date,
  MissionId: facturesHonoraires.MissionId,
  DossierId: facturesHonoraires.DossierId,
  CompteRenduId: facturesHonoraires.CompteRenduId,
  mandat: selected<string>(sql`${facturesHonoraires.contenu} ->> '$.acheteur.nom'`),
  ht: facturesHonoraires.ht,
  tva: facturesHonoraires.tva,
  ttc: facturesHonoraires.ttc,
  reste: selected<number | null>(
    resteDeFacture(sql`"FactureHonoraires".id`, {
      MissionId: sql`"FactureHonoraires"."MissionId"`,
      DossierId: sql`"FactureHonoraires"."DossierId"`,
    }),
  ),
  prelevee: selected<number>(sql`${facturesHonoraires.contenu} ->> '$.prelevee'`),
  regleeLe: selected<Jour | null>(reglementDeFacture(sql`"FactureHonoraires".id`, "date")),
  mode: selected<ModeHonoraires | null>(reglementDeFacture(sql`"FactureHonoraires".id`, "mode")),
  corrigible:
    selected<number>(sql`${facturesHonoraires.CompteRenduId} IS NULL AND ${facturesHonoraires.serie} = 'FH'
    AND NOT EXISTS (SELECT 1 FROM ${facturesHonoraires} avoir WHERE avoir."CorrigeId" = "FactureHonoraires".id)`),
};

const viewOf = <Row extends { ht: number; tva: number; ttc: number }>(row: Row) => ({
  ...row,
  ht: enEuros(row.ht),
  tva: enEuros(row.tva),
  ttc: enEuros(row.ttc),
});

const euros = (column: SQL) =>
  selected<number>(sql`coalesce(sum(${column}), 0) / 100.0`).mapWith(Number);

export const factureHonorairesResource = new Hono<App>()
  .get(
    "/FactureHonoraires/:id/cii",
    says("La facture pour une plateforme de facturation électronique (CII, profil EN 16931).", {
      media: "application/xml",
      refusals: [404],
    }),
    requires("lire"),
    async (c) => {
      const { numero, contenu, compte } = await lireFactureAPayer(contextOf(c), idParam(c));
      return c.body(factureCii(numero, contenu, compte), 200, {
        "Content-Type": "application/xml; charset=utf-8",
        "Content-Disposition": `attachment; filename="${numero}.xml"`,
        "Cache-Control": "no-store",
      });
    },
  )
  .post(
    "/FactureHonoraires/:id/regler",
    says("Note qu’a été réglé ce que laisse une facture, ou qu’un avoir a été rendu.", {
      success: 204,
      refusals: [404, 409, 422],
    }),
    requires("modifier"),
    json(demandeReglementHonoraires),
    async (c) => {
      await reglerFacture(contextOf(c), { id: idParam(c), ...c.req.valid("json") });
      return c.body(null, 204);
    },
  )
  .post(
    "/FactureHonoraires/:id/annuler-reglement",
    says("Annule le règlement noté d’une facture : son écriture est extournée.", {
      success: 204,
      refusals: [404, 409, 422],
    }),
    requires("supprimer"),
    json(demandeAnnulationDeReglement),
    async (c) => {
      await annulerReglementDeFacture(contextOf(c), { id: idParam(c), ...c.req.valid("json") });
      return c.body(null, 204);
    },
  )
  .post(
    "/FactureHonoraires/:id/avoir",
    says("Reprend toute la facture d’une mission, ou d’un locataire, par un avoir.", {
      success: 204,
      refusals: [404, 409, 422],
    }),
    requires("supprimer"),
    json(demandeAvoir),
    async (c) => {
      await faireAvoir(contextOf(c), { id: idParam(c), ...c.req.valid("json") });
      return c.body(null, 204);
    },
  )
  .post(
    "/Mission/:id/facturer",
    says("Facture une mission de location ou de prestation, qui n’a pas de mandat de gestion.", {
      success: 204,
      refusals: [404, 409, 422],
    }),
    requires("modifier"),
    json(demandeFactureDeMission),
    async (c) => {
      await facturerMission(contextOf(c), { MissionId: idParam(c), ...c.req.valid("json") });
      return c.body(null, 204);
    },
  )
  .post(
    "/Dossier/:id/facturer",
    says("Facture au locataire sa part des honoraires de location, que son bail dit.", {
      success: 204,
      refusals: [404, 409, 422],
    }),
    requires("modifier"),
    json(demandeFactureDeLocataire),
    async (c) => {
      await facturerLocataire(contextOf(c), { DossierId: idParam(c), ...c.req.valid("json") });
      return c.body(null, 204);
    },
  )
  .route(
    "/",
    reads({
      name: "FactureHonoraires",
      table: facturesHonoraires,
      list: {
        search: [sql`lower(${facturesHonoraires.numero} || ' ' || (${columns.mandat}))`],
        searched: ["numero"],
        sort: {
          numero: sql`${facturesHonoraires.exercice} || printf('%06d', ${facturesHonoraires.rang}) || ${facturesHonoraires.serie}`,
          date: facturesHonoraires.date,
          ttc: facturesHonoraires.ttc,
          id: facturesHonoraires.id,
        },
        defaultSort: "-id",
        filters: {
          MissionId: byId(facturesHonoraires.MissionId),
          DossierId: byId(facturesHonoraires.DossierId),
          debiteur: byChoice({
            mandant: () => isNull(facturesHonoraires.DossierId),
            locataire: () => isNotNull(facturesHonoraires.DossierId),
          }),
          CompteRenduId: byId(facturesHonoraires.CompteRenduId),
          annee: byMatch(/^\d{4}$/, "Une année est attendue.", (annee) =>
            eq(facturesHonoraires.exercice, annee),
          ),
          serie: byChoice({
            FH: () => eq(facturesHonoraires.serie, "FH"),
            AV: () => eq(facturesHonoraires.serie, "AV"),
          }),
        },
        rows: (db: Db, { where, orderBy, limit, offset }: Page) =>
          db
            .select(columns)
            .from(facturesHonoraires)
            .where(where)
            .orderBy(...orderBy)
            .limit(limit ?? -1)
            .offset(offset),
        count: (db, where) =>
          db
            .select({
              total: count(),
              sommes: {
                ht: euros(sql`${facturesHonoraires.ht}`),
                tva: euros(sql`${facturesHonoraires.tva}`),
                ttc: euros(sql`${facturesHonoraires.ttc}`),
              },
            })
            .from(facturesHonoraires)
            .where(where),
        view: ({ reste, prelevee, corrigible, ...row }): FactureHonorairesRow => ({
          ...viewOf(row),
          corrigible: corrigible === 1,
          reste: reste === null ? null : enEuros(reste),
          prelevee: prelevee === 1,
        }),
        csv: [
          { titre: "Numéro", valeur: (row) => row.numero },
          { titre: "Date", valeur: (row) => row.date },
          { titre: "Mandat", valeur: (row) => row.mandat },
          { titre: "HT", valeur: (row) => row.ht },
          { titre: "TVA", valeur: (row) => row.tva },
          { titre: "TTC", valeur: (row) => row.ttc },
          { titre: "À régler", valeur: (row) => row.reste },
          { titre: "Réglée le", valeur: (row) => row.regleeLe },
        ],
      },
      find: {
        query: (db: Db, id: number | SQL) =>
          db.query.facturesHonoraires.findFirst({ where: eq(facturesHonoraires.id, id) }),
        view: ({ contenu, ...raw }): FactureHonorairesDetail => ({
          ...viewOf(raw),
          numero: raw.numero ?? "",
          mandat: contenu.acheteur.nom,
          contenu,
        }),
        // An invoice is never deleted.
        heldBy: () => ["les livres de l’agence"],
        free: () => sql`false`,
      },
    }),
  );
