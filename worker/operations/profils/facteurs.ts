import { and, asc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import type { Role } from "#domain/profils/droits.ts";
import { type CleTotp, type Facteurs, presenterSecours } from "#domain/profils/facteur.ts";
import type { Db } from "#worker/db/client.ts";
import { aUnFacteur, facteurExige, selected } from "#worker/db/conditions.ts";
import { rowExists } from "#worker/db/rows.ts";
import { passkeys, recoveryCodes, users } from "#worker/db/schema/agence.ts";
import { chiffrer, dechiffrer, sousUneAncienneCle } from "#worker/operations/chiffrement.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { type Attestation, lireCreation, type Site } from "./passkeys.ts";
import { ecrireCodes, nouveauxCodes } from "./secours.ts";
import { nouvelleCle, pasDuCode } from "./totp.ts";

/** The account whose second factors change, and the device from which its holder asks for it. */
export interface Titulaire {
  id: number;
  email: string;
  /** The device in words. */
  device: string;
}

type Changement =
  | "application ajoutée"
  | "application retirée"
  | "clé d’accès ajoutée"
  | "clé d’accès retirée"
  | "codes de secours renouvelés"
  | "retiré par un administrateur";

const DERNIER = "Votre agence demande un second facteur : ajoutez-en un autre avant celui-ci.";

/**
 * The second factors of an account.
 * @throws NotFound when there is no such account.
 */
export async function facteursDe({ db }: Pick<Contexte, "db">, UserId: number): Promise<Facteurs> {
  const {
    profil: [profil],
    passkeys: clesDuProfil,
    secours,
  } = await db.read({
    profil: db
      .select({
        totp: selected<boolean>(isNotNull(users.totpSecret)).mapWith(Boolean),
        obligatoire: selected<boolean>(facteurExige).mapWith(Boolean),
      })
      .from(users)
      .where(eq(users.id, UserId)),
    passkeys: db
      .select({
        id: passkeys.id,
        nom: passkeys.nom,
        createdAt: passkeys.createdAt,
        lastUsedAt: passkeys.lastUsedAt,
      })
      .from(passkeys)
      .where(eq(passkeys.UserId, UserId))
      .orderBy(asc(passkeys.id)),
    secours: db
      .select({ id: recoveryCodes.id })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.UserId, UserId), isNull(recoveryCodes.usedAt))),
  });
  if (!profil) throw new NotFound();
  return { ...profil, passkeys: clesDuProfil, secours: secours.length };
}

/**
 * Makes a new key for the application that gives codes; the key counts once its holder has given one of its codes.
 */
export async function commencerTotp(
  { env, db }: Pick<Contexte, "env" | "db">,
  { id, email }: Pick<Titulaire, "id" | "email">,
): Promise<CleTotp> {
  const cle = nouvelleCle(email);
  await db
    .update(users)
    .set({ totpPending: chiffrer(env, cle.secret, `totp ${id}`) })
    .where(eq(users.id, id));
  return cle;
}

/** Encrypts again the keys of applications that an older key encrypted. */
export async function rechiffrerFacteurs({ env, db }: Pick<Contexte, "env" | "db">): Promise<void> {
  const profils = await db
    .select({ id: users.id, totpSecret: users.totpSecret, totpPending: users.totpPending })
    .from(users)
    .where(or(isNotNull(users.totpSecret), isNotNull(users.totpPending)));
  for (const { id, ...cles } of profils) {
    for (const champ of ["totpSecret", "totpPending"] as const) {
      const cle = cles[champ];
      if (cle === null || !sousUneAncienneCle(env, cle)) continue;
      await db
        .update(users)
        .set({ [champ]: chiffrer(env, dechiffrer(env, cle, `totp ${id}`), `totp ${id}`) })
        .where(and(eq(users.id, id), eq(users[champ], cle)));
    }
  }
}

/**
 * Checks a first code of the application that gives codes. The application then becomes the second factor, in place
 * of a former one.
 * @returns new recovery codes; null when the account had some.
 * @throws Conflict when no application waits, or a simultaneous call confirmed it; Invalid for a wrong code.
 */
export async function confirmerTotp(
  { env, db, now }: Pick<Contexte, "env" | "db" | "now">,
  { titulaire, code }: { titulaire: Titulaire; code: string },
): Promise<string[] | null> {
  const { id } = titulaire;
  const [profil] = await db
    .select({ totpPending: users.totpPending })
    .from(users)
    .where(eq(users.id, id));
  const enAttente = profil?.totpPending;
  if (!enAttente) throw new Conflict("Recommencez : aucune application n’est en attente.");
  const pas = pasDuCode(dechiffrer(env, enAttente, `totp ${id}`), code, now);
  if (pas === null) {
    throw new Invalid({
      code: "Ce code n’est pas le bon : vérifiez l’heure de l’appareil qui le donne.",
    });
  }
  const encore = and(eq(users.id, id), eq(users.totpPending, enAttente));
  const codes = nouveauxCodes();
  const { facteur, secours } = await db.write({
    ...dire(db, titulaire, { changement: "application ajoutée", quand: rowExists(users, encore) }),
    secours: ecrireCodes(db, {
      UserId: id,
      codes,
      quand: sql`${sansCode(id)} AND ${rowExists(users, encore)}`,
    }),
    facteur: db
      .update(users)
      .set({ totpSecret: enAttente, totpPending: null, totpStep: pas })
      .where(encore),
  });
  if (facteur.rowsAffected === 0) throw new Conflict("Ce code a déjà été pris.");
  return secours.rowsAffected > 0 ? codes.map(presenterSecours) : null;
}

/**
 * Removes from an account the application that gives codes.
 * @throws NotFound when the account has no application; Conflict when it is the last second factor and the agency
 * requires one.
 */
export async function retirerTotp(
  { db }: Pick<Contexte, "db">,
  titulaire: Titulaire,
): Promise<void> {
  const { id } = titulaire;
  const retirable = and(
    eq(users.id, id),
    isNotNull(users.totpSecret),
    or(sql`NOT ${facteurExige}`, rowExists(passkeys, eq(passkeys.UserId, users.id))),
  );
  const {
    facteur,
    reste: [reste],
  } = await db.write({
    ...dire(db, titulaire, {
      changement: "application retirée",
      quand: rowExists(users, retirable),
    }),
    facteur: db
      .update(users)
      .set({ totpSecret: null, totpPending: null, totpStep: null })
      .where(retirable),
    secours: oublierCodesSansFacteur(db, id),
    reste: db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), isNotNull(users.totpSecret))),
  });
  if (facteur.rowsAffected > 0) return;
  if (reste) throw new Conflict(DERNIER);
  throw new NotFound("Aucune application ne donne de codes pour ce compte.");
}

/**
 * Adds a passkey that a browser has just made.
 * @returns the identifier of the passkey, and new recovery codes, null when the account had some.
 * @throws Invalid as {@link lireCreation}.
 */
export async function ajouterPasskey(
  { db, now }: Pick<Contexte, "db" | "now">,
  {
    titulaire,
    nom,
    reponse,
    site,
  }: { titulaire: Titulaire; nom: string; reponse: Attestation; site: Site },
): Promise<{ id: number; secours: string[] | null }> {
  const UserId = titulaire.id;
  const cle = await lireCreation({ db, now }, { UserId, reponse, site });
  const codes = nouveauxCodes();
  const {
    passkey: [passkey],
    secours,
  } = await db.write({
    ...dire(db, titulaire, { changement: "clé d’accès ajoutée" }),
    passkey: db
      .insert(passkeys)
      .values({ ...cle, UserId, nom })
      .returning({ id: passkeys.id }),
    secours: ecrireCodes(db, { UserId, codes, quand: sansCode(UserId) }),
  });
  if (!passkey) throw new NotFound();
  const montres = secours.rowsAffected > 0 ? codes.map(presenterSecours) : null;
  return { id: passkey.id, secours: montres };
}

/**
 * Gives a passkey another name.
 * @throws NotFound when the account has no such passkey.
 */
export async function renommerPasskey(
  { db }: Pick<Contexte, "db">,
  { UserId, id, nom }: { UserId: number; id: number; nom: string },
): Promise<void> {
  const renommee = await db
    .update(passkeys)
    .set({ nom })
    .where(and(eq(passkeys.id, id), eq(passkeys.UserId, UserId)));
  if (renommee.rowsAffected === 0) throw new NotFound("Cette clé d’accès n’existe plus.");
}

/**
 * Removes a passkey from an account.
 * @throws NotFound when the account has no such passkey; Conflict when it is the last second factor and the agency
 * requires one.
 */
export async function retirerPasskey(
  { db }: Pick<Contexte, "db">,
  { titulaire, id }: { titulaire: Titulaire; id: number },
): Promise<void> {
  const UserId = titulaire.id;
  const laCle = and(eq(passkeys.id, id), eq(passkeys.UserId, UserId));
  const autre = sql`EXISTS (SELECT 1 FROM ${passkeys} autre WHERE autre."UserId" = ${UserId} AND autre.id <> ${id})`;
  const dispensee = rowExists(
    users,
    and(eq(users.id, UserId), or(sql`NOT ${facteurExige}`, isNotNull(users.totpSecret))),
  );
  const retirable = and(laCle, or(autre, dispensee));
  const {
    facteur,
    reste: [reste],
  } = await db.write({
    ...dire(db, titulaire, {
      changement: "clé d’accès retirée",
      quand: rowExists(passkeys, retirable),
    }),
    facteur: db.delete(passkeys).where(retirable),
    secours: oublierCodesSansFacteur(db, UserId),
    reste: db.select({ id: passkeys.id }).from(passkeys).where(laCle),
  });
  if (facteur.rowsAffected > 0) return;
  if (reste) throw new Conflict(DERNIER);
  throw new NotFound("Cette clé d’accès n’existe plus.");
}

/**
 * Replaces the recovery codes of an account; the former ones stop working.
 * @returns the new codes, as the holder reads them.
 * @throws Conflict when the account has no second factor.
 */
export async function renouvelerCodes(
  { db }: Pick<Contexte, "db">,
  titulaire: Titulaire,
): Promise<string[]> {
  const { id } = titulaire;
  const codes = nouveauxCodes();
  const protege = rowExists(users, and(eq(users.id, id), aUnFacteur));
  const { secours } = await db.write({
    ...dire(db, titulaire, { changement: "codes de secours renouvelés", quand: protege }),
    anciens: db.delete(recoveryCodes).where(eq(recoveryCodes.UserId, id)),
    secours: ecrireCodes(db, { UserId: id, codes, quand: protege }),
  });
  if (secours.rowsAffected === 0) {
    throw new Conflict("Ajoutez d’abord une application ou une clé d’accès.");
  }
  return codes.map(presenterSecours);
}

/** The statements that remove every second factor from an account whose holder lost them. */
export const sansFacteur = (db: Db, UserId: number) => ({
  application: db
    .update(users)
    .set({ totpSecret: null, totpPending: null, totpStep: null })
    .where(eq(users.id, UserId)),
  passkeys: db.delete(passkeys).where(eq(passkeys.UserId, UserId)),
  secours: db.delete(recoveryCodes).where(eq(recoveryCodes.UserId, UserId)),
});

/**
 * Removes every second factor from the account with this e-mail, in an administrator's name.
 * @param device the device of the administrator, in words.
 * @returns the role of the account.
 * @throws NotFound when no account has this e-mail; Conflict when the account has no second factor.
 */
export async function reinitialiserFacteurs(
  { db, user }: Pick<Contexte, "db" | "user">,
  { email, device }: { email: string; device: string },
): Promise<Role> {
  const [profil] = await db
    .select({
      id: users.id,
      role: users.role,
      protege: selected<boolean>(aUnFacteur).mapWith(Boolean),
    })
    .from(users)
    .where(eq(users.email, email));
  if (!profil) throw new NotFound("Aucun compte n’a cette adresse e-mail.");
  if (!profil.protege) throw new Conflict("Ce compte n’a pas de second facteur.");
  await db.write({
    historique: trace(db, {
      entite: "User",
      entiteId: profil.id,
      etat: "Second facteur réinitialisé",
      user,
    }),
    evenement: noter(db, {
      evenement: "second_facteur",
      user: email,
      device,
      details: { changement: "retiré par un administrateur" satisfies Changement, par: user },
    }),
    ...sansFacteur(db, profil.id),
  });
  return profil.role;
}

const sansCode = (UserId: number) =>
  sql`NOT ${rowExists(
    recoveryCodes,
    and(eq(recoveryCodes.UserId, UserId), isNull(recoveryCodes.usedAt)),
  )}`;

/** Deletes recovery codes when no second factor is left: the password alone then opens the account. */
const oublierCodesSansFacteur = (db: Db, UserId: number) =>
  db
    .delete(recoveryCodes)
    .where(
      and(
        eq(recoveryCodes.UserId, UserId),
        sql`NOT ${rowExists(users, and(eq(users.id, UserId), aUnFacteur))}`,
      ),
    );

/** The statements that note a change, in the history of the account and in the journal of security. */
const dire = (
  db: Db,
  { id, email, device }: Titulaire,
  { changement, quand = sql`true` }: { changement: Changement; quand?: SQL },
) => ({
  historique: trace(db, {
    entite: "User",
    entiteId: id,
    etat: `Second facteur : ${changement}`,
    user: email,
    quand,
  }),
  evenement: noter(db, {
    evenement: "second_facteur",
    user: email,
    device,
    details: { changement },
    quand,
  }),
});
