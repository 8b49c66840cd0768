import { and, eq, sql } from "drizzle-orm";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import { renouvellement } from "#domain/missions/etat-intendance.ts";
import { newestId, rowExists } from "#worker/db/rows.ts";
import { intendances } from "#worker/db/schema/missions.ts";
import { asRead, isStale, onVersionRead } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";

const SANS_PERIODE =
  "Cette intendance n’a pas de période : renseignez son début et sa fin avant de la renouveler.";
const DERNIER_JOUR = "2199-12-31";

type Auteur = Pick<Contexte, "db" | "now" | "user">;

/** A mission, with the version that the caller read; without a version, any is accepted. */
type ARenouveler = VersionLue & { id: number };

/**
 * Makes the caretaking mission that follows this one and marks this one as renewed (missions/README §6.2), in one
 * transaction: two simultaneous calls make one mission.
 * @returns the identifier of the new mission.
 * @throws NotFound when there is no such record; Conflict when it is renewed already, has no period, is an expense, or
 * changed since it was read; Invalid when the next period would leave the calendar.
 */
export async function renouvelerIntendance(ctx: Auteur, demande: ARenouveler): Promise<number> {
  return onVersionRead(demande, () => renouvelerLue(ctx, demande));
}

/** @returns undefined when somebody changed the mission since it was read. */
async function renouvelerLue(
  { db, now, user }: Auteur,
  { id, ...lue }: ARenouveler,
): Promise<number | undefined> {
  const [ancienne] = await db.select().from(intendances).where(eq(intendances.id, id));
  if (!ancienne) throw new NotFound();
  if (isStale(ancienne, lue)) throw new Conflict(FICHE_MODIFIEE);
  const { dateDepart, dateFin } = ancienne;
  if (ancienne.nature !== "mission") {
    throw new Conflict("Seule une mission d’intendance se renouvelle.");
  }
  if (!dateDepart || !dateFin) throw new Conflict(SANS_PERIODE);
  if (ancienne.renouvele) throw new Conflict("Cette intendance est déjà renouvelée.");
  const suivante = renouvellement({ ...ancienne, dateDepart, dateFin });
  if (suivante.dateFin > DERNIER_JOUR) {
    throw new Invalid({ dateFin: "Cette intendance finit trop tard pour être renouvelée." });
  }
  const renouvelable = and(
    eq(intendances.id, id),
    eq(intendances.renouvele, false),
    asRead(intendances, { version: ancienne.version }),
  );
  const quand = rowExists(intendances, renouvelable);
  const {
    renouvelee,
    nouvelle: [nouvelle],
  } = await db.write({
    suite: db.run(sql`INSERT INTO ${intendances}
      (nature, "AppartementId", "dateDepart", "dateFin", prix, tva, renouvele, regle)
      SELECT ${suivante.nature}, ${suivante.AppartementId}, ${suivante.dateDepart}, ${suivante.dateFin},
        ${sql.param(suivante.prix, intendances.prix)}, ${suivante.tva}, 0, 0
      WHERE ${quand}`),
    creation: trace(db, {
      entite: "Intendance",
      entiteId: newestId(intendances),
      etat: "Création",
      user,
      details: { renouvelle: id },
      quand,
    }),
    historique: trace(db, {
      entite: "Intendance",
      entiteId: id,
      etat: "Renouvellement",
      user,
      quand,
    }),
    renouvelee: db
      .update(intendances)
      .set({ renouvele: true, updatedAt: now.toISOString() })
      .where(renouvelable),
    nouvelle: db.select({ id: sql<number>`max(${intendances.id})` }).from(intendances),
  });
  return renouvelee.rowsAffected === 0 ? undefined : nouvelle?.id;
}
