import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { type Jour, moisDe } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound, Unreadable } from "#domain/erreurs.ts";
import { versionLue, versionSeule } from "#domain/fields.ts";
import { LOT_A_GENERER } from "#domain/quittances/limites.ts";
import { demandeDeLot } from "#domain/quittances/lot-a-generer.ts";
import {
  apercuDuLot,
  creation,
  demandeAnnulation,
  demandeDuLot,
  demandeGeneration,
  demandeManuelle,
  etatDemande,
  modification,
} from "#domain/quittances/quittance-fiche.ts";
import { quittanceComptee } from "#worker/db/conditions-quittances.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { locataires } from "#worker/db/schema/schema.ts";
import { isStale, onVersionRead } from "#worker/db/versions.ts";
import { reads, shownPieces } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { parametersOf, readListQuery } from "#worker/http/api/list-query.ts";
import { detailOf } from "#worker/http/api/record.ts";
import { idParam, json, stateParam, versionOfTexts } from "#worker/http/api/validate.ts";
import { answerWhole, wholeList } from "#worker/http/api/whole-list.ts";
import { followUp, queueMails } from "#worker/http/queue-mails.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import { quiPartiraient } from "#worker/operations/courriels/outbox.ts";
import { annulerQuittance } from "#worker/operations/quittances/annulation-quittance.ts";
import {
  type Changement,
  changerEtat,
  changerEtats,
} from "#worker/operations/quittances/etat-quittance.ts";
import {
  genererLot,
  genererQuittance,
  genererQuittanceManuelle,
  type QuittanceDemandee,
} from "#worker/operations/quittances/generation.ts";
import { oublierPdfs } from "#worker/operations/quittances/quittance-pdf.ts";
import { deLAnnee, TOTAL } from "#worker/operations/quittances/quittances-comptees.ts";
import { noterRelance, relanceNotee } from "#worker/operations/quittances/relance-notee.ts";
import { supprimerQuittance } from "#worker/operations/quittances/suppression-quittance.ts";
import { chosen, chosenRows, find, list, rows, view } from "./views-quittances.ts";

/**
 * The receipt after a change. Its mails are queued and the PDF of its former state is deleted; the mark of a reminder
 * (`relance`) is set or removed when the call gives it.
 */
async function afterChange(
  c: Context<App>,
  {
    id,
    courriels,
    ancienPdf,
    relance,
  }: Pick<Changement, "courriels" | "ancienPdf"> & { id: number; relance?: boolean | undefined },
) {
  followUp(c, { courriels, anciensPdf: [ancienPdf] });
  const { db } = c.var;
  if (relance === undefined) return detailOf(c, find, await find.query(db, id));
  const note = relanceNotee(contextOf(c), { id, relance });
  const { raw } = await db.write({ ...note, raw: find.query(db, id) });
  return detailOf(c, find, raw);
}

/** A receipt, new or already there, with its mail queued and its warnings. */
async function generated(
  c: Context<App>,
  { id, courriel, nouvelle, avertissements }: QuittanceDemandee,
) {
  if (courriel) queueMails(c, [courriel]);
  const detail = detailOf(c, find, await find.query(c.var.db, id));
  return c.json({ data: { ...detail, warnings: avertissements } }, nouvelle ? 201 : 200);
}

/** The receipts of a period, whatever their number. */
async function ofPeriod(c: Context<App>, where: SQL) {
  const orderBy = [sql`${quitances.date}`, sql`${locataires.recherche}`, sql`${quitances.id}`];
  const whole = { where, orderBy, today: c.var.today };
  const { pieces } = await wholeList(c, { table: quitances, rows }, whole);
  return answerWhole(c, shownPieces(c, { table: quitances, view, find }, pieces));
}

function noLaterThan(today: Jour, datePaiement: Jour | null | undefined): void {
  if (datePaiement && datePaiement > today) {
    throw new Invalid({ datePaiement: "Le paiement ne peut pas être daté d’un jour à venir." });
  }
}

const change = z.extend(modification, versionLue);

/** Drops `montantPaye` when a paid receipt is sent back with its whole amount: that is no part payment. */
function wholeIsNoPart<
  T extends { regle?: boolean | undefined; montantPaye?: number | null | undefined },
>({ montantPaye, ...others }: T, total: number) {
  const part = others.regle && montantPaye === total ? undefined : montantPaye;
  return part === undefined ? others : { ...others, montantPaye: part };
}

/** The version of the receipt that the caller read. It comes from the query, because a GET has no body. */
function versionOfQuery(c: Context<App>) {
  const { version, updatedAt } = c.req.query();
  return versionOfTexts({ ...(version && { version }), ...(updatedAt && { updatedAt }) });
}

const MOIS = /^(?:(0?[1-9]|1[0-2]))-(\d{4})$/;

const parameters = parametersOf(list);

export const quitanceResource = new Hono<App>()
  .get("/Quitance/byDate/:period", says("Les quittances d’un mois.", { list: true }), (c) => {
    const [, month, year] = MOIS.exec(c.req.param("period")) ?? [];
    if (!month || !year) throw new Unreadable("Un mois MM-AAAA est attendu.");
    return ofPeriod(c, eq(quitances.mois, `${year}-${month.padStart(2, "0")}`));
  })
  .get("/Quitance/byYear/:year{\\d{4}}", says("Les quittances d’une année.", { list: true }), (c) =>
    ofPeriod(c, deLAnnee(c.req.param("year"))),
  )
  .get(
    "/Quitance/switchState/:state/:id",
    says("Marque une quittance payée (true) ou impayée (false).", {
      query: versionSeule.shape,
      refusals: [409],
    }),
    requires("modifier"),
    async (c) => {
      const id = idParam(c);
      const lue = versionOfQuery(c);
      const etat = { regle: stateParam(c), statusInconu: false, source: "agence" } as const;
      const change = await changerEtat(contextOf(c), { id, ...etat, lue });
      return c.json({ data: await afterChange(c, { ...change, id }) });
    },
  )
  .post(
    "/Quitance/lot",
    says("Marque plusieurs quittances payées ou impayées : dit lesquelles l’ont été."),
    requires("modifier"),
    json(demandeDuLot),
    async (c) => {
      const asked = c.req.valid("json");
      noLaterThan(c.var.today, asked.datePaiement);
      const { anciensPdf, ...data } = await changerEtats(contextOf(c), asked);
      followUp(c, { courriels: data.courriels, anciensPdf });
      return c.json({ data });
    },
  )
  .post(
    "/Quitance/lot/apercu",
    says("Celles de ces quittances, et leurs mois, qui partiraient par e-mail si on les payait."),
    requires("modifier"),
    json(apercuDuLot),
    async (c) => {
      const { ids } = c.req.valid("json");
      return c.json({ data: await quiPartiraient(c.var.db, ids, "quittance") });
    },
  )
  .post(
    "/Quitance",
    says("Crée une quittance pour une période choisie.", { success: 201, refusals: [404] }),
    requires("modifier"),
    limited("documents"),
    json(creation),
    async (c) => {
      const asked = c.req.valid("json");
      return generated(c, await genererQuittanceManuelle(contextOf(c), asked));
    },
  )
  .post(
    "/Quitance/generate/manual/:dossierId",
    says("Crée une quittance pour une période choisie.", { success: 201 }),
    requires("modifier"),
    limited("documents"),
    json(demandeManuelle),
    async (c) => {
      const asked = { DossierId: idParam(c, "dossierId"), ...c.req.valid("json") };
      return generated(c, await genererQuittanceManuelle(contextOf(c), asked));
    },
  )
  .post(
    "/Quitance/generate/lot",
    says(
      `Crée les quittances du mois de ${LOT_A_GENERER} dossiers au plus : dit lesquelles y sont, et pourquoi les autres n’y sont pas.`,
    ),
    requires("modifier"),
    json(demandeDeLot),
    async (c) => {
      const { date, DossierIds } = c.req.valid("json");
      const data = await genererLot(contextOf(c), { DossierIds, mois: moisDe(date) });
      queueMails(
        c,
        data.faites.flatMap(({ courriel }) => courriel ?? []),
      );
      return c.json({ data });
    },
  )
  .post(
    "/Quitance/generate/:dossierId",
    says("Crée la quittance du mois ; si elle existe déjà, la rend (200).", {
      success: [201, 200],
    }),
    requires("modifier"),
    json(demandeGeneration),
    async (c) => {
      const DossierId = idParam(c, "dossierId");
      const mois = moisDe(c.req.valid("json").date);
      return generated(c, await genererQuittance(contextOf(c), { DossierId, mois }));
    },
  )
  .post(
    "/Quitance/:id/annuler",
    says("Annule une quittance, qui garde son numéro.", { refusals: [409] }),
    requires("supprimer"),
    json(z.extend(demandeAnnulation, versionLue)),
    async (c) => {
      const id = idParam(c);
      const { motif, courriel = false, ...lue } = c.req.valid("json");
      const made = await annulerQuittance(contextOf(c), { id, motif, courriel, lue });
      return c.json({ data: await afterChange(c, { ...made, id }) });
    },
  )
  .put(
    "/Quitance/:id",
    says("Change l’état, le paiement ou la relance d’une quittance."),
    requires("modifier"),
    json(change),
    async (c) => {
      const ctx = contextOf(c);
      const { db } = ctx;
      const id = idParam(c);
      const { relance, version, updatedAt, ...payment } = c.req.valid("json");
      const lue = { version, updatedAt };
      noLaterThan(ctx.today, payment.datePaiement);
      if (Object.keys(payment).length === 0) {
        if (relance !== undefined) await noterRelance(ctx, { id, relance, lue });
        return c.json({ data: detailOf(c, find, await find.query(db, id)) });
      }
      const made = await onVersionRead(lue, async () => {
        const [before] = await db
          .select({
            regle: quitances.regle,
            statusInconu: quitances.statusInconu,
            source: quitances.source,
            total: sql<number>`${TOTAL} / 100.0`,
            updatedAt: quitances.updatedAt,
            version: quitances.version,
          })
          .from(quitances)
          .where(eq(quitances.id, id));
        if (!before) throw new NotFound();
        if (isStale(before, lue)) throw new Conflict(FICHE_MODIFIEE);
        return await changerEtat(ctx, {
          id,
          source: "agence",
          ...etatDemande(before, wholeIsNoPart(payment, before.total)),
          lue: { version: before.version },
        }).catch((error: unknown) => {
          if (error instanceof Conflict && error.message === FICHE_MODIFIEE) return undefined;
          throw error;
        });
      });
      return c.json({ data: await afterChange(c, { ...made, id, relance }) });
    },
  )
  .delete(
    "/Quitance/:id",
    says("Supprime la dernière quittance de l’année.", { success: 204 }),
    requires("supprimer"),
    json(versionSeule),
    async (c) => {
      const lue = c.req.valid("json");
      const cle = await supprimerQuittance(contextOf(c), { id: idParam(c), lue });
      c.executionCtx.waitUntil(oublierPdfs(c, [cle]));
      return c.body(null, 204);
    },
  )
  .get(
    "/Quitance/selection",
    says("Toutes les quittances que ces filtres gardent, en peu de mots ; les annulées à part.", {
      need: "lire",
      query: parameters,
      list: true,
    }),
    async (c) => {
      const page = readListQuery(c, list, parameters, quitances.id);
      const where = and(page.where, quittanceComptee);
      const whole = { ...page, where };
      const { pieces } = await wholeList(c, { table: quitances, rows: chosenRows }, whole);
      return answerWhole(c, mapped(pieces, chosen));
    },
  )
  .route("/", reads({ name: "Quitance", table: quitances, list, find }));

async function* mapped<Raw, Row>(pieces: AsyncIterable<Raw[]>, view: (raw: Raw) => Row) {
  for await (const raws of pieces) yield raws.map(view);
}
