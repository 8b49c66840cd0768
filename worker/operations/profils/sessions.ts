import { and, desc, eq, gt, lt, ne, sql } from "drizzle-orm";
import type { Role } from "#domain/profils/droits.ts";
import type { Db } from "#worker/db/client.ts";
import { challenges, securityEvents, sessions, users } from "#worker/db/schema/agence.ts";
import type { Contexte } from "#worker/operations/contexte.ts";

const HEURE = 3_600_000;
/** Hours that a session lasts: twelve, or thirty days with `remember` (http/README §9.7). */
const DUREE = { ordinaire: 12, longue: 30 * 24 };

export const finDeSession = (now: Date, remember: boolean): Date =>
  new Date(now.getTime() + (remember ? DUREE.longue : DUREE.ordinaire) * HEURE);

export interface NouvelleSession {
  id: string;
  UserId: number;
  /** The device in words: « Chrome sur Windows ». */
  device: string;
  remember: boolean;
  now: Date;
}

/** The statement that opens a session: its token is valid until its row expires or is deleted. */
export function insererSession(db: Db, { id, UserId, device, remember, now }: NouvelleSession) {
  const instant = now.toISOString();
  return db.insert(sessions).values({
    id,
    UserId,
    device,
    lastSeenAt: instant,
    confirmedAt: instant,
    expiresAt: finDeSession(now, remember).toISOString(),
    createdAt: instant,
  });
}

/**
 * Ends one session of the caller's account, or all but one, and writes a line in the journal of security.
 * @returns how many were ended: none when the session was over already, or is somebody else's.
 */
export async function fermerSessions(
  { db, user }: Pick<Contexte, "db" | "user">,
  { UserId, ...lesquelles }: { UserId: number } & ({ seule: string } | { sauf: string }),
): Promise<number> {
  const condition = and(
    eq(sessions.UserId, UserId),
    "seule" in lesquelles ? eq(sessions.id, lesquelles.seule) : ne(sessions.id, lesquelles.sauf),
  );
  const { fermees } = await db.write({
    journal: db.run(sql`
      INSERT INTO ${securityEvents} (evenement, "user", device)
      SELECT 'deconnexion', ${user}, device FROM ${sessions} WHERE ${condition}`),
    fermees: db.delete(sessions).where(condition),
  });
  return fermees.rowsAffected;
}

/** The statement that reads whether a session is open. */
export const sessionOuverte = (db: Db, id: string, now: Date) =>
  db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.id, id), gt(sessions.expiresAt, now.toISOString())));

/** The role of the account of this session; null when the session is over. */
export async function roleDeSession(
  { db, now }: Pick<Contexte, "db" | "now">,
  id: string,
): Promise<Role | null> {
  const [profil] = await db
    .select({ role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.UserId))
    .where(and(eq(sessions.id, id), gt(sessions.expiresAt, now.toISOString())));
  return profil?.role ?? null;
}

/** The statement that ends all the sessions of an account except this one. */
export const fermerAutresSessions = (db: Db, UserId: number, saufId = "") =>
  db.delete(sessions).where(and(eq(sessions.UserId, UserId), ne(sessions.id, saufId)));

/** The open sessions of an account, the most recently seen first. */
export const sessionsDe = ({ db, now }: Pick<Contexte, "db" | "now">, UserId: number) =>
  db
    .select({
      id: sessions.id,
      device: sessions.device,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.UserId, UserId), gt(sessions.expiresAt, now.toISOString())))
    .orderBy(desc(sessions.lastSeenAt));

/** Writes that a session was used now. */
export async function marquerVue(
  { db, now }: Pick<Contexte, "db" | "now">,
  id: string,
): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now.toISOString() }).where(eq(sessions.id, id));
}

/** Deletes the sessions and the challenges that have expired. */
export async function oublierSessions({ db, now }: Pick<Contexte, "db" | "now">): Promise<void> {
  const instant = now.toISOString();
  await db.write({
    sessions: db.delete(sessions).where(lt(sessions.expiresAt, instant)),
    challenges: db.delete(challenges).where(lt(challenges.expiresAt, instant)),
  });
}
