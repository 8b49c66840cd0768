import { eq, type SQL } from "drizzle-orm";
import { Hono } from "hono";
import type { PapierSigneDetail } from "#domain/fichiers/papier-signe.ts";
import type { Db } from "#worker/db/client.ts";
import { remplacesDe } from "#worker/db/conditions.ts";
import { plansApurement } from "#worker/db/schema/gerance.ts";
import { loyersHistoriques } from "#worker/db/schema/revisions.ts";
import { says } from "#worker/http/api/described.ts";
import { defineFind, detailOf, type Find } from "#worker/http/api/record.ts";
import { idParam } from "#worker/http/api/validate.ts";
import { signedDocuments } from "#worker/http/files/signed-documents.ts";
import { requires } from "#worker/http/session/guards.ts";
import type { App } from "#worker/http/types.ts";
import { linkOf, WITH_KEY } from "#worker/resources/views.ts";

const COLUMNS = { id: true, DossierId: true, updatedAt: true, version: true } as const;

type Raw = Omit<PapierSigneDetail, "signed"> & { signed: { key: string } | null };

const kept = {
  view: ({ signed, ...papier }: Raw, { link }): PapierSigneDetail => ({
    ...papier,
    signed: linkOf(signed, link),
  }),
  heldBy: () => ["ce qui a eu lieu"],
} satisfies Omit<Find<Raw, PapierSigneDetail>, "query">;

const avenant = defineFind({
  ...kept,
  query: (db: Db, id: number | SQL) =>
    db.query.loyersHistoriques.findFirst({
      where: eq(loyersHistoriques.id, id),
      columns: COLUMNS,
      with: { signed: WITH_KEY },
      extras: { remplaces: remplacesDe("LoyerHistorique", loyersHistoriques.id).as("remplaces") },
    }),
});

const plan = defineFind({
  ...kept,
  query: (db: Db, id: number | SQL) =>
    db.query.plansApurement.findFirst({
      where: eq(plansApurement.id, id),
      columns: COLUMNS,
      with: { signed: WITH_KEY },
      extras: { remplaces: remplacesDe("PlanApurement", plansApurement.id).as("remplaces") },
    }),
});

/** The signed avenant for a change of rent, and the signed payment plan (http/README §9.8). */
export const papierSigneResource = new Hono<App>()
  .route("/", signedDocuments("LoyerHistorique", avenant, { alone: true }))
  .route("/", signedDocuments("PlanApurement", plan, { alone: true }))
  .get(
    "/LoyerHistorique/:id",
    says("Un loyer d’un dossier, et son avenant signé.", { refusals: [404] }),
    requires("lire"),
    async (c) => c.json({ data: detailOf(c, avenant, await avenant.query(c.var.db, idParam(c))) }),
  )
  .get(
    "/PlanApurement/:id",
    says("Un plan d’apurement, et son exemplaire signé.", { refusals: [404] }),
    requires("lire"),
    async (c) => c.json({ data: detailOf(c, plan, await plan.query(c.var.db, idParam(c))) }),
  );
