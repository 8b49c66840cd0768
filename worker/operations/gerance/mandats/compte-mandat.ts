import { eq, sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import type { CompteDuMandat } from "#domain/gerance/mandats/compte-mandat.ts";
import type { ModeFonds } from "#domain/gerance/mandats/mots-de-conditions.ts";
import { enEuros } from "#domain/montants.ts";
import type { Db, Results } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { lignes } from "#worker/db/schema/gerance.ts";
import { missionAppartements, missions } from "#worker/db/schema/missions.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { fondsDe, mandatDe } from "#worker/operations/gerance/livres/fonds.ts";

type Genre = "4670" | "4671" | "4672" | "411H" | "4680" | "165";

/** The queries of the accounts of a mandate; {@link compteDuMandatLu} reads their answers. */
export const requetesDuMandat = (
  db: Db,
  { MissionId, today }: { MissionId: number; today: Jour },
) => ({
  mission: db
    .select({
      id: missions.id,
      modeFonds: selected<ModeFonds>(fondsDe(sql`"Mission".id`, today)),
    })
    .from(missions)
    .where(eq(missions.id, MissionId)),
  soldes: db.all<{ genre: Genre; solde: number }>(sql`
    SELECT genre, sum(credit - debit) AS solde FROM ${lignes}
    WHERE mandat = ${MissionId} AND genre IN ('4670', '4671', '4672', '411H', '4680') GROUP BY 1
    UNION ALL
    SELECT l.genre, sum(l.credit - l.debit) FROM ${missionAppartements} a
    JOIN ${dossiers} b ON b."AppartementId" = a."AppartementId"
    JOIN ${lignes} l ON l.genre = '165' AND l.de = b.id
    WHERE a."MissionId" = ${MissionId} AND ${mandatDe(sql`a."AppartementId"`)} = a."MissionId" GROUP BY 1`),
});

/**
 * The accounts of a mandate, from the answers of its queries; euros.
 * @throws NotFound
 */
export function compteDuMandatLu(
  faits: Results<ReturnType<typeof requetesDuMandat>>,
): CompteDuMandat {
  const [mission] = faits.mission;
  if (!mission) throw new NotFound();
  const solde = (genre: Genre) => faits.soldes.find((solde) => solde.genre === genre)?.solde ?? 0;
  return {
    MissionId: mission.id,
    modeFonds: mission.modeFonds,
    solde: enEuros(solde("4670")),
    aReverser: enEuros(solde("4672")),
    appele: enEuros(solde("4671")),
    depots: enEuros(solde("165")),
    honorairesDus: enEuros(0 - solde("411H") - solde("4680")),
  };
}
