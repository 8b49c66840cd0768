import { and, type SQL, sql } from "drizzle-orm";
import { dossierEnCours } from "#worker/db/conditions.ts";
import { ligneAffichee } from "#worker/db/loyers.ts";
import { rowExists } from "#worker/db/rows.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import { loyersHistoriques } from "#worker/db/schema/revisions.ts";
import { appartements, dossiers } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";

/**
 * The statements that make dossiers show the rent in force today. When the record of a dwelling had the former rent
 * of the only lease that runs, it gets the new one (revisions/README §15.1).
 */
export function afficherLoyers({ db, today }: Pick<Contexte, "db" | "today">, lesquels: SQL) {
  const montant = (champ: "loyerHC" | "loyerCharge") =>
    sql`(SELECT l.${sql.identifier(champ)} FROM ${loyersHistoriques} l WHERE l.id = ${ligneAffichee(today)})`;
  const change = sql`(${dossiers.loyerHC}, ${dossiers.loyerCharge}) IS NOT (${montant("loyerHC")}, ${montant("loyerCharge")})`;
  const duLogement = and(
    sql`${dossiers.AppartementId} = ${appartements.id}`,
    dossierEnCours(today),
  );
  const suivi = sql`FROM ${dossiers} WHERE ${duLogement} AND ${lesquels} AND ${change}
    AND ${dossiers.loyerHC} = ${appartements.loyerHC} AND ${dossiers.loyerCharge} = ${appartements.charge}`;
  return {
    logements: db.run(sql`UPDATE ${appartements} SET
        "loyerHC" = (SELECT ${montant("loyerHC")} ${suivi}), charge = (SELECT ${montant("loyerCharge")} ${suivi}),
        "updatedAt" = ${MAINTENANT}
      WHERE EXISTS (SELECT 1 ${suivi})
        AND (SELECT count(*) FROM ${dossiers} WHERE ${duLogement}) = 1`),
    dossiers: db.run(sql`UPDATE ${dossiers} SET "loyerHC" = ${montant("loyerHC")},
        "loyerCharge" = ${montant("loyerCharge")}, "updatedAt" = ${MAINTENANT}
      WHERE ${lesquels} AND ${change}`),
  };
}

/** Makes every dossier show the rent in force today, once it takes effect; running it again changes nothing. */
export async function suivreLoyers(ctx: Pick<Contexte, "db" | "today">): Promise<void> {
  const dates = rowExists(
    loyersHistoriques,
    sql`${loyersHistoriques.DossierId} = ${dossiers.id} AND ${loyersHistoriques.depuis} > ${dossiers.dateDebutBail}`,
  );
  await ctx.db.write(afficherLoyers(ctx, dates));
}
