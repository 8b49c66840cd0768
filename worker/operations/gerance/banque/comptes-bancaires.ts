import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { apres, differences } from "#domain/agence/history.ts";
import { ajouterJours, type Jour } from "#domain/dates.ts";
import { Conflict, FICHE_MODIFIEE, Invalid, NotFound } from "#domain/erreurs.ts";
import type { VersionLue } from "#domain/fields.ts";
import {
  type CompteBancaire,
  creation,
  estOuvert,
} from "#domain/gerance/banque/compte-bancaire.ts";
import { estMasque, ibanMasque, ibanNu } from "#domain/iban.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { deuxPersonnes, selected } from "#worker/db/conditions.ts";
import { insertWhen, newestId, nextId, rowExists } from "#worker/db/rows.ts";
import { comptesBancaires, releves } from "#worker/db/schema/gerance.ts";
import { reversements, virements } from "#worker/db/schema/mandants.ts";
import { asRead, isStale, onVersionRead } from "#worker/db/versions.ts";
import type { Env } from "#worker/env.ts";
import { chiffrer, dechiffrer, sousUneAncienneCle } from "#worker/operations/chiffrement.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { prouverDepuisLeDepart } from "./preuves-de-releves.ts";

type Cles = Pick<Env, "DATA_KEYS">;

const USAGE = "CompteBancaire iban";

/**
 * The bank accounts, in the order of their identifiers. `entier` is the whole IBAN; it is empty when the key that
 * encrypted the IBAN is lost.
 */
export async function lireComptesBancaires({ env, db }: { env: Cles; db: Db }) {
  const comptes = await db.select().from(comptesBancaires).orderBy(asc(comptesBancaires.id));
  return comptes.map((compte) => ({ ...compte, entier: ibanDuCompteLu(env, compte.secret) }));
}

export type CompteBancaireLu = Awaited<ReturnType<typeof lireComptesBancaires>>[number];

/** The whole IBAN, decrypted from the `secret` of a row; empty when the encryption key is lost. */
export function ibanDuCompteLu(env: Cles, secret: string): string {
  try {
    return dechiffrer(env, secret, USAGE);
  } catch {
    return "";
  }
}

/**
 * The whole IBAN of an account.
 * @throws NotFound when there is no such account; an error when the key that encrypted the IBAN is lost.
 */
export async function ibanDuCompte({ env, db }: Contexte, id: number): Promise<string> {
  const [compte] = await db
    .select({ secret: comptesBancaires.secret })
    .from(comptesBancaires)
    .where(eq(comptesBancaires.id, id));
  if (!compte) throw new NotFound();
  return dechiffrer(env, compte.secret, USAGE);
}

const aRanger = (env: Cles, { iban, soldeDepart, ...compte }: CompteBancaire) => ({
  ...compte,
  soldeDepart: enCentimes(soldeDepart),
  ...(estMasque(iban)
    ? {}
    : { iban: ibanMasque(iban), secret: chiffrer(env, ibanNu(iban), USAGE) }),
});

/**
 * True while no account was added, changed or removed since `comptes` was read. Two writes at once could otherwise
 * give one IBAN to two accounts.
 */
const seuls = (comptes: readonly CompteBancaireLu[]): SQL =>
  sql`(SELECT json_group_array(json_array(id, version)) FROM (SELECT id, version FROM ${comptesBancaires} ORDER BY id))
    = ${JSON.stringify(comptes.map(({ id, version }) => [id, version]))}`;

/** True while the account is still in the version that was read. */
export const memeCompte = ({ id, version }: { id: number; version: number }): SQL =>
  rowExists(
    comptesBancaires,
    and(eq(comptesBancaires.id, id), asRead(comptesBancaires, { version })),
  );

const DEJA = "Cet IBAN est déjà celui d’un autre compte.";
const ENTIER = "Écrivez l’IBAN en entier.";

/** @throws Invalid when another account has this IBAN. */
function exigerSeul(comptes: readonly CompteBancaireLu[], iban: string, id = 0): void {
  if (comptes.some((compte) => compte.id !== id && compte.entier === ibanNu(iban)))
    throw new Invalid({ iban: DEJA });
}

/**
 * Opens a bank account, its IBAN encrypted.
 * @returns its identifier.
 * @throws Invalid for an IBAN that is not whole, or that another account has.
 */
export async function creerCompte(ctx: Contexte, compte: CompteBancaire): Promise<number> {
  const { db, env, user } = ctx;
  const { iban, secret, ...range } = aRanger(env, compte);
  if (iban === undefined || secret === undefined) throw new Invalid({ iban: ENTIER });
  return onVersionRead({}, async () => {
    const comptes = await lireComptesBancaires(ctx);
    exigerSeul(comptes, compte.iban);
    const quand = seuls(comptes);
    const {
      cree,
      id: [nouveau],
    } = await db.write({
      histoire: trace(db, {
        entite: "CompteBancaire",
        entiteId: nextId(comptesBancaires),
        etat: "Création",
        user,
        quand,
      }),
      note: noterIban(ctx, nextId(comptesBancaires), quand),
      cree: insertWhen(db, comptesBancaires, { ...range, iban, secret }, quand),
      id: db.all<{ id: number }>(sql`SELECT ${newestId(comptesBancaires)} AS id`),
    });
    return cree.rowsAffected === 0 ? undefined : nouveau?.id;
  });
}

/**
 * Changes a bank account. Its IBAN may change only while no statement, payout or transfer names the account.
 * @param demande `valide` checks the whole account as it is once changed
 * @throws NotFound when there is no such account; Invalid as {@link creerCompte}; Conflict when someone changed the
 * account meanwhile, or its IBAN can no longer change.
 */
export async function modifierCompte(
  ctx: Contexte,
  demande: {
    id: number;
    lue: VersionLue;
    changements: object;
    valide: (valeurs: Record<string, unknown>) => CompteBancaire;
  },
): Promise<void> {
  const { db, env, now, user } = ctx;
  const { id, lue: version, changements, valide } = demande;
  await onVersionRead(version, async () => {
    const comptes = await lireComptesBancaires(ctx);
    const connu = comptes.find((compte) => compte.id === id);
    if (!connu) throw new NotFound();
    if (isStale(connu, version)) throw new Conflict(FICHE_MODIFIEE);
    const avant = { ...champs(connu), soldeDepart: enEuros(connu.soldeDepart) };
    const voulu = valide({ ...avant, ...changements });
    const iban = estMasque(voulu.iban) ? voulu.iban : ibanMasque(voulu.iban);
    if (estMasque(voulu.iban) && voulu.iban !== connu.iban) throw new Invalid({ iban: ENTIER });
    const change = !estMasque(voulu.iban) && ibanNu(voulu.iban) !== connu.entier;
    if (change) exigerSeul(comptes, voulu.iban, id);
    const details = differences(avant, { ...voulu, iban });
    if (Object.keys(details).length === 0 && !change) return true;
    const vierge = sql`(NOT ${rowExists(releves, eq(releves.CompteBancaireId, id))}
      AND NOT ${rowExists(reversements, eq(reversements.CompteBancaireId, id))}
      AND NOT ${rowExists(virements, eq(virements.CompteBancaireId, id))})`;
    const quand = and(
      eq(comptesBancaires.id, id),
      asRead(comptesBancaires, { version: connu.version }),
      seuls(comptes),
      change ? vierge : undefined,
    );
    const range = aRanger(env, { ...voulu, iban: change ? voulu.iban : connu.iban });
    const {
      verdict: [verdict],
      modifie,
    } = await db.write({
      verdict: db.all<{ vierge: number }>(sql`SELECT (${vierge}) AS vierge`),
      histoire: trace(db, {
        entite: "CompteBancaire",
        entiteId: id,
        etat: "Modification",
        user,
        details: change ? { ...details, iban: [connu.iban, iban] } : details,
        quand: rowExists(comptesBancaires, quand),
      }),
      note: noterIban(ctx, sql`${id}`, change ? rowExists(comptesBancaires, quand) : sql`false`),
      modifie: db
        .update(comptesBancaires)
        .set({ ...apres(differences(connu, range)), updatedAt: now.toISOString() })
        .where(quand),
      ...("soldeDepart" in details || "dateDepart" in details
        ? prouverDepuisLeDepart(db, { CompteBancaireId: id, user })
        : {}),
    });
    if (change && !verdict?.vierge) throw new Conflict(FIGE, "iban");
    return modifie.rowsAffected === 0 ? undefined : true;
  });
}

const noterIban = ({ db, user }: Contexte, id: SQL, quand: SQL) =>
  noter(db, {
    evenement: "iban",
    user,
    details: sql`json_object('entite', 'CompteBancaire', 'id', ${id})`,
    quand,
  });

const FIGE =
  "L’IBAN de ce compte ne change plus : des relevés ou des virements le connaissent. Fermez-le et ajoutez l’autre compte.";

const champs = (compte: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.keys(creation.shape).map((nom) => [nom, compte[nom] ?? null]));

/** Encrypts again, under the present key, the IBANs of accounts that a former key encrypts. */
export async function rechiffrerComptes({ env, db }: Pick<Contexte, "env" | "db">): Promise<void> {
  const comptes = await db
    .select({ id: comptesBancaires.id, secret: comptesBancaires.secret })
    .from(comptesBancaires);
  for (const { id, secret } of comptes) {
    if (!sousUneAncienneCle(env, secret)) continue;
    await db
      .update(comptesBancaires)
      .set({ secret: chiffrer(env, dechiffrer(env, secret, USAGE), USAGE) })
      .where(and(eq(comptesBancaires.id, id), eq(comptesBancaires.secret, secret)));
  }
}

const NOMS_DES_COMPTES = {
  gerance: "compte de gérance",
  agence: "compte de l’agence",
} as const;

/** The sentence of the error when the agency has no open account to pay from, by usage of the account. */
export const SANS_COMPTE = {
  gerance: "Ajoutez d’abord le compte bancaire de gérance dont les fonds partent.",
  agence: "Ajoutez d’abord le compte bancaire de l’agence, d’où partent ses remboursements.",
} as const;

/**
 * The account that pays, among the accounts of this usage that are still open tomorrow: the one that `demande` names,
 * else the only one.
 * @throws Invalid when the named account is not one of them, or when there are several and none is named; Conflict
 * when there is none.
 */
export async function compteDebite(
  { db, today }: Lecture,
  demande: number | null | undefined,
  usage: "gerance" | "agence" = "gerance",
) {
  const ouverts = await db
    .select()
    .from(comptesBancaires)
    .where(restantOuvert(usage, today))
    .orderBy(comptesBancaires.id);
  const [seul, autre] = ouverts;
  if (demande !== null && demande !== undefined) {
    const choisi = ouverts.find(({ id }) => id === demande);
    if (!choisi)
      throw new Invalid({
        CompteBancaireId: `Ce ${NOMS_DES_COMPTES[usage]} n’existe pas ou est fermé.`,
      });
    return choisi;
  }
  if (!seul) throw new Conflict(SANS_COMPTE[usage]);
  if (autre) throw new Invalid({ CompteBancaireId: "Choisissez le compte qui paie." });
  return seul;
}

/** The twin in SQL of `estOuvert()`: the account has this usage and is open on this day. */
export const ouvert = (usage: "gerance" | "agence", jour: Jour) =>
  sql`${comptesBancaires.usage} = ${usage} AND coalesce(${comptesBancaires.fermeLe}, '9999') >= ${jour}`;

/** SQL condition: the account has this usage and is still open the day after `today`, so a transfer may leave it. */
export const restantOuvert = (usage: "gerance" | "agence", today: Jour) =>
  ouvert(usage, ajouterJours(today, 1));

/** The agency's own account, where its fees go: the first open one. */
export const lireCompteDeLAgence = (db: Db, today: Jour) =>
  db
    .select({
      id: comptesBancaires.id,
      version: comptesBancaires.version,
      titulaire: comptesBancaires.titulaire,
      secret: comptesBancaires.secret,
      bic: comptesBancaires.bic,
      nouveau: selected<number>(compteNouveau(sql`${comptesBancaires.id}`)),
    })
    .from(comptesBancaires)
    .where(restantOuvert("agence", today))
    .orderBy(comptesBancaires.id)
    .limit(1);

/**
 * Whether this account needs two administrators to receive fees. This is so when the agency asks for two and the
 * account never received fees: one person alone may have added the account.
 */
const compteNouveau = (CompteBancaireId: SQL) => sql`(${deuxPersonnes}
  AND NOT EXISTS (SELECT 1 FROM ${virements} v JOIN ${reversements} r ON r.id = v."ReversementId"
    WHERE v."CompteBancaireId" = ${CompteBancaireId} AND v.etat = 'emis' AND r.etat = 'telecharge'))`;

const INATTENDU = { CompteBancaireId: "Un compte de gérance ouvert est attendu." };

type Lecture = Pick<Contexte, "db" | "today">;

const comptesDeGerance = (db: Db) =>
  db
    .select({ id: comptesBancaires.id, fermeLe: comptesBancaires.fermeLe })
    .from(comptesBancaires)
    .where(eq(comptesBancaires.usage, "gerance"));

/**
 * Returns a function that gives the only account of gérance open on a day: the account of a payment that names none.
 * The function gives null when none or several were open: a bank statement will name the account.
 */
export async function comptesUsuels(db: Db): Promise<(jour: Jour) => number | null> {
  const comptes = await comptesDeGerance(db);
  return (jour) => {
    const [seul, autre] = comptes.filter((compte) => estOuvert(compte, jour));
    return autre === undefined ? (seul?.id ?? null) : null;
  };
}

/**
 * Requires each account named by these payments to be of gérance, and open on the day of the payment. A payment that
 * names no account passes.
 * @throws Invalid when an account is of another usage, does not exist, or closed before the day of its payment.
 */
export async function exigerComptesOuverts(
  db: Db,
  demandes: readonly { CompteBancaireId?: number | null | undefined; date: Jour }[],
): Promise<void> {
  const avecCompte = demandes.filter(({ CompteBancaireId }) => CompteBancaireId);
  if (avecCompte.length === 0) return;
  const comptes = new Map((await comptesDeGerance(db)).map((compte) => [compte.id, compte]));
  for (const { CompteBancaireId, date } of avecCompte) {
    const compte = comptes.get(CompteBancaireId ?? 0);
    if (!compte || !estOuvert(compte, date)) throw new Invalid(INATTENDU);
  }
}

/** SQL condition: the account is of gérance and open on `jour`, so a sum of that day may enter or leave it. */
export const encoreReceveur = (compte: number, jour: Jour) =>
  rowExists(
    comptesBancaires,
    sql`${comptesBancaires.id} = ${compte} AND ${ouvert("gerance", jour)}`,
  );

/**
 * The account that pays expenses on a day: the one that `demande` names, else the only account of gérance open on
 * that day. Null when none or several were open on that day: a bank statement will name the account.
 * @throws Invalid when several are open today and none is named, or when the named one is not an account of gérance
 * open on that day.
 */
export async function compteDePaiement(
  { db, today }: Lecture,
  demande: number | null | undefined,
  jour: Jour,
): Promise<number | null> {
  if (demande) {
    await exigerComptesOuverts(db, [{ CompteBancaireId: demande, date: jour }]);
    return demande;
  }
  const ouverts = await db
    .select({ id: comptesBancaires.id })
    .from(comptesBancaires)
    .where(ouvert("gerance", today));
  if (ouverts.length > 1) {
    throw new Invalid({ CompteBancaireId: "Dites de quel compte de gérance part ce paiement." });
  }
  return (await comptesUsuels(db))(jour);
}

/**
 * SQL condition: `compte` is an account of gérance open on `jour`. When `compte` is null: not exactly one account of
 * gérance is open on that day.
 */
export const encorePayeur = (compte: number | null, jour: Jour) =>
  compte === null
    ? sql`(SELECT count(*) FROM ${comptesBancaires} WHERE ${ouvert("gerance", jour)}) <> 1`
    : encoreReceveur(compte, jour);
