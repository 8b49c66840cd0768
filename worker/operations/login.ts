import { and, eq, inArray, not, sql } from "drizzle-orm";
import { TooMany, Unauthenticated } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { loginFailures, users } from "#worker/db/schema.ts";
import { verifyPassword } from "./password.ts";

/** Failures let through before the delay starts to grow: an agency shares one address. */
const FREE_TRIES = { account: 4, address: 30 };
/** Tries of an account that may be checked at one instant: a suite or a shared account signs in more than once. */
const AT_ONCE = 20;
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
  const [ofAccount, ofAddress] = [keys.account, keys.address].map((key) =>
    failures.find((failure) => failure.key === key),
  );
  const wait = Math.max(
    remaining(ofAccount, FREE_TRIES.account, now),
    remaining(ofAddress, FREE_TRIES.address, now),
  );
  if (wait > 0) throw new TooMany(wait);

  // Counted before it is known to fail: of a thousand tries sent together each finds the others before it.
  const [counted] = await countFailure(db, keys.account, now).returning();
  const before = (counted?.count ?? 1) - 1;
  if (before >= (ofAccount?.count ?? 0) + AT_ONCE) {
    throw new TooMany(delayAfter(before, FREE_TRIES.account));
  }
  if (!(await verifyPassword(password, account?.password ?? null)) || !account) {
    await countFailure(db, keys.address, now);
    throw new Unauthenticated("Impossible de vous connecter. Verrifiez vos identidiants");
  }
  // Those of the address stay: who has one account could else try others without end.
  await db.delete(loginFailures).where(eq(loginFailures.key, keys.account));
  return account;
}

/** Seconds still to wait. */
function remaining(
  failure: { count: number; lastAt: string } | undefined,
  free: number,
  now: Date,
): number {
  if (!failure || failure.count <= free) return 0;
  const elapsed = (now.getTime() - Date.parse(failure.lastAt)) / 1000;
  return Math.max(0, Math.ceil(delayAfter(failure.count, free) - elapsed));
}

/** 2, 4, 8 … seconds after the free tries, five minutes at most. */
const delayAfter = (count: number, free: number) =>
  Math.min(2 ** Math.min(count - free, 10), LONGEST_DELAY);

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

/** Deletes the failures long past. */
export async function oublierEchecs(db: Db, now: Date): Promise<void> {
  await db.delete(loginFailures).where(forgotten(now));
}
