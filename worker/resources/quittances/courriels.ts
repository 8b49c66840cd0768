import { and, count, eq, getTableColumns, inArray, type SQL, sql } from "drizzle-orm";
import { Hono } from "hono";
import { agenceDe } from "#domain/agence/agence.ts";
import { exigerNomAgence } from "#domain/agence/nom-agence.ts";
import { COURRIELS_RENVOYABLES } from "#domain/quittances/courriel.ts";
import {
  apercu,
  type CourrielDocumentDetail,
  type CourrielDocumentRow,
  creation,
} from "#domain/quittances/courriel-document.ts";
import { LOT_AU_PLUS } from "#domain/quittances/limites.ts";
import { courrielsChoisis } from "#domain/quittances/lot-de-courriels.ts";
import type { Db } from "#worker/db/client.ts";
import { courriels } from "#worker/db/schema/quittances.ts";
import { reads } from "#worker/http/api/crud.ts";
import { says } from "#worker/http/api/described.ts";
import { byChoice, byId, byMatch, type Page } from "#worker/http/api/list-query.ts";
import { idParam, json } from "#worker/http/api/validate.ts";
import { queueMails } from "#worker/http/queue-mails.ts";
import { contextOf } from "#worker/http/session/author.ts";
import { requires } from "#worker/http/session/guards.ts";
import { limited } from "#worker/http/session/limits.ts";
import type { App } from "#worker/http/types.ts";
import {
  renvoyerCourriel,
  retenirCourriel,
  retenirCourriels,
} from "#worker/operations/courriels/outbox.ts";
import {
  ecrireCourriel,
  proposerCourriel,
} from "#worker/operations/expedition/courriels-documents.ts";
import {
  listerCourrielsPerdus,
  reprendreCourriels,
} from "#worker/operations/expedition/courriels-perdus.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import { exigerDecompteVivant } from "#worker/operations/gerance/charges/renvois.ts";
import { exigerDemandeAJour } from "#worker/operations/gerance/revisions/renvois.ts";

/** @throws Invalid while the settings have no name of the agency to sign its mails with. */
const requireName = async (db: Db) => exigerNomAgence(agenceDe(await lireReglages(db)));

const OF_DOCUMENT = eq(courriels.genre, "document");

const {
  QuitanceId: _q,
  genre: _g,
  RejetId: _r,
  bailJusqua: _b,
  tentatives: _t,
  ...written
} = getTableColumns(courriels);
const {
  StoredFileId: _s,
  CompteRenduId: _a,
  ClientId: _c,
  texte: _texte,
  updatedAt: _u,
  ...columns
} = written;

const rows = (db: Db, { where, orderBy, limit, offset }: Omit<Page, "today">) =>
  db
    .select(columns)
    .from(courriels)
    .where(and(OF_DOCUMENT, where))
    .orderBy(...orderBy)
    .limit(limit ?? -1)
    .offset(offset);

type Raw = Awaited<ReturnType<typeof rows>>[number];

/** The mail of a document, with its record and its subject. */
const view = ({ entite, entiteId, objet, ...row }: Raw): CourrielDocumentRow => ({
  ...row,
  entite: entite ?? "",
  entiteId: entiteId ?? 0,
  objet: objet ?? "",
});

/**
 * The mails that people sent with a document, newest first: `?entite=Dossier&id=3` for those of one record. The mails
 * of receipts are listed with their receipts; the same calls call back and resend both.
 */
export const courrielResource = new Hono<App>()
  .post(
    "/Courriel/apercu",
    says("Propose destinataires, objet et texte pour envoyer un document ; n’écrit rien."),
    requires("modifier"),
    json(apercu),
    async (c) => {
      const data = await proposerCourriel(c.var, c.req.valid("json").document);
      return c.json({ data });
    },
  )
  .post(
    "/Courriel",
    says("Envoie un document généré ou signé, après le délai des paramètres.", { success: 201 }),
    requires("modifier"),
    limited("mails"),
    json(creation),
    async (c) => {
      const courriel = await ecrireCourriel(contextOf(c), c.req.valid("json"));
      queueMails(c, [courriel]);
      return c.json({ data: courriel }, 201);
    },
  )
  .get(
    "/Courriel/perdus",
    says("Les courriels qui auraient dû partir depuis dix minutes : à qui, quoi, depuis quand."),
    requires("lire"),
    async (c) => c.json({ data: await listerCourrielsPerdus(c.var) }),
  )
  .post(
    "/Courriel/perdus/reprendre",
    says("Remet en file ceux des courriels choisis qui auraient dû partir : dit lesquels."),
    requires("modifier"),
    limited("mails"),
    json(courrielsChoisis),
    async (c) => {
      const { ids } = c.req.valid("json");
      await requireName(c.var.db);
      return c.json({ data: await reprendreCourriels(contextOf(c), ids) });
    },
  )
  .on(
    "POST",
    ["/Courriel/:id/renvoyer", "/Quitance/courriel/:id/renvoyer"],
    says("Renvoie un courriel.", { refusals: [409, 422] }),
    requires("modifier"),
    limited("mails"),
    async (c) => {
      await requireName(c.var.db);
      await exigerDemandeAJour(contextOf(c), idParam(c));
      await exigerDecompteVivant(contextOf(c), idParam(c));
      const courriel = await renvoyerCourriel(contextOf(c), idParam(c));
      queueMails(c, [courriel]);
      return c.json({ data: { ...courriel, etat: "a_envoyer" } });
    },
  )
  .on(
    "POST",
    ["/Courriel/:id/annuler", "/Quitance/courriel/:id/annuler"],
    says("Retient un courriel qui attend encore de partir.", { refusals: [409] }),
    requires("modifier"),
    async (c) => {
      const id = idParam(c);
      await retenirCourriel(contextOf(c), id);
      return c.json({ data: { id, etat: "retenu" } });
    },
  )
  .post(
    "/Courriel/annuler",
    says(
      `Retient ceux de ${LOT_AU_PLUS} courriels au plus qui attendent encore de partir : dit lesquels, et pourquoi pas les autres.`,
    ),
    requires("modifier"),
    json(courrielsChoisis),
    async (c) => {
      const { ids } = c.req.valid("json");
      return c.json({ data: await retenirCourriels(contextOf(c), ids) });
    },
  )
  .route(
    "/",
    reads({
      name: "Courriel",
      table: courriels,
      list: {
        search: [courriels.objet, courriels.destinataires],
        searched: [],
        sort: { id: courriels.id },
        defaultSort: "-id",
        filters: {
          entite: byMatch(/^[A-Za-z]{1,30}$/, "Le nom d’une ressource est attendu.", (value) =>
            eq(courriels.entite, value),
          ),
          id: byId(courriels.entiteId),
          etat: byChoice({
            a_verifier: () => inArray(courriels.etat, [...COURRIELS_RENVOYABLES]),
            incertain: () => eq(courriels.etat, "incertain"),
            refuse: () => eq(courriels.etat, "refuse"),
            retenu: () => eq(courriels.etat, "retenu"),
          }),
        },
        rows,
        count: (db, where) =>
          db.select({ total: count() }).from(courriels).where(and(OF_DOCUMENT, where)),
        view,
        csv: [
          { titre: "Date", valeur: (row) => row.createdAt },
          { titre: "Objet", valeur: (row) => row.objet },
          { titre: "Destinataires", valeur: (row) => row.destinataires.join(", ") },
          { titre: "État", valeur: (row) => row.etat },
          { titre: "Envoyé le", valeur: (row) => row.envoyeLe },
          { titre: "Par", valeur: (row) => row.user },
        ],
      },
      find: {
        query: (db: Db, id: number | SQL) =>
          db.query.courriels.findFirst({
            where: and(OF_DOCUMENT, eq(courriels.id, id)),
            columns: {
              QuitanceId: false,
              genre: false,
              RejetId: false,
              bailJusqua: false,
              tentatives: false,
              StoredFileId: false,
              CompteRenduId: false,
              ClientId: false,
              updatedAt: false,
            },
          }),
        view: ({ texte, ...row }): CourrielDocumentDetail => ({ ...view(row), texte: texte ?? "" }),
        heldBy: () => ["ce qui a eu lieu"],
        free: () => sql`false`,
      },
    }),
  );
