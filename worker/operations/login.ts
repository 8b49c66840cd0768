import { and, eq, inArray, lt, not, sql } from "drizzle-orm";
import { TooMany, Unauthenticated } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { closedSessions, loginFailures, users } from "#worker/db/schema.ts";
import { verifyPassword } from "./password.ts";

/** Failures let through before the delay starts to grow: an agency shares one address. */
const FREE_TRIES = { account: 4, address: 30 };
const LONGEST_DELAY = 300;
/** A failure is forgotten after so many hours without another. */
const FORGOTTEN_AFTER = 1;

/**
 * Checks an e-mail, as accounts are known by, and a password. The same answer and the same time for an
 * unknown e-mail and a wrong password; each failure of an account or an address lengthens its delay, never
 * locks it (domain/README §9.7).
 * @throws TooMany while the delay runs; Unauthenticated with the sentence of the login screen.
 */
export async function verifierIdentifiants(
  db: Db,
  {
    email,
    password,
    address,
    now,
  }: { email: string; password: string; address: string; now: Date },
) {
  const keys = { account: `account:${email}`, address: `address:${address}` };
  const {
    account: [account],
    failures,
  } = await db.read({
    account: db.select().from(users).where(eq(users.email, email)),
    failures: db
      .select()
      .from(loginFailures)
      .where(and(inArray(loginFailures.key, [keys.account, keys.address]), not(forgotten(now)))),
  });
  const wait = Math.max(
    ...(["account", "address"] as const).map((kind) => {
      const failure = failures.find(({ key }) => key === keys[kind]);
      return failure ? remaining(failure, FREE_TRIES[kind], now) : 0;
    }),
  );
  if (wait > 0) throw new TooMany(wait);

  if (!(await verifyPassword(password, account?.password ?? null)) || !account) {
    await db.write({
      account: countFailure(db, keys.account, now),
      address: countFailure(db, keys.address, now),
    });
    throw new Unauthenticated("Impossible de vous connecter. Verrifiez vos identidiants");
  }
  // Those of the address stay: who has one account could else try others without end.
  if (failures.some(({ key }) => key === keys.account)) {
    await db.delete(loginFailures).where(eq(loginFailures.key, keys.account));
  }
  return account;
}

/** Seconds still to wait: 2, 4, 8 … after the free tries, five minutes at most. */
function remaining(failure: { count: number; lastAt: string }, free: number, now: Date): number {
  if (failure.count <= free) return 0;
  const delay = Math.min(2 ** Math.min(failure.count - free, 10), LONGEST_DELAY);
  const elapsed = (now.getTime() - Date.parse(failure.lastAt)) / 1000;
  return Math.max(0, Math.ceil(delay - elapsed));
}

function countFailure(db: Db, key: string, now: Date) {
  return db
    .insert(loginFailures)
    .values({ key, count: 1, lastAt: now.toISOString() })
    .onConflictDoUpdate({
      target: loginFailures.key,
      set: {
        count: sql`iif(${forgotten(now)}, 1, ${loginFailures.count} + 1)`,
        lastAt: now.toISOString(),
      },
    });
}

/** Failures of long ago, and those of a clock that was wrong, which nobody could wait for. */
const forgotten = (now: Date) => {
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
  return sql`(${loginFailures.lastAt} NOT BETWEEN ${inHours(-FORGOTTEN_AFTER)} AND ${inHours(FORGOTTEN_AFTER)})`;
};

/** Deletes what logins leave: failures long past, and sessions closed whose token is over by itself. */
export async function oublierConnexions(db: Db, now: Date): Promise<void> {
  await db.write({
    failures: db.delete(loginFailures).where(forgotten(now)),
    sessions: db.delete(closedSessions).where(lt(closedSessions.expiresAt, now.toISOString())),
  });
}
