import { type SQL, sql } from "drizzle-orm";
import { NotFound } from "#domain/erreurs.ts";
import type { Genre, Journal, Livre } from "#domain/gerance/livres/ecritures.ts";
import {
  type CompteDeFec,
  compteDeResultat,
  libelleDuCompte,
  numeroDEcriture,
  numeroDuCompte,
} from "#domain/gerance/livres/fec.ts";
import {
  type CompteDuLivre,
  type GrandLivre,
  genresDuLivre,
  type JournalLu,
  type LigneEcrite,
  type PageLue,
} from "#domain/gerance/livres/grand-livre.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import { NATURES_EN_MOTS } from "#domain/gerance/locataires/imputation.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import { compteDeLaBanque, duCompte } from "#worker/db/conditions-comptes.ts";
import { ecritures, lignes } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { exerciceDuJour, lireReportsDeResultat } from "./exercices.ts";
import { lettresDePage } from "./lettrages.ts";
import { COLONNES, compteOuResultat, type LigneLue } from "./lignes-des-livres.ts";
import { lirePieces } from "./pieces-des-ecritures.ts";
import type { Periode } from "./pointe.ts";
import { nommerTiers, tiersTrouve } from "./tiers-des-comptes.ts";

/** An account of a book between two days; without `de`, the accounts of all its holders together. */
export interface CompteDuPlanDemande extends Periode {
  livre: Livre;
  genre: Genre;
  de?: number | undefined;
}

interface Sommes {
  report: Centimes;
  debit: Centimes;
  credit: Centimes;
}

/** The balance of some lines on the eve of a period, and their debits and credits within it; cents. */
const SOMMES = ({ du }: Pick<Periode, "du">) =>
  sql`coalesce(sum(iif(e.date < ${du}, l.debit - l.credit, 0)), 0) AS report,
    coalesce(sum(iif(e.date >= ${du}, l.debit, 0)), 0) AS debit, coalesce(sum(iif(e.date >= ${du}, l.credit, 0)), 0) AS credit`;

const compteLu = (
  { report, debit, credit }: Sommes,
  { id, genre, de, tiers }: { id: number; genre: CompteDeFec; de: number | null; tiers?: string },
): CompteDuLivre => ({
  ...{ id, genre, de, tiers: tiers ?? null },
  numero: numeroDuCompte(genre),
  intitule: libelleDuCompte(genre),
  report: enEuros(report),
  debit: enEuros(debit),
  credit: enEuros(credit),
  solde: enEuros(report + debit - credit),
});

/**
 * The sums of the accounts of the funds of others by kind, all holders together; cents. The lines since the period's
 * start are subtracted from the total of all lines, which comes from an index: the past of a large book is not read.
 * @param lesquels a condition on the lines `l`
 */
const sommesDepuis = (lesquels: SQL, { du, au }: Periode) => sql`
  SELECT genre, sum(ecrit) - sum(depuis) AS report, sum(debit) AS debit, sum(credit) AS credit, sum(nombre) AS total FROM (
    SELECT l.genre, sum(l.debit - l.credit) AS ecrit, 0 AS depuis, 0 AS debit, 0 AS credit, 0 AS nombre
    FROM ${lignes} l WHERE ${lesquels} GROUP BY l.genre
    UNION ALL SELECT l.genre, 0, sum(l.debit - l.credit), sum(iif(e.date <= ${au}, l.debit, 0)), sum(iif(e.date <= ${au}, l.credit, 0)), sum(e.date <= ${au})
    FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id WHERE e.livre = 'G' AND e.date >= ${du} AND ${lesquels} GROUP BY l.genre)
  GROUP BY genre`;

const PARMI_GERANCE = sql`l.genre IN (SELECT value FROM json_each(${JSON.stringify(genresDuLivre("G"))}))`;

/**
 * The accounts of a book, all holders of a kind together: the balance on the eve of a period, then its debits,
 * credits and last balance; euros. In the agency's own book, earlier income is in the accounts of results
 * (livres/README §12.1).
 */
export async function lireComptesDuLivre(
  { db }: Pick<Contexte, "db">,
  { livre, du, au }: Periode & { livre: Livre },
): Promise<CompteDuLivre[]> {
  const comptes = await db.all<Sommes & { genre: Genre | "dernier" | "avant" }>(
    livre === "G"
      ? sommesDepuis(PARMI_GERANCE, { du, au })
      : sql`SELECT ${compteOuResultat(await exerciceDuJour(db, du))} AS genre, ${SOMMES({ du })}
        FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id WHERE e.livre = 'H' AND e.date <= ${au} GROUP BY 1`,
  );
  const parCompte = new Map<CompteDeFec, Sommes>();
  for (const { genre, ...sommes } of comptes)
    parCompte.set(
      genre === "dernier" || genre === "avant" ? compteDeResultat(genre, sommes.report) : genre,
      sommes,
    );
  const reports = livre === "H" ? await lireReportsDeResultat(db, { du, au }) : [];
  for (const [compte, siens] of Map.groupBy(reports, (report) => report.compte))
    parCompte.set(
      compte,
      avecReports(parCompte.get(compte) ?? { report: 0, debit: 0, credit: 0 }, siens),
    );
  return [...parCompte]
    .filter(([, { report, debit, credit }]) => report !== 0 || debit !== 0 || credit !== 0)
    .map(([genre, sommes], rang) => compteLu(sommes, { id: rang + 1, genre, de: null }))
    .toSorted((a, b) => a.numero.localeCompare(b.numero));
}

/**
 * The holders of accounts of a kind that moved in a period, or had a balance on its eve, as a query of `de`; for
 * banks, all the accounts of gérance. The lines since the period's start are subtracted from the total of all lines,
 * which comes from an index.
 * @param parmi a condition on the holder
 */
function tiersDeLaPeriode(
  { genre, du, au }: Periode & { genre: Genre },
  parmi: (de: SQL) => SQL,
): SQL {
  if (genre === "512G")
    return sql`SELECT c.id AS de FROM "CompteBancaire" c WHERE c."usage" = 'gerance' AND ${parmi(sql`c.id`)}`;
  const lesquels = sql`l.genre = ${genre} AND l.de IS NOT NULL AND ${parmi(sql`l.de`)}`;
  return sql`SELECT de FROM (
      SELECT l.de, sum(l.debit - l.credit) AS solde, 0 AS bouge FROM ${lignes} l WHERE ${lesquels} GROUP BY l.de
      UNION ALL SELECT l.de, sum(l.credit - l.debit), max(e.date <= ${au})
        FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id WHERE e.date >= ${du} AND ${lesquels} GROUP BY l.de)
    GROUP BY de HAVING sum(solde) <> 0 OR max(bouge) = 1`;
}

/** A page of the accounts of one kind, one account per holder, that moved in a period or had a balance on its eve. */
export async function lireAuxiliaires(
  { db }: Pick<Contexte, "db">,
  demande: Periode & { genre: Genre; q?: string | undefined } & PageLue,
): Promise<{ lignes: CompteDuLivre[]; total: number }> {
  const { genre, du, au, q = "", limit, offset } = demande;
  const rows = await db.all<{ page: number; de: number }>(sql`
    WITH tiers AS MATERIALIZED (${tiersDeLaPeriode(demande, (de) => tiersTrouve(de, genre, q))})
    SELECT 0 AS page, count(*) AS de FROM tiers
    UNION ALL SELECT 1, de FROM (SELECT de FROM tiers ORDER BY abs(de), de LIMIT ${limit} OFFSET ${offset})`);
  const des = rows.filter(({ page }) => page === 1).map(({ de }) => de);
  const [sommes, noms] = await Promise.all([
    sommesDesTiers(db, { genre, des, du, au }),
    nommerTiers(db, { genre, des }),
  ]);
  return {
    lignes: des.map((de) =>
      compteLu(sommes.get(de) ?? { report: 0, debit: 0, credit: 0 }, {
        ...{ id: de, genre, de, tiers: noms.get(de) ?? String(de) },
      }),
    ),
    total: rows[0]?.de ?? 0,
  };
}

/**
 * Refuses to show an accountant the account of a holder that did not move in the period of his visit, and had no
 * balance on its eve.
 * @throws NotFound for such an account
 */
export async function exigerTiersDeLaPeriode(
  { db }: Pick<Contexte, "db">,
  { genre, de, ...periode }: Periode & { genre: Genre; de: number },
): Promise<void> {
  const trouves = await db.all(
    tiersDeLaPeriode({ genre, ...periode }, (tiers) => sql`${tiers} = ${de}`),
  );
  if (trouves.length === 0) throw new NotFound("Ce compte n’est pas de votre période.");
}

async function sommesDesTiers(
  db: Db,
  { genre, des, du, au }: Periode & { genre: Genre; des: readonly number[] },
): Promise<Map<number, Sommes>> {
  const voulus = sql`(SELECT value FROM json_each(${JSON.stringify(des)}))`;
  const de = genre === "512G" ? compteDeLaBanque : sql`l.de`;
  const sommes = await db.all<Sommes & { de: number }>(sql`
    SELECT ${de} AS de, ${SOMMES({ du })} FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId"
    WHERE l.genre = ${genre} AND ${genre === "512G" ? sql`true` : sql`l.de IN ${voulus}`} AND e.date <= ${au} GROUP BY 1`);
  return new Map(sommes.map(({ de: tiers, ...reste }) => [tiers, reste]));
}

/** Lines as an account or a journal shows them, with their records, and their letters in a period. */
async function ecrites(
  db: Db,
  lues: readonly (LigneLue & { EcritureId: number })[],
  periode: Periode,
): Promise<LigneEcrite[]> {
  const [pieces, lettres] = await Promise.all([
    lirePieces(db, [...new Set(lues.map(({ EcritureId }) => EcritureId))]),
    lettresDePage(db, lues, periode),
  ]);
  return lues.map(({ EcritureId, exercice, numero, livre: _livre, ...ligne }) => ({
    ...ligne,
    ecriture: numeroDEcriture({ exercice, numero }),
    nature: ligne.nature && NATURES_EN_MOTS[ligne.nature],
    source: pieces.get(EcritureId) ?? null,
    numero: numeroDuCompte(ligne.genre),
    intitule: libelleDuCompte(ligne.genre),
    debit: enEuros(ligne.debit),
    credit: enEuros(ligne.credit),
    lettre: lettres.get(ligne.id)?.lettre ?? null,
    lettreeLe: lettres.get(ligne.id)?.date ?? null,
    solde: null,
  }));
}

/**
 * The lines of a page, sorted and limited before their names are looked up.
 * @param choisies a query of their `id`
 */
const pageDe = (db: Db, choisies: SQL, ordre: SQL) =>
  db.all<LigneLue & { EcritureId: number }>(sql`
    SELECT ${COLONNES}, l."EcritureId" FROM (${choisies}) page
    JOIN ${lignes} l ON l.id = page.id JOIN ${ecritures} e ON e.id = l."EcritureId" ORDER BY ${ordre}`);

const PAR_JOUR = sql`e.date, l.id`;

/**
 * A page of the lines of an account between two days, each with the balance after it: the same lines, letters and
 * balances as the file of the ledger (livres/README §12.30).
 */
export async function lireCompteDuLivre(
  { db }: Pick<Contexte, "db">,
  demande: CompteDuPlanDemande & PageLue,
): Promise<GrandLivre> {
  const { livre, genre, de, du, au, limit, offset } = demande;
  const duLivre = sql`FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId"
    WHERE ${duCompte(demande)} AND e.livre = ${livre} AND e.date <= ${au}`;
  const mouvements = sql`${duLivre} AND e.date >= ${du}`;
  // Earlier income is in the accounts of results (livres/README §12.1).
  const deLAnnee = estProduit(genre)
    ? sql`e.exercice >= ${await exerciceDuJour(db, du)}`
    : sql`true`;
  const ouvertures = estProduit(genre) ? await ouverturesDuProduit(db, demande, mouvements) : [];
  const avantLaPage = ouvertures.filter(({ rang }) => rang < offset);
  const deLaPage = ouvertures.filter(({ rang }) => rang >= offset && rang < offset + limit);
  const { sommes, avant, page } = await db.read({
    sommes: db.all<Sommes & { total: number }>(
      livre === "G" && de === undefined
        ? sommesDepuis(duCompte({ genre }), { du, au })
        : sql`SELECT ${SOMMES({ du })}, coalesce(sum(e.date >= ${du}), 0) AS total ${duLivre} AND ${deLAnnee}`,
    ),
    avant: db.all<{ solde: Centimes }>(sql`
      SELECT coalesce(sum(debit - credit), 0) AS solde FROM (
        SELECT l.debit, l.credit ${mouvements} ORDER BY ${PAR_JOUR} LIMIT ${offset - avantLaPage.length})`),
    page: pageDe(
      db,
      sql`SELECT l.id ${mouvements} ORDER BY ${PAR_JOUR} LIMIT ${limit - deLaPage.length} OFFSET ${offset - avantLaPage.length}`,
      PAR_JOUR,
    ),
  });
  const { total, ...lues } = sommes[0] ?? { report: 0, debit: 0, credit: 0, total: 0 };
  const noms = de === undefined ? new Map() : await nommerTiers(db, { genre, des: [de] });
  const debut = lues.report + (avant[0]?.solde ?? 0) + mouvementDe(avantLaPage);
  const lignesDeLaPage = await ecrites(db, page, { du, au });
  for (const { rang, ligne } of deLaPage) lignesDeLaPage.splice(rang - offset, 0, ligne);
  return {
    lignes: suiviesDuSolde(lignesDeLaPage, debut),
    total: total + ouvertures.length,
    compte: compteLu(avecReports(lues, ouvertures), {
      ...{ id: de ?? 0, genre, de: de ?? null, tiers: noms.get(de) },
    }),
    avant: enEuros(debut),
  };
}

/** The lines of an account, each with the balance after it. @param debut the balance before the first one, in cents */
function suiviesDuSolde(lignesDuCompte: readonly LigneEcrite[], debut: Centimes): LigneEcrite[] {
  let solde = debut;
  return lignesDuCompte.map((ligne) => {
    solde += enCentimes(ligne.debit) - enCentimes(ligne.credit);
    return { ...ligne, solde: enEuros(solde) };
  });
}

const estProduit = (genre: Genre): boolean => genre.startsWith("706");

/** The opening line of a year, at its rank among the lines of its account; cents. */
interface OuvertureDAnnee {
  rang: number;
  debit: Centimes;
  credit: Centimes;
  ligne: LigneEcrite;
}

/**
 * The opening lines, on an account of income, of the years that begin within a period. They go before the lines of
 * their day (livres/README §12.1).
 * @param mouvements the lines of the account in the period
 */
async function ouverturesDuProduit(
  db: Db,
  { genre, ...periode }: CompteDuPlanDemande,
  mouvements: SQL,
): Promise<OuvertureDAnnee[]> {
  const reports = (await lireReportsDeResultat(db, periode)).filter(
    ({ compte }) => compte === genre,
  );
  return Promise.all(
    reports.map(async ({ exercice, date, libelle, debit, credit }, rang) => {
      const [avant] = await db.all<{ nombre: number }>(
        sql`SELECT count(*) AS nombre ${mouvements} AND e.date < ${date}`,
      );
      const ligne: LigneEcrite = {
        ...{ id: -1 - rang, ecriture: numeroDEcriture({ exercice, numero: 0 }), journal: "AN" },
        ...{ date, pieceDate: date, libelle, piece: `AN-${exercice}`, nature: null, source: null },
        ...{ genre, numero: numeroDuCompte(genre), intitule: libelleDuCompte(genre) },
        ...{ de: null, tiers: null, debit: enEuros(debit), credit: enEuros(credit) },
        ...{ lettre: null, lettreeLe: null, solde: null },
      };
      return { rang: rang + (avant?.nombre ?? 0), debit, credit, ligne };
    }),
  );
}

const mouvementDe = (reports: readonly Pick<OuvertureDAnnee, "debit" | "credit">[]): Centimes =>
  reports.reduce((total, { debit, credit }) => total + debit - credit, 0);

/** The sums of an account, the opening lines of years included. */
const avecReports = (
  { report, debit, credit }: Sommes,
  reports: readonly Pick<OuvertureDAnnee, "debit" | "credit">[],
): Sommes => ({
  report,
  debit: reports.reduce((total, ouverture) => total + ouverture.debit, debit),
  credit: reports.reduce((total, ouverture) => total + ouverture.credit, credit),
});

/** A page of the lines of a book, or of one of its journals, in the order of its entries. */
export async function lireJournalDuLivre(
  { db }: Pick<Contexte, "db">,
  demande: Periode & { livre: Livre; journal?: Journal | undefined } & PageLue,
): Promise<JournalLu> {
  const { livre, journal, du, au, limit, offset } = demande;
  const duLivre = sql`FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
    WHERE e.livre = ${livre} AND e.date BETWEEN ${du} AND ${au} AND ${journal ? sql`e.journal = ${journal}` : sql`true`}`;
  const { sommes, journaux, page } = await db.read({
    sommes: db.all<{ debit: Centimes; credit: Centimes; total: number }>(sql`
      SELECT coalesce(sum(l.debit), 0) AS debit, coalesce(sum(l.credit), 0) AS credit, count(*) AS total ${duLivre}`),
    journaux: db.all<{ journal: Journal }>(sql`
      SELECT DISTINCT e.journal FROM ${ecritures} e WHERE e.livre = ${livre} AND e.date BETWEEN ${du} AND ${au}`),
    page: pageDe(
      db,
      sql`SELECT l.id ${duLivre} ORDER BY l.id LIMIT ${limit} OFFSET ${offset}`,
      sql`l.id`,
    ),
  });
  const total = sommes[0] ?? { debit: 0, credit: 0, total: 0 };
  return {
    lignes: await ecrites(db, page, { du, au }),
    total: total.total,
    debit: enEuros(total.debit),
    credit: enEuros(total.credit),
    journaux: journaux.map((ligne) => ligne.journal),
  };
}
