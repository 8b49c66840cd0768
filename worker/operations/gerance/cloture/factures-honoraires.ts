import { type SQL, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { ContenuFacture } from "#domain/gerance/cloture/facture-honoraires.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import type { Db } from "#worker/db/client.ts";
import { missionRetracteeLe } from "#worker/db/conditions.ts";
import { facturesHonoraires } from "#worker/db/schema/mandants.ts";

/**
 * SQL: the last day on which the consumer who gave this mandate may withdraw from it (Code de la consommation, art.
 * L. 221-18). Null once that day is over or the consumer withdrew, or when he has no right to withdraw.
 */
const retractableJusqua = (MissionId: SQL, today: Jour) => sql<Jour | null>`(
  SELECT max(d."retractationJusqua") FROM "DemandeSignature" d
  WHERE d."MissionId" = ${MissionId} AND d.type = 'ordreMission' AND d."DocumentScelleId" IS NOT NULL
    AND d."retracteeLe" IS NULL AND d."retractationJusqua" >= ${today})`;

/**
 * SQL: the day of a withdrawal from a mandate that the consumer had not asked to start at once: he owes nothing (art.
 * L. 221-25). Null otherwise.
 */
const retracteSansDebut = (MissionId: SQL) => sql<string | null>`(
  SELECT ${missionRetracteeLe(MissionId)} WHERE NOT EXISTS (SELECT 1 FROM "Signataire" s, json_each(s.cases) coche
    WHERE coche.value = 'execution' AND s."DemandeSignatureId" = (SELECT max(d.id) FROM "DemandeSignature" d
      WHERE d."MissionId" = ${MissionId} AND d.type = 'ordreMission' AND d."DocumentScelleId" IS NOT NULL)))`;

/** The columns of `MandatAFacturer`, as SQL, for this mission. */
export const mandatAFacturer = (MissionId: SQL, today: Jour) =>
  sql`${retractableJusqua(MissionId, today)} AS retractable, ${retracteSansDebut(MissionId)} AS "retracteeLe"`;

/** True when `refusDeFacturer()` refuses none of these invoices. A credit note is never refused. */
export const sansRetractation = (
  factures: readonly Pick<FactureAFaire, "serie" | "MissionId">[],
  today: Jour,
) => {
  const mandats = factures.filter(({ serie }) => serie === "FH").map(({ MissionId }) => MissionId);
  return sql`NOT EXISTS (SELECT 1 FROM json_each(${JSON.stringify(mandats)}) m
    WHERE ${retractableJusqua(sql`m.value`, today)} IS NOT NULL OR ${retracteSansDebut(sql`m.value`)} IS NOT NULL)`;
};

export interface FactureAFaire {
  serie: "FH" | "AV";
  MissionId: number;
  /** The dossier of the tenant who owes the invoice; absent or null: the principals of the mandate owe it. */
  DossierId?: number | null;
  /** The account that makes the invoice; null for an invoice made without an account. */
  CompteRenduId: number | null;
  /** The invoice, of a mission or of a tenant, that a credit note takes back. */
  CorrigeId?: number;
  ht: Centimes;
  tva: Centimes;
  ttc: Centimes;
  contenu: ContenuFacture;
}

/**
 * The SQL statement that inserts invoices of fees in the order given. The numbers of each series follow each other
 * within its year, without gap (cloture/README §12.17).
 */
export const facturer = (
  db: Db,
  factures: readonly FactureAFaire[],
  { date, user }: { date: Jour; user: string | null },
) =>
  db.run(sql`
    INSERT INTO ${facturesHonoraires} (serie, exercice, rang, "MissionId", "DossierId", "CompteRenduId", "CorrigeId", date, ht, tva, ttc, contenu, "user")
    SELECT f.value ->> 'serie', substr(${date}, 1, 4),
      row_number() OVER (PARTITION BY f.value ->> 'serie' ORDER BY f.key) + coalesce((SELECT max(deja.rang)
        FROM ${facturesHonoraires} deja WHERE deja.serie = f.value ->> 'serie' AND deja.exercice = substr(${date}, 1, 4)), 0),
      f.value ->> 'MissionId', f.value ->> 'DossierId', f.value ->> 'CompteRenduId', f.value ->> 'CorrigeId', ${date}, f.value ->> 'ht', f.value ->> 'tva', f.value ->> 'ttc',
      f.value ->> 'contenu', ${user}
    FROM json_each(${JSON.stringify(factures)}) f ORDER BY f.key`);
