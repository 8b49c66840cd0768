import { type SQL, sql } from "drizzle-orm";
import { immeubles } from "./schema/schema.ts";

/**
 * The accounting years (exercices) of buildings that end in these civil years, as rows: `immeuble` (0 for a dwelling
 * in no building), `annee` (the year's name), `du` and `au` (its first and last days). The twin in SQL of
 * `exercicesFinisEn` (charges/README §16.1).
 */
export function exercicesDesImmeubles(annees: readonly number[]): SQL {
  const an = sql`json_each(${JSON.stringify(annees)}) an`;
  const debut = sql`i."exerciceDebut"`;
  const du = sql`(iif(${debut} = '01-01', an.value, an.value - 1) || '-' || ${debut})`;
  const au = sql`date(an.value || printf('-%02d-01', mois.value), '+1 month', '-1 day')`;
  const avant = sql`json_each(i."exercicesAvant") avant`;
  const jusquau = sql`(avant.value ->> 'jusquau')`;
  return sql`(
    SELECT 0 AS immeuble, an.value AS annee, an.value || '-01-01' AS du, an.value || '-12-31' AS au FROM ${an}
    UNION ALL SELECT i.id, an.value, ${du}, date(${du}, '+1 year', '-1 day')
    FROM ${immeubles} i, ${an} WHERE i."exercicesAvant" IS NULL
    UNION ALL SELECT immeuble, iif(rang = 1, an, an * 100 + mois), du, au FROM (
      SELECT immeuble, an, mois, au, row_number() OVER (PARTITION BY immeuble, an ORDER BY au) AS rang,
        max(iif(an || '-' || debut <= au, an, an - 1) || '-' || debut, coalesce(date(apres, '+1 day'), '')) AS du
      FROM (
        SELECT i.id AS immeuble, an.value AS an, mois.value AS mois, ${au} AS au,
          coalesce((SELECT avant.value ->> 'debut' FROM ${avant} WHERE ${jusquau} >= ${au} ORDER BY avant.key LIMIT 1), ${debut}) AS debut,
          (SELECT max(${jusquau}) FROM ${avant} WHERE ${jusquau} < ${au}) AS apres,
          EXISTS (SELECT 1 FROM ${avant} WHERE ${jusquau} = ${au}) AS coupe
        FROM ${immeubles} i, ${an}, json_each('[1,2,3,4,5,6,7,8,9,10,11,12]') mois WHERE i."exercicesAvant" IS NOT NULL)
      WHERE coupe OR strftime('%m-%d', au, '+1 day') = debut))`;
}
