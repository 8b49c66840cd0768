import { type SQL, sql } from "drizzle-orm";
import { Invalid } from "#domain/erreurs.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { enEuros, formatEuros } from "#domain/montants.ts";
import { lignes } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";

/** The payer of a sum that goes back to a tenant: the owner of a mandate, or the agency from the money it put in. */
export type Payeur = { mandat: number } | "agence";

/**
 * SQL condition: the owner's account, or the money that the agency put in, holds a sum that goes back to a tenant.
 * @param demande `montant`: cents; `champ`: the field of the request that the error names
 * @throws Invalid when the account does not hold the sum.
 */
export async function tenuPar(
  { db }: Pick<Contexte, "db">,
  payeur: Payeur,
  { montant, champ }: { montant: Centimes; champ: string },
): Promise<SQL> {
  const compte =
    payeur === "agence" ? sql`genre = '4551'` : sql`genre = '4670' AND mandat = ${payeur.mandat}`;
  const tenu = sql`(SELECT coalesce(sum(credit - debit), 0) FROM ${lignes} WHERE ${compte}) >= ${montant}`;
  const [{ tient } = { tient: 0 }] = await db.all<{ tient: number }>(sql`SELECT ${tenu} AS tient`);
  if (!tient) {
    const somme = formatEuros(enEuros(montant));
    throw new Invalid({
      [champ]:
        payeur === "agence"
          ? `L’agence n’a pas apporté ces ${somme} : notez d’abord son apport, dans les reversements.`
          : `Le compte du bailleur ne tient pas les ${somme} à rendre : demandez-lui une provision.`,
    });
  }
  return tenu;
}
