import { type SQL, sql } from "drizzle-orm";
import { MOTS_COURANTS } from "#domain/gerance/rapprochement/mots-de-ligne.ts";
import { lignesReleve, releves } from "#worker/db/schema/gerance.ts";

const formatDe = (ReleveId: SQL) => sql`(SELECT format FROM ${releves} WHERE id = ${ReleveId})`;
const format = formatDe(sql`${lignesReleve.ReleveId}`);

/** `autre`: the lines of the same account and amount, between these days, from earlier files of other formats. */
const dAutresFormats = (du: SQL, au: SQL) => sql`FROM ${lignesReleve} autre
  JOIN ${releves} avant ON avant.id = autre."ReleveId" AND avant.id < ${lignesReleve.ReleveId} AND avant.format <> ${format}
  WHERE autre."CompteBancaireId" = ${lignesReleve.CompteBancaireId} AND autre.montant = ${lignesReleve.montant}
    AND autre.date BETWEEN ${du} AND ${au}`;

/** The count of lines of the same account, amount and format, on the day `date`, up to the identifier `jusqua`. */
const deSonFormat = (date: SQL, jusqua: SQL) => sql`(SELECT count(*) FROM ${lignesReleve} sienne
  WHERE sienne."CompteBancaireId" = ${lignesReleve.CompteBancaireId} AND sienne.montant = ${lignesReleve.montant}
    AND sienne.date = ${date} AND sienne.id <= ${jusqua} AND ${formatDe(sql`sienne."ReleveId"`)} = ${format})`;

const jour = sql`${lignesReleve.date}`;
/** The text of a line in capitals, its punctuation replaced by spaces. */
const motsDits = (libelle: SQL, tiers: SQL) =>
  [...`".,;:/'’-_()`].reduce(
    (texte, signe) => sql`replace(${texte}, ${signe}, ' ')`,
    sql`upper(${libelle} || ' ' || coalesce(${tiers}, ''))`,
  );
const motsDeLaLigne = motsDits(sql`${lignesReleve.libelle}`, sql`${lignesReleve.tiers}`);
const motsDeLAutre = motsDits(sql`autre.libelle`, sql`autre.tiers`);
const COURANTS = JSON.stringify([...MOTS_COURANTS].map((mot) => mot.toUpperCase()));

/** Whether one label begins with the other, or both lines share a word of three letters or more that is not common. */
const memesMots = sql`(instr(upper(autre.libelle), upper(${lignesReleve.libelle})) = 1
  OR instr(upper(${lignesReleve.libelle}), upper(autre.libelle)) = 1
  OR EXISTS (SELECT 1 FROM json_each('[' || replace(json_quote(${motsDeLaLigne}), ' ', '","') || ']') mot
    WHERE length(mot.value) > 2 AND mot.value GLOB '*[A-Z]*' AND mot.value NOT IN (SELECT value FROM json_each(${COURANTS}))
      AND instr(' ' || ${motsDeLAutre} || ' ', ' ' || mot.value || ' ') > 0))`;

/** Whether the account has an earlier file of another format. Most accounts have none, and need no comparison. */
const autreFormat = sql`EXISTS (SELECT 1 FROM ${releves} avant WHERE avant."CompteBancaireId" = ${lignesReleve.CompteBancaireId}
  AND avant.id < ${lignesReleve.ReleveId} AND avant.format <> ${format})`;

/**
 * The line of an earlier file of another format that is probably the same movement (banque/README §12.5). First, the
 * same amount on the same day, whatever the labels. The first such line of one format matches the first of the other,
 * the second matches the second: two equal rents stay two. Else the same amount at most three days away, with words
 * in common, when this line's format has no such amount on the day of the earlier line.
 */
export const doublonDe = sql`iif(${autreFormat}, coalesce(
  (SELECT id FROM (SELECT autre.id, row_number() OVER (PARTITION BY avant.format ORDER BY autre.id) AS rang
      ${dAutresFormats(jour, jour)})
    WHERE rang = ${deSonFormat(jour, sql`${lignesReleve.id}`)} ORDER BY id LIMIT 1),
  (SELECT autre.id ${dAutresFormats(sql`date(${jour}, '-3 days')`, sql`date(${jour}, '+3 days')`)}
    AND autre.date <> ${jour} AND ${memesMots} AND ${deSonFormat(sql`autre.date`, sql`${Number.MAX_SAFE_INTEGER}`)} = 0
    ORDER BY autre.id LIMIT 1)), NULL)`;
