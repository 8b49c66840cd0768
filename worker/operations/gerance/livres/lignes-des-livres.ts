import { type SQL, sql } from "drizzle-orm";
import { ajouterJours, type Jour } from "#domain/dates.ts";
import type { Genre, Journal, Livre } from "#domain/gerance/livres/ecritures.ts";
import {
  type CompteDeFec,
  compteDeResultat,
  libelleDuCompte,
  numeroDEcriture,
} from "#domain/gerance/livres/fec.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import { NON_INSCRIT } from "#domain/gerance/mandats/mandat-rendu.ts";
import { type Euros, enEuros } from "#domain/montants.ts";
import { compteDeLaBanque, duCompte, jourDuFait } from "#worker/db/conditions-comptes.ts";
import { ecritures, lignes } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  exerciceDuJour,
  lireReportsDeResultat,
} from "#worker/operations/gerance/livres/exercices.ts";
import { lettresDePage } from "#worker/operations/gerance/livres/lettrages.ts";
import type { Periode } from "#worker/operations/gerance/livres/pointe.ts";

/** The most rows read at once: they stay under the 10 MB of an answer of the database. */
export const PAR_PAGE = 5000;

/**
 * The register's number of the mandate `m`; without one, « non inscrit (fiche 42) », which nobody takes for a number.
 */
export const NUMERO_OU_FICHE = sql.raw(
  `coalesce(nullif(trim(m."numRegistre"), ''), '${NON_INSCRIT} (fiche ' || m.id || ')')`,
);

/**
 * The holder of the account of a line `l`, of an entry `e`. For the bank, it is the bank account that moved, even when
 * the line does not name it.
 */
export const DE_QUI = sql`iif(l.genre = '512G', ${compteDeLaBanque}, l.de)`;

/** The holder of the account of a line, as files name it: a tenant, a mandate, a bank, a supplier. */
const tiers = (banque: SQL) => sql`CASE
  WHEN l.genre IN ('4670', '4671', '4672', '411H') THEN
    iif(coalesce(l.de, l.mandat) < 0, 'Appartement ' || -coalesce(l.de, l.mandat),
      (SELECT 'Mandat ' || ${NUMERO_OU_FICHE} FROM "Mission" m WHERE m.id = coalesce(l.de, l.mandat)))
  WHEN l.genre IN ('411', '411L', '4191', '4197', '4192', '165', '801', '809', '802', '803') THEN
    (SELECT 'D' || printf('%06d', d.id) || ' ' || t.nom FROM "Dossier" d JOIN "Locataire" t ON t.id = d."LocataireId" WHERE d.id = l.de)
  WHEN l.genre = '512G' THEN (SELECT c.nom FROM "CompteBancaire" c WHERE c.id = ${banque})
  WHEN l.genre IN ('5112', '4710') THEN (SELECT c.nom FROM "CompteBancaire" c WHERE c.id = l.de)
  WHEN l.genre = '401' THEN (SELECT f.nom FROM "Fournisseur" f WHERE f.id = l.de) END`;

export const TIERS = tiers(DE_QUI);

/** A line of the books, as files show it; euros. */
export interface LigneDeLivre {
  livre: Livre;
  journal: Journal;
  exercice: string;
  numero: number;
  date: Jour;
  /** The day of the event; earlier than `date` when the month of the event was closed. */
  pieceDate: Jour;
  libelle: string;
  nature: NatureEcheance | null;
  piece: string | null;
  genre: Genre;
  de: number | null;
  tiers: string | null;
  debit: Euros;
  credit: Euros;
}

export type LigneLue = LigneDeLivre & { id: number };

/** A line of an account of the chart, results of past years included; cents. */
type LigneDuPlan = Omit<LigneLue, "genre"> & { genre: CompteDeFec };

const enEurosTous = <Ligne extends { debit: Euros; credit: Euros }>(ligne: Ligne): Ligne => ({
  ...ligne,
  debit: enEuros(ligne.debit),
  credit: enEuros(ligne.credit),
});

/** The columns of a line `l` of an entry `e`, and its holder. */
export const COLONNES = sql`l.id, e.livre, e.journal, e.exercice, e.numero, e.date, ${jourDuFait(sql`e`)} AS "pieceDate", e.libelle, l.nature, e.piece, l.genre, ${DE_QUI} AS de, ${TIERS} AS tiers, l.debit, l.credit`;

const PAR_COMPTE = sql`l.genre, coalesce(${DE_QUI}, 0), e.date, l.id`;

/** Reads rows page by page: each page begins after the last row of the page before. */
export async function* parPages<Row>(lire: (derniere: Row | undefined) => Promise<Row[]>) {
  let derniere: Row | undefined;
  for (;;) {
    const page: Row[] = await lire(derniere);
    if (page.length > 0) yield page;
    if (page.length < PAR_PAGE) return;
    derniere = page.at(-1);
  }
}

/** The journal of a book, or of both, in the order of its numbers (décret n° 72-678, art. 86). */
export async function* lireJournal(
  { db }: Contexte,
  {
    livre,
    journal,
    du,
    au,
  }: Periode & { livre?: Livre | undefined; journal?: Journal | undefined },
): AsyncGenerator<LigneDeLivre[]> {
  const pages = parPages<LigneLue>((derniere) =>
    db.all<LigneLue>(sql`
      SELECT ${COLONNES} FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
      WHERE e.date BETWEEN ${du} AND ${au} AND ${livre ? sql`e.livre = ${livre}` : sql`true`}
        AND ${journal ? sql`e.journal = ${journal}` : sql`true`} AND l.id > ${derniere?.id ?? 0}
      ORDER BY l.id LIMIT ${PAR_PAGE}`),
  );
  for await (const page of pages) yield page.map(enEurosTous);
}

/** A line of an account, and the balance after it; euros. */
export interface LigneDeCompte
  extends Omit<LigneDeLivre, "numero" | "journal" | "exercice" | "genre" | "nature"> {
  genre: CompteDeFec;
  /**
   * The letter shared by the lines that settle each other, and the day on which they balanced; null for other lines.
   */
  lettre: string | null;
  lettreeLe: Jour | null;
  numero: string;
  /** Null on the line that gives the balance on the eve of the period. */
  journal: Journal | null;
  solde: Euros;
}

/** The opening lines of the years of the agency's own book that begin in a period, in the order of their accounts. */
async function ouverturesDAnnees(
  { db }: Contexte,
  { livre, genre, ...periode }: Periode & { livre: Livre; genre?: Genre | undefined },
): Promise<LigneDuPlan[]> {
  const reports = livre === "H" ? await lireReportsDeResultat(db, periode) : [];
  return reports
    .filter(({ compte }) => !genre || compte === genre)
    .map(({ compte, exercice, date, ...ligne }) => ({
      ...{
        ...ligne,
        id: 0,
        livre,
        journal: "AN" as const,
        exercice,
        numero: 0,
        date,
        genre: compte,
      },
      ...{ pieceDate: date, piece: `AN-${exercice}`, nature: null, de: null, tiers: null },
    }))
    .toSorted((a, b) => Number(vientApres(a, b)) - Number(vientApres(b, a)));
}

/** True when a line comes after another one in a ledger: by account, then by day. */
const vientApres = (ligne: LigneDuPlan, autre: LigneDuPlan): boolean =>
  ligne.genre > autre.genre || (ligne.genre === autre.genre && ligne.date > autre.date);

/**
 * Inserts the opening lines of years at their places among the lines of a page, and removes the inserted ones from
 * `ouvertures`.
 */
const avecOuvertures = (page: readonly LigneLue[], ouvertures: LigneDuPlan[]): LigneDuPlan[] =>
  page.flatMap((ligne) => {
    const rang = ouvertures.findIndex((ouverture) => vientApres(ouverture, ligne));
    return [...ouvertures.splice(0, rang === -1 ? ouvertures.length : rang), ligne];
  });

/**
 * The ledger of a book, of one kind of account, or of one holder, line after line; euros. Each account starts from
 * its balance on the eve of `du`. A year of the agency's own book that begins in the period opens with the result of
 * the year before (livres/README §12.1).
 */
export async function* lireGrandLivre(
  ctx: Contexte,
  demande: Periode & { livre: Livre; genre?: Genre | undefined; de?: number | undefined },
): AsyncGenerator<LigneDeCompte[]> {
  const { db } = ctx;
  const { livre, genre, de, du, au } = demande;
  const choisies = genre ? duCompte({ genre, de }) : sql`true`;
  const reports = await lireBalance(ctx, { livre, au: ajouterJours(du, -1), jour: du, choisies });
  const veille = new Map(reports.map((compte) => [cle(compte), compte]));
  let compte = "";
  let solde = 0;
  const pages = parPages<LigneLue>((derniere) => {
    const apres = derniere
      ? sql`(${PAR_COMPTE}) > (${derniere.genre}, ${derniere.de ?? 0}, ${derniere.date}, ${derniere.id})`
      : sql`true`;
    // Rows are sorted and limited before the names are looked up: otherwise the database looks up the names of all
    // rows for each page.
    return db.all<LigneLue>(sql`
      SELECT ${COLONNES} FROM (
        SELECT l.id FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
        WHERE ${choisies} AND e.livre = ${livre} AND e.date BETWEEN ${du} AND ${au} AND ${apres}
        ORDER BY ${PAR_COMPTE} LIMIT ${PAR_PAGE}) page
      JOIN ${lignes} l ON l.id = page.id JOIN ${ecritures} e ON e.id = l."EcritureId"
      ORDER BY ${PAR_COMPTE}`);
  });
  const report = ({ genre, de, tiers, solde: reporte }: LigneDeBalance): LigneDeCompte => ({
    livre,
    journal: null,
    numero: "",
    date: du,
    pieceDate: du,
    libelle: "Report",
    piece: null,
    genre,
    de,
    tiers,
    debit: 0,
    credit: 0,
    lettre: null,
    lettreeLe: null,
    solde: reporte,
  });
  const suivies = async (lues: readonly LigneDuPlan[]) => {
    const lettres = await lettresDePage(db, lues, { du, au });
    return lues.flatMap((ligne) => {
      const avant = veille.get(cle(ligne));
      const change = cle(ligne) !== compte;
      if (change) {
        compte = cle(ligne);
        solde = Math.round((avant?.solde ?? 0) * 100);
        veille.delete(compte);
      }
      solde += ligne.debit - ligne.credit;
      const { exercice, numero, ...reste } = enEurosTous(ligne);
      const lettre = lettres.get(ligne.id);
      const suite = {
        ...reste,
        numero: numeroDEcriture({ exercice, numero }),
        lettre: lettre?.lettre ?? null,
        lettreeLe: lettre?.date ?? null,
        solde: enEuros(solde),
      };
      return change && avant && avant.solde !== 0 ? [report(avant), suite] : [suite];
    });
  };
  const ouvertures = await ouverturesDAnnees(ctx, demande);
  for await (const page of pages) yield await suivies(avecOuvertures(page, ouvertures));
  if (ouvertures.length > 0) yield await suivies(ouvertures);
  // The accounts that did not move in the period.
  const immobiles = [...veille.values()].filter((compte) => compte.solde !== 0);
  if (immobiles.length > 0) yield immobiles.map(report);
}

const cle = ({ genre, de }: { genre: CompteDeFec; de: number | null }) => `${genre} ${de ?? 0}`;

/** An account on an evening; euros, with credit balances below zero. */
export interface LigneDeBalance {
  genre: CompteDeFec;
  compte: string;
  de: number | null;
  tiers: string | null;
  debit: Euros;
  credit: Euros;
  solde: Euros;
}

/**
 * SQL: the account of a line `l` of the agency's own book, of an entry `e`, as seen from a year. Income of the year
 * before it is « dernier », older income « avant ».
 */
export const compteOuResultat = (exercice: string) =>
  sql`CASE WHEN l.genre NOT LIKE '706%' OR e.exercice >= ${exercice} THEN l.genre
    WHEN CAST(e.exercice AS integer) = ${Number(exercice) - 1} THEN 'dernier' ELSE 'avant' END`;

/**
 * The balance of a book on an evening; euros. In the agency's own book, the accounts of income hold one year only:
 * earlier income is in the accounts of results (livres/README §12.1).
 * @param jour a day of the year whose income these accounts hold; absent: `au`
 * @param depuis leaves out the accounts that were settled before this day and have not moved since
 * @param choisies a condition on the lines `l` of the book, of entries `e`
 */
export async function lireBalance(
  { db }: Pick<Contexte, "db">,
  {
    livre,
    au,
    jour = au,
    depuis,
    choisies = sql`true`,
  }: { livre: Livre; au: Jour; jour?: Jour; depuis?: Jour | undefined; choisies?: SQL },
): Promise<LigneDeBalance[]> {
  const compte = livre === "H" ? compteOuResultat(await exerciceDuJour(db, jour)) : sql`l.genre`;
  const soldes = await db.all<{
    genre: Genre | "dernier" | "avant";
    de: number | null;
    tiers: string | null;
    debit: Centimes;
    credit: Centimes;
  }>(sql`
    SELECT l.genre, l.de, ${tiers(sql`l.de`)} AS tiers, l.debit, l.credit FROM (
      SELECT ${compte} AS genre, ${DE_QUI} AS de, max(l.mandat) AS mandat, sum(l.debit) AS debit, sum(l.credit) AS credit
      FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
      WHERE ${choisies} AND e.livre = ${livre} AND e.date <= ${au} GROUP BY 1, 2
      HAVING ${depuis ? sql`sum(l.debit) <> sum(l.credit) OR max(e.date) >= ${depuis}` : sql`true`}) l ORDER BY l.genre, l.de`);
  return soldes.map(({ genre: genreDuSolde, debit, credit, ...compte }) => {
    const genre =
      genreDuSolde === "dernier" || genreDuSolde === "avant"
        ? compteDeResultat(genreDuSolde, debit - credit)
        : genreDuSolde;
    return {
      genre,
      ...compte,
      compte: libelleDuCompte(genre),
      debit: enEuros(debit),
      credit: enEuros(credit),
      solde: enEuros(debit - credit),
    };
  });
}
