import { sql } from "drizzle-orm";
import { SERIES_IRL, type SerieIrl } from "#domain/bail/irl.ts";
import { Conflict, Invalid } from "#domain/erreurs.ts";
import { controleDIndice, trimestreEnLettres } from "#domain/gerance/revisions/indices.ts";
import { type SaisieDIndices, SERIES } from "#domain/gerance/revisions/revision-fiche.ts";
import { formatNombre } from "#domain/montants.ts";
import { indicesValeurs, revisions } from "#worker/db/schema/revisions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { lireIndices } from "./faits-de-revision.ts";

/**
 * Enters the indices of a quarter, as the INSEE published them (revisions/README §15.3). An unusual value needs a
 * confirmation, one too far from the last is refused, and the same value again changes nothing.
 *
 * @throws Invalid on the series that is refused or to be confirmed, and without any value; Conflict when a revision
 *   used the former value.
 */
export async function saisirIndices(
  { db, user }: Pick<Contexte, "db" | "user">,
  { annee, trimestre, confirme, ...valeurs }: SaisieDIndices,
): Promise<void> {
  const connus = await lireIndices(db);
  const saisis = SERIES.flatMap((serie) => {
    const valeur = valeurs[serie];
    return valeur === undefined
      ? []
      : [{ serie, annee, trimestre, valeur: Math.round(valeur * 100) }];
  });
  const refus: Partial<Record<SerieIrl, string>> = {};
  for (const saisi of saisis) {
    const { refus: tropLoin, aConfirmer } = controleDIndice(saisi, connus);
    if (tropLoin !== null) refus[saisi.serie] = tropLoin;
    else if (aConfirmer !== null && !confirme)
      refus[saisi.serie] = `Confirmez\u00A0: ${formatNombre(aConfirmer, 2)}\u00A0% sur un an.`;
  }
  if (saisis.length === 0) refus.IRL = "Saisissez au moins une valeur.";
  if (Object.keys(refus).length > 0) throw new Invalid(refus as Record<string, string>);
  const json = JSON.stringify(saisis.map(({ serie, valeur }) => [serie, valeur]));
  const employe = sql`EXISTS (SELECT 1 FROM json_each(${json}) saisi JOIN ${indicesValeurs} i ON i.serie = saisi.value ->> 0
      AND i.annee = ${annee} AND i.trimestre = ${trimestre} AND i.valeur <> saisi.value ->> 1
    JOIN ${revisions} r ON r."annuleeLe" IS NULL AND r.serie = i.serie AND r.trimestre = i.trimestre
      AND i.annee IN (r.annee, r."anneeAncienne"))`;
  const { employes } = await db.write({
    employes: db.all<{ employe: number }>(sql`SELECT ${employe} AS employe`),
    historique: trace(db, {
      entite: "IndiceValeur",
      entiteId: sql`(SELECT coalesce(max(id), 0) FROM ${indicesValeurs})`,
      etat: `IRL du ${trimestreEnLettres({ annee, trimestre })}`,
      user,
      details: Object.fromEntries(
        saisis.map(({ serie, valeur }) => [SERIES_IRL[serie], valeur / 100]),
      ),
      quand: sql`NOT ${employe}`,
    }),
    indices: db.run(sql`INSERT INTO ${indicesValeurs} (serie, annee, trimestre, valeur, "user")
      SELECT saisi.value ->> 0, ${annee}, ${trimestre}, saisi.value ->> 1, ${user} FROM json_each(${json}) saisi
      WHERE NOT ${employe}
      ON CONFLICT (serie, annee, trimestre) DO UPDATE SET valeur = excluded.valeur, "user" = excluded."user"
        WHERE valeur <> excluded.valeur`),
  });
  if (employes[0]?.employe)
    throw new Conflict(
      `Une révision se sert de l’indice du ${trimestreEnLettres({ annee, trimestre })} : annulez-la d’abord.`,
    );
}
