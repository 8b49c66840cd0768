import { sql } from "drizzle-orm";
import type { SommeEnAttente } from "#domain/gerance/rapprochement/proposition-de-somme.ts";
import type { Db } from "#worker/db/client.ts";
import { ecritures, lignes, lignesReleve } from "#worker/db/schema/gerance.ts";

/**
 * The sums held on account 4710, each with the bank line that showed it; cents. Their payer is unknown, or they came
 * in for an owner who receives his rents himself. Sums that another bank line gives back are left out.
 */
export const sommesEnAttente = sql`(
  SELECT s.id, s.etat, s.date, s."CompteBancaireId", s.version, coalesce(s.tiers, s.libelle) AS qui, tenue.montant
  FROM (SELECT CAST(substr(o.cle, 7) AS integer) AS id, sum(l.credit - l.debit) AS montant FROM ${lignes} l
    JOIN ${ecritures} e ON e.id = l."EcritureId" JOIN ${ecritures} o ON o.id = coalesce(e."annuleId", e.id)
    WHERE l.genre = '4710' AND o.cle LIKE 'ligne %' GROUP BY 1 HAVING sum(l.credit - l.debit) > 0) tenue
  JOIN ${lignesReleve} s ON s.id = tenue.id AND s."RendueParId" IS NULL)`;

/** Reads the sums of {@link sommesEnAttente} whose amount is one of `montants`. @param montants cents, above zero */
export const lireSommesEnAttente = (db: Db, montants: readonly number[]) =>
  db.all<SommeEnAttente>(sql`
    SELECT id, date, qui, montant, "CompteBancaireId" FROM ${sommesEnAttente}
    WHERE montant IN (SELECT value FROM json_each(${JSON.stringify(montants)})) ORDER BY date, id`);
