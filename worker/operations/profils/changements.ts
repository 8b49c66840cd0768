import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { A_DEUX, agenceDe, valeurMontree } from "#domain/agence/agence.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { Db } from "#worker/db/client.ts";
import { deuxPersonnes } from "#worker/db/conditions.ts";
import { rowExists } from "#worker/db/rows.ts";
import { changements, variables } from "#worker/db/schema/agence.ts";
import type { Env } from "#worker/env.ts";
import { chiffrer, dechiffrer, sousUneAncienneCle } from "#worker/operations/chiffrement.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { noter } from "#worker/operations/historique/securite.ts";
import { aRanger } from "#worker/operations/reglages.ts";
import { ADMINISTRATEURS_PRESENTS, type Decision, deciderADeux } from "./decisions-a-deux.ts";

type Cles = Pick<Env, "DATA_KEYS">;

/** A field whose change may wait for a second administrator; `champ`: the name of the setting. */
export interface Champ {
  entite: "Variable";
  entiteId: number;
  champ: string;
}

interface Valeurs {
  avant: string | null;
  apres: string | null;
}

/** The statement that gives a setting its new value, if the condition holds. */
const ecrire = (
  { env, db, now }: Pick<Contexte, "env" | "db" | "now">,
  { entiteId, champ, apres }: Champ & Valeurs,
  si: SQL,
) =>
  db
    .update(variables)
    .set({ ...aRanger(env, champ, apres), updatedAt: now.toISOString() })
    .where(and(eq(variables.id, entiteId), eq(variables.nom, champ), si));

const usage = ({ entite, entiteId, champ }: Champ) => `Changement ${entite} ${entiteId} ${champ}`;

const cache = (env: Cles, ou: Champ, valeur: string | null) =>
  valeur === null ? null : chiffrer(env, valeur, usage(ou));

const enClair = (env: Cles, ou: Champ, valeur: string | null) =>
  valeur === null ? null : dechiffrer(env, valeur, usage(ou));

const enAttente = ({ entite, entiteId, champ }: Champ) =>
  and(
    eq(changements.entite, entite),
    eq(changements.entiteId, entiteId),
    eq(changements.champ, champ),
    eq(changements.etat, "en_attente"),
  );

/** A change as the history and the journal of security show it, without secrets. */
const changementMontre = ({ champ }: Champ, avant: string | null, apres: string | null) => ({
  nom: champ,
  valeur: [valeurMontree(champ, avant), valeurMontree(champ, apres)],
});

function evenementDe(champ: string) {
  if (champ === "iban" || champ === "bic") return "iban";
  return A_DEUX.includes(champ) ? "deux_personnes" : "reglage";
}

const DEMANDE = "Changement demandé";

export type Issue = "fait" | "attend";

/**
 * Changes a protected setting (http/README §9.6). The change is made at once, except for a setting of `A_DEUX` when
 * the agency asks for two persons: it then waits until a second administrator confirms it. A change made at once
 * withdraws the waiting change of the same setting.
 * @param UserId the account that asks.
 * @param connue the condition that the record is still the one that was read.
 * @returns the outcome; undefined when the record has changed meanwhile.
 * @throws Conflict when a change of the same setting waits already, or when it turns on the confirmation by a second
 * administrator while there is none.
 */
export async function changer(
  ctx: Contexte,
  demande: Champ & Valeurs & { UserId: number; connue: SQL | undefined },
): Promise<Issue | undefined> {
  const { env, db, user } = ctx;
  const { entite, entiteId, champ, avant, apres, UserId, connue } = demande;
  const la = rowExists(sql`${sql.identifier(entite)}`, connue);
  const attend = rowExists(changements, enAttente(demande));
  const active = champ === "deuxPersonnes" && apres === "true";
  const assez = active ? sql`${ADMINISTRATEURS_PRESENTS} > 1` : sql`true`;
  const aDeux = A_DEUX.includes(champ) ? deuxPersonnes : sql`false`;
  const faite = sql`(${la} AND NOT ${aDeux} AND ${assez})`;
  const demandee = sql`(${la} AND ${aDeux} AND NOT ${attend})`;
  const details = changementMontre(demande, avant, apres);
  const evenement = evenementDe(champ);
  const {
    verdict: [verdict],
    attente,
    ecriture,
  } = await db.write({
    verdict: db.all<{ attend: number; assez: number }>(
      sql`SELECT ${attend} AS attend, ${assez} AS assez`,
    ),
    histoire: trace(db, { entite, entiteId, etat: "Modification", user, details, quand: faite }),
    histoireAttente: trace(db, {
      entite,
      entiteId,
      etat: DEMANDE,
      user,
      details,
      quand: demandee,
    }),
    note: noter(db, { evenement, user, details: { champ, etat: "fait" }, quand: faite }),
    noteAttente: noter(db, {
      evenement,
      user,
      details: { champ, etat: "demandé" },
      quand: demandee,
    }),
    retire: db
      .update(changements)
      .set(decision("refuse", ctx))
      .where(and(enAttente(demande), faite)),
    attente: db.run(sql`
      INSERT INTO ${changements} (entite, "entiteId", champ, avant, apres, "user", "UserId")
      SELECT ${entite}, ${entiteId}, ${champ}, ${cache(env, demande, avant)},
        ${cache(env, demande, apres)}, ${user}, ${UserId} WHERE ${demandee}`),
    // This statement comes last: the others may read the value that it replaces.
    ecriture: ecrire(ctx, demande, faite),
  });
  if (ecriture.rowsAffected > 0) return "fait";
  if (attente.rowsAffected > 0) return "attend";
  if (!verdict?.assez)
    throw new Conflict("Il faut un autre administrateur, qui puisse confirmer les changements.");
  if (verdict.attend)
    throw new Conflict("Un changement de ce réglage attend déjà d’être confirmé.");
  return undefined;
}

/** The decision on a change; its values are erased, because nobody needs them any more. */
const decision = (etat: Decision, { user, now }: Pick<Contexte, "user" | "now">) => ({
  etat,
  decidePar: user,
  decideLe: now.toISOString(),
  avant: null,
  apres: null,
});

/**
 * Decides on a waiting change, by the rules of {@link deciderADeux}; a confirmed change is made.
 * @param UserId the account that decides.
 * @returns the change, its values in clear.
 * @throws NotFound when there is no such change; Conflict as {@link deciderADeux}.
 */
export async function decider(
  ctx: Contexte,
  { id, etat, UserId }: { id: number; etat: Decision; UserId: number },
): Promise<Champ & Valeurs> {
  const { db } = ctx;
  const demande = await lireChangement(ctx, id);
  const { delaiConfirmation } = agenceDe(await db.select().from(variables));
  const { entite, entiteId, champ, avant, apres } = demande;
  const confirmee = etat === "confirme";
  await deciderADeux(ctx, {
    table: changements,
    demande,
    demandee: sql`demande.etat = ${DEMANDE}`,
    decision: etat,
    UserId,
    delaiConfirmation,
    histoire: {
      entite,
      entiteId,
      etat: confirmee ? "Changement confirmé" : "Changement refusé",
      details: confirmee ? changementMontre(demande, avant, apres) : { nom: champ },
    },
    note: { evenement: evenementDe(champ), details: { champ } },
    decide: (si) => db.update(changements).set(decision(etat, ctx)).where(si),
    suites: (si) => ({ ecriture: ecrire(ctx, demande, si) }),
  });
  return demande;
}

/** The query for the changes that wait, the oldest first; to run in the same batch as others. */
export const lireChangements = (db: Db) =>
  db
    .select()
    .from(changements)
    .where(eq(changements.etat, "en_attente"))
    .orderBy(asc(changements.id));

/**
 * A change and its values in clear.
 * @throws NotFound when there is no such change.
 */
export async function lireChangement({ env, db }: Pick<Contexte, "env" | "db">, id: number) {
  const [ligne] = await db.select().from(changements).where(eq(changements.id, id));
  if (!ligne) throw new NotFound();
  return valeursLues(env, ligne);
}

/** The values of a change in clear; none once the change is decided. */
export function valeursLues(env: Cles, ligne: typeof changements.$inferSelect) {
  const ou = { ...ligne, entite: ligne.entite as Champ["entite"] };
  return { ...ou, avant: enClair(env, ou, ligne.avant), apres: enClair(env, ou, ligne.apres) };
}

/** Encrypts again the waiting values that an older key encrypted. */
export async function rechiffrerChangements({
  env,
  db,
}: Pick<Contexte, "env" | "db">): Promise<void> {
  for (const ligne of await lireChangements(db)) {
    const anciens = [ligne.avant, ligne.apres].filter((valeur) => valeur !== null);
    if (!anciens.some((valeur) => sousUneAncienneCle(env, valeur))) continue;
    const ou = valeursLues(env, ligne);
    await db
      .update(changements)
      .set({ avant: cache(env, ou, ou.avant), apres: cache(env, ou, ou.apres) })
      .where(and(eq(changements.id, ligne.id), eq(changements.etat, "en_attente")));
  }
}
