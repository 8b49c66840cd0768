import { inArray, type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { ajouterJours, formatJour, type Jour } from "#domain/dates.ts";
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
 * when the setting changes.
 */
async function lireJours(db: Db, exercice: string): Promise<ExerciceLu> {
  const precedent = String(Number(exercice) - 1);
  const { reglages, clos } = await db.read({
    reglages: db.select({ nom: variables.nom, valeur: variables.valeur }).from(variables),
    clos: db
      .select()
      .from(exercicesClos)
      .where(inArray(exercicesClos.exercice, [precedent, exercice])),
  });
  const fin = moisDeFin(agenceDe(reglages).finExercice);
  const finDe = (nom: string): Jour =>
    clos.find((annee) => annee.exercice === nom)?.au ?? joursDeLExercice(nom, fin).au;
  const [du, au] = [ajouterJours(finDe(precedent), 1), finDe(exercice)];
  const [mois] = await db.all<{ closLe: string | null }>(sql`
    SELECT min("createdAt") AS "closLe" FROM ${cloturesMois} WHERE ${finDuMoisClos(sql`mois`)} >= ${au}`);
  return { exercice, du, au, closLe: mois?.closLe ?? null };
}

/** The name of the year of the agency's own book that holds a day. */
export async function exerciceDuJour(db: Db, jour: Jour): Promise<string> {
  const [lu] = await db.all<{ exercice: string }>(
    sql`SELECT ${exerciceHonoraires(sql`${jour}`)} AS exercice`,
  );
  return lu?.exercice ?? jour.slice(0, 4);
}

/**
 * The lines that open each year which begins within a period with the result of the year before; none when the period
 * is within one year.
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

/** Stores the ends of the closed years of the agency's own book, while the setting still gives them. */
async function garderExercicesClos(db: Db): Promise<void> {
  const [bornes] = await db.all<{ premier: string | null; dernier: string | null }>(sql`
    SELECT (SELECT min(exercice) FROM ${ecritures} WHERE livre = 'H') AS premier, (SELECT substr(max(mois), 1, 4) FROM ${cloturesMois}) AS dernier`);
  const { premier, dernier } = bornes ?? {};
  if (!premier || !dernier || (await lireJours(db, premier)).closLe === null) return;
  // The year before the first one has no entries, but its end gives the first day of the first year.
  for (let annee = Number(premier) - 1; annee <= Number(dernier); annee++) {
    const { exercice, au, closLe } = await lireJours(db, String(annee));
    if (closLe !== null)
      await db.insert(exercicesClos).values({ exercice, au }).onConflictDoNothing();
  }
}

/** A reason to refuse a new end of the agency's year. */
interface Empechement {
  motif: "recule" | "deplace" | "clos";
  /** The day of the entry that would change year, or the last day of the last closed month. */
  date: Jour;
  exercice: string;
}

/**
 * The reasons to refuse a new end of the agency's year, as a query of {@link Empechement}: entries that would be of
 * another year, or an open year that would end among months already closed, and so be closed at once.
 */
function empechements(finExercice: string | null): SQL {
  const fin = sql`${(finExercice ?? agenceDe([]).finExercice).slice(0, 2)}`;
  return sql`
    SELECT iif(e.exercice > e.nouveau, 'recule', 'deplace') AS motif, e.date, e.exercice
    FROM (SELECT *, ${exerciceHonoraires(sql`date`, fin)} AS nouveau FROM ${ecritures} WHERE livre = 'H') e
    WHERE e.exercice <> e.nouveau
    UNION ALL
    SELECT 'clos', clos, ${exerciceHonoraires(sql`ouvert`, fin)}
    FROM (SELECT (SELECT max(${finDuMoisClos(sql`mois`)}) FROM ${cloturesMois}) AS clos,
      coalesce((SELECT date(max(au), '+1 day') FROM ${exercicesClos}),
        (SELECT min(date) FROM ${ecritures} WHERE livre = 'H')) AS ouvert)
    WHERE ouvert <= clos
      AND ${exerciceHonoraires(sql`ouvert`, fin)} <> ${exerciceHonoraires(sql`date(clos, '+1 day')`, fin)}`;
}

/**
 * True while the agency's year may have this end; if not, {@link exigerExerciceEntier} gives the reason.
 * @param finExercice « 06-30 »; null: the default end
 */
export const exerciceEntier = (finExercice: string | null): SQL =>
  sql`NOT EXISTS (${empechements(finExercice)})`;

/**
 * Stores the ends of closed years, then refuses a new end of the agency's year when it would move entries to another
 * year, or close the open year at once (livres/README §12.1).
 * @param finExercice « 06-30 »; null: the default end
 * @throws Conflict when the new end is refused
 */
export async function exigerExerciceEntier(
  { db }: Pick<Contexte, "db">,
  finExercice: string | null,
): Promise<void> {
  await garderExercicesClos(db);
  const [premier] = await db.all<Empechement>(
    sql`SELECT * FROM (${empechements(finExercice)}) ORDER BY motif = 'clos', date LIMIT 1`,
  );
  if (premier) throw new Conflict(REFUS_DE_FIN[premier.motif](premier));
}

const REFUS_DE_FIN: Record<Empechement["motif"], (premier: Empechement) => string> = {
  recule: ({ date, exercice }) =>
    `L’exercice ${exercice} a déjà des honoraires du ${formatJour(date)} : avec cette fin, il commencerait après eux.`,
  deplace: ({ date, exercice }) =>
    `Des honoraires du ${formatJour(date)} sont déjà de l’exercice ${exercice} : il finit après eux. Sa fin change une fois qu’il est clos.`,
  clos: ({ date, exercice }) =>
    `Les mois sont clos jusqu’au ${formatJour(date)} : avec cette fin, l’exercice ${exercice} le serait aussitôt. Choisissez une fin à venir, ou changez-la une fois cet exercice clos.`,
};
