import { and, eq, lt, ne } from "drizzle-orm";
import type { Db } from "#worker/db/client.ts";
import { challenges, sessions } from "#worker/db/schema.ts";

const HEURE = 3_600_000;
/** Hours that a session lasts: twelve, thirty days with `remember` (domain/README §9.7). */
const DUREE = { ordinaire: 12, longue: 30 * 24 };

export const finDeSession = (now: Date, remember: boolean): Date =>
  new Date(now.getTime() + (remember ? DUREE.longue : DUREE.ordinaire) * HEURE);

/**
 * Opens a session for someone who has just shown who they are: its token is worth something as long as its row is there.
 * @returns its identifier.
 */
export async function ouvrirSession(
  db: Db,
  {
    UserId,
    device,
    remember,
    now,
  }: { UserId: number; device: string; remember: boolean; now: Date },
): Promise<string> {
  const id = crypto.randomUUID();
  const instant = now.toISOString();
  await db.insert(sessions).values({
    id,
    UserId,
    device,
    lastSeenAt: instant,
    confirmedAt: instant,
    expiresAt: finDeSession(now, remember).toISOString(),
  });
  return id;
}

/** The statement that ends one session of an account; none when it is somebody else's. */
export const fermerSession = (db: Db, UserId: number, id: string) =>
  db.delete(sessions).where(and(eq(sessions.UserId, UserId), eq(sessions.id, id)));

/** The statement that ends all the sessions of an account, but that one. */
export const fermerAutresSessions = (db: Db, UserId: number, saufId = "") =>
  db.delete(sessions).where(and(eq(sessions.UserId, UserId), ne(sessions.id, saufId)));

/** Deletes the sessions and the challenges that are over by themselves. */
export async function oublierSessions(db: Db, now: Date): Promise<void> {
  const instant = now.toISOString();
  await db.write({
    sessions: db.delete(sessions).where(lt(sessions.expiresAt, instant)),
    challenges: db.delete(challenges).where(lt(challenges.expiresAt, instant)),
  });
}
