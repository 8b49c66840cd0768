import { and, eq, inArray, lte, not, sql } from "drizzle-orm";
import { Invalid, TooMany, Unauthenticated } from "#domain/erreurs.ts";
import {
  ATTENTE_DE_SON_TOUR,
  CODES_A_LA_FOIS,
  ESSAIS_A_LA_FOIS,
  ESSAIS_LIBRES,
  HEURES_D_UN_ESSAI,
  HEURES_DE_MEMOIRE,
  secondesAAttendre,
} from "#domain/profils/essais-de-connexion.ts";
import { PROVISOIRE_EXPIRE } from "#domain/profils/mot-de-passe.ts";
import type { Db } from "#worker/db/client.ts";
import { devices, loginFailures, sessions, users } from "#worker/db/schema/agence.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { noterEchec } from "#worker/operations/historique/securite.ts";
import { aSonTour } from "#worker/operations/tours.ts";
import { empreinteAppareil } from "./connexion.ts";
import { verifyPassword } from "./mot-de-passe.ts";

const REFUS = "Impossible de vous connecter. Verrifiez vos identidiants";

/** A counter of failures: its key in `LoginFailure`, and how many failures cost no delay. */
interface Counter {
  key: string;
  free: number;
  /** How many tries under this counter may be checked at once; `ESSAIS_A_LA_FOIS` by default. */
  atOnce?: number;
}

export interface Tried {
  /** The e-mail, written as the accounts write it. */
  email: string;
  password: string;
  address: string;
  /** The key that the browser kept, if any. */
  appareil: string | null | undefined;
}

type Appel = Pick<Contexte, "db" | "now">;

/**
 * Checks an e-mail and a password. The answer and the time are the same for an unknown e-mail and for a wrong
 * password. Each failure lengthens two delays: that of the account at this IP address, and that of the IP address. A
 * device that has signed in before has its own delay instead, which nobody else can lengthen. Failures elsewhere
 * never delay an account (http/README §9.7).
 * @throws TooMany while a delay runs, or when too many unknown callers wait at once; Unauthenticated with the
 * sentence of the login screen, or, for a temporary password that is right but too old, with the sentence that says
 * whom to ask.
 */
export async function verifierIdentifiants(ctx: Appel, tried: Tried) {
  const connu = await estAppareilConnu(ctx, tried);
  return aSonTour(connu, () => verifierASonTour(ctx, tried));
}

async function verifierASonTour(ctx: Appel, { email, password, address, appareil }: Tried) {
  const { db, now } = ctx;
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
    failures: readFailures(ctx, Object.values(keys)),
  });
  const own = { key: known ? keys.device : keys.account, free: ESSAIS_LIBRES.profil };
  const shared = known ? [] : [{ key: keys.address, free: ESSAIS_LIBRES.adresse }];
  const right = await counted(ctx, { own, shared, failures }, () =>
    checkPassword(password, account),
  );
  if (!right || !account) {
    await db.write({
      ...Object.fromEntries(shared.map(({ key }) => [key, countTry(ctx, key)])),
      ...noterEchec(db, account?.email ?? null, now),
    });
    throw new Unauthenticated(REFUS);
  }
  // A right password resets the counter of the account, not that of the IP address: otherwise the owner of one
  // account could try other accounts without end.
  requireAlive(account, now);
  return account;
}

/** The check of an unknown account takes as long as that of a known one. */
async function checkPassword(password: string, account: { password: string } | undefined) {
  const given = await verifyPassword(password, account?.password ?? null);
  return { right: given && account !== undefined, given };
}

/** @throws Unauthenticated when the password is right, but temporary and too old. */
function requireAlive({ temporaryUntil }: { temporaryUntil: string | null }, now: Date): void {
  if (temporaryUntil !== null && temporaryUntil < now.toISOString()) {
    throw new Unauthenticated(PROVISOIRE_EXPIRE);
  }
}

/** Whether this account has signed in before on this device. */
export async function estAppareilConnu(
  { db }: Pick<Contexte, "db">,
  { email, appareil }: Pick<Tried, "email" | "appareil">,
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
 * Notes that the holder of a session gave the password again (http/README §9.7). Failures delay the next tries of
 * this session only, at any address.
 * @throws TooMany while the delay runs; Invalid when the password is wrong; Unauthenticated when the session has
 * ended, or the password is temporary and too old.
 */
export async function confirmerMotDePasse(
  ctx: Appel & Pick<Contexte, "user">,
  { UserId, session, password }: { UserId: number; session: string; password: string },
): Promise<void> {
  const { db, now, user } = ctx;
  const own = { key: `session:${session}`, free: ESSAIS_LIBRES.profil };
  const {
    account: [account],
    failures,
  } = await db.read({
    account: db
      .select({ password: users.password, temporaryUntil: users.temporaryUntil })
      .from(users)
      .where(eq(users.id, UserId)),
    failures: readFailures(ctx, [own.key]),
  });
  const right = await aSonTour(true, () =>
    counted(ctx, { own, shared: [], failures }, () => checkPassword(password, account)),
  );
  if (!right || !account) {
    await db.write(noterEchec(db, user, now));
    throw new Invalid({ password: "Ce n’est pas votre mot de passe." });
  }
  requireAlive(account, now);
  // The password checked must still be the account's: if it was changed meanwhile, nothing is confirmed.
  const confirmee = await db
    .update(sessions)
    .set({ confirmedAt: now.toISOString() })
    .where(
      and(
        eq(sessions.id, session),
        eq(sessions.UserId, UserId),
        sql`EXISTS (SELECT 1 FROM ${users} WHERE id = ${UserId} AND password = ${account.password})`,
      ),
    );
  if (confirmee.rowsAffected === 0) throw new Unauthenticated();
}

/**
 * Checks a code of six digits under a delay, because such a code can be guessed. The person has the password and may
 * be anywhere, so the account has one delay for all addresses. A device that has signed in before has its own delay.
 * Passkeys and recovery codes have no delay.
 * @returns the result of the check; null when the code is wrong, and a failure is then counted.
 * @throws TooMany while the delay runs.
 */
export async function essayerCode<T>(
  ctx: Appel,
  { email, appareil }: Pick<Tried, "email" | "appareil">,
  check: () => T | null,
): Promise<T | null> {
  const { db, now } = ctx;
  const hash = empreinteAppareil(appareil) ?? "";
  const keys = { device: `code:${hash} ${email}`, account: `code:${email}` };
  const {
    known: [known],
    failures,
  } = await db.read({
    known: selectDevice(db, email, hash),
    failures: readFailures(ctx, Object.values(keys)),
  });
  const own = {
    key: known ? keys.device : keys.account,
    free: ESSAIS_LIBRES.profil,
    atOnce: CODES_A_LA_FOIS,
  };
  const given = await counted(ctx, { own, shared: [], failures }, async () => {
    const given = check();
    return { right: given !== null, given };
  });
  if (given === null) await db.write(noterEchec(db, email, now));
  return given;
}

type Failure = typeof loginFailures.$inferSelect;

/**
 * Runs a check under the delays of its counters. Only failures lengthen a delay, but tries under way count too: of a
 * thousand tries sent together, at most `atOnce` are checked.
 */
async function counted<T>(
  ctx: Appel,
  {
    own,
    shared,
    failures,
  }: { own: Counter; shared: readonly Counter[]; failures: readonly Failure[] },
  check: () => Promise<{ right: boolean; given: T }>,
): Promise<T> {
  const { db, now } = ctx;
  const failureOf = (key: string) => failures.find((failure) => failure.key === key);
  const wait = Math.max(
    ...[own, ...shared].map(({ key, free }) => secondesAAttendre(failureOf(key), free, now)),
  );
  if (wait > 0) throw new TooMany(wait);
  const underWay = `en cours ${own.key}`;
  const atOnce = own.atOnce ?? ESSAIS_A_LA_FOIS;
  const {
    begun: [begun],
    since: [since],
  } = await db.write({
    begun: countTry(ctx, underWay, { after: HEURES_D_UN_ESSAI, atMost: atOnce }).returning(),
    since: readFailures(ctx, [own.key]),
  });
  if (!begun) throw new TooMany(ATTENTE_DE_SON_TOUR);
  const failed = (since?.count ?? 0) - (failureOf(own.key)?.count ?? 0);
  let right: boolean | undefined;
  try {
    if (failed + begun.count > atOnce) throw new TooMany(ATTENTE_DE_SON_TOUR);
    const checked = await check();
    right = checked.right;
    return checked.given;
  } finally {
    await db.write({
      ...(right === undefined ? {} : { known: settle(ctx, own.key, right) }),
      ended: db
        .update(loginFailures)
        .set({ count: sql`${loginFailures.count} - 1` })
        .where(eq(loginFailures.key, underWay)),
      none: db
        .delete(loginFailures)
        .where(and(eq(loginFailures.key, underWay), lte(loginFailures.count, 0))),
    });
  }
}

/** After a try: resets its own counter, or counts a failure in it. */
const settle = (ctx: Appel, key: string, right: boolean) =>
  right ? ctx.db.delete(loginFailures).where(eq(loginFailures.key, key)) : countTry(ctx, key);

const readFailures = ({ db, now }: Appel, keys: string[]) =>
  db
    .select()
    .from(loginFailures)
    .where(and(inArray(loginFailures.key, keys), not(forgotten(now))));

/** Counts one more failure, up to a maximum; the count starts again at one when the last failure is forgotten. */
function countTry(
  { db, now }: Appel,
  key: string,
  { after = HEURES_DE_MEMOIRE, atMost = Number.MAX_SAFE_INTEGER } = {},
) {
  const old = forgotten(now, after);
  return db
    .insert(loginFailures)
    .values({ key, count: 1, lastAt: now.toISOString() })
    .onConflictDoUpdate({
      target: loginFailures.key,
      set: {
        count: sql`iif(${old}, 1, ${loginFailures.count} + 1)`,
        lastAt: now.toISOString(),
      },
      setWhere: sql`${old} OR ${loginFailures.count} < ${atMost}`,
    });
}

/** Old failures, and failures dated in the future by a wrong clock, whose delay would never end. */
const forgotten = (now: Date, after = HEURES_DE_MEMOIRE) => {
  const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString();
  return sql`(${loginFailures.lastAt} NOT BETWEEN ${inHours(-after)} AND ${inHours(after)})`;
};

/** Deletes the failures long past. */
export async function oublierEchecs({ db, now }: Appel): Promise<void> {
  await db.delete(loginFailures).where(forgotten(now));
}
