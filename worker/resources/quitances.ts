import { count, desc, eq, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { nomAppartement } from "#domain/appartement.ts";
import { moisDe } from "#domain/dates.ts";
import { Conflict, NotFound, TooMany, Unreadable } from "#domain/erreurs.ts";
import { instant } from "#domain/fields.ts";
import { somme } from "#domain/montants.ts";
import { nomComplet } from "#domain/personne.ts";
import { etatQuittance } from "#domain/quittance.ts";
import {
  type CourrielResume,
  demandeGeneration,
  demandeManuelle,
  modification,
  type QuittanceDetail,
  type QuittanceRow,
} from "#domain/quittance-fiche.ts";
import type { Db } from "#worker/db/client.ts";
import { appartements, courriels, history, locataires, quitances } from "#worker/db/schema.ts";
import { defineFind, detailOf, reads } from "#worker/http/crud.ts";
import { byBoolean, byId, byMatch, type Page } from "#worker/http/list-query.ts";
import { openToAll, requires } from "#worker/http/session.ts";
import type { App } from "#worker/http/types.ts";
import { idParam, json } from "#worker/http/validate.ts";
import {
  type Changement,
  changerEtat,
  lireDemande,
  repondreQuittance,
} from "#worker/operations/etat-quittance.ts";
import { genererQuittance, genererQuittanceManuelle } from "#worker/operations/generation.ts";
import { trace } from "#worker/operations/history.ts";

const mail = (genre: "avis" | "quittance") =>
  sql<QuittanceRow["avis"]>`(SELECT ${courriels.etat} FROM ${courriels}
    WHERE ${courriels.QuitanceId} = ${quitances.id} AND ${courriels.genre} = ${genre})`;

const columns = {
  id: quitances.id,
  numero: quitances.numero,
  DossierId: quitances.DossierId,
  AppartementId: quitances.AppartementId,
  LocataireId: quitances.LocataireId,
  ClientId: quitances.ClientId,
  date: quitances.date,
  dateFin: quitances.dateFin,
  echeance: quitances.echeance,
  loyerHC: quitances.loyerHC,
  charge: quitances.charge,
  automatique: quitances.automatique,
  regle: quitances.regle,
  statusInconu: quitances.statusInconu,
  relance: quitances.relance,
  montantPaye: quitances.montantPaye,
  datePaiement: quitances.datePaiement,
  source: quitances.source,
  reponduLe: quitances.reponduLe,
  updatedAt: quitances.updatedAt,
};

const rows = (db: Db, { where, orderBy, limit, offset }: Omit<Page, "today">) =>
  db
    .select({
      ...columns,
      avis: mail("avis"),
      quittance: mail("quittance"),
      titre: locataires.titre,
      nom: locataires.nom,
      prenom: locataires.prenom,
      adresse: appartements.adresse,
      etage: appartements.etage,
      ville: appartements.ville,
    })
    .from(quitances)
    .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
    .innerJoin(appartements, eq(appartements.id, quitances.AppartementId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit ?? -1)
    .offset(offset);

function view(raw: Awaited<ReturnType<typeof rows>>[number]): QuittanceRow {
  const { titre, nom, prenom, adresse, etage, ...row } = raw;
  return {
    ...row,
    appartement: nomAppartement({ adresse, etage }),
    locataire: nomComplet({ titre, nom, prenom }),
    total: somme(row.loyerHC, row.charge),
    etat: etatQuittance(row),
  };
}

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.quitances.findFirst({
      where: eq(quitances.id, id),
      columns: { uuid: false, mois: false },
      with: {
        appartement: {
          columns: { id: true, adresse: true, codePostal: true, ville: true, etage: true },
        },
        locataire: { columns: { id: true, titre: true, nom: true, prenom: true } },
        courriels: {
          columns: {
            id: true,
            genre: true,
            etat: true,
            destinataires: true,
            envoyeLe: true,
            erreur: true,
          },
        },
      },
      extras: {
        etats:
          sql<string>`(SELECT json_group_array(json_object('etat', etat, 'user', "user", 'createdAt', "createdAt"))
          FROM (SELECT etat, "user", "createdAt" FROM ${history}
            WHERE ${history.entite} = 'Quitance' AND ${history.entiteId} = ${quitances.id}
            ORDER BY ${history.id} DESC))`.as("etats"),
        derniere: sql<number>`(NOT EXISTS (SELECT 1 FROM "Quitance" suivante
          WHERE suivante.numero > ${quitances.numero}
            AND substr(suivante.numero, 1, 4) = substr(${quitances.numero}, 1, 4)))`.as("derniere"),
      },
    }),
  view: (raw): QuittanceDetail => {
    const { appartement, locataire, etats, derniere: _derniere, ...row } = raw;
    return {
      ...row,
      appartement: nomAppartement(appartement),
      ville: appartement.ville,
      locataire: nomComplet(locataire),
      total: somme(row.loyerHC, row.charge),
      etat: etatQuittance(row),
      file: documentOf(row.id),
      Appartement: appartement,
      Locataire: locataire,
      Etats: JSON.parse(etats),
      courriels: row.courriels as CourrielResume[],
    };
  },
  heldBy: ({ regle, derniere }) =>
    [
      regle ? ["un paiement"] : [],
      derniere ? [] : ["la suite des numéros (seule la dernière quittance de l’année se supprime)"],
    ].flat(),
});

const documentOf = (id: number) => `quitance/download/${id}`;

/** The receipt after it changed; its mails are queued and the PDF of the former state is dropped. */
async function changed(c: Context<App>, id: number, { CourrielIds, ancienPdf }: Changement) {
  if (CourrielIds.length > 0) {
    await c.env.QUEUE.sendBatch(
      CourrielIds.map((CourrielId) => ({ body: { type: "courriel", CourrielId } as const })),
    );
  }
  if (ancienPdf) c.executionCtx.waitUntil(c.env.FILES.delete(ancienPdf));
  return detailOf(c, find, await find.query(c.var.db, id));
}

/** `true`, `false`: the state that a path names. */
function stateParam(c: Context): boolean {
  const state = c.req.param("state");
  if (state !== "true" && state !== "false")
    throw new Unreadable("« true » ou « false » est attendu.");
  return state === "true";
}

/** The receipts of a period, one round trip. */
async function ofPeriod(c: Context<App>, where: SQL) {
  const orderBy = [sql`${quitances.date}`, sql`${locataires.recherche}`, sql`${quitances.id}`];
  const page = { where, orderBy, limit: undefined, offset: 0 };
  const [raws] = await c.var.session.read("lire", [rows(c.var.db, page)]);
  return c.json({ data: raws.map(view), total: raws.length });
}

const change = z.extend(modification, { updatedAt: z.optional(instant()) });

const MOIS = /^(?:(0?[1-9]|1[0-2]))-(\d{4})$/;
const VALIDATION_PERIOD = 60;

export const quitanceResource = new Hono<App>()
  .get("/Quitance/byDate/:period", (c) => {
    const [, month, year] = MOIS.exec(c.req.param("period")) ?? [];
    if (!month || !year) throw new Unreadable("Un mois MM-AAAA est attendu.");
    return ofPeriod(c, eq(quitances.mois, `${year}-${month.padStart(2, "0")}`));
  })
  .get("/Quitance/byYear/:year{\\d{4}}", (c) => {
    const year = c.req.param("year");
    return ofPeriod(c, sql`${quitances.date} BETWEEN ${`${year}-01-01`} AND ${`${year}-12-31`}`);
  })
  .get("/Quitance/switchState/:state/:id", requires("modifier"), async (c) => {
    const { db, session, today } = c.var;
    const id = idParam(c);
    const etat = { regle: stateParam(c), statusInconu: false };
    const author = { source: "agence", user: session.user.email, today } as const;
    return c.json({
      data: await changed(c, id, await changerEtat({ db, id, ...etat, ...author })),
    });
  })
  .get("/Quitance/downloadMonth/:year{\\d{4}}/:month{0[1-9]|1[0-2]}", requires("lire"), (c) => {
    const mois = `${c.req.param("year")}-${c.req.param("month")}`;
    return c.body(zipDuMois(c.env, c.var.db, mois), 200, {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="Quittances_${mois}.zip"`,
      "Cache-Control": "no-store",
    });
  })
  .get("/Quitance/:appartementId/generate/:year{\\d{4}}", requires("modifier"), async (c) => {
    const AppartementId = idParam(c, "appartementId");
    const annee = c.req.param("year");
    const { warnings } = await recapitulatifAnnuel(c.var.db, AppartementId, annee, c.var.today);
    return c.json({ data: { generated: `quitance/generate/${AppartementId}/${annee}`, warnings } });
  })
  .get("/quitance/generate/:appartementId/:year{\\d{4}}", requires("lire"), async (c) => {
    const AppartementId = idParam(c, "appartementId");
    const annee = c.req.param("year");
    const { pdf, nom } = await recapitulatifAnnuel(c.var.db, AppartementId, annee, c.var.today);
    return sendPdf(c, pdf, nom);
  })
  .get("/Quitance/:id/generate", requires("modifier"), async (c) => {
    const quittance = await chargerQuittance(c.var.db, idParam(c));
    const { warnings } = await pdfDe(c.env, c.var.db, quittance);
    return c.json({ data: { generated: documentOf(quittance.id), warnings } });
  })
  .get("/quitance/download/:id", requires("lire"), async (c) => {
    const quittance = await chargerQuittance(c.var.db, idParam(c));
    const { pdf, nom } = await pdfDe(c.env, c.var.db, quittance);
    return sendPdf(c, pdf, nom);
  })
  .post(
    "/Quitance/generate/manual/:dossierId",
    requires("modifier"),
    json(demandeManuelle),
    async (c) => {
      const { db, session, today } = c.var;
      const DossierId = idParam(c, "dossierId");
      const author = { today, user: session.user.email };
      const asked = c.req.valid("json");
      const made = await genererQuittanceManuelle({ db, DossierId, ...asked, ...author });
      return c.json({ data: await made_(c, made) }, 201);
    },
  )
  .post(
    "/Quitance/generate/:dossierId",
    requires("modifier"),
    json(demandeGeneration),
    async (c) => {
      const { db, session, today } = c.var;
      const DossierId = idParam(c, "dossierId");
      const mois = moisDe(c.req.valid("json").date);
      const author = { today, user: session.user.email };
      const made = await genererQuittance({ db, DossierId, mois, ...author });
      return c.json({ data: await made_(c, made) }, made.nouvelle ? 201 : 200);
    },
  )
  .get("/Quitance/validation/:uuid", openToAll, async (c) => {
    return c.json({ data: await lireDemande(c.var.db, c.req.param("uuid")) });
  })
  .post("/Quitance/validation/:state/:uuid", openToAll, async (c) => {
    const { db, now, today } = c.var;
    const { success } = await c.env.VALIDATION_LIMIT.limit({
      key: c.req.header("CF-Connecting-IP") ?? "local",
    });
    if (!success) throw new TooMany(VALIDATION_PERIOD);
    const paye = stateParam(c);
    const change = await repondreQuittance({ db, uuid: c.req.param("uuid"), paye, now, today });
    await follow(c, change);
    return c.json({ data: { ok: true } });
  });
