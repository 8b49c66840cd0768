import { type SQL, sql } from "drizzle-orm";
import { type CleAgence, REGLAGES } from "#domain/agence/agence.ts";
import { ajouterJours, type Jour } from "#domain/dates.ts";
import { premierJourExigible } from "#domain/gerance/locataires/prescription.ts";
import { DELAIS_GLI } from "#domain/gerance/relances/alertes.ts";
import { AGES, type Age } from "#domain/gerance/relances/impayes.ts";
import { ETAPES_SUIVIES, type EtapeSuivie } from "#domain/gerance/relances/relances.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { decompteNonRecu } from "#worker/operations/gerance/livres/cles-des-soldes.ts";
import { mandatArrete } from "#worker/operations/gerance/livres/fonds.ts";
import { DEPUIS, ouvertes } from "#worker/operations/gerance/locataires/echeances-ouvertes.ts";

/**
 * The sums late by three years at most. Left out are the sums of a mandate whose last account is frozen, and the
 * balances of charges statements not sent, or sent less than a month ago.
 */
export const enRetard = (today: Jour, lesquelles: SQL = sql`1`) =>
  ouvertes(
    sql`e."exigibleLe" >= ${premierJourExigible(today)} AND e."exigibleLe" < ${today}
      AND ${DEPUIS} < ${today} AND NOT ${mandatArrete(sql`e.mandat`)} AND NOT ${decompteNonRecu(today)} AND ${lesquelles}`,
  );

const deLAge = (age: Age, today: Jour) => {
  const { a, de } = AGES[age];
  return sql`depuis <= ${ajouterJours(today, -de)}
    AND depuis >= ${a === null ? "" : ajouterJours(today, -a)}`;
};

/** The debts of each late dossier, as a table `impaye` in cents (relances/README §12.12). */
export const impayes = (today: Jour) => sql`(
  SELECT "DossierId",
    coalesce(sum(reste) FILTER (WHERE NOT incertaine), 0) AS du,
    coalesce(sum(reste) FILTER (WHERE incertaine), 0) AS "aConfirmer",
    min("exigibleLe") FILTER (WHERE NOT incertaine) AS "exigibleLe",
    min("exigibleLe") AS premiere,
    min(depuis) FILTER (WHERE NOT incertaine) AS depuis, min(depuis) AS "premierRetard",
    ${sql.join(
      (Object.keys(AGES) as Age[]).map(
        (age) =>
          sql`coalesce(sum(reste) FILTER (WHERE NOT incertaine AND ${deLAge(age, today)}), 0) AS ${sql.identifier(age)}`,
      ),
      sql`, `,
    )}
  FROM (${enRetard(today)}) GROUP BY "DossierId") impaye`;

/** A number of the agency's settings, in SQL, as `agenceDe()` gives it. */
const reglage = (
  cle: CleAgence &
    (
      | "seuilRelance"
      | "delaiRelance1"
      | "delaiRelance2"
      | "delaiMiseEnDemeure"
      | "delaiTransmission"
    ),
) => sql`coalesce((SELECT CAST(replace(trim(valeur), ',', '.') AS real) FROM ${variables}
  WHERE nom = ${cle} AND trim(valeur) <> '' AND trim(valeur) NOT GLOB '*[^0-9.,]*'), ${REGLAGES[cle].defaut})`;

const DELAIS: Record<EtapeSuivie, SQL> = {
  R1: reglage("delaiRelance1"),
  R2: sql`min(${reglage("delaiRelance2")}, iif("Dossier"."garantieLoyersImpayes", ${DELAIS_GLI.relance}, 999))`,
  R3: sql`min(${reglage("delaiMiseEnDemeure")}, iif("Dossier"."garantieLoyersImpayes", ${DELAIS_GLI.miseEnDemeure}, 999))`,
  R4: sql`min(${reglage("delaiTransmission")}, iif("Dossier"."garantieLoyersImpayes", ${DELAIS_GLI.declaration}, 999))`,
};

/** The step of reminder that a debt `impaye` has reached; null: none yet. It is `etapeAtteinte()` in SQL. */
export const etapeDe = (today: Jour) => sql`CASE
  WHEN impaye.du < 100 * ${reglage("seuilRelance")} OR impaye.du = 0 THEN NULL
  ${sql.join(
    ETAPES_SUIVIES.toReversed().map(
      (etape) =>
        sql`WHEN julianday(${today}) - julianday(impaye.depuis) >= ${DELAIS[etape]} THEN ${etape}`,
    ),
    sql` `,
  )} END`;

/** Whether a pause stops the reminders of the dossier on that day. */
export const enPause = (DossierId: SQL, today: Jour) => sql`EXISTS (SELECT 1 FROM "Pause" p
  WHERE p."DossierId" = ${DossierId} AND p."leveeLe" IS NULL AND p.jusquau >= ${today})`;

/** The sum received for a dossier and not credited yet, in cents. */
export const recuDe = (DossierId: SQL) => sql`coalesce((SELECT sum(r.montant) FROM "Reglement" r
  WHERE r.etat = 'recu' AND r."DossierId" = ${DossierId}), 0)`;
