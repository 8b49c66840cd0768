import { type SQL, sql } from "drizzle-orm";
import { type Controle, etatSelon, RUPTURES_MONTREES } from "#domain/agence/controle.ts";
import { ajouterJours, type Jour } from "#domain/dates.ts";
import { finDuLoyer } from "#worker/db/conditions.ts";
import { ligneAffichee } from "#worker/db/loyers.ts";
import { loyersHistoriques } from "#worker/db/schema/revisions.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import type { Contexte } from "#worker/operations/contexte.ts";

const autre = (jour: Jour): SQL => sql`(${dossiers.loyerHC}, ${dossiers.loyerCharge}) IS NOT (
  SELECT "loyerHC", "loyerCharge" FROM ${loyersHistoriques} WHERE id = ${ligneAffichee(jour)})`;

/**
 * Checks that the rent which each running dossier shows is the one in force (revisions/README §15.1): that of today, or
 * of yesterday until the daily run has passed.
 */
export async function controlerLoyers({
  db,
  today,
}: Pick<Contexte, "db" | "today">): Promise<Controle> {
  const hier = ajouterJours(today, -1);
  const ecarts = await db.all<{ id: number; total: number }>(sql`
    SELECT ${dossiers.id} AS id, count(*) OVER () AS total FROM ${dossiers}
    WHERE coalesce(${finDuLoyer}, ${today}) >= ${hier} AND ${autre(today)} AND ${autre(hier)}
    ORDER BY ${dossiers.id} LIMIT ${RUPTURES_MONTREES}`);
  const total = ecarts[0]?.total ?? 0;
  return {
    nom: "Loyer affiché",
    etat: etatSelon(total),
    lignes: total,
    unite: ["écart", "écarts"],
    detail:
      total === 0
        ? "Le loyer affiché de chaque dossier est le loyer en vigueur"
        : "Ce n’est plus vrai : le loyer affiché est le loyer en vigueur",
    ruptures: ecarts.map(({ id }) => ({ motif: `Dossier ${id}` })),
  };
}
