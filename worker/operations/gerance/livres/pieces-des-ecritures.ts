import { sql } from "drizzle-orm";
import type { GenreDePiece, PieceDEcriture } from "#domain/gerance/livres/grand-livre.ts";
import type { Db } from "#worker/db/client.ts";
import { depenseDe, referenceViree } from "#worker/db/conditions-comptes.ts";
import { ecritures, lignesReleve } from "#worker/db/schema/gerance.ts";
import { facturesHonoraires, virements } from "#worker/db/schema/mandants.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { quitances } from "#worker/db/schema/quittances.ts";

type Trouvees = Record<GenreDePiece, number | null>;

/** The kinds of record that an entry may come from; the kind closest to the event comes first. */
const DU_PLUS_PROCHE: readonly GenreDePiece[] = [
  ...(["quittance", "reglement", "depense", "lot", "compte-rendu", "releve"] as const),
  ...(["mandat", "dossier"] as const),
];

/** The identifier that follows the first word of the key of an entry `o`; null for another key. */
const numeroDeCle = (mot: string) =>
  sql`iif(o.cle LIKE ${`${mot} %`}, CAST(substr(o.cle, ${mot.length + 2}) AS integer), NULL)`;

/**
 * The reference of a transfer ends at its first space: the words that follow name another entry of the same transfer.
 */
const referenceSeule = sql`(SELECT substr(v.reference || ' ', 1, instr(v.reference || ' ', ' ') - 1)
  FROM (SELECT ${referenceViree(sql`o.cle`)} AS reference) v)`;

/**
 * The record behind each of these entries; a reversal has the record of its entry. An entry whose record is gone has
 * its dossier.
 */
export async function lirePieces(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, PieceDEcriture>> {
  if (ids.length === 0) return new Map();
  const facture = sql`(SELECT f.id FROM ${facturesHonoraires} f WHERE f.id = ${numeroDeCle("reglement-honoraires")})`;
  const trouvees = await db.all<Trouvees & { id: number }>(sql`
    SELECT e.id, o."ReglementId" AS reglement,
      iif(o.cle LIKE 'quittance %', (SELECT q.id FROM ${quitances} q WHERE q.uuid = substr(o.cle, 11, 36)), NULL) AS quittance,
      (SELECT d.id FROM ${intendances} d WHERE d.id = ${depenseDe(sql`o.cle`)}) AS depense,
      (SELECT v."ReversementId" FROM ${virements} v WHERE v.reference = ${referenceSeule}) AS lot,
      coalesce(${numeroDeCle("compte-rendu")}, (SELECT f."CompteRenduId" FROM ${facturesHonoraires} f WHERE f.id = ${facture})) AS "compte-rendu",
      (SELECT r."ReleveId" FROM ${lignesReleve} r WHERE r.id = ${numeroDeCle("ligne")}) AS releve,
      coalesce(${numeroDeCle("facture-mission")}, (SELECT f."MissionId" FROM ${facturesHonoraires} f WHERE f.id = ${facture})) AS mandat,
      o."DossierId" AS dossier
    FROM json_each(${JSON.stringify(ids)}) demandee JOIN ${ecritures} e ON e.id = demandee.value
    JOIN ${ecritures} o ON o.id = coalesce(e."annuleId", e.id)`);
  return new Map(
    trouvees.flatMap(({ id: ecriture, ...pieces }) => {
      const genre = DU_PLUS_PROCHE.find((nom) => pieces[nom] !== null);
      const id = genre && pieces[genre];
      return genre && id ? [[ecriture, { genre, id }] as const] : [];
    }),
  );
}
