import { count, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { nomAppartement } from "#domain/adresse.ts";
import { type EtatCourriel, type GenreCourriel, parGenre } from "#domain/courriel.ts";
import { type Jour, moisDe, moisEnLettres } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound, Unreadable } from "#domain/erreurs.ts";
import { versionLue, versionSeule } from "#domain/fields.ts";
import { somme } from "#domain/montants.ts";
import { nomComplet } from "#domain/personne.ts";
import {
  cheminQuittance,
  ETATS_QUITTANCE,
  etatQuittance,
  joursDeRetard,
} from "#domain/quittance.ts";
import {
  creation,
  demandeAnnulation,
  demandeDuLot,
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
  ancienPaiement,
  courrielPerdu,
  historique,
  quittanceComptee,
  quittanceDerniere,
  quittanceEnRetard,
  quittanceEst,
  quittanceSupprimable,
  selected,
} from "#worker/db/conditions.ts";
import { parties } from "#worker/db/parties.ts";
import { appartements, locataires, proprietes } from "#worker/db/schema.ts";
import { courriels, quitances } from "#worker/db/schema-quittances.ts";
import { isStale, onVersionRead } from "#worker/db/versions.ts";
import { reads, shownPieces } from "#worker/http/crud.ts";
import { says } from "#worker/http/described.ts";
import { requires } from "#worker/http/guards.ts";
import { limited } from "#worker/http/limits.ts";
import {
  byBoolean,
  byChoice,
  byId,
  byLink,
  byMatch,
  byMonth,
  type Page,
} from "#worker/http/list-query.ts";
import { queueMails } from "#worker/http/queue-mails.ts";
import { defineFind, detailOf } from "#worker/http/record.ts";
import type { App } from "#worker/http/types.ts";
import { idParam, json, stateParam, versionOfTexts } from "#worker/http/validate.ts";
import { answerWhole, wholeList } from "#worker/http/whole-list.ts";
import { annulerQuittance } from "#worker/operations/annulation-quittance.ts";
import { reprendreCourrielsPerdus } from "#worker/operations/courriels-perdus.ts";
import {
  type Changement,
  changerEtat,
  changerEtats,
  supprimerQuittance,
} from "#worker/operations/etat-quittance.ts";
import {
  genererQuittance,
  genererQuittanceManuelle,
  type QuittanceDemandee,
} from "#worker/operations/generation.ts";
import { partant } from "#worker/operations/outbox.ts";
import { oublierPdfs } from "#worker/operations/quittance-pdf.ts";
import { deLAnnee, montant, nombreDe, TOTAL } from "#worker/operations/quittances-comptees.ts";
import { noterRelance, relanceNotee } from "#worker/operations/relance.ts";

/** A quittance was written after the mail: what it told of a refused payment is over. */
const SETTLED_SINCE = sql`EXISTS (SELECT 1 FROM "Courriel" suivant WHERE suivant."QuitanceId" = "Courriel"."QuitanceId"
  AND suivant.genre = 'quittance' AND suivant.id > "Courriel".id)`;

/** The state of the last mail of a kind; the row has it under the name of the kind. */
const etatOfCourriel = (genre: GenreCourriel) =>
  selected<EtatCourriel | null>(sql`(SELECT ${courriels.etat} FROM ${courriels}
    WHERE ${courriels.QuitanceId} = ${quitances.id} AND ${courriels.genre} = ${genre}
    ${genre === "rejet" ? sql`AND NOT ${SETTLED_SINCE}` : sql``} ORDER BY ${courriels.id} DESC LIMIT 1)`);

/** The mail that waits to leave, as JSON text. */
const waitingCourriel = selected<string | null>(sql`(
  SELECT json_object('id', ${courriels.id}, 'genre', ${courriels.genre}, 'partLe', ${courriels.partLe})
  FROM ${courriels}
  WHERE ${courriels.QuitanceId} = ${quitances.id} AND ${courriels.etat} = 'a_envoyer'
  ORDER BY ${courriels.id} DESC LIMIT 1)`);

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
  emission: quitances.emission,
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
  annuleeLe: quitances.annuleeLe,
  updatedAt: quitances.updatedAt,
  version: quitances.version,
};

const rows = (db: Db, { where, orderBy, limit, offset }: Omit<Page, "today">) =>
  db
    .select({
      ...columns,
      ...parGenre(etatOfCourriel),
      attente: waitingCourriel,
      ancienPaiement,
      ...parties,
    })
    .from(quitances)
    .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
    .innerJoin(appartements, eq(appartements.id, quitances.AppartementId))
    .where(where)
    .orderBy(...orderBy)
    .limit(limit ?? -1)
    .offset(offset);

const read = <T>(json: string | null): T | null => (json === null ? null : JSON.parse(json));

function view(raw: Awaited<ReturnType<typeof rows>>[number], today: Jour): QuittanceRow {
  const { titre, nom, prenom, adresse, etage, ...row } = raw;
  return {
    ...row,
    attente: read(row.attente),
    ancienPaiement: read(row.ancienPaiement),
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
      columns: { uuid: false, mois: false, exercice: false, rang: false, clePdf: false },
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
            partLe: true,
            destinataires: true,
            envoyeLe: true,
            erreur: true,
          },
        },
      },
      extras: {
        etats: historique("Quitance", quitances.id, 200, true).as("etats"),
        ancienPaiement: ancienPaiement.as("ancienPaiement"),
        derniere: selected<number>(quittanceDerniere).as("derniere"),
      },
    }),
  view: (raw, { today, canDelete }): QuittanceDetail => {
    const { appartement, locataire, etats, derniere: _derniere, courriels, ...row } = raw;
    return {
      ...row,
      courriels: courriels.flatMap(({ genre, ...courriel }) =>
        genre === "document" ? [] : [{ genre, ...courriel }],
      ),
      ancienPaiement: read(row.ancienPaiement),
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
  heldBy: ({ derniere, ...quittance }) =>
    retenuesQuittance({ ...quittance, derniere: Boolean(derniere) }),
  free: () => quittanceSupprimable,
});

/**
 * The receipt after it changed; its mails are queued, the PDF of the former state is dropped, and whether
 * the tenant was reminded is noted, if that was said too.
 */
async function afterChange(
  c: Context<App>,
  id: number,
  { courriels, ancienPdf }: Pick<Changement, "courriels" | "ancienPdf">,
  relance?: boolean,
) {
  queueMails(c, courriels);
  c.executionCtx.waitUntil(oublierPdfs(c.env, [ancienPdf]));
  const { db, session } = c.var;
  if (relance === undefined) return detailOf(c, find, await find.query(db, id));
  const note = { db, id, relance, user: session.user.email };
  const { raw } = await db.write({ ...relanceNotee(note), raw: find.query(db, id) });
  return detailOf(c, find, raw);
}

/** A receipt just made, or already there, with its mail queued and what was doubtful in it. */
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

/** A paid receipt that is sent back as it was read says the whole amount, which is no part. */
function wholeIsNoPart<
  T extends { regle?: boolean | undefined; montantPaye?: number | null | undefined },
>({ montantPaye, ...others }: T, total: number) {
  const part = others.regle && montantPaye === total ? undefined : montantPaye;
  return part === undefined ? others : { ...others, montantPaye: part };
}

/** A GET has no body: the version it is based on is in its query. */
function versionOfQuery(c: Context<App>) {
  const { version, updatedAt } = c.req.query();
  return versionOfTexts({ ...(version && { version }), ...(updatedAt && { updatedAt }) });
}

const MOIS = /^(?:(0?[1-9]|1[0-2]))-(\d{4})$/;

const STATES = Object.keys(ETATS_QUITTANCE);

/** The states in the order in which they are shown. */
const ORDER_OF_STATES = sql`CASE ${sql.join(
  Object.entries(quittanceEst).map(([etat, est]) => sql`WHEN ${est} THEN ${STATES.indexOf(etat)}`),
  sql` `,
)} END`;

/** The receipts of an owner: those in its name, and those of the dwellings it owns with whom they were made for. */
const ofOwner = (id: number) => sql`(${quitances.ClientId} = ${id} OR (
  EXISTS (SELECT 1 FROM ${proprietes} WHERE ${proprietes.AppartementId} = ${quitances.AppartementId}
    AND ${proprietes.ClientId} = ${id})
  AND (${quitances.ClientId} IS NULL OR EXISTS (SELECT 1 FROM ${proprietes}
    WHERE ${proprietes.AppartementId} = ${quitances.AppartementId}
      AND ${proprietes.ClientId} = ${quitances.ClientId}))))`;

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
      const { db, session, today } = c.var;
      const id = idParam(c);
      const lue = versionOfQuery(c);
      const etat = { regle: stateParam(c), statusInconu: false };
      const author = { source: "agence", user: session.user.email, today } as const;
      const change = await changerEtat({ db, id, ...etat, ...author, lue });
      return c.json({ data: await afterChange(c, id, change) });
    },
  )
  .post(
    "/Quitance/lot",
    says("Marque plusieurs quittances payées ou impayées : dit lesquelles l’ont été."),
    requires("modifier"),
    json(demandeDuLot),
    async (c) => {
      const { db, session, today } = c.var;
      const asked = c.req.valid("json");
      noLaterThan(today, asked.datePaiement);
      const { anciensPdf, ...data } = await changerEtats({
        db,
        ...asked,
        user: session.user.email,
        today,
      });
      queueMails(c, data.courriels);
      c.executionCtx.waitUntil(oublierPdfs(c.env, anciensPdf));
      return c.json({ data });
    },
  )
  .post(
    "/Quitance",
    says("Crée une quittance pour une période choisie.", { success: 201, refusals: [404] }),
    requires("modifier"),
    limited("documents"),
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
    limited("documents"),
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
    "/Quitance/courriel/perdus/reprendre",
    says("Remet en file les courriels qui auraient dû partir depuis dix minutes."),
    requires("modifier"),
    async (c) => {
      const repris = await reprendreCourrielsPerdus(c.env, c.var.db, c.var.now);
      return c.json({ data: { repris } });
    },
  )
  .post(
    "/Quitance/:id/annuler",
    says("Annule une quittance, qui garde son numéro.", { refusals: [409] }),
    requires("supprimer"),
    json(z.extend(demandeAnnulation, versionLue)),
    async (c) => {
      const { db, session, now, today } = c.var;
      const id = idParam(c);
      const { motif, courriel = false, ...lue } = c.req.valid("json");
      const author = { user: session.user.email, now, today };
      const made = await annulerQuittance({ db, id, motif, courriel, ...author, lue });
      return c.json({ data: await afterChange(c, id, made) });
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
      const { relance, version, updatedAt, ...payment } = c.req.valid("json");
      const lue = { version, updatedAt };
      noLaterThan(today, payment.datePaiement);
      const user = session.user.email;
      if (Object.keys(payment).length === 0) {
        if (relance !== undefined) await noterRelance({ db, id, relance, user, lue });
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
        return await changerEtat({
          db,
          id,
          source: "agence",
          ...etatDemande(before, wholeIsNoPart(payment, before.total)),
          lue: { version: before.version },
          user,
          today,
        }).catch((error: unknown) => {
          if (error instanceof Conflict && error.message === FICHE_MODIFIEE) return undefined;
          throw error;
        });
      });
      return c.json({ data: await afterChange(c, id, made, relance) });
    },
  )
  .delete(
    "/Quitance/:id",
    says("Supprime la dernière quittance de l’année.", { success: 204 }),
    requires("supprimer"),
    json(versionSeule),
    async (c) => {
      const { db, session, today } = c.var;
      const lue = c.req.valid("json");
      const user = session.user.email;
      const cle = await supprimerQuittance({ db, id: idParam(c), user, today, lue });
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
          // The number as text, its rank on as many digits as there may ever be.
          numero: sql`${quitances.exercice} || printf('%012d', ${quitances.rang})`,
          locataire: locataires.recherche,
          appartement: appartements.ordre,
          echeance: quitances.echeance,
          total: TOTAL,
          etat: ORDER_OF_STATES,
          id: quitances.id,
        },
        defaultSort: "-date",
        filters: {
          mois: byMonth((mois) => eq(quitances.mois, mois)),
          annee: byMatch(/^\d{4}$/, "Une année est attendue.", deLAnnee),
          ClientId: byLink(ofOwner),
          AppartementId: byId(quitances.AppartementId),
          DossierId: byId(quitances.DossierId),
          LocataireId: byId(quitances.LocataireId),
          regle: byBoolean(quitances.regle),
          statusInconu: byBoolean(quitances.statusInconu),
          dossiers: byMatch(
            /^\d{1,9}(,\d{1,9}){0,149}$/,
            "Des identifiants sont attendus, 150 au plus.",
            (ids) => inArray(quitances.DossierId, ids.split(",").map(Number)),
          ),
          etat: byChoice({
            payee: () => quittanceEst.payee,
            declaree: () => quittanceEst.declaree,
            impayee: () => quittanceEst.impayee,
            inconnue: () => quittanceEst.inconnue,
            annulee: () => quittanceEst.annulee,
            retard: quittanceEnRetard,
          }),
          courriel: byChoice({
            incertain: () => withCourriel("incertain"),
            refuse: () => withCourriel("refuse"),
            retenu: () => withCourriel("retenu"),
            perdu: () =>
              sql`EXISTS (SELECT 1 FROM ${courriels}
                WHERE ${courriels.QuitanceId} = ${quitances.id} AND ${courrielPerdu(new Date())})`,
          }),
        },
        rows,
        count: (db, where) =>
          db
            .select({
              total: count(),
              montant: montant(sql`CASE WHEN ${quittanceComptee} THEN ${TOTAL} ELSE 0 END`),
              annulees: nombreDe(quittanceEst.annulee),
            })
            .from(quitances)
            .innerJoin(locataires, eq(locataires.id, quitances.LocataireId))
            .innerJoin(appartements, eq(appartements.id, quitances.AppartementId))
            .where(where),
        view,
        csvOf: ({ mois, annee }) => mois ?? annee,
        csv: [
          { titre: "Mois", valeur: (row) => moisEnLettres(moisDe(row.date)) },
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
          { titre: "État", valeur: (row) => ETATS_QUITTANCE[row.etat] },
          {
            titre: "Payée le",
            valeur: (row) => (row.etat === "declaree" ? null : row.datePaiement),
          },
          {
            titre: "Déclarée le",
            valeur: (row) => (row.etat === "declaree" ? row.datePaiement : null),
          },
        ],
      },
      find,
    }),
  );
