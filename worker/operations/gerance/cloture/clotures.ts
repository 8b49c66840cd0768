import { type SQL, sql } from "drizzle-orm";
import { deMoisEnLettres, dernierJour, type Mois, moisEnLettres } from "#domain/dates.ts";
import { Conflict, Invalid } from "#domain/erreurs.ts";
import {
  type Clotures,
  type DernierCompte,
  type ExerciceTenu,
  type MoisClos,
  refusDeClore,
} from "#domain/gerance/livres/periodes.ts";
import type { Db } from "#worker/db/client.ts";
import { cloturesMois, ecritures } from "#worker/db/schema/gerance.ts";
import { comptesRendus } from "#worker/db/schema/mandants.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { debutComptes } from "#worker/operations/gerance/livres/ecritures.ts";
import { lireExercice } from "#worker/operations/gerance/livres/exercices.ts";
import { NUMERO_OU_FICHE } from "#worker/operations/gerance/livres/lignes-des-livres.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { mandatsSansCompte } from "./mandats-sans-compte.ts";

/** The closed months of the agency, and the last day that they close (livres/README §12.1). */
export async function lireClotures({ db }: Pick<Contexte, "db">): Promise<Clotures> {
  const moisLus = await db.all<Omit<MoisClos, "dernier"> & { dernier: string | null }>(sql`
    SELECT clos.mois, clos."user", clos."createdAt", ${DERNIER_COMPTE} AS dernier FROM ${cloturesMois} clos ORDER BY clos.mois DESC`);
  const mois = moisLus.map(enMoisClos);
  return { closJusquAu: mois[0] ? dernierJour(mois[0].mois) : null, mois };
}

const enMoisClos = <Clos extends { dernier: string | null }>({ dernier, ...clos }: Clos) => ({
  ...clos,
  dernier: dernier === null ? null : (JSON.parse(dernier) as DernierCompte),
});

/** The account whose validation closed the month `clos` automatically; null when a person closed it. */
const DERNIER_COMPTE = sql`iif(clos."user" IS NULL, (
  SELECT json_object('mandat', ${NUMERO_OU_FICHE}, 'valideLe', r."valideLe", 'validePar', r."validePar")
  FROM ${comptesRendus} r JOIN "Mission" m ON m.id = r."MissionId"
  WHERE r.etat = 'valide' AND r.mois <= clos.mois AND r."valideLe" <= clos."createdAt" ORDER BY r."valideLe" DESC, r.id DESC LIMIT 1), NULL)`;

/**
 * The years of the agency's own book that have entries, the latest first, and who closed each (livres/README §12.1).
 */
export async function lireExercices(ctx: Pick<Contexte, "db" | "today">): Promise<ExerciceTenu[]> {
  const noms = await ctx.db.all<{ exercice: string }>(
    sql`SELECT DISTINCT exercice FROM ${ecritures} WHERE livre = 'H' ORDER BY exercice DESC`,
  );
  const [exercices, { mois }] = await Promise.all([
    Promise.all(noms.map(({ exercice }) => lireExercice(ctx, exercice))),
    lireClotures(ctx),
  ]);
  return exercices.map(({ closLe, ...exercice }) => {
    const clos = mois.findLast((ferme) => dernierJour(ferme.mois) >= exercice.au);
    return {
      ...exercice,
      clos:
        closLe !== null && clos
          ? { user: clos.user, createdAt: clos.createdAt, dernier: clos.dernier }
          : null,
    };
  });
}

/**
 * Closes a month of the agency and all before it. The last month of the agency's year closes that year (livres/README
 * §12.1). An event of a closed month that is noted later is entered on the first open day.
 * @throws Invalid before the last day of the month; Conflict when the books begin after the month, or the month is
 * closed already.
 */
export async function cloreMois(
  ctx: Pick<Contexte, "db" | "today" | "user">,
  mois: Mois,
): Promise<Clotures> {
  const { db, today, user } = ctx;
  const refus = refusDeClore(mois, today);
  if (refus) throw new Invalid({ mois: refus });
  const { ouverts, clos } = await db.write({
    ouverts: db.all<{ oui: number | null }>(
      sql`SELECT ${debutComptes} <= ${dernierJour(mois)} AS oui`,
    ),
    ...clore(db, { mois, user, quand: sql`${debutComptes} <= ${dernierJour(mois)}` }),
  });
  if (!ouverts[0]?.oui) {
    throw new Conflict(`Les comptes ne sont pas ouverts en ${moisEnLettres(mois)}.`);
  }
  if (clos.rowsAffected === 0)
    throw new Conflict(`Le mois ${deMoisEnLettres(mois)} est déjà clos.`);
  return lireClotures(ctx);
}

/** The SQL statements that close a month, if it is open and the condition holds: its history, then the month. */
function clore(db: Db, { mois, user, quand }: { mois: Mois; user: string | null; quand: SQL }) {
  const ouvert = sql`NOT EXISTS (SELECT 1 FROM ${cloturesMois} clos WHERE clos.mois >= ${mois}) AND (${quand})`;
  return {
    closDit: trace(db, {
      entite: "ClotureMois",
      entiteId: sql`(SELECT coalesce(max(id), 0) + 1 FROM ${cloturesMois})`,
      etat: "Mois clos",
      user,
      details: { mois },
      quand: ouvert,
    }),
    clos: db.run(
      sql`INSERT INTO ${cloturesMois} (mois, "user") SELECT ${mois}, ${user} WHERE ${ouvert}`,
    ),
  };
}

/**
 * The SQL statements that close a month once all its accounts are valid. They run after the statements that validate
 * the accounts.
 */
export const cloreSiToutEstRendu = (db: Db, mois: Mois) =>
  clore(db, {
    mois,
    user: null,
    quand: sql`EXISTS (SELECT 1 FROM ${comptesRendus} r WHERE r.mois = ${mois} AND r.etat = 'valide')
      AND NOT EXISTS (SELECT 1 FROM ${comptesRendus} r WHERE r.mois <= ${mois} AND r.etat = 'brouillon')
      AND NOT EXISTS (${mandatsSansCompte(mois)})`,
  });
