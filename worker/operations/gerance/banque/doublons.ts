import { type SQL, sql } from "drizzle-orm";
import { MOTS_COURANTS } from "#domain/gerance/rapprochement/mots-de-ligne.ts";
import { lignesReleve, releves } from "#worker/db/schema-gerance.ts";

const formatDe = (ReleveId: SQL) => sql`(SELECT format FROM ${releves} WHERE id = ${ReleveId})`;
const format = formatDe(sql`${lignesReleve.ReleveId}`);

/** `autre`: the lines of this amount of its account, between these days, that earlier files of other formats brought. */
const dAutresFormats = (du: SQL, au: SQL) => sql`FROM ${lignesReleve} autre
  JOIN ${releves} avant ON avant.id = autre."ReleveId" AND avant.id < ${lignesReleve.ReleveId} AND avant.format <> ${format}
  WHERE autre."CompteBancaireId" = ${lignesReleve.CompteBancaireId} AND autre.montant = ${lignesReleve.montant}
    AND autre.date BETWEEN ${du} AND ${au}`;

/** How many lines of this amount and of that day the format of the line has told, until this line. */
const deSonFormat = (date: SQL, jusqua: SQL) => sql`(SELECT count(*) FROM ${lignesReleve} sienne
  WHERE sienne."CompteBancaireId" = ${lignesReleve.CompteBancaireId} AND sienne.montant = ${lignesReleve.montant}
    AND sienne.date = ${date} AND sienne.id <= ${jusqua} AND ${formatDe(sql`sienne."ReleveId"`)} = ${format})`;

const jour = sql`${lignesReleve.date}`;
/** What a line says, its words apart from each other by a space. */
const motsDits = (libelle: SQL, tiers: SQL) =>
  [...`".,;:/'’-_()`].reduce(
    (texte, signe) => sql`replace(${texte}, ${signe}, ' ')`,
    sql`upper(${libelle} || ' ' || coalesce(${tiers}, ''))`,
  );
const siens = motsDits(sql`${lignesReleve.libelle}`, sql`${lignesReleve.tiers}`);
const autres = motsDits(sql`autre.libelle`, sql`autre.tiers`);
const COURANTS = JSON.stringify([...MOTS_COURANTS].map((mot) => mot.toUpperCase()));

/** Both tell a word of three letters or more that names somebody or something, or one label begins as the other. */
const memesMots = sql`(instr(upper(autre.libelle), upper(${lignesReleve.libelle})) = 1
  OR instr(upper(${lignesReleve.libelle}), upper(autre.libelle)) = 1
  OR EXISTS (SELECT 1 FROM json_each('[' || replace(json_quote(${siens}), ' ', '","') || ']') mot
    WHERE length(mot.value) > 2 AND mot.value GLOB '*[A-Z]*' AND mot.value NOT IN (SELECT value FROM json_each(${COURANTS}))
      AND instr(' ' || ${autres} || ' ', ' ' || mot.value || ' ') > 0))`;

/**
 * The line of an earlier file of another format that is probably the same movement (domain/README §12.5): the same amount of
 * the same day, whatever the labels, the first of one format answering the first of the other, so that two equal rents stay
 * two; else of three days at most apart, with words in common, which no line of its own day answers.
 */
export const doublonDe = sql`coalesce(
  (SELECT id FROM (SELECT autre.id, row_number() OVER (PARTITION BY avant.format ORDER BY autre.id) AS rang
      ${dAutresFormats(jour, jour)})
    WHERE rang = ${deSonFormat(jour, sql`${lignesReleve.id}`)} ORDER BY id LIMIT 1),
  (SELECT autre.id ${dAutresFormats(sql`date(${jour}, '-3 days')`, sql`date(${jour}, '+3 days')`)}
    AND autre.date <> ${jour} AND ${memesMots} AND ${deSonFormat(sql`autre.date`, sql`${Number.MAX_SAFE_INTEGER}`)} = 0
    ORDER BY autre.id LIMIT 1))`;
