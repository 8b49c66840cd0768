import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import type { ContenuFacture } from "#domain/gerance/cloture/facture-honoraires.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import type { Db } from "#worker/db/client.ts";
import { facturesHonoraires } from "#worker/db/schema/mandants.ts";

/** An invoice of fees to make, or a credit note; cents. */
export interface FactureAFaire {
  serie: "FH" | "AV";
  MissionId: number;
  /** The account that makes it; null: its mission stands alone. */
  CompteRenduId: number | null;
  /** The invoice of a mission that a credit note takes back. */
  CorrigeId?: number;
  ht: Centimes;
  tva: Centimes;
  ttc: Centimes;
  contenu: ContenuFacture;
}

/**
 * The statement that makes invoices of fees, in their order: each series goes on within its year, without gap
 * (cloture/README §12.17).
 */
export const facturer = (
  db: Db,
  factures: readonly FactureAFaire[],
  { date, user }: { date: Jour; user: string | null },
) =>
  db.run(sql`
    INSERT INTO ${facturesHonoraires} (serie, exercice, rang, "MissionId", "CompteRenduId", "CorrigeId", date, ht, tva, ttc, contenu, "user")
    SELECT f.value ->> 'serie', substr(${date}, 1, 4),
      row_number() OVER (PARTITION BY f.value ->> 'serie' ORDER BY f.key) + coalesce((SELECT max(deja.rang)
        FROM ${facturesHonoraires} deja WHERE deja.serie = f.value ->> 'serie' AND deja.exercice = substr(${date}, 1, 4)), 0),
      f.value ->> 'MissionId', f.value ->> 'CompteRenduId', f.value ->> 'CorrigeId', ${date}, f.value ->> 'ht', f.value ->> 'tva', f.value ->> 'ttc',
      f.value ->> 'contenu', ${user}
    FROM json_each(${JSON.stringify(factures)}) f ORDER BY f.key`);
