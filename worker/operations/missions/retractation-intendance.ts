import { type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Jour } from "#domain/dates.ts";

type Numero = number | SQL | SQLiteColumn;

/** A condition on the request `d`: it is for the order of this caretaking mission. */
const deLIntendance = (
  IntendanceId: Numero,
) => sql`(d.entite = 'Intendance' AND d."entiteId" = ${IntendanceId}
  AND d.type = 'ordreMissionIntendance' AND d."DocumentScelleId" IS NOT NULL)`;

/**
 * An SQL expression: the instant at which the client withdrew from the last sealed order of a caretaking mission
 * (signature/README §18.9). Null when nobody withdrew, or when the mission now has another signed paper.
 */
export const intendanceRetracteeLe = (IntendanceId: Numero): SQL =>
  sql`(SELECT CASE WHEN coalesce(i."ordreMissionId", d."ScelleId") IS d."ScelleId" THEN d."retracteeLe" END
    FROM "DemandeSignature" d JOIN "Intendance" i ON i.id = d."entiteId"
    WHERE ${deLIntendance(IntendanceId)} ORDER BY d.id DESC LIMIT 1)`;

/**
 * The condition that the consumer who gave this order may still withdraw on this day (Code de la consommation, art. L.
 * 221-18).
 */
export const intendanceRetractable = (IntendanceId: Numero, today: Jour): SQL =>
  sql`EXISTS (SELECT 1 FROM "DemandeSignature" d WHERE ${deLIntendance(IntendanceId)}
    AND d."retracteeLe" IS NULL AND d."retractationJusqua" >= ${today})`;

/**
 * The condition that the consumer withdrew without having asked for an early start: he owes nothing (Code de la
 * consommation, art. L. 221-25).
 */
export const intendanceSansPrix = (IntendanceId: Numero): SQL =>
  sql`(${intendanceRetracteeLe(IntendanceId)} IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM "Signataire" s, json_each(s.cases) coche WHERE coche.value = 'execution'
      AND s."DemandeSignatureId" = (SELECT max(d.id) FROM "DemandeSignature" d WHERE ${deLIntendance(IntendanceId)})))`;
