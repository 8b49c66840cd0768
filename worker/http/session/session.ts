import { and, eq, sql } from "drizzle-orm";
import { Forbidden, ToConfirm, Unauthenticated } from "#domain/erreurs.ts";
import { peut } from "#domain/profils/droits.ts";
import { MINUTES_DE_CONFIRMATION } from "#domain/profils/securite.ts";
import type { Db, Results, Statements } from "#worker/db/client.ts";
import { aUnFacteur, facteurExige } from "#worker/db/conditions.ts";
import { sessions, users } from "#worker/db/schema/agence.ts";
import type { Need } from "#worker/http/api/described.ts";
import type { Token } from "./token.ts";

const SEEN_EVERY_MS = 5 * 60_000;

const userColumns = {
  id: users.id,
  email: users.email,
  nom: users.nom,
  role: users.role,
  habiliteSigner: users.habiliteSigner,
  mustSetPassword: users.mustSetPassword,
  /** Whether the agency requires a second factor of this role, and the account has none. */
  mustSetFactor: sql<boolean>`(${facteurExige} AND NOT ${aUnFacteur})`.mapWith(Boolean),
  passwordChangedAt: users.passwordChangedAt,
  /** These two columns belong to the session: when its holder last gave a password, and when it was last seen. */
  confirmedAt: sessions.confirmedAt,
  lastSeenAt: sessions.lastSeenAt,
};

export type SessionUser = Pick<
  typeof users.$inferSelect,
  "id" | "email" | "nom" | "role" | "habiliteSigner" | "mustSetPassword" | "passwordChangedAt"
> &
  Pick<typeof sessions.$inferSelect, "confirmedAt" | "lastSeenAt"> & {
    mustSetFactor: boolean;
  };

/**
 * The caller of a request. The account is read at each request, so that its deletion, a new role, a new password or
 * the end of the session takes effect at once.
 */
export class Session {
  #db: Db;
  #token: Token | null;
  #user: SessionUser | null = null;
  /** Whether a rule of access allowed the call; otherwise `withSession` turns a success into a failure. */
  decided = false;

  constructor(db: Db, token: Token | null) {
    this.#db = db;
    this.#token = token;
  }

  get user(): SessionUser {
    if (!this.#user) throw new Unauthenticated();
    return this.#user;
  }

  get remember(): boolean {
    return this.#token?.remember ?? false;
  }

  /** The identifier of the session, in its row and in the token. */
  get id(): string {
    if (!this.#token) throw new Unauthenticated();
    return this.#token.id;
  }

  /** Whether to note that the session is in use: at most one note every five minutes. */
  mustBeMarked(now: Date): boolean {
    if (!this.#user) return false;
    return now.getTime() - Date.parse(this.#user.lastSeenAt) > SEEN_EVERY_MS;
  }

  /** Whether the caller gave the password within the last minutes. */
  isConfirmed(now: Date): boolean {
    const age = now.getTime() - Date.parse(this.user.confirmedAt);
    return age <= MINUTES_DE_CONFIRMATION * 60_000;
  }

  /** @throws ToConfirm when the caller gave the password too long ago */
  requireConfirmed(now: Date): void {
    if (!this.isConfirmed(now)) throw new ToConfirm();
  }

  /** Allows a call that needs no account, such as a sign-in, a visit, or a signed address of a file. */
  open() {
    this.decided = true;
  }

  /**
   * Reads the account, and checks that it has the right `need`.
   * @throws Unauthenticated without a valid session; Forbidden when the role lacks this right, or while a password or
   * a second factor must be set
   */
  async authorize(need: Need): Promise<SessionUser> {
    if (!this.#user) this.#identify(await this.#userQuery());
    return this.#check(need);
  }

  /**
   * Runs read-only queries in the same round trip as the reading of the account.
   * @throws Unauthenticated without a valid session; Forbidden when the role lacks the right `need`, or while a
   * password or a second factor must be set: no result is then returned
   */
  async read<Named extends Statements>(need: Need, queries: Named): Promise<Results<Named>> {
    const { sessionUser, ...results } = await this.#db.read({
      ...queries,
      sessionUser: this.#userQuery(),
    });
    this.#identify(sessionUser);
    this.#check(need);
    return results as Results<Named>;
  }

  #userQuery() {
    if (!this.#token) throw new Unauthenticated();
    const { id, userId } = this.#token;
    return this.#db
      .select(userColumns)
      .from(users)
      .innerJoin(sessions, and(eq(sessions.UserId, users.id), eq(sessions.id, id)))
      .where(eq(users.id, userId));
  }

  #identify([found]: SessionUser[]) {
    if (!found || found.passwordChangedAt !== this.#token?.passwordChangedAt) {
      throw new Unauthenticated();
    }
    this.#user = found;
  }

  #check(need: Need): SessionUser {
    const user = this.user;
    if (!mayPass(user, need)) throw new Forbidden();
    this.decided = true;
    return user;
  }
}

function mayPass({ role, mustSetPassword, mustSetFactor }: SessionUser, need: Need): boolean {
  if (need === "compte") return true;
  if (mustSetPassword) return false;
  return need === "facteurs" || (!mustSetFactor && peut(role, need));
}
