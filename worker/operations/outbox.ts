import { and, eq, type SQL, sql } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { MAINTENANT } from "#worker/db/columns.ts";
import { courriels, locataires, quitances } from "#worker/db/schema.ts";
import { trace } from "./history.ts";

export type GenreCourriel = (typeof courriels.$inferSelect)["genre"];

/** The tenant's addresses as they are now, without repetition (contract §5): `["…","…"]`. */
const DESTINATAIRES = sql`(
  SELECT json_group_array(adresse) FROM (
    SELECT "Locataire".mail AS adresse UNION SELECT "Locataire".mail2 UNION SELECT "Locataire"."autreMail")
  WHERE adresse <> '')`;

/**
 * Whether a mail of this kind may go now: the avis as long as the rent is not paid, the quittance once it
 * is and if the tenant agreed to e-mail (art. 21 of loi n° 89-462, contract §5).
 */
const partant = (genre: SQL) =>
  sql`CASE ${genre} WHEN 'quittance' THEN "Quitance".regle AND "Locataire"."accordEmail"
    ELSE NOT "Quitance".regle END`;

/**
 * The statement that puts a mail of this kind into the outbox for each receipt that `lesquelles` selects,
 * unless it has one already: one row a receipt and kind, for ever.
 */
export function deposer(db: Db, genre: GenreCourriel, lesquelles: SQL) {
  return db.run(sql`
    INSERT INTO ${courriels} ("QuitanceId", genre, destinataires, etat, erreur)
    SELECT id, ${genre}, destinataires, iif(destinataires = '[]', 'refuse', 'a_envoyer'),
      iif(destinataires = '[]', 'Aucune adresse e-mail.', NULL)
    FROM (
      SELECT "Quitance".id, ${DESTINATAIRES} AS destinataires
      FROM ${quitances} JOIN ${locataires} ON "Locataire".id = "Quitance"."LocataireId"
      WHERE ${lesquelles} AND ${partant(sql`${genre}`)})
    WHERE true
    ON CONFLICT ("QuitanceId", genre) DO NOTHING`);
}

/**
 * The statement that makes the mails not sent yet follow the state of their receipt: those that may no
 * longer go are cancelled, those cancelled that may go again wait again.
 */
export function suivreEtat(db: Db, laquelle: SQL) {
  return db.run(sql`
    UPDATE ${courriels} SET etat = iif(suite.partant, 'a_envoyer', 'annule'), tentatives = 0,
      "updatedAt" = ${MAINTENANT}
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
    .select({ id: courriels.id })
    .from(courriels)
    .innerJoin(quitances, eq(quitances.id, courriels.QuitanceId))
    .where(and(lesquelles, eq(courriels.etat, "a_envoyer")));
}
