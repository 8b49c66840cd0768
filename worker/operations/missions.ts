import { and, eq, isNull } from "drizzle-orm";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import {
  accomptes,
  appartements,
  clients,
  missionAppartements,
  missionClients,
  missions,
} from "#worker/db/schema.ts";
import { trace } from "./history.ts";

interface LienClient {
  MissionId: number;
  ClientId: number;
}

interface LienAppartement {
  MissionId: number;
  AppartementId: number;
}

interface LienAccompte {
  MissionId: number;
  AccompteId: number;
}

interface Auteur {
  user: string | null;
  now: Date;
}

const mission = (db: Db, id: number) =>
  db.select({ id: missions.id }).from(missions).where(eq(missions.id, id));

/**
 * Makes a client a principal of a mission; adding twice is the same state.
 * @throws NotFound when the mission or the client does not exist.
 */
export async function ajouterCommanditaire(
  db: Db,
  { MissionId, ClientId }: LienClient,
  user: string | null,
): Promise<void> {
  const [[found], [client]] = await db.batch([
    mission(db, MissionId),
    db.select({ id: clients.id }).from(clients).where(eq(clients.id, ClientId)),
  ]);
  if (!found || !client) throw new NotFound();
  await db.batch([
    db.insert(missionClients).values({ MissionId, ClientId }).onConflictDoNothing(),
    trace(db, evenement(MissionId, "Commanditaire ajouté", user, { ClientId }), true),
  ]);
}

/** @throws NotFound when the client is not a principal of the mission. */
export async function retirerCommanditaire(
  db: Db,
  { MissionId, ClientId }: LienClient,
  user: string | null,
): Promise<void> {
  const [removed] = await db.batch([
    db
      .delete(missionClients)
      .where(and(eq(missionClients.MissionId, MissionId), eq(missionClients.ClientId, ClientId))),
    trace(db, evenement(MissionId, "Commanditaire retiré", user, { ClientId }), true),
  ]);
  if (removed.rowsAffected === 0) {
    throw new NotFound("Ce client n’est pas commanditaire de cette mission.");
  }
}

/**
 * Puts an apartment under a mission; adding twice is the same state.
 * @throws NotFound when the mission or the apartment does not exist.
 */
export async function ajouterAppartement(
  db: Db,
  { MissionId, AppartementId }: LienAppartement,
  user: string | null,
): Promise<void> {
  const [[found], [appartement]] = await db.batch([
    mission(db, MissionId),
    db.select({ id: appartements.id }).from(appartements).where(eq(appartements.id, AppartementId)),
  ]);
  if (!found || !appartement) throw new NotFound();
  await db.batch([
    db.insert(missionAppartements).values({ MissionId, AppartementId }).onConflictDoNothing(),
    trace(db, evenement(MissionId, "Appartement ajouté", user, { AppartementId }), true),
  ]);
}

/** @throws NotFound when the apartment is not under the mission. */
export async function retirerAppartement(
  db: Db,
  { MissionId, AppartementId }: LienAppartement,
  user: string | null,
): Promise<void> {
  const [removed] = await db.batch([
    db
      .delete(missionAppartements)
      .where(
        and(
          eq(missionAppartements.MissionId, MissionId),
          eq(missionAppartements.AppartementId, AppartementId),
        ),
      ),
    trace(db, evenement(MissionId, "Appartement retiré", user, { AppartementId }), true),
  ]);
  if (removed.rowsAffected === 0) {
    throw new NotFound("Cet appartement ne fait pas partie de cette mission.");
  }
}

/**
 * Counts an instalment in a mission; adding twice is the same state.
 * @throws NotFound when the mission or the instalment does not exist; Conflict when the instalment
 * belongs to another mission.
 */
export async function ajouterAccompte(
  db: Db,
  { MissionId, AccompteId }: LienAccompte,
  { user, now }: Auteur,
): Promise<void> {
  const [[found], [accompte]] = await db.batch([
    mission(db, MissionId),
    db
      .select({ MissionId: accomptes.MissionId })
      .from(accomptes)
      .where(eq(accomptes.id, AccompteId)),
  ]);
  if (!found || !accompte) throw new NotFound();
  if (accompte.MissionId === MissionId) return;
  const [added] = await db.batch([
    db
      .update(accomptes)
      .set({ MissionId, updatedAt: now.toISOString() })
      .where(and(eq(accomptes.id, AccompteId), isNull(accomptes.MissionId))),
    trace(db, evenement(MissionId, "Acompte ajouté", user, { AccompteId }), true),
  ]);
  if (added.rowsAffected === 0) {
    throw new Conflict("Cet acompte appartient déjà à une autre mission.");
  }
}

/** @throws NotFound when the instalment is not one of the mission. */
export async function retirerAccompte(
  db: Db,
  { MissionId, AccompteId }: LienAccompte,
  { user, now }: Auteur,
): Promise<void> {
  const [removed] = await db.batch([
    db
      .update(accomptes)
      .set({ MissionId: null, updatedAt: now.toISOString() })
      .where(and(eq(accomptes.id, AccompteId), eq(accomptes.MissionId, MissionId))),
    trace(db, evenement(MissionId, "Acompte retiré", user, { AccompteId }), true),
  ]);
  if (removed.rowsAffected === 0) {
    throw new NotFound("Cet acompte ne fait pas partie de cette mission.");
  }
}

const evenement = (
  entiteId: number,
  etat: string,
  user: string | null,
  details: Record<string, unknown>,
) => ({ entite: "Mission", entiteId, etat, user, details });
