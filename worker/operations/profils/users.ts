import { and, eq, inArray, isNotNull, ne, not, type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { apres, differences } from "#domain/agence/history.ts";
import { ajouterAnnees, ajouterJours, type Jour } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound, Unauthenticated } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import { type Role, rolesPour } from "#domain/profils/droits.ts";
import {
  HEURES_PROVISOIRE,
  MOT_DE_PASSE_COURANT,
  MOT_DE_PASSE_PROVISOIRE,
  PROVISOIRE_EXPIRE,
  refusMotDePasse,
} from "#domain/profils/mot-de-passe.ts";
import type { Db } from "#worker/db/client.ts";
import { deuxPersonnes } from "#worker/db/conditions.ts";
import { nextId, rowExists } from "#worker/db/rows.ts";
import {
  devices,
  passkeys,
  recoveryCodes,
  sessions,
  users,
  variables,
} from "#worker/db/schema/agence.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { asRead, isStale, onVersionRead } from "#worker/db/versions.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { retenirSansFiche } from "#worker/operations/courriels/outbox.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { aSonTour } from "#worker/operations/tours.ts";
import { empreinteAppareil } from "./connexion.ts";
import { hashPassword, temporaryPassword, verifyPassword } from "./mot-de-passe.ts";
import { estCourant } from "./mots-de-passe-courants.ts";
import { fermerAutresSessions } from "./sessions.ts";

/** An e-mail in the form that accounts have. */
export const adresseDeProfil = (text: string) => text.trim().toLowerCase();

interface NouveauProfil {
  email: string;
  role: Role;
  /** First name and last name; null when unknown. */
  nom?: string | null | undefined;
}

/** The values of an account that is given a temporary password now. */
const motDePasseProvisoire = (hash: string, now: Date) => ({
  password: hash,
  mustSetPassword: true,
  passwordChangedAt: now.toISOString(),
  temporaryUntil: new Date(now.getTime() + HEURES_PROVISOIRE * 3_600_000).toISOString(),
});

/** The columns of an account that its creation and its reset return. */
const COMPTE = {
  id: users.id,
  email: users.email,
  role: users.role,
  mustSetPassword: users.mustSetPassword,
};

/**
 * The value stored beside a new password: the hashes of the temporary passwords that were replaced, plus the present
 * one when it is temporary.
 */
const PROVISOIRES = sql<
  string[]
>`iif(${users.mustSetPassword}, json_insert(${users.temporaryBefore}, '$[#]', ${users.password}), ${users.temporaryBefore})`;

const avecAdresse = (email: string) => sql`(SELECT id FROM ${users} WHERE email = ${email})`;

/**
 * Creates the first administrator, only while nobody has an account.
 * @returns false when there already is an account; nothing is changed then.
 */
export async function creerAdmin(
  { db, now }: Pick<Contexte, "db" | "now">,
  { email: address, password }: { email: string; password: string },
): Promise<boolean> {
  const hash = await hashPassword(password);
  const personne = not(rowExists(users));
  const { profil } = await db.write({
    historique: trace(db, {
      entite: "User",
      entiteId: nextId(users),
      etat: "Création",
      user: null,
      quand: personne,
    }),
    journal: noter(db, {
      evenement: "compte",
      user: adresseDeProfil(address),
      details: { role: "admin" },
      quand: personne,
    }),
    profil:
      db.run(sql`INSERT INTO ${users} (email, role, password, "mustSetPassword", "passwordChangedAt")
      SELECT ${adresseDeProfil(address)}, 'admin', ${hash}, 0, ${now.toISOString()} WHERE ${personne}`),
  });
  return profil.rowsAffected === 1;
}

/**
 * Opens an account with a random temporary password, which its holder must change (http/README §9.7).
 * @returns the password in clear: shown once, never stored.
 * @throws Conflict when the e-mail already has an account.
 */
export async function inscrire(
  { db, now, user }: Pick<Contexte, "db" | "now" | "user">,
  { email: address, role, nom = null }: NouveauProfil,
) {
  const email = adresseDeProfil(address);
  const [existing] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  if (existing) throw new Conflict("Un compte existe déjà pour cette adresse e-mail.", "email");
  const password = temporaryPassword();
  const hash = await hashPassword(password);
  const {
    profil: [created],
  } = await db.write({
    profil: db
      .insert(users)
      .values({
        email,
        nom,
        role,
        ...motDePasseProvisoire(hash, now),
      })
      .returning(COMPTE),
    historique: trace(db, {
      entite: "User",
      entiteId: avecAdresse(email),
      etat: "Création",
      user,
      details: { role },
    }),
    journal: noter(db, { evenement: "compte", user: email, details: { role, par: user } }),
  });
  if (!created) throw new NotFound();
  return { user: created, password };
}

/**
 * Replaces the password of an account by a temporary one, and ends its sessions. It also forgets the devices of the
 * account: a device that had signed in counts as unknown from then on (http/README §9.7).
 * @returns the password in clear: shown once, never stored.
 * @throws NotFound when no account has this e-mail.
 */
export async function reinitialiserMotDePasse(
  { db, now, user }: Pick<Contexte, "db" | "now" | "user">,
  address: string,
) {
  const password = temporaryPassword();
  const hash = await hashPassword(password);
  const email = adresseDeProfil(address);
  const {
    profil: [changed],
  } = await db.write({
    profil: db
      .update(users)
      .set({
        ...motDePasseProvisoire(hash, now),
        temporaryBefore: PROVISOIRES,
        updatedAt: now.toISOString(),
      })
      .where(eq(users.email, email))
      .returning(COMPTE),
    historique: trace(db, {
      entite: "User",
      entiteId: avecAdresse(email),
      etat: "Mot de passe réinitialisé",
      user,
    }),
    journal: noter(db, {
      evenement: "reinitialisation",
      user: email,
      details: { par: user },
      quand: rowExists(users, eq(users.email, email)),
    }),
    ...oublierConnexions(db, avecAdresse(email)),
  });
  if (!changed) throw new NotFound("Aucun compte n’a cette adresse e-mail.");
  return { user: changed, password };
}

/** The statements that end every session of an account and forget every device. */
const oublierConnexions = (db: Db, UserId: SQL) => ({
  sessions: db.delete(sessions).where(eq(sessions.UserId, UserId)),
  appareils: db.delete(devices).where(eq(devices.UserId, UserId)),
});

/**
 * Gives a temporary password to an administrator who can no longer sign in, and removes his second factors, sessions
 * and devices. Only a holder of the keys of the database can call it (`npm run admin`).
 * @returns false when no administrator has this e-mail; nothing is changed then.
 */
export async function recupererAdmin(
  { db, now }: Pick<Contexte, "db" | "now">,
  { email: address, password }: { email: string; password: string },
): Promise<boolean> {
  const hash = await hashPassword(password);
  const email = adresseDeProfil(address);
  const lui = and(eq(users.email, email), inArray(users.role, ADMINISTRATEURS));
  const id = sql`(SELECT id FROM ${users} WHERE ${lui})`;
  const quand = rowExists(users, lui);
  const { profil } = await db.write({
    historique: trace(db, {
      entite: "User",
      entiteId: id,
      etat: "Mot de passe réinitialisé",
      user: null,
      quand,
    }),
    journal: noter(db, { evenement: "reinitialisation", user: email, quand }),
    passkeys: db.delete(passkeys).where(eq(passkeys.UserId, id)),
    codes: db.delete(recoveryCodes).where(eq(recoveryCodes.UserId, id)),
    ...oublierConnexions(db, id),
    profil: db
      .update(users)
      .set({
        ...motDePasseProvisoire(hash, now),
        temporaryBefore: PROVISOIRES,
        totpSecret: null,
        totpPending: null,
        totpStep: null,
        updatedAt: now.toISOString(),
      })
      .where(lui),
  });
  return profil.rowsAffected === 1;
}

/** The least length of a password in this agency, shown before the password is chosen. */
export async function reglesMotDePasse({
  db,
}: Pick<Contexte, "db">): Promise<{ longueurMotDePasse: number }> {
  const { longueurMotDePasse } = agenceDe(await db.select().from(variables));
  return { longueurMotDePasse };
}

/**
 * Gives the caller's account the password he chose. Every earlier token and every other session stops working, and
 * only this device stays known.
 * @throws Invalid for a password that is too short here, too easily guessed, or that is or was a temporary one of the
 * account; Conflict when the temporary password is too old; Unauthenticated when the password was replaced meanwhile.
 */
export async function changerMotDePasse(
  { db, now, user }: Pick<Contexte, "db" | "now" | "user">,
  {
    UserId,
    session,
    device,
    appareil,
    password,
  }: {
    UserId: number;
    session: string;
    device: string;
    /** The key that the browser kept, if any. */
    appareil: string | null | undefined;
    password: string;
  },
): Promise<void> {
  const {
    reglages,
    avant: [avant],
  } = await db.read({
    reglages: db.select().from(variables),
    avant: db.select().from(users).where(eq(users.id, UserId)),
  });
  if (!avant) throw new Unauthenticated();
  if (avant.temporaryUntil !== null && avant.temporaryUntil < now.toISOString()) {
    throw new Conflict(PROVISOIRE_EXPIRE);
  }
  const {
    longueurMotDePasse: longueur,
    agenceNom: agence,
    agenceVille: ville,
  } = agenceDe(reglages);
  const motif =
    refusMotDePasse(password, { longueur, email: avant.email, agence, ville }) ??
    (estCourant(password) ? MOT_DE_PASSE_COURANT : null) ??
    ((await estProvisoire(password, avant)) ? MOT_DE_PASSE_PROVISOIRE : null);
  if (motif) throw new Invalid({ password: motif });

  const hash = await hashPassword(password);
  // A password that was reset while this one was being chosen stays reset.
  const inchange = and(eq(users.id, UserId), eq(users.password, avant.password));
  const quand = rowExists(users, inchange);
  const { profil } = await db.write({
    historique: trace(db, {
      entite: "User",
      entiteId: UserId,
      etat: "Mot de passe changé",
      user,
      quand,
    }),
    journal: noter(db, {
      evenement: "mot_de_passe",
      user,
      device,
      quand,
    }),
    sessions: fermerAutresSessions(db, UserId, session),
    appareils: db
      .delete(devices)
      .where(
        and(eq(devices.UserId, UserId), ne(devices.hash, empreinteAppareil(appareil) ?? ""), quand),
      ),
    profil: db
      .update(users)
      .set({
        password: hash,
        mustSetPassword: false,
        temporaryUntil: null,
        temporaryBefore: PROVISOIRES,
        passwordChangedAt: now.toISOString(),
        updatedAt: now.toISOString(),
      })
      .where(inchange),
  });
  if (profil.rowsAffected === 0) throw new Unauthenticated();
}

/** Whether a password was a temporary one of this account, now or before: the administrator who gave it knows it. */
async function estProvisoire(
  password: string,
  profil: Pick<typeof users.$inferSelect, "mustSetPassword" | "password" | "temporaryBefore">,
): Promise<boolean> {
  const provisoires = [
    ...(profil.mustSetPassword ? [profil.password] : []),
    ...profil.temporaryBefore,
  ];
  for (const hash of provisoires) {
    if (await aSonTour(true, () => verifyPassword(password, hash))) return true;
  }
  return false;
}

const ADMINISTRATEURS = rolesPour("administrer");

/**
 * The condition that the agency keeps an administrator, or two when changes need two persons. The statement checks it:
 * of two administrators who act on each other at once, one succeeds.
 */
const pasLeDernierAdmin = sql`(${users.role} NOT IN ${ADMINISTRATEURS}
  OR (SELECT count(*) FROM ${users} admins WHERE admins.role IN ${ADMINISTRATEURS})
    > iif(${deuxPersonnes}, 2, 1))`;

/** The entries of the menu that depend on what the agency has: dossiers, papers put to signature, yearly tasks. */
export async function menuDeLAgence({
  db,
  today,
}: Pick<Contexte, "db" | "today">): Promise<
  Record<"sansAnnee" | "sansDossier" | "signatures", boolean>
> {
  const [agence] = await db.all<Record<"annee" | "aucun" | "signatures", number>>(sql`
    SELECT NOT EXISTS (SELECT 1 FROM ${dossiers}) AS aucun, EXISTS (SELECT 1 FROM "DemandeSignature") AS signatures,
      ${tachesDeLAnnee(today)} AS annee`);
  return {
    sansDossier: agence?.aucun === 1,
    signatures: agence?.signatures === 1,
    sansAnnee: agence?.aucun === 0 && agence.annee === 0,
  };
}

/** A revision may be requested from this many days before its anniversary (revisions/README §15.3). */
const JOURS_AVANT_LA_REVISION = 45;

/**
 * Whether the menu shows the yearly tasks: a rent may be revised, the charges of an ended year may be settled, or the
 * agency already has a revision, a statement of charges or a building.
 */
const tachesDeLAnnee = (today: Jour) => sql`(
  EXISTS (SELECT 1 FROM ${dossiers} WHERE coalesce(indice, "dernierIndice") IS NOT NULL
    AND ("jourRevision" IS NOT NULL OR "dateDebutBail" <= ${ajouterAnnees(ajouterJours(today, JOURS_AVANT_LA_REVISION), -1)}))
  OR EXISTS (SELECT 1 FROM ${dossiers} WHERE coalesce("chargesMode", 'provisions') = 'provisions' AND "loyerCharge" > 0
    AND "dateDebutBail" < ${`${today.slice(0, 4)}-01-01`})
  OR EXISTS (SELECT 1 FROM "Revision") OR EXISTS (SELECT 1 FROM "Decompte") OR EXISTS (SELECT 1 FROM "Immeuble"))`;

export type Profil = Pick<typeof users.$inferSelect, "email" | "role">;

/**
 * The e-mail and the role of an account.
 * @throws NotFound when there is no such account.
 */
export async function profilDe({ db }: Pick<Contexte, "db">, id: number): Promise<Profil> {
  const [profil] = await db
    .select({ email: users.email, role: users.role })
    .from(users)
    .where(eq(users.id, id));
  if (!profil) throw new NotFound();
  return profil;
}

/** The query for the names of accounts by e-mail; accounts without a name are left out. */
export const nomsDesProfils = ({ db }: Pick<Contexte, "db">) =>
  db
    .select({ email: users.email, nom: sql<string>`${users.nom}` })
    .from(users)
    .where(isNotNull(users.nom));

/**
 * Changes the e-mail, the role or the name of an account, with effect on its sessions at once.
 * @param moi the account of the caller.
 * @returns the account before and after.
 * @throws NotFound when there is no such account; Conflict when the row changed since it was read, the e-mail is
 * taken, the caller changes his own role, or too few administrators would be left.
 */
export async function modifierProfil(
  { db, now, user }: Pick<Contexte, "db" | "now" | "user">,
  {
    id,
    moi,
    version,
    updatedAt,
    ...asked
  }: { id: number; moi: number; habiliteSigner?: boolean | undefined } & Partial<NouveauProfil> &
    VersionLue,
): Promise<{ avant: Profil; apres: Profil }> {
  const changes = { ...asked, ...(asked.email ? { email: adresseDeProfil(asked.email) } : {}) };
  const lue = { version, updatedAt };
  return onVersionRead(lue, async () => {
    const {
      before: [before],
      holder: [holder],
    } = await db.read({
      before: db.select().from(users).where(eq(users.id, id)),
      holder: db
        .select({ id: users.id })
        .from(users)
        .where(eq(users.email, changes.email ?? "")),
    });
    if (!before) throw new NotFound();
    if (isStale(before, lue)) throw new Conflict(FICHE_MODIFIEE);
    if (holder && holder.id !== id) {
      throw new Conflict("Un compte existe déjà pour cette adresse e-mail.", "email");
    }
    const details = differences(before, changes);
    const { email, role } = before;
    const change = { avant: { email, role }, apres: { email, role, ...changes } };
    if (Object.keys(details).length === 0) return change;
    if (details.role && id === moi) {
      throw new Conflict("Vous ne pouvez pas changer votre propre rôle.");
    }
    const modifiable = and(
      eq(users.id, id),
      asRead(users, { version: before.version }),
      details.role ? pasLeDernierAdmin : undefined,
    );
    const { profil } = await db.write({
      historique: trace(db, {
        entite: "User",
        entiteId: id,
        etat: "Modification",
        user,
        details,
        quand: rowExists(users, modifiable),
      }),
      ...Object.fromEntries(
        (["role", "email"] as const)
          .filter((champ) => details[champ])
          .map((champ) => [
            `journal_${champ}`,
            noter(db, {
              evenement: champ === "role" ? "role" : "adresse",
              user: before.email,
              details: { avant: details[champ]?.[0], apres: details[champ]?.[1], par: user },
              quand: rowExists(users, modifiable),
            }),
          ]),
      ),
      profil: db
        .update(users)
        .set({ ...apres(details), updatedAt: now.toISOString() })
        .where(modifiable),
    });
    return profil.rowsAffected === 0 ? undefined : change;
  });
}

/**
 * Closes an account for good; its sessions end at once.
 * @param moi the account of the caller.
 * @param version,updatedAt the version of the account that the caller read; without them, any version is accepted.
 * @returns the account before.
 * @throws NotFound when there is no such account; Conflict for the caller's own account, when too few administrators
 * would be left, or when the account changed since it was read.
 */
export async function supprimerProfil(
  { db, user }: Pick<Contexte, "db" | "user">,
  { id, moi, ...lue }: { id: number; moi: number } & VersionLue,
): Promise<Profil> {
  if (id === moi) throw new Conflict("Vous ne pouvez pas supprimer votre propre compte.");
  const account = await profilDe({ db }, id);
  const supprimable = and(eq(users.id, id), asRead(users, lue), pasLeDernierAdmin);
  const {
    profil,
    reste: [reste],
  } = await db.write({
    historique: trace(db, {
      entite: "User",
      entiteId: id,
      etat: "Suppression",
      user,
      details: account,
      quand: rowExists(users, supprimable),
    }),
    journal: noter(db, {
      evenement: "compte_supprime",
      user: account.email,
      details: { role: account.role, par: user },
      quand: rowExists(users, supprimable),
    }),
    profil: db.delete(users).where(supprimable),
    courriels: retenirSansFiche(db, "User", id),
    reste: db
      .select({ updatedAt: users.updatedAt, version: users.version })
      .from(users)
      .where(eq(users.id, id)),
  });
  if (profil.rowsAffected > 0) return account;
  if (reste && isStale(reste, lue)) throw new Conflict(FICHE_MODIFIEE);
  throw new Conflict(
    "Le dernier administrateur ne peut pas partir, ni l’avant-dernier quand il en faut deux.",
  );
}
