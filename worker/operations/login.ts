import { and, eq, inArray, not, sql } from "drizzle-orm";
import { Invalid, TooMany, Unauthenticated } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { devices, loginFailures, sessions, users } from "#worker/db/schema.ts";
import { empreinteAppareil } from "./connexion.ts";
import { verifyPassword } from "./password.ts";
import { noterEchec } from "./securite.ts";

/** Failures let through before the delay starts to grow: an agency shares one address. */
const FREE_TRIES = { own: 4, address: 30 };
/** Tries of one counter that may be checked at one instant: a suite or a shared account signs in more than once. */
const AT_ONCE = 20;
/** Of codes of six digits, which are guessed sooner: one in three hundred thousand. */
const CODES_AT_ONCE = 5;
const LONGEST_DELAY = 300;
/** A failure is forgotten after so many hours without another. */
const FORGOTTEN_AFTER = 1;

const REFUS = "Impossible de vous connecter. Verrifiez vos identidiants";
const PROVISOIRE_EXPIRE =
  "Ce mot de passe provisoire a expiré. Demandez-en un autre à un administrateur.";

/** What makes someone wait: a key of `LoginFailure`, and its failures that are free. */
interface Counter {
  key: string;
  free: number;
  /** Of its tries, those that may be checked at one instant; `AT_ONCE` unless told. */
  atOnce?: number;
}

export interface Tried {
  /** As accounts are known by. */
  email: string;
  password: string;
  address: string;
  /** The key that the browser kept, if any. */
  appareil: string | null | undefined;
  now: Date;
}

/**
 * Checks an e-mail and a password. The same answer and the same time for an unknown e-mail and a wrong password. Each
 * failure lengthens the delay of the account at this address, and of the address; a device that has signed in before has
 * a delay of its own instead, which nobody else can lengthen. No failure elsewhere delays an account (domain/README §9.7).
 * @throws TooMany while a delay runs; Unauthenticated with the sentence of the login screen, or with what to do when the
 * password is right but was temporary, and has waited too long.
 */
export async function verifierIdentifiants(
  db: Db,
  { email, password, address, appareil, now }: Tried,
) {
  const hash = empreinteAppareil(appareil) ?? "";
  const keys = {
    device: `device:${hash} ${email}`,
    account: `account:${email} ${address}`,
    address: `address:${address}`,
  };
  const {
    account: [account],
    known: [known],
    failures,
  } = await db.read({
    account: db.select().from(users).where(eq(users.email, email)),
    known: selectDevice(db, email, hash),
    failures: readFailures(db, Object.values(keys), now),
  });
  const own = { key: known ? keys.device : keys.account, free: FREE_TRIES.own };
  const shared = known ? [] : [{ key: keys.address, free: FREE_TRIES.address }];
  const right = await counted(db, { own, shared, failures, now }, () =>
    verifyPassword(password, account?.password ?? null),
  );
  if (!right || !account) {
    await db.write({
      ...Object.fromEntries(shared.map(({ key }) => [key, countFailure(db, key, now)])),
      ...noterEchec(db, account?.email ?? null, now),
    });
    throw new Unauthenticated(REFUS);
  }
  // Those of the address stay: who has one account could else try others without end.
  await db.delete(loginFailures).where(eq(loginFailures.key, own.key));
  requireAlive(account, now);
  return account;
}

/** @throws Unauthenticated when the password, which is right, is a temporary one that has waited too long. */
function requireAlive({ temporaryUntil }: { temporaryUntil: string | null }, now: Date): void {
  if (temporaryUntil !== null && temporaryUntil < now.toISOString()) {
    throw new Unauthenticated(PROVISOIRE_EXPIRE);
  }
}

/** Has this account signed in before on this device? */
export async function estAppareilConnu(
  db: Db,
  email: string,
  appareil: string | null | undefined,
): Promise<boolean> {
  const hash = empreinteAppareil(appareil);
  return hash !== null && (await selectDevice(db, email, hash)).length > 0;
}

const selectDevice = (db: Db, email: string, hash: string) =>
  db
    .select({ id: devices.id })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.UserId))
    .where(and(eq(users.email, email), eq(devices.hash, hash)));

/**
 * Notes that the holder of a session has given the password again (domain/README §9.7). Its failures delay this session,
 * from wherever they come, and no other.
 * @throws TooMany while the delay runs; Invalid when the password is another; Unauthenticated when the session has ended.
 */
export async function confirmerMotDePasse(
  db: Db,
  {
    id,
    email,
    session,
    password,
    now,
  }: { id: number; email: string; session: string; password: string; now: Date },
): Promise<void> {
  const own = { key: `session:${session}`, free: FREE_TRIES.own };
  const {
    account: [account],
    failures,
  } = await db.read({
    account: db
      .select({ password: users.password, temporaryUntil: users.temporaryUntil })
      .from(users)
      .where(eq(users.id, id)),
    failures: readFailures(db, [own.key], now),
  });
  const right = await counted(db, { own, shared: [], failures, now }, () =>
    verifyPassword(password, account?.password ?? null),
  );
  if (!right || !account) {
    await db.write(noterEchec(db, email, now));
    throw new Invalid({ password: "Ce n’est pas votre mot de passe." });
  }
  requireAlive(account, now);
  const { confirmee } = await db.write({
    // The password that was checked is still the account's: one that was changed meanwhile confirms nothing.
    confirmee: db
      .update(sessions)
      .set({ confirmedAt: now.toISOString() })
      .where(
        and(
          eq(sessions.id, session),
          eq(sessions.UserId, id),
          sql`EXISTS (SELECT 1 FROM ${users} WHERE id = ${id} AND password = ${account.password})`,
        ),
      ),
    oublies: db.delete(loginFailures).where(eq(loginFailures.key, own.key)),
  });
  if (confirmee.rowsAffected === 0) throw new Unauthenticated();
}

/**
 * Checks a code of six digits, which can be guessed, under a delay. Who tries has the password and may be anywhere, so
 * that it is the account's; a device that has signed in before has its own. Passkeys and recovery codes have none.
 * @returns what the check gave; null, and a failure more, when the code is another.
 * @throws TooMany while the delay runs.
 */
export async function essayerCode<T>(
  db: Db,
  { email, appareil, now }: { email: string; appareil: string | null | undefined; now: Date },
  check: () => T | null,
): Promise<T | null> {
  const hash = empreinteAppareil(appareil) ?? "";
  const keys = { device: `code:${hash} ${email}`, account: `code:${email}` };
  const {
    known: [known],
    failures,
  } = await db.read({
    known: selectDevice(db, email, hash),
    failures: readFailures(db, Object.values(keys), now),
  });
  const own = {
    key: known ? keys.device : keys.account,
    free: FREE_TRIES.own,
    atOnce: CODES_AT_ONCE,
  };
  const given = await counted(db, { own, shared: [], failures, now }, async () => check());
  if (given === null) await db.write(noterEchec(db, email, now));
  else await db.delete(loginFailures).where(eq(loginFailures.key, own.key));
  return given;
}

type Failure = typeof loginFailures.$inferSelect;

/**
 * Checks something under the delays of its counters. Its own counts the try before it is known to fail: of a thousand
 * tries sent together each finds the others before it.
 */
async function counted<T>(
  db: Db,
  {
    own,
    shared,
    failures,
    now,
  }: { own: Counter; shared: readonly Counter[]; failures: readonly Failure[]; now: Date },
  check: () => Promise<T>,
): Promise<T> {
  const failureOf = (key: string) => failures.find((failure) => failure.key === key);
  const wait = Math.max(
    ...[own, ...shared].map(({ key, free }) => remaining(failureOf(key), free, now)),
  );
  if (wait > 0) throw new TooMany(wait);
  const [row] = await countFailure(db, own.key, now).returning();
  const before = (row?.count ?? 1) - 1;
  if (before >= (failureOf(own.key)?.count ?? 0) + (own.atOnce ?? AT_ONCE)) {
    throw new TooMany(delayAfter(before, own.free));
  }
  return check();
}

const readFailures = (db: Db, keys: string[], now: Date) =>
  db
    .select()
    .from(loginFailures)
    .where(and(inArray(loginFailures.key, keys), not(forgotten(now))));

/** Seconds still to wait. */
function remaining(failure: Failure | undefined, free: number, now: Date): number {
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
