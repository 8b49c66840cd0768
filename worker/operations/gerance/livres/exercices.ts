import { inArray, type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import {
  ajouterJours,
  dernierJour,
  formatJour,
  type Jour,
  moisDe,
  plusTard,
} from "#domain/dates.ts";
import { Conflict } from "#domain/erreurs.ts";
import { type Exercice, joursDeLExercice, moisDeFin } from "#domain/gerance/livres/exercices.ts";
import {
  type ProduitDeLExercice,
  type ReportDeResultat,
  reportsDeResultat,
} from "#domain/gerance/livres/reports-de-resultat.ts";
import type { Db } from "#worker/db/client.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { cloturesMois, ecritures, exercicesClos, lignes } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { exerciceHonoraires, finDuMoisClos } from "./ecritures.ts";

export interface ExerciceLu extends Exercice {
  /** The instant when the whole year was closed; null: it is open. */
  closLe: string | null;
}

/** The day of the last entry of each of these years of the agency's own book. */
const dernieres = (db: Db, exercices: readonly string[]) =>
  db.all<{ exercice: string; jour: Jour }>(sql`
    SELECT exercice, max(date) AS jour FROM ${ecritures} WHERE livre = 'H'
      AND exercice IN (SELECT value FROM json_each(${JSON.stringify(exercices)})) GROUP BY exercice`);

/**
 * The days of a year of the agency's own book, and whether it is closed (livres/README §12.1). A year closed on its
 * last day is open until that evening, since it still takes the entries of the day.
 */
export async function lireExercice(
  { db, today }: Pick<Contexte, "db" | "today">,
  exercice: string,
): Promise<ExerciceLu> {
  const lu = await lireJours(db, exercice);
  return { ...lu, closLe: lu.au < today ? lu.closLe : null };
}

/**
 * The days of a year of the agency's own book, and the instant that closed its last month. A closed year keeps its end
 * when the setting changes. A year whose end moved before its last entry goes on to the end of the month of that entry.
 */
async function lireJours(db: Db, exercice: string): Promise<ExerciceLu> {
  const precedent = String(Number(exercice) - 1);
  const { reglages, ecrites, clos } = await db.read({
    reglages: db.select({ nom: variables.nom, valeur: variables.valeur }).from(variables),
    ecrites: dernieres(db, [precedent, exercice]),
    clos: db
      .select()
      .from(exercicesClos)
      .where(inArray(exercicesClos.exercice, [precedent, exercice])),
  });
  const fin = moisDeFin(agenceDe(reglages).finExercice);
  const finDe = (nom: string): Jour => {
    const garde = clos.find((annee) => annee.exercice === nom);
    if (garde) return garde.au;
    const { au } = joursDeLExercice(nom, fin);
    const ecrite = ecrites.find((annee) => annee.exercice === nom);
    return ecrite ? plusTard(au, dernierJour(moisDe(ecrite.jour))) : au;
  };
  const [du, au] = [ajouterJours(finDe(precedent), 1), finDe(exercice)];
  const [mois] = await db.all<{ closLe: string | null }>(sql`
    SELECT min("createdAt") AS "closLe" FROM ${cloturesMois} WHERE ${finDuMoisClos(sql`mois`)} >= ${au}`);
  return { exercice, du, au, closLe: mois?.closLe ?? null };
}

/**
 * The name of the year of the agency's own book that holds a day. A year that goes on beyond its end, up to its last
 * entry, holds these days too.
 */
export async function exerciceDuJour(db: Db, jour: Jour): Promise<string> {
  const [du] = await db.all<{ jour: string }>(
    sql`SELECT ${exerciceHonoraires(sql`${jour}`)} AS jour`,
  );
  const exercice = du?.jour ?? jour.slice(0, 4);
  const precedent = await lireJours(db, String(Number(exercice) - 1));
  return precedent.au >= jour ? precedent.exercice : exercice;
}

/**
 * The lines by which the years that begin within a period open on the result of the one before; none when the period
 * is of one year.
 */
export async function lireReportsDeResultat(
  db: Db,
  { du, au }: { du: Jour; au: Jour },
): Promise<ReportDeResultat[]> {
  const [premier, dernier] = await Promise.all([exerciceDuJour(db, du), exerciceDuJour(db, au)]);
  if (premier === dernier) return [];
  const annees = Array.from({ length: Number(dernier) - Number(premier) }, (_, rang) =>
    String(Number(premier) + rang + 1),
  );
  const [produits, ouvertures] = await Promise.all([
    db.all<ProduitDeLExercice>(sql`
      SELECT e.exercice, l.genre, sum(l.debit - l.credit) AS solde
      FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
      WHERE e.livre = 'H' AND l.genre LIKE '706%' GROUP BY 1, 2 ORDER BY 1, 2`),
    Promise.all(annees.map((annee) => lireJours(db, annee))),
  ]);
  return reportsDeResultat(produits, ouvertures);
}

/** Keeps the ends of the closed years of the agency's own book, which the setting still tells. */
async function garderExercicesClos(db: Db): Promise<void> {
  const [bornes] = await db.all<{ premier: string | null; dernier: string | null }>(sql`
    SELECT (SELECT min(exercice) FROM ${ecritures} WHERE livre = 'H') AS premier, (SELECT substr(max(mois), 1, 4) FROM ${cloturesMois}) AS dernier`);
  const { premier, dernier } = bornes ?? {};
  if (!premier || !dernier || (await lireJours(db, premier)).closLe === null) return;
  // The first year begins after the end of the year before, which has no entries.
  for (let annee = Number(premier) - 1; annee <= Number(dernier); annee++) {
    const { exercice, au, closLe } = await lireJours(db, String(annee));
    if (closLe !== null)
      await db.insert(exercicesClos).values({ exercice, au }).onConflictDoNothing();
  }
}

/** The entries that a new end of the agency's year would move to another year, though it may not. */
function deplacees(finExercice: string | null, today: Jour): SQL {
  const fin = finExercice ?? agenceDe([]).finExercice;
  return sql`
    FROM (SELECT *, ${exerciceHonoraires(sql`date`, sql`${fin.slice(0, 2)}`)} AS nouveau FROM ${ecritures} WHERE livre = 'H') e
    WHERE e.exercice > e.nouveau
      OR (e.exercice < e.nouveau AND e.date > coalesce((SELECT max(${finDuMoisClos(sql`mois`)}) FROM ${cloturesMois}
        WHERE ${finDuMoisClos(sql`mois`)} < ${today}), ''))`;
}

/**
 * True while this end of the agency's year moves no entry that {@link exigerExerciceEntier} keeps in its year.
 * @param finExercice « 06-30 »; null: the default end
 */
export const exerciceEntier = (finExercice: string | null, today: Jour): SQL =>
  sql`NOT EXISTS (SELECT 1 ${deplacees(finExercice, today)})`;

/**
 * Keeps the ends of closed years, then refuses a new end of the agency's year when it would move entries of open
 * months to another year, or when a year would begin after its own entries.
 * @param finExercice « 06-30 »; null: the default end
 * @throws Conflict
 */
export async function exigerExerciceEntier(
  { db, today }: Pick<Contexte, "db" | "today">,
  finExercice: string | null,
): Promise<void> {
  await garderExercicesClos(db);
  const [premiere] = await db.all<{ date: Jour; exercice: string; recule: number }>(sql`
    SELECT e.date, e.exercice, e.exercice > e.nouveau AS recule ${deplacees(finExercice, today)}
    ORDER BY e.date LIMIT 1`);
  if (premiere?.recule) {
    throw new Conflict(
      `L’exercice ${premiere.exercice} a déjà des honoraires du ${formatJour(premiere.date)} : avec cette fin, il commencerait après eux.`,
    );
  }
  if (premiere) {
    throw new Conflict(
      `Des honoraires du ${formatJour(premiere.date)} sont déjà de l’exercice ${premiere.exercice} : changez sa fin avant d’en écrire, ou une fois leurs mois clos.`,
    );
  }
}
