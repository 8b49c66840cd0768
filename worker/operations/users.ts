import { eq, sql } from "drizzle-orm";
import type { Role } from "#domain/droits.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { users } from "#worker/db/schema.ts";
import { trace } from "./history.ts";
import { hashPassword, temporaryPassword } from "./password.ts";

const email = (text: string) => text.trim().toLowerCase();

/**
 * Creates the first administrator, only where nobody has an account yet.
 * @returns false when there already is an account; nothing is changed then.
 */
export async function creerAdmin(
  db: Db,
  { email: address, password, now }: { email: string; password: string; now: Date },
): Promise<boolean> {
  const hash = await hashPassword(password);
  const [inserted] = await db.batch([
    db.run(sql`INSERT INTO ${users} (email, role, password, "mustSetPassword", "passwordChangedAt")
      SELECT ${email(address)}, 'admin', ${hash}, 0, ${now.toISOString()}
      WHERE NOT EXISTS (SELECT 1 FROM ${users})`),
    trace(
      db,
      { entite: "User", entiteId: sql`last_insert_rowid()`, etat: "Création", user: null },
      true,
    ),
  ]);
  return inserted.rowsAffected === 1;
}

/**
 * Opens an account with a random temporary password, which its holder must change (contract §3).
 * @returns the password in clear: shown once, never stored.
 * @throws Conflict when the e-mail already has an account.
 */
export async function inscrire(
  db: Db,
  { email: address, role }: { email: string; role: Role },
  { user, now }: { user: string | null; now: Date },
) {
  const [existing] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, email(address)));
  if (existing) throw new Conflict("Un compte existe déjà pour cette adresse e-mail.");
  const password = temporaryPassword();
  const hash = await hashPassword(password);
  const newest = sql`(SELECT max(id) FROM ${users})`;
  const [[created]] = await db.batch([
    db
      .insert(users)
      .values({
        email: email(address),
        role,
        password: hash,
        mustSetPassword: true,
        passwordChangedAt: now.toISOString(),
      })
      .returning({
        id: users.id,
        email: users.email,
        role: users.role,
        mustSetPassword: users.mustSetPassword,
      }),
    trace(db, { entite: "User", entiteId: newest, etat: "Création", user, details: { role } }),
  ]);
  if (!created) throw new NotFound();
  return { user: created, password };
}

/**
 * Replaces the password of an account by a temporary one and revokes its sessions (spec §6).
 * @returns the password in clear: shown once, never stored.
 * @throws NotFound when no account has this e-mail.
 */
export async function reinitialiserMotDePasse(
  db: Db,
  address: string,
  { user, now }: { user: string; now: Date },
) {
  const password = temporaryPassword();
  const hash = await hashPassword(password);
  const [[changed]] = await db.batch([
    db
      .update(users)
      .set({
        password: hash,
        mustSetPassword: true,
        passwordChangedAt: now.toISOString(),
        updatedAt: now.toISOString(),
      })
      .where(eq(users.email, email(address)))
      .returning({
        id: users.id,
        email: users.email,
        role: users.role,
        mustSetPassword: users.mustSetPassword,
      }),
    trace(
      db,
      {
        entite: "User",
        entiteId: sql`(SELECT id FROM ${users} WHERE email = ${email(address)})`,
        etat: "Mot de passe réinitialisé",
        user,
      },
      true,
    ),
  ]);
  if (!changed) throw new NotFound("Aucun compte n’a cette adresse e-mail.");
  return { user: changed, password };
}

/** Sets the password someone chose; every token issued before is worth nothing from now on. */
export async function changerMotDePasse(
  db: Db,
  account: { id: number; email: string },
  password: string,
  now: Date,
): Promise<void> {
  const hash = await hashPassword(password);
  await db.batch([
    db
      .update(users)
      .set({
        password: hash,
        mustSetPassword: false,
        passwordChangedAt: now.toISOString(),
        updatedAt: now.toISOString(),
      })
      .where(eq(users.id, account.id)),
    trace(db, {
      entite: "User",
      entiteId: account.id,
      etat: "Mot de passe changé",
      user: account.email,
    }),
  ]);
}
