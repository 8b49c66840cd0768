import { type SQL, sql } from "drizzle-orm";
import { deMoisEnLettres, dernierJour, type Mois, moisEnLettres } from "#domain/dates.ts";
import { Conflict, Invalid } from "#domain/erreurs.ts";
import { type Clotures, type MoisClos, refusDeClore } from "#domain/gerance/livres/periodes.ts";
import type { Db } from "#worker/db/client.ts";
import { cloturesMois } from "#worker/db/schema/gerance.ts";
import { comptesRendus } from "#worker/db/schema/mandants.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { debutComptes } from "#worker/operations/gerance/livres/ecritures.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { mandatsSansCompte } from "./mandats-sans-compte.ts";

/** The closed months of the agency, and the last day that they close (livres/README §12.1). */
export async function lireClotures({ db }: Pick<Contexte, "db">): Promise<Clotures> {
  const mois = await db.all<MoisClos>(
    sql`SELECT mois, "user", "createdAt" FROM ${cloturesMois} ORDER BY mois DESC`,
  );
  return { closJusquAu: mois[0] ? dernierJour(mois[0].mois) : null, mois };
}

/**
 * Closes a month of the agency and all before it; December closes its year (livres/README §12.1). A fact of a closed
 * month that comes later is entered in the next one.
 *
 * @throws Invalid before its last day; Conflict while the books are closed, or when it is closed already.
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

/** The statements that close a month, if it is open and the condition holds: its history, then the month. */
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

/** The statements that close a month by itself, after those that make its last accounts valid. */
export const cloreSiToutEstRendu = (db: Db, mois: Mois) =>
  clore(db, {
    mois,
    user: null,
    quand: sql`EXISTS (SELECT 1 FROM ${comptesRendus} r WHERE r.mois = ${mois} AND r.etat = 'valide')
      AND NOT EXISTS (SELECT 1 FROM ${comptesRendus} r WHERE r.mois <= ${mois} AND r.etat = 'brouillon')
      AND NOT EXISTS (${mandatsSansCompte(mois)})`,
  });
