import { type Column, type SQL, sql } from "drizzle-orm";

/**
 * The end of a query, from its FROM on: the receipts `q` of a lease that are not cancelled, without those that a
 * revision completed (revisions/README §15.7).
 */
export const quittancesHors = ({
  id,
  DossierId,
}: Record<"id" | "DossierId", number | Column>): SQL =>
  sql`FROM "Quitance" q WHERE q."DossierId" = ${DossierId} AND q."annuleeLe" IS NULL AND NOT EXISTS (
    SELECT 1 FROM "Quitance" complement WHERE complement."DossierId" = q."DossierId" AND complement.mois = q.mois
      AND complement."RevisionId" = ${id} AND q.automatique AND complement.id > q.id)`;
