import { type SQL, sql } from "drizzle-orm";
import { dernierJour, type Mois } from "#domain/dates.ts";
import { closUnePeriode } from "#domain/gerance/mandats/mandat-rendu.ts";
import { PERIODICITES, type Periodicite } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { origineDe, reversementTenu } from "#worker/db/conditions-comptes.ts";
import { comptesRendus } from "#worker/db/schema/mandants.ts";
import { mandatArrete } from "#worker/operations/gerance/livres/fonds.ts";

/**
 * SQL condition: a line of a mandate waits for its account. Such a line is on the owner's account (4670), or takes
 * back a sum called (4671) that an earlier account showed, whose fees the next account gives back.
 */
export const compteAttendu = (mandat: SQL) => sql`EXISTS (
  SELECT 1 FROM "Ligne" l WHERE l.mandat = ${mandat} AND l.genre IN ('4670', '4671')
    AND NOT EXISTS (SELECT 1 FROM "CompteRenduLigne" dite WHERE dite."LigneId" = l.id)
    AND (l.genre = '4670' OR EXISTS (SELECT 1 FROM "Ecriture" e JOIN "Ligne" o ON o."EcritureId" = ${origineDe(sql`e`)}
      JOIN "CompteRenduLigne" dite ON dite."LigneId" = o.id WHERE e.id = l."EcritureId" AND o.mandat = l.mandat AND o.genre = '4671')))`;

/**
 * The entries, by mandate and key, that set apart sums for an owner whose account is below zero. They cover only the
 * mandates whose end is frozen, and the sums that no transfer pays: the next account sets these sums off against his
 * debt.
 */
export const REVERSEMENTS_A_COMPENSER = sql`(
  SELECT c."MissionId", 'compte-rendu ' || c.id || ' REV' AS cle FROM "FinDeMandat" f
  JOIN ${comptesRendus} c ON c."MissionId" = f."MissionId" AND c.etat = 'valide' AND c.reversement > 0 AND ${reversementTenu}
  WHERE f."annuleLe" IS NULL AND f."arreteLe" IS NOT NULL
    AND (SELECT sum(l.credit - l.debit) FROM "Ligne" l WHERE l.genre = '4670' AND l.mandat = f."MissionId") < 0
    AND NOT EXISTS (SELECT 1 FROM "CompteRenduPart" p JOIN "Virement" v ON v."CompteRenduPartId" = p.id AND v.etat = 'emis'
      WHERE p."CompteRenduId" = c.id) ORDER BY c.id)`;

/**
 * The mandates whose period ends with this month, with terms or lines in the books, and without an account of this
 * month or a later one. A mandate whose end is frozen counts only if lines still wait for an account, or if its
 * owner's debt is to be set off against sums due to him.
 */
export function mandatsSansCompte(mois: Mois) {
  const au = dernierJour(mois);
  const closent = (Object.keys(PERIODICITES) as Periodicite[]).filter((periodicite) =>
    closUnePeriode(mois, periodicite),
  );
  return sql`SELECT m.id FROM "Mission" m WHERE m.type = 'gestion'
    AND coalesce(m."dateSignature", '') <= ${au}
    AND coalesce((SELECT c.periodicite FROM "ConditionsMandat" c WHERE c."MissionId" = m.id AND c.depuis <= ${au}
      ORDER BY c.depuis DESC, c.id DESC LIMIT 1), 'mensuelle') IN (SELECT value FROM json_each(${JSON.stringify(closent)}))
    AND (EXISTS (SELECT 1 FROM "ConditionsMandat" c WHERE c."MissionId" = m.id AND c.depuis <= ${au})
      OR EXISTS (SELECT 1 FROM "Ligne" l JOIN "Ecriture" e ON e.id = l."EcritureId"
        WHERE l.mandat = m.id AND l.genre IN ('4670', '4671') AND e.date <= ${au}))
    AND (NOT ${mandatArrete(sql`m.id`)} OR ${compteAttendu(sql`m.id`)} OR m.id IN (SELECT "MissionId" FROM ${REVERSEMENTS_A_COMPENSER}))
    AND NOT EXISTS (SELECT 1 FROM ${comptesRendus} c WHERE c."MissionId" = m.id AND c.mois >= ${mois})`;
}
