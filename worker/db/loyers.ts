import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { LoyerTenu, MotifLoyer } from "#domain/gerance/revisions/loyers.ts";
import { enEuros } from "#domain/montants.ts";
import { finDuLoyer, selected } from "./conditions.ts";
import { loyersHistoriques } from "./schema/revisions.ts";
import { dossiers } from "./schema/schema.ts";

// The rents of a dossier, each with its first day: the SQL that selects them, and the function that parses its result
// (revisions/README §15.1).

type LoyerLu = LoyerTenu & { motif: MotifLoyer };

/** Reads the JSON that {@link loyersEcrits} selects; amounts in euros. */
export const loyersLus = (json: string): LoyerLu[] =>
  (JSON.parse(json) as LoyerLu[]).map((loyer) => ({
    ...loyer,
    loyerHC: enEuros(loyer.loyerHC),
    loyerCharge: enEuros(loyer.loyerCharge),
  }));

/** The rents in force of the outer query's dossier, in order of their days, as JSON in cents. */
export const loyersEcrits = selected<string>(sql`(
  SELECT json_group_array(json_object('depuis', depuis, 'loyerHC', "loyerHC", 'loyerCharge', "loyerCharge", 'motif', motif))
  FROM (SELECT * FROM ${loyersHistoriques} WHERE "DossierId" = ${dossiers.id} AND "annuleLe" IS NULL
    ORDER BY depuis, id))`);

/**
 * The rents in force of the outer query's dossier, read by {@link loyersLus}: a relational query does not parse
 * computed values.
 */
export const loyersDe = selected<LoyerLu[]>(sql`${loyersEcrits}`).mapWith(loyersLus);

/**
 * The rent of the outer query's dossier multiplied by the days owed of a month, in cents × days: the figure that the
 * rule `totalDuMois` then divides and rounds.
 * @param debut, fin the first and last days owed
 */
export const loyerFoisJours = (
  montant: "loyerHC" | "loyerCharge",
  { debut, fin }: { debut: SQL; fin: SQL },
): SQL => sql`(
  SELECT sum(montant * max(0, julianday(min(coalesce(date(suivant, '-1 day'), ${fin}), ${fin}))
    - julianday(iif(rang = 1, ${debut}, max(depuis, ${debut}))) + 1))
  FROM (SELECT ${sql.identifier(montant)} AS montant, depuis, lead(depuis) OVER jours AS suivant, row_number() OVER jours AS rang
    FROM ${loyersHistoriques} WHERE "DossierId" = ${dossiers.id} AND "annuleLe" IS NULL
    WINDOW jours AS (ORDER BY depuis, id)))`;

/** The identifier of the row of rent that the rule `loyerAffiche` gives for the outer query's dossier. */
export const ligneAffichee = (today: Jour): SQL => sql`coalesce(
  (SELECT id FROM ${loyersHistoriques} WHERE "DossierId" = ${dossiers.id} AND "annuleLe" IS NULL
    AND depuis <= min(max(${today}, ${dossiers.dateDebutBail}), ${finDuLoyer}) ORDER BY depuis DESC, id DESC LIMIT 1),
  (SELECT id FROM ${loyersHistoriques} WHERE "DossierId" = ${dossiers.id} AND "annuleLe" IS NULL
    ORDER BY depuis, id LIMIT 1))`;
