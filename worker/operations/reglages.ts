import { and, eq, isNotNull, isNull, not, or, sql } from "drizzle-orm";
import { SECRETS, valeurMontree } from "#domain/agence/agence.ts";
import { Conflict } from "#domain/erreurs.ts";
import { ibanNu } from "#domain/iban.ts";
import { texteDeRecherche } from "#domain/recherche.ts";
import { insertWhen, nextId, rowExists } from "#worker/db/rows.ts";
import { variables } from "#worker/db/schema/agence.ts";
import type { Env } from "#worker/env.ts";
import { chiffrer, dechiffrer, sousUneAncienneCle } from "./chiffrement.ts";
import type { Contexte } from "./contexte.ts";
import { trace } from "./historique/history.ts";

type Cles = Pick<Env, "DATA_KEYS">;

interface Range {
  nom: string;
  valeur: string | null;
  secret: string | null;
}

const usage = (nom: string) => `Variable ${nom}`;

/**
 * The stored form of a setting: the value that anyone may see and, for a secret setting, the whole value encrypted.
 */
export function aRanger(env: Cles, nom: string, valeur: string | null) {
  const montree = valeurMontree(nom, valeur);
  const secret = SECRETS.includes(nom) && valeur ? chiffrer(env, ibanNu(valeur), usage(nom)) : null;
  return { valeur: montree, secret, recherche: texteDeRecherche([nom, montree]) };
}

/** The whole value of a setting in clear, even of a secret setting. */
export function enClair(env: Cles, { nom, valeur, secret }: Range): string | null {
  if (secret !== null) return dechiffrer(env, secret, usage(nom));
  return valeur !== null && SECRETS.includes(nom) ? ibanNu(valeur) : valeur;
}

/** The settings as a paper prints them, secrets included. */
export const reglagesEnClair = <Reglage extends Range>(
  env: Cles,
  reglages: readonly Reglage[],
): Reglage[] => reglages.map((reglage) => ({ ...reglage, valeur: enClair(env, reglage) }));

/**
 * Adds an empty row for a setting that has no row yet.
 * @throws Conflict when the row exists.
 */
export async function ouvrirReglage(
  { db, user }: Pick<Contexte, "db" | "user">,
  nom: string,
): Promise<{ id: number }> {
  const absent = not(rowExists(variables, eq(variables.nom, nom)));
  const {
    ouvert,
    reglage: [reglage],
  } = await db.write({
    histoire: trace(db, {
      entite: "Variable",
      entiteId: nextId(variables),
      etat: "Création",
      user,
      quand: absent,
    }),
    ouvert: insertWhen(db, variables, { nom, recherche: texteDeRecherche([nom]) }, absent),
    reglage: db.select({ id: variables.id }).from(variables).where(eq(variables.nom, nom)),
  });
  if (ouvert.rowsAffected === 0 || !reglage) throw new Conflict("Ce réglage existe déjà.");
  return reglage;
}

/**
 * Encrypts the secret settings that an earlier version of the product stored in clear, and those that an older key
 * encrypted. A setting that changes meanwhile keeps its new value.
 */
export async function rechiffrerReglages({ env, db }: Pick<Contexte, "env" | "db">): Promise<void> {
  const secrets = await db
    .select({
      id: variables.id,
      nom: variables.nom,
      valeur: variables.valeur,
      secret: variables.secret,
    })
    .from(variables)
    .where(
      and(
        sql`${variables.nom} IN (SELECT value FROM json_each(${JSON.stringify(SECRETS)}))`,
        or(isNotNull(variables.secret), isNotNull(variables.valeur)),
      ),
    );
  for (const { id, ...range } of secrets) {
    if (range.secret !== null && !sousUneAncienneCle(env, range.secret)) continue;
    await db
      .update(variables)
      .set(aRanger(env, range.nom, enClair(env, range)))
      .where(
        and(
          eq(variables.id, id),
          range.secret === null ? isNull(variables.secret) : eq(variables.secret, range.secret),
          sql`${variables.valeur} IS ${range.valeur}`,
        ),
      );
  }
}
