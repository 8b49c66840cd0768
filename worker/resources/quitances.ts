import { count, eq, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { nomAppartement } from "#domain/adresse.ts";
import { type EtatCourriel, type GenreCourriel, parGenre } from "#domain/courriel.ts";
import { type Jour, moisDe } from "#domain/dates.ts";
import { Invalid, NotFound, Unreadable } from "#domain/erreurs.ts";
import { instant } from "#domain/fields.ts";
import { somme } from "#domain/montants.ts";
import { nomComplet } from "#domain/personne.ts";
import { cheminQuittance, etatQuittance, joursDeRetard } from "#domain/quittance.ts";
import {
  creation,
  demandeGeneration,
  demandeManuelle,
  etatDemande,
  modification,
  type QuittanceDetail,
  type QuittanceRow,
  retenuesQuittance,
} from "#domain/quittance-fiche.ts";
import type { Db } from "#worker/db/client.ts";
import {
  historique,
  quittanceDerniere,
  quittanceEnRetard,
  quittanceEst,
  selected,
} from "#worker/db/conditions.ts";
import { appartements, courriels, locataires, quitances } from "#worker/db/schema.ts";
import { reads } from "#worker/http/crud.ts";
import { says } from "#worker/http/described.ts";
import { requires } from "#worker/http/guards.ts";
import { byBoolean, byChoice, byId, byMatch, type Page } from "#worker/http/list-query.ts";
import { queueMails } from "#worker/http/queue-mails.ts";
import { defineFind, detailOf } from "#worker/http/record.ts";
import type { App } from "#worker/http/types.ts";
import { idParam, json, stateParam } from "#worker/http/validate.ts";
import {
  type Changement,
  changerEtat,
  supprimerQuittance,
} from "#worker/operations/etat-quittance.ts";
import {
  genererQuittance,
  genererQuittanceManuelle,
  type QuittanceGeneree,
} from "#worker/operations/generation.ts";
import { partant, renvoyerCourriel } from "#worker/operations/outbox.ts";
import { oublierPdfs } from "#worker/operations/quittance-pdf.ts";
import { noterRelance, relanceNotee } from "#worker/operations/relance.ts";

/** The state of the mail of a kind; the row has it under the name of the kind. */
const etatOfCourriel = (genre: GenreCourriel) =>
  selected<EtatCourriel | null>(sql`(SELECT ${courriels.etat} FROM ${courriels}
    WHERE ${courriels.QuitanceId} = ${quitances.id} AND ${courriels.genre} = ${genre})`);

/** The receipts one of whose mails is in this state and may be sent again: what was paid since needs no avis. */
const withCourriel = (etat: EtatCourriel) =>
  sql`EXISTS (SELECT 1 FROM ${courriels}
    WHERE ${courriels.QuitanceId} = ${quitances.id} AND ${courriels.etat} = ${etat}
      AND ${partant(courriels.genre)})`;

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
  mode: quitances.mode,
  source: quitances.source,
  reponduLe: quitances.reponduLe,
  updatedAt: quitances.updatedAt,
};

const rows = (db: Db, { where, orderBy, limit, offset }: Omit<Page, "today">) =>
  db
    .select({
      ...columns,
      ...parGenre(etatOfCourriel),
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

function view(raw: Awaited<ReturnType<typeof rows>>[number], today: Jour): QuittanceRow {
  const { titre, nom, prenom, adresse, etage, ...row } = raw;
  return {
    ...row,
    appartement: nomAppartement({ adresse, etage }),
    locataire: nomComplet({ titre, nom, prenom }),
    total: somme(row.loyerHC, row.charge),
    etat: etatQuittance(row),
    retard: joursDeRetard(row, today),
  };
}

const find = defineFind({
  query: (db: Db, id: number | SQL) =>
    db.query.quitances.findFirst({
      where: eq(quitances.id, id),
      columns: { uuid: false, mois: false, clePdf: false },
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
        etats: historique("Quitance", quitances.id, 200).as("etats"),
        derniere: selected<number>(quittanceDerniere).as("derniere"),
      },
    }),
  view: (raw, { today, canDelete }): QuittanceDetail => {
    const { appartement, locataire, etats, derniere: _derniere, ...row } = raw;
    return {
      ...row,
      appartement: nomAppartement(appartement),
      ville: appartement.ville,
      locataire: nomComplet(locataire),
      total: somme(row.loyerHC, row.charge),
      etat: etatQuittance(row),
      retard: joursDeRetard(row, today),
      file: cheminQuittance(row.id),
      Appartement: appartement,
      Locataire: locataire,
      Etats: JSON.parse(etats),
      canDelete,
    };
  },
  heldBy: ({ regle, derniere, courriels }) =>
    retenuesQuittance({ regle, derniere: Boolean(derniere), courriels }),
});

/**
 * The receipt after it changed; its mails are queued, the PDF of the former state is dropped, and whether
 * the tenant was reminded is noted, if that was said too.
 */
async function afterChange(
  c: Context<App>,
  id: number,
  { CourrielIds, ancienPdf }: Changement,
  relance?: boolean,
) {
  queueMails(c, CourrielIds);
  c.executionCtx.waitUntil(oublierPdfs(c.env, [ancienPdf]));
  const { db, session } = c.var;
  if (relance === undefined) return detailOf(c, find, await find.query(db, id));
  const note = { db, id, relance, user: session.user.email };
  const { raw } = await db.write({ ...relanceNotee(note), raw: find.query(db, id) });
  return detailOf(c, find, raw);
}

/** A receipt just made, or already there, with its mail queued. */
async function generated(c: Context<App>, { id, CourrielId, nouvelle }: QuittanceGeneree) {
  if (CourrielId !== null) queueMails(c, [CourrielId]);
  const data = detailOf(c, find, await find.query(c.var.db, id));
  return c.json({ data }, nouvelle ? 201 : 200);
}

/** The receipts of a period, one round trip. */
async function ofPeriod(c: Context<App>, where: SQL) {
  const orderBy = [sql`${quitances.date}`, sql`${locataires.recherche}`, sql`${quitances.id}`];
  const page = { where, orderBy, limit: undefined, offset: 0 };
  const { raws } = await c.var.session.read("lire", { raws: rows(c.var.db, page) });
  return c.json({ data: raws.map((raw) => view(raw, c.var.today)), total: raws.length });
}

const change = z.extend(modification, { updatedAt: z.optional(instant()) });

const MOIS = /^(?:(0?[1-9]|1[0-2]))-(\d{4})$/;

const ETATS = { payee: "Payée", impayee: "Impayée", inconnue: "Inconnue" } as const;

const inYear = (year: string) =>
  sql`${quitances.date} BETWEEN ${`${year}-01-01`} AND ${`${year}-12-31`}`;

export const quitanceResource = new Hono<App>()
  .get("/Quitance/byDate/:period", says("Les quittances d’un mois.", { list: true }), (c) => {
    const [, month, year] = MOIS.exec(c.req.param("period")) ?? [];
    if (!month || !year) throw new Unreadable("Un mois MM-AAAA est attendu.");
    return ofPeriod(c, eq(quitances.mois, `${year}-${month.padStart(2, "0")}`));
  })
  .get("/Quitance/byYear/:year{\\d{4}}", says("Les quittances d’une année.", { list: true }), (c) =>
    ofPeriod(c, inYear(c.req.param("year"))),
  )
  .get(
    "/Quitance/switchState/:state/:id",
    says("Marque une quittance payée (true) ou impayée (false)."),
    requires("modifier"),
    async (c) => {
      const { db, session, today } = c.var;
      const id = idParam(c);
      const etat = { regle: stateParam(c), statusInconu: false };
      const author = { source: "agence", user: session.user.email, today } as const;
      const change = await changerEtat({ db, id, ...etat, ...author });
      return c.json({ data: await afterChange(c, id, change) });
    },
  )
  .post(
    "/Quitance",
    says("Crée une quittance pour une période choisie.", { success: 201, refusals: [404] }),
    requires("modifier"),
    json(creation),
    async (c) => {
      const { db, session, today } = c.var;
      const author = { today, user: session.user.email };
      const asked = c.req.valid("json");
      return generated(c, await genererQuittanceManuelle({ db, ...asked, ...author }));
    },
  )
  .post(
    "/Quitance/generate/manual/:dossierId",
    says("Crée une quittance pour une période choisie.", { success: 201 }),
    requires("modifier"),
    json(demandeManuelle),
    async (c) => {
      const { db, session, today } = c.var;
      const DossierId = idParam(c, "dossierId");
      const author = { today, user: session.user.email };
      const asked = c.req.valid("json");
      return generated(c, await genererQuittanceManuelle({ db, DossierId, ...asked, ...author }));
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
      const { db, session, today } = c.var;
      const DossierId = idParam(c, "dossierId");
      const mois = moisDe(c.req.valid("json").date);
      const author = { today, user: session.user.email };
      return generated(c, await genererQuittance({ db, DossierId, mois, ...author }));
    },
  )
  .post(
    "/Quitance/courriel/:id/renvoyer",
    says("Renvoie un courriel."),
    requires("modifier"),
    async (c) => {
      const { db, session } = c.var;
      const { CourrielId } = await renvoyerCourriel({
        db,
        id: idParam(c),
        user: session.user.email,
      });
      queueMails(c, [CourrielId]);
      return c.json({ data: { id: CourrielId, etat: "a_envoyer" } });
    },
  )
  .put(
    "/Quitance/:id",
    says("Change l’état, le paiement ou la relance d’une quittance."),
    requires("modifier"),
    json(change),
    async (c) => {
      const { db, session, today } = c.var;
      const id = idParam(c);
      const { relance, updatedAt, ...payment } = c.req.valid("json");
      if (payment.datePaiement && payment.datePaiement > today) {
        throw new Invalid({ datePaiement: "Le paiement ne peut pas être daté d’un jour à venir." });
      }
      const user = session.user.email;
      if (Object.keys(payment).length === 0) {
        if (relance !== undefined) await noterRelance({ db, id, relance, user, updatedAt });
        return c.json({ data: detailOf(c, find, await find.query(db, id)) });
      }
      const [before] = await db
        .select({
          regle: quitances.regle,
          statusInconu: quitances.statusInconu,
          updatedAt: quitances.updatedAt,
        })
        .from(quitances)
        .where(eq(quitances.id, id));
      if (!before) throw new NotFound();
      const made = await changerEtat({
        db,
        id,
        ...etatDemande(before, payment),
        updatedAt: updatedAt ?? before.updatedAt,
        source: "agence",
        user,
        today,
      });
      return c.json({ data: await afterChange(c, id, made, relance) });
    },
  )
  .delete(
    "/Quitance/:id",
    says("Supprime la dernière quittance de l’année.", { success: 204 }),
    requires("supprimer"),
    async (c) => {
      const { db, session } = c.var;
      const cle = await supprimerQuittance({ db, id: idParam(c), user: session.user.email });
      c.executionCtx.waitUntil(oublierPdfs(c.env, [cle]));
      return c.body(null, 204);
    },
  )
  .route(
    "/",
    reads({
      name: "Quitance",
      table: quitances,
      list: {
        search: [sql`${quitances.numero}`, locataires.recherche, appartements.recherche],
        searched: [],
        sort: {
          date: quitances.date,
          numero: quitances.numero,
          locataire: locataires.recherche,
          appartement: appartements.recherche,
          echeance: quitances.echeance,
          id: quitances.id,
        },
        defaultSort: "-date",
        filters: {
          mois: byMatch(/^\d{4}-(0[1-9]|1[0-2])$/, "Un mois AAAA-MM est attendu.", (mois) =>
            eq(quitances.mois, mois),
          ),
          annee: byMatch(/^\d{4}$/, "Une année est attendue.", inYear),
          ClientId: byId(quitances.ClientId),
          AppartementId: byId(quitances.AppartementId),
          DossierId: byId(quitances.DossierId),
          LocataireId: byId(quitances.LocataireId),
          regle: byBoolean(quitances.regle),
          statusInconu: byBoolean(quitances.statusInconu),
          etat: byChoice({
            payee: () => quittanceEst.payee,
            impayee: () => quittanceEst.impayee,
            inconnue: () => quittanceEst.inconnue,
            retard: quittanceEnRetard,
          }),
          courriel: byChoice({
            incertain: () => withCourriel("incertain"),
            refuse: () => withCourriel("refuse"),
          }),
        },
        rows,
        count: (db, where) =>
          db
            .select({ total: count() })
            .from(quitances)
            .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
            .innerJoin(appartements, eq(appartements.id, quitances.AppartementId))
            .where(where),
        view,
        csv: [
          { titre: "Numéro", valeur: (row) => row.numero },
          { titre: "Locataire", valeur: (row) => row.locataire },
          { titre: "Appartement", valeur: (row) => row.appartement },
          { titre: "Ville", valeur: (row) => row.ville },
          { titre: "Du", valeur: (row) => row.date },
          { titre: "Au", valeur: (row) => row.dateFin },
          { titre: "Échéance", valeur: (row) => row.echeance },
          { titre: "Loyer HC", valeur: (row) => row.loyerHC },
          { titre: "Charges", valeur: (row) => row.charge },
          { titre: "Total", valeur: (row) => row.total },
          { titre: "État", valeur: (row) => ETATS[row.etat] },
          { titre: "Payée le", valeur: (row) => row.datePaiement },
        ],
      },
      find,
    }),
  );
