import { and, type Column, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Mois } from "#domain/dates.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import {
  COURRIELS,
  COURRIELS_PARTIS,
  COURRIELS_RENVOYABLES,
  type CourrielAPartir,
  type EtatCourriel,
  GENRES_COURRIEL,
  type GenreCourriel,
} from "#domain/quittances/courriel.ts";
import type { LotRappele } from "#domain/quittances/lot-de-courriels.ts";
import type { Db } from "#worker/db/client.ts";
import { delaiEnvoi, donneesEffacees } from "#worker/db/conditions.ts";
import { dernierRejet } from "#worker/db/conditions-comptes.ts";
import { quittanceAcquittee } from "#worker/db/conditions-quittances.ts";
import { rowExists } from "#worker/db/rows.ts";
import { history } from "#worker/db/schema/agence.ts";
import { decomptes } from "#worker/db/schema/charges.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { courriels, quitances } from "#worker/db/schema/quittances.ts";
import { revisions } from "#worker/db/schema/revisions.ts";
import { locataires } from "#worker/db/schema/schema.ts";
import { COURRIELS_COMPOSES, type Courriel } from "#worker/mail/courriels.ts";
import type { Sort } from "#worker/mail/send.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";

/** Milliseconds that a réservation lasts: the right of one sender to a mail. */
export const RESERVATION = 5 * 60_000;
const TENTATIVES_AU_PLUS = 8;

const INCONNU = "Ce courriel n’existe pas.";

/** An SQL expression: the value that `valeur` gives for the kind of mail that the statement reads. */
const selonGenre = (genre: SQL | Column, valeur: (courriel: Courriel) => SQL) =>
  sql`CASE ${genre} ${sql.join(
    GENRES_COURRIEL.map((nom) => sql`WHEN ${nom} THEN ${valeur(COURRIELS_COMPOSES[nom])}`),
    sql` `,
  )} END`;

/** A condition on `Quitance` and `Locataire`: a mail of this kind may leave now, to a tenant who was not erased. */
export const partant = (genre: SQL | Column, acquittee = quittanceAcquittee) =>
  sql`(NOT (${donneesEffacees}) AND ${selonGenre(genre, ({ condition }) => condition(acquittee))})`;

const destinatairesDe = (genre: SQL | Column) =>
  selonGenre(genre, ({ destinataires }) => destinataires);

/** The kinds of mail put into the outbox on this occasion, as rows with a `value`. */
export const genresDe = (occasion: Courriel["occasion"]) =>
  sql`json_each(${JSON.stringify(GENRES_COURRIEL.filter((genre) => COURRIELS_COMPOSES[genre].occasion === occasion))})`;

/**
 * SQL: the instant at which a mail sent by a person leaves, after the delay of the settings; null for at once
 * (quittances/README §2.7).
 */
export const PART_LE = sql`iif(${delaiEnvoi} > 0,
  strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+' || ${delaiEnvoi} || ' seconds'), NULL)`;

/**
 * For the mails sent when a receipt changes state: the identifier of its last rejected payment (0 without one). After
 * a rejection, the receipt may send the same kinds of mail again.
 */
const rejetSuivi = (occasion: Courriel["occasion"]) =>
  occasion === "changement" ? sql`coalesce(${dernierRejet(sql`"Quitance".id`)}, 0)` : sql`0`;

/**
 * The statement that puts the mails of this occasion into the outbox, for each receipt selected by `lesquelles` that
 * does not have them: one row per receipt and kind, and one more after each rejected payment, once the earlier mails
 * have left.
 * @param user the author of the mails, who has a while to call them back; null for the daily run, whose mails leave at
 * once.
 * @param acquittee the condition that a payment is acknowledged, for a write that is about to acknowledge it.
 */
export function preparerEnvois(
  db: Db,
  lesquelles: SQL,
  {
    occasion,
    user,
    acquittee,
  }: { occasion: Courriel["occasion"]; user: string | null; acquittee?: SQL },
) {
  return db.run(sql`
    INSERT INTO ${courriels} ("QuitanceId", genre, "RejetId", destinataires, etat, erreur, "partLe")
    SELECT id, genre, rejet, destinataires, iif(destinataires = '[]', 'refuse', 'a_envoyer'),
      iif(destinataires = '[]', 'Aucune adresse e-mail.', NULL), ${user === null ? null : PART_LE}
    FROM (
      SELECT "Quitance".id, genre.value AS genre, ${rejetSuivi(occasion)} AS rejet,
        ${destinatairesDe(sql`genre.value`)} AS destinataires
      FROM ${quitances} JOIN ${locataires} ON "Locataire".id = "Quitance"."LocataireId"
      JOIN ${genresDe(occasion)} genre
      WHERE ${lesquelles} AND ${partant(sql`genre.value`, acquittee)}
      ORDER BY "Quitance".id) nouveau
    WHERE NOT EXISTS (SELECT 1 FROM ${courriels} c WHERE c."QuitanceId" = nouveau.id AND c.genre = nouveau.genre
      AND c.etat NOT IN (SELECT value FROM json_each(${JSON.stringify(COURRIELS_PARTIS)})))
    ON CONFLICT ("QuitanceId", genre, "RejetId") DO NOTHING`);
}

/** The receipts, with their months, that would send a first mail of this kind if they were paid; writes nothing. */
export const quiPartiraient = (db: Db, ids: readonly number[], genre: GenreCourriel) =>
  db.all<{ id: number; mois: Mois }>(sql`
    SELECT "Quitance".id, "Quitance".mois FROM ${quitances}
    JOIN ${locataires} ON "Locataire".id = "Quitance"."LocataireId"
    WHERE "Quitance".id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
      AND ${partant(sql`${genre}`, sql`true`)} AND ${destinatairesDe(sql`${genre}`)} <> '[]'
      AND NOT EXISTS (SELECT 1 FROM ${courriels} c WHERE c."QuitanceId" = "Quitance".id AND c.genre = ${genre}
        AND c.etat IN (SELECT value FROM json_each(${JSON.stringify(COURRIELS_PARTIS)})))`);

/**
 * The statement that adapts the unsent mails to the state of their receipt. A mail that may no longer leave is
 * cancelled; a cancelled one that may leave again waits for the delay of the settings.
 */
export function suivreEtat(db: Db, laquelle: SQL) {
  return db.run(sql`
    UPDATE ${courriels} SET etat = iif(suite.partant, 'a_envoyer', 'annule'), tentatives = 0,
      "partLe" = iif(suite.partant, ${PART_LE}, NULL), "updatedAt" = ${MAINTENANT}
    FROM (
      SELECT "Courriel".id, ${partant(sql`"Courriel".genre`)} AS partant
      FROM ${courriels} JOIN ${quitances} ON "Quitance".id = "Courriel"."QuitanceId"
      JOIN ${locataires} ON "Locataire".id = "Quitance"."LocataireId"
      WHERE ${laquelle}) suite
    WHERE "Courriel".id = suite.id
      AND "Courriel".etat = iif(suite.partant, 'annule', 'a_envoyer')`);
}

/** The query for the mails of these receipts that wait to be sent. */
export function courrielsEnAttente(db: Db, lesquelles: SQL) {
  return db
    .select({
      id: courriels.id,
      genre: sql<GenreCourriel>`${courriels.genre}`,
      partLe: courriels.partLe,
    })
    .from(courriels)
    .innerJoin(quitances, eq(quitances.id, courriels.QuitanceId))
    .where(and(lesquelles, eq(courriels.etat, "a_envoyer")));
}

/** A mail of the outbox that only this sender may send. */
export interface CourrielReserve {
  id: number;
  tentatives: number;
  /** The instant until which the mail is reserved; it also distinguishes one reservation from another. */
  reserveJusqua: string;
}

/** The mail of a receipt that this sender may send. */
export interface CourrielPris extends CourrielReserve {
  QuitanceId: number;
  genre: GenreCourriel;
  destinataires: string[];
}

/** A mail that this sender may not send now, with its state. */
export interface CourrielLaisse {
  QuitanceId: number;
  etat: EtatCourriel;
  partLe: string | null;
}

/**
 * Reserves for five minutes, for one sender only, the mails of these receipts that wait and whose time has come. In
 * the same transaction, mails whose sender has been silent for longer become uncertain, because that sender may have
 * sent them.
 * @param versions the receipts as they were when the document to attach was made; the mail of a receipt that has
 * changed since is not reserved.
 */
export async function prendre(
  db: Db,
  versions: readonly { id: number; updatedAt: string; regle: boolean }[],
  now: Date,
): Promise<{ pris: CourrielPris[]; laisses: CourrielLaisse[] }> {
  const json = JSON.stringify(versions.map((version) => ({ ...version, regle: +version.regle })));
  const lesquelles = sql`"Quitance".id IN (SELECT value ->> 'id' FROM json_each(${json}))`;
  const { pris, laisses } = await db.write({
    incertains: rendreIncertains(db, now),
    suite: suivreEtat(db, lesquelles),
    pris: db.all<Omit<CourrielPris, "destinataires"> & { destinataires: string }>(sql`
      UPDATE ${courriels} SET etat = 'en_cours', tentatives = tentatives + 1, erreur = NULL,
        "bailJusqua" = ${finDeReservation(now)}, "updatedAt" = ${MAINTENANT}
      FROM json_each(${json}) version
      JOIN ${quitances} ON "Quitance".id = version.value ->> 'id'
        AND "Quitance"."updatedAt" = version.value ->> 'updatedAt'
        AND "Quitance".regle = version.value ->> 'regle'
      WHERE "Courriel"."QuitanceId" = "Quitance".id AND "Courriel".etat = 'a_envoyer'
        AND coalesce("Courriel"."partLe", '') <= ${now.toISOString()}
      RETURNING id, "QuitanceId", genre, destinataires, tentatives, "bailJusqua" AS "reserveJusqua"`),
    servies: noterServies(
      db,
      sql`"Quitance".id IN (SELECT "QuitanceId" FROM ${courriels} WHERE etat = 'en_cours'
        AND "QuitanceId" IN (SELECT value ->> 'id' FROM json_each(${json})))`,
    ),
    laisses: db
      .select({
        id: courriels.id,
        QuitanceId: sql<number>`${courriels.QuitanceId}`,
        etat: courriels.etat,
        partLe: courriels.partLe,
      })
      .from(courriels)
      .where(sql`${courriels.QuitanceId} IN (SELECT value ->> 'id' FROM json_each(${json}))`),
  });
  const miens = new Set(pris.map(({ id }) => id));
  return {
    pris: pris.map((row) => ({ ...row, destinataires: JSON.parse(row.destinataires) })),
    laisses: laisses.filter(({ id }) => !miens.has(id)),
  };
}

/** The instant until which a mail reserved now stays reserved. */
export const finDeReservation = (now: Date): string =>
  new Date(now.getTime() + RESERVATION).toISOString();

/**
 * The statement that records, before the mails leave, that the documents of these receipts are sent. From then on,
 * their numbers are never given again.
 */
export const noterServies = (db: Db, lesquelles: SQL) =>
  db.all<{ id: number }>(sql`
    UPDATE ${quitances} SET "servieLe" = ${MAINTENANT} WHERE "servieLe" IS NULL AND ${lesquelles}
    RETURNING id`);

/**
 * Writes on waiting mails the reason why they do not leave. They go on waiting as if nobody had tried: the daily run
 * sends them again for two days, and after that a person must.
 */
export const direEnAttente = (db: Db, lesquels: SQL, pourquoi: string) =>
  db.run(
    sql`UPDATE ${courriels} SET erreur = ${pourquoi} WHERE "Courriel".etat = 'a_envoyer' AND ${lesquels}`,
  );

/** The statement that marks as uncertain the mails whose sender went silent. */
export function rendreIncertains(db: Db, now: Date) {
  return db.run(sql`
    UPDATE ${courriels} SET etat = 'incertain', "updatedAt" = ${MAINTENANT},
      erreur = 'L’envoi a été interrompu : il n’est pas certain que ce courriel soit parti.'
    WHERE etat = 'en_cours' AND "bailJusqua" < ${now.toISOString()}`);
}

/**
 * Records the outcome of the reserved mails, unless they were reserved again since; a mail that failed too often is
 * given up.
 */
export async function consigner(
  db: Db,
  envois: readonly { courriel: CourrielReserve; sort: Sort }[],
  now: Date,
): Promise<void> {
  if (envois.length === 0) return;
  const issues = envois.map(({ courriel, sort }) => ({
    id: courriel.id,
    reserve: courriel.reserveJusqua,
    etat: etatApres(courriel, sort),
    erreur: sort.erreur,
  }));
  await db.run(sql`
    UPDATE ${courriels} SET etat = issue.value ->> 'etat', erreur = issue.value ->> 'erreur',
      "bailJusqua" = NULL, "updatedAt" = ${MAINTENANT},
      "envoyeLe" = iif(issue.value ->> 'etat' = 'envoye', ${now.toISOString()}, NULL)
    FROM json_each(${JSON.stringify(issues)}) issue
    WHERE "Courriel".id = issue.value ->> 'id' AND "Courriel"."bailJusqua" = issue.value ->> 'reserve'
      AND "Courriel".etat IN ('en_cours', 'incertain')`);
}

function etatApres({ tentatives }: CourrielReserve, { etat }: Sort) {
  if (etat !== "a_reprendre") return etat;
  return tentatives < TENTATIVES_AU_PLUS ? "a_envoyer" : "refuse";
}

/** The record whose history records a mail: the receipt of the mail, or the record of its document. */
const ficheDuCourriel = (id: number) => ({
  entite: sql`(SELECT coalesce(entite, 'Quitance') FROM ${courriels} WHERE id = ${id})`,
  entiteId: sql`(SELECT coalesce("entiteId", "QuitanceId") FROM ${courriels} WHERE id = ${id})`,
});

/**
 * Makes a mail wait again, when a person decides so: a mail of uncertain fate, refused, or called back
 * (quittances/README §2.7). A receipt's mail goes to the tenant's present addresses, a document's mail to the
 * addresses it was written to. The caller queues it.
 * @throws NotFound when there is no such mail; Conflict when it is in another state, or may not leave: a quittance
 * not paid, a tenant without agreement to e-mail, an avis already paid, no address, a document that was erased.
 */
export async function renvoyerCourriel(
  { db, user }: Pick<Contexte, "db" | "user">,
  id: number,
): Promise<CourrielAPartir> {
  const adresses = destinatairesDe(sql`"Courriel".genre`);
  const arrete = sql`"Courriel".id = ${id} AND ${inArray(courriels.etat, [...COURRIELS_RENVOYABLES])}`;
  const renvoyable = sql`(
    SELECT "Courriel".id, ${adresses} AS destinataires
    FROM ${courriels} JOIN ${quitances} ON "Quitance".id = "Courriel"."QuitanceId"
    JOIN ${locataires} ON "Locataire".id = "Quitance"."LocataireId"
    WHERE ${arrete} AND ${partant(sql`"Courriel".genre`)} AND ${adresses} <> '[]'
    UNION ALL
    SELECT id, destinataires FROM ${courriels}
    WHERE ${arrete} AND coalesce("StoredFileId", "CompteRenduId") IS NOT NULL AND destinataires <> '[]')`;
  const {
    avant: [avant],
    renvoi: [renvoi],
  } = await db.write({
    avant: db.select({ id: courriels.id }).from(courriels).where(eq(courriels.id, id)),
    historique: trace(db, {
      ...ficheDuCourriel(id),
      etat: "Courriel renvoyé",
      user,
      quand: rowExists(renvoyable),
    }),
    renvoi: db.all<CourrielAPartir>(sql`
      UPDATE ${courriels} SET etat = 'a_envoyer', tentatives = 0, erreur = NULL, "envoyeLe" = NULL,
        "partLe" = ${PART_LE}, destinataires = suite.destinataires, "updatedAt" = ${MAINTENANT}
      FROM ${renvoyable} suite WHERE "Courriel".id = suite.id
      RETURNING id, "partLe"`),
  });
  if (!avant) throw new NotFound(INCONNU);
  if (!renvoi) throw new Conflict("Ce courriel ne peut pas être renvoyé.");
  return renvoi;
}

/** The statement that cancels a mail that has not left, because its paper is no longer valid. */
export const annulerCourriel = (db: Db, id: number | null) =>
  db.run(sql`UPDATE ${courriels} SET etat = 'annule', "partLe" = NULL, "updatedAt" = ${MAINTENANT}
    WHERE id = ${id} AND etat IN ('a_envoyer', 'retenu', 'refuse')`);

/**
 * The statement that cancels the waiting mails of revisions and of statements of charges that were undone while a
 * sender held the mail and failed to send it.
 * @returns the identifiers of the cancelled mails
 */
export const annulerSansObjet = (db: Db, lesquels: SQL) =>
  db.all<{
    id: number;
  }>(sql`UPDATE ${courriels} SET etat = 'annule', "partLe" = NULL, "updatedAt" = ${MAINTENANT}
    WHERE etat = 'a_envoyer' AND ${lesquels} AND id IN (
      SELECT "CourrielId" FROM ${revisions} WHERE "annuleeLe" IS NOT NULL
      UNION ALL SELECT "CourrielId" FROM ${decomptes} WHERE "annuleLe" IS NOT NULL)
    RETURNING id`);

/**
 * Calls back a waiting mail (quittances/README §2.7): it leaves only if a person sends it again. When it is called
 * back and sent at the same instant, exactly one of the two happens.
 * @throws NotFound when there is no such mail; Conflict when it has left, is leaving, or does not wait.
 */
export async function retenirCourriel(
  ctx: Pick<Contexte, "db" | "user">,
  id: number,
): Promise<void> {
  const avant = (await retenir(ctx, [id])).get(id);
  if (!avant) throw new NotFound(INCONNU);
  if (avant.etat !== "a_envoyer") throw new Conflict(refusDeRetenir(avant));
}

/**
 * Calls several mails back in one transaction, each as {@link retenirCourriel} does. Mails already held back are in the
 * answer too, so that a second call answers the same.
 */
export async function retenirCourriels(
  ctx: Pick<Contexte, "db" | "user">,
  ids: readonly number[],
): Promise<LotRappele> {
  const avant = await retenir(ctx, ids);
  const lot: LotRappele = { retenus: [], refuses: [] };
  for (const id of new Set(ids)) {
    const courriel = avant.get(id);
    if (courriel?.etat === "a_envoyer" || courriel?.etat === "retenu") lot.retenus.push(id);
    else lot.refuses.push({ id, motif: courriel ? refusDeRetenir(courriel) : INCONNU });
  }
  return lot;
}

/**
 * Holds back, among these mails, those that wait.
 * @returns the former state of each mail.
 */
async function retenir({ db, user }: Pick<Contexte, "db" | "user">, ids: readonly number[]) {
  const demandes = sql`"Courriel".id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`;
  const enAttente = and(demandes, eq(courriels.etat, "a_envoyer"));
  const { avant } = await db.write({
    avant: db
      .select({ id: courriels.id, etat: courriels.etat, genre: courriels.genre })
      .from(courriels)
      .where(demandes),
    historique: db.run(sql`
      INSERT INTO ${history} (entite, "entiteId", etat, "user", details)
      SELECT coalesce(entite, 'Quitance'), coalesce("entiteId", "QuitanceId"), 'Envoi annulé', ${user},
        json_object('CourrielId', id)
      FROM ${courriels} WHERE ${enAttente} ORDER BY id`),
    retenue: db
      .update(courriels)
      .set({ etat: "retenu", partLe: null, updatedAt: MAINTENANT })
      .where(enAttente),
  });
  return new Map(avant.map(({ id, ...courriel }) => [id, courriel]));
}

/** The statement that cancels the waiting mails of a deleted record's documents. */
export const retenirSansFiche = (db: Db, entite: string, entiteId: number) =>
  db.run(sql`
    UPDATE ${courriels} SET etat = 'annule', "partLe" = NULL, "updatedAt" = ${MAINTENANT}
    WHERE entite = ${entite} AND "entiteId" = ${entiteId} AND etat = 'a_envoyer'
      AND NOT EXISTS (SELECT 1 FROM ${sql.identifier(entite)} WHERE id = ${entiteId})`);

const NOMS = { ...COURRIELS, document: { nom: "Courriel", feminin: false } };

function refusDeRetenir({ etat, genre }: Pick<typeof courriels.$inferSelect, "etat" | "genre">) {
  const { nom, feminin } = NOMS[genre];
  const e = feminin ? "e" : "";
  if (etat === "en_cours") return `Trop tard\u00A0: ${nom.toLowerCase()} en cours d’envoi.`;
  if (etat === "envoye") return `Trop tard\u00A0: ${nom.toLowerCase()} déjà envoyé${e}.`;
  return "Ce courriel n’attend pas d’être envoyé.";
}
