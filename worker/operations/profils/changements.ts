import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { A_DEUX, agenceDe, valeurMontree } from "#domain/agence/agence.ts";
import { Conflict, NotFound } from "#domain/erreurs.ts";
import type { Db, Statement } from "#worker/db/client.ts";
import { deuxPersonnes } from "#worker/db/conditions.ts";
import { rowExists } from "#worker/db/rows.ts";
import { changements, variables } from "#worker/db/schema-agence.ts";
import type { Env } from "#worker/env.ts";
import { chiffrer, dechiffrer, sousUneAncienneCle } from "#worker/operations/chiffrement.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { aRanger } from "#worker/operations/reglages.ts";
import {
  ADMINISTRATEURS_PRESENTS,
  type Administrateur,
  type Decision,
  deciderADeux,
} from "./decisions-a-deux.ts";
import { noter } from "./securite.ts";

type Cles = Pick<Env, "DATA_KEYS">;

/** A field whose change may wait for a second administrator: of a setting, its name. */
export interface Champ {
  entite: "Variable";
  entiteId: number;
  champ: string;
}

/** How each kind of record takes such a value, where the condition holds. */
const ECRITURES: Readonly<
  Record<
    Champ["entite"],
    (
      env: Cles,
      db: Db,
      ou: Champ,
      valeur: string | null,
      quand: { now: Date; si: SQL },
    ) => Statement<{ rowsAffected: number }>
  >
> = {
  Variable: (env, db, { entiteId, champ }, valeur, { now, si }) =>
    db
      .update(variables)
      .set({ ...aRanger(env, champ, valeur), updatedAt: now.toISOString() })
      .where(and(eq(variables.id, entiteId), eq(variables.nom, champ), si)),
};

const usage = ({ entite, entiteId, champ }: Champ) => `Changement ${entite} ${entiteId} ${champ}`;

const cache = (env: Cles, ou: Champ, valeur: string | null) =>
  valeur === null ? null : chiffrer(env, valeur, usage(ou));

const lue = (env: Cles, ou: Champ, valeur: string | null) =>
  valeur === null ? null : dechiffrer(env, valeur, usage(ou));

const enAttente = ({ entite, entiteId, champ }: Champ) =>
  and(
    eq(changements.entite, entite),
    eq(changements.entiteId, entiteId),
    eq(changements.champ, champ),
    eq(changements.etat, "en_attente"),
  );

/** A change as the history and the journal of security tell it, without its secrets. */
const dit = ({ champ }: Champ, avant: string | null, apres: string | null) => ({
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
 * Changes a field that the agency's money or its accounts depend on: at once, or, for the former, once a second
 * administrator has confirmed it where the agency asks for two (domain/README §9.6). A change made at once withdraws
 * the waiting one.
 * @param connue the record is still the one that was read.
 * @returns the outcome; undefined when the record has changed meanwhile.
 * @throws Conflict when such a change waits already, or when there would be nobody to confirm.
 */
export async function changer(
  env: Cles,
  db: Db,
  demande: Champ & { avant: string | null; apres: string | null; connue: SQL | undefined },
  moi: Administrateur,
  now: Date,
): Promise<Issue | undefined> {
  const { entite, entiteId, champ, avant, apres, connue } = demande;
  const la = rowExists(sql`${sql.identifier(entite)}`, connue);
  const attend = rowExists(changements, enAttente(demande));
  const active = champ === "deuxPersonnes" && apres === "true";
  const assez = active ? sql`${ADMINISTRATEURS_PRESENTS} > 1` : sql`true`;
  const aDeux = A_DEUX.includes(champ) ? deuxPersonnes : sql`false`;
  const faite = sql`(${la} AND NOT ${aDeux} AND ${assez})`;
  const demandee = sql`(${la} AND ${aDeux} AND NOT ${attend})`;
  const details = dit(demande, avant, apres);
  const evenement = evenementDe(champ);
  const user = moi.email;
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
      .set(decision("refuse", moi, now))
      .where(and(enAttente(demande), faite)),
    attente: db.run(sql`
      INSERT INTO ${changements} (entite, "entiteId", champ, avant, apres, "user", "UserId")
      SELECT ${entite}, ${entiteId}, ${champ}, ${cache(env, demande, avant)},
        ${cache(env, demande, apres)}, ${user}, ${moi.id} WHERE ${demandee}`),
    // Last: the other statements may read the value that it writes.
    ecriture: ECRITURES[entite](env, db, demande, apres, { now, si: faite }),
  });
  if (ecriture.rowsAffected > 0) return "fait";
  if (attente.rowsAffected > 0) return "attend";
  if (!verdict?.assez)
    throw new Conflict("Il faut un autre administrateur, qui puisse confirmer les changements.");
  if (verdict.attend)
    throw new Conflict("Un changement de ce réglage attend déjà d’être confirmé.");
  return undefined;
}

/** The decision on a change; its values are not needed any more. */
const decision = (etat: Decision, { email }: Administrateur, now: Date) => ({
  etat,
  decidePar: email,
  decideLe: now.toISOString(),
  avant: null,
  apres: null,
});

/**
 * Decides on a waiting change, by the rules of {@link deciderADeux}; confirmed, it is made.
 * @returns which field it was.
 * @throws NotFound; Conflict as {@link deciderADeux}.
 */
export async function decider(
  env: Cles,
  db: Db,
  id: number,
  etat: Decision,
  moi: Administrateur,
  now: Date,
): Promise<Champ & { avant: string | null; apres: string | null }> {
  const demande = await lireChangement(env, db, id);
  const { delaiConfirmation } = agenceDe(await db.select().from(variables));
  const { entite, entiteId, champ, avant, apres } = demande;
  const confirmee = etat === "confirme";
  await deciderADeux(db, {
    table: changements,
    demande,
    demandee: sql`demande.etat = ${DEMANDE}`,
    decision: etat,
    moi,
    now,
    delaiConfirmation,
    histoire: {
      entite,
      entiteId,
      etat: confirmee ? "Changement confirmé" : "Changement refusé",
      details: confirmee ? dit(demande, avant, apres) : { nom: champ },
    },
    note: { evenement: evenementDe(champ), details: { champ } },
    decide: (si) =>
      db
        .update(changements)
        .set(decision(etat, moi, now))
        .where(si),
    suites: (si) => ({ ecriture: ECRITURES[entite](env, db, demande, apres, { now, si }) }),
  });
  return demande;
}

/** The changes that wait, the oldest first; to be read beside others. */
export const lireChangements = (db: Db) =>
  db
    .select()
    .from(changements)
    .where(eq(changements.etat, "en_attente"))
    .orderBy(asc(changements.id));

/** A change and its values in clear. */
export async function lireChangement(env: Cles, db: Db, id: number) {
  const [ligne] = await db.select().from(changements).where(eq(changements.id, id));
  if (!ligne) throw new NotFound();
  return valeursLues(env, ligne);
}

/** The values of a change, of which none is left once it is decided. */
export function valeursLues(env: Cles, ligne: typeof changements.$inferSelect) {
  const ou = { ...ligne, entite: ligne.entite as Champ["entite"] };
  return { ...ou, avant: lue(env, ou, ligne.avant), apres: lue(env, ou, ligne.apres) };
}

/** Encrypts again the values that wait under a key that no longer encrypts. */
export async function rechiffrerChangements(env: Cles, db: Db): Promise<void> {
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
