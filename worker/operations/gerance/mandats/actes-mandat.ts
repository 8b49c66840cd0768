import { and, desc, eq, gt } from "drizzle-orm";
import { NotFound } from "#domain/erreurs.ts";
import type { AvenantRow } from "#domain/gerance/mandats/actes-mandat.ts";
import { actesMandat } from "#worker/db/schema/mandants.ts";
import { missions } from "#worker/db/schema/missions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";

/**
 * The avenants of a signed mandate, the latest first.
 * @throws NotFound when there is no such mission.
 */
export async function lireAvenants(
  { db }: Pick<Contexte, "db">,
  MissionId: number,
): Promise<AvenantRow[]> {
  const {
    mission: [mission],
    actes,
  } = await db.read({
    mission: db.select({ id: missions.id }).from(missions).where(eq(missions.id, MissionId)),
    actes: db
      .select()
      .from(actesMandat)
      .where(and(eq(actesMandat.MissionId, MissionId), gt(actesMandat.rang, 0)))
      .orderBy(desc(actesMandat.rang)),
  });
  if (!mission) throw new NotFound();
  return actes.flatMap(({ id, rang, depuis, contenu, user, createdAt }) =>
    "avenant" in contenu
      ? [{ id, rang, depuis, changements: contenu.avenant.changements, user, createdAt }]
      : [],
  );
}
