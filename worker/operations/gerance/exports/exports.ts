import { type SQL, sql } from "drizzle-orm";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { ajouterJours, type Jour } from "#domain/dates.ts";
import type { Creance } from "#domain/gerance/livres/creances.ts";
import type { Genre, Journal, Livre } from "#domain/gerance/livres/ecritures.ts";
import {
  type CompteDeFec,
  compteDeResultat,
  libelleDuCompte,
  numeroDEcriture,
} from "#domain/gerance/livres/fec.ts";
import type { Recette } from "#domain/gerance/livres/recettes.ts";
import type { Centimes } from "#domain/gerance/livres/repartition.ts";
import type { NatureEcheance } from "#domain/gerance/locataires/imputation.ts";
import { NON_INSCRIT } from "#domain/gerance/mandats/mandat-rendu.ts";
import { type Euros, enEuros } from "#domain/montants.ts";
import { nomComplet, nomsReunis, type Personne } from "#domain/personnes/personne.ts";
import {
  compteDeLaBanque,
  duCompte,
  jourDuFait,
  NUMERO_REGLEMENT,
} from "#worker/db/conditions-comptes.ts";
import { ecritures, lignes } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import {
  exerciceDuJour,
  lireReportsDeResultat,
} from "#worker/operations/gerance/livres/exercices.ts";
import { mandatDe } from "#worker/operations/gerance/livres/fonds.ts";
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

/** The sum held for a mandate, or for one of its tenants, on an evening; euros. */
export interface FondsDetenus {
  mandat: number | null;
  numero: string;
  mandants: string;
  nature: string;
  lot: string;
  locataire: string;
  montant: Euros;
}

const NATURES: Partial<Record<Genre, string>> = {
  "4670": "Dû au mandant",
  "4672": "À reverser",
  "165": "Dépôt de garantie",
  "4191": "Avance du locataire",
  "4197": "Trop-perçu à rendre",
  "4192": "Chèque en attente",
};

/** Beyond the deposit of the lease, 165 also holds what goes back with it: a late-return increase, rent overpaid. */
const DEPOT_ET_PLUS = "Dépôt de garantie et sommes à rendre avec lui";

/**
 * The funds of others, mandate by mandate, on an evening (décret n° 72-678, art. 86; cloture/README §12.19). A sum
 * held for a tenant belongs to the last mandate that called a sum from him by then, else to the next mandate that
 * does, else to the mandate of his dwelling. A later mandate of the dwelling thus changes nothing on earlier days.
 */
export async function lireFondsDetenus({ db }: Contexte, au: Jour): Promise<FondsDetenus[]> {
  const fonds = await db.all<{
    genre: Genre;
    mandat: number | null;
    numero: string;
    mandants: string;
    adresse: string | null;
    etage: string | null;
    titre: string | null;
    nom: string | null;
    prenom: string | null;
    montant: Centimes;
    plusQueLeDepot: number;
  }>(sql`
    WITH tenu AS (
      SELECT l.genre, l.de, sum(l.credit - l.debit) AS montant FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
      WHERE l.genre IN ('4670', '4672', '165', '4191', '4197', '4192') AND e.date <= ${au}
      GROUP BY l.genre, l.de HAVING sum(l.credit - l.debit) <> 0),
    appele AS (
      SELECT l.de, l.mandat, row_number() OVER (PARTITION BY l.de
        ORDER BY iif(e.date <= ${au}, e.date, '') DESC, iif(e.date <= ${au}, -l.id, l.id)) AS rang
      FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId"
      WHERE l.genre = '411' AND l.debit > 0 AND l.mandat IS NOT NULL AND e."annuleId" IS NULL
        AND l.de IN (SELECT t.de FROM tenu t WHERE t.genre NOT IN ('4670', '4672'))),
    situe AS (
      SELECT t.genre, t.montant, d.id AS dossier, d."AppartementId", d."LocataireId",
        t.genre = '165' AND t.montant > d."depotGarantie" AS "plusQueLeDepot",
        iif(t.genre IN ('4670', '4672'), t.de, coalesce(c.mandat, ${mandatDe(sql`d."AppartementId"`)})) AS mandat
      FROM tenu t LEFT JOIN "Dossier" d ON t.genre NOT IN ('4670', '4672') AND d.id = t.de
      LEFT JOIN appele c ON c.de = d.id AND c.rang = 1)
    SELECT s.genre, s.mandat, ${NUMERO_OU_FICHE} AS numero, s.montant, s."plusQueLeDepot", a.adresse, a.etage, o.titre, o.nom, o.prenom,
      (SELECT json_group_array(json_object('titre', c.titre, 'nom', c.nom, 'prenom', c.prenom, 'qualite', c.qualite))
        FROM "MissionClient" l JOIN "Client" c ON c.id = l."ClientId" WHERE l."MissionId" = s.mandat) AS mandants
    FROM situe s LEFT JOIN "Mission" m ON m.id = s.mandat
    LEFT JOIN "Appartement" a ON a.id = coalesce(s."AppartementId", iif(s.mandat < 0, -s.mandat, NULL))
    LEFT JOIN "Locataire" o ON o.id = s."LocataireId" ORDER BY s.mandat, s.genre DESC, s.dossier`);
  return fonds.map((tenu) => ({
    mandat: tenu.mandat,
    numero: tenu.mandat === null ? "" : tenu.numero,
    mandants: nomsReunis(JSON.parse(tenu.mandants) as Personne[]),
    nature: tenu.plusQueLeDepot === 1 ? DEPOT_ET_PLUS : (NATURES[tenu.genre] ?? tenu.genre),
    lot: tenu.adresse ? nomAppartement({ adresse: tenu.adresse, etage: tenu.etage }) : "",
    locataire: tenu.nom
      ? nomComplet({ titre: tenu.titre, nom: tenu.nom, prenom: tenu.prenom })
      : "",
    montant: enEuros(tenu.montant),
  }));
}

/**
 * The debts of tenants on an evening, by age: the sums called in the books by then, less the sums received by then;
 * euros. A sum received by then for a later call comes off the oldest debts. An account that is settled that evening
 * is not read.
 */
export async function lireCreances({ db }: Pick<Contexte, "db">, au: Jour): Promise<Creance[]> {
  const entre = (de: number | null, a: number | null): SQL =>
    sql`sum(iif(${de === null ? sql`true` : sql`o."exigibleLe" <= ${ajouterJours(au, -de)}`}
      AND ${a === null ? sql`true` : sql`o."exigibleLe" >= ${ajouterJours(au, -a)}`}, o.reste, 0)) / 100.0`;
  const rows = await db.all<
    Omit<Creance, "locataire" | "lot"> & Personne & { adresse: string; etage: string | null }
  >(sql`
    WITH redevable AS (
      SELECT l.de FROM ${lignes} l JOIN ${ecritures} x ON x.id = l."EcritureId"
      WHERE l.genre = '411' AND x.date <= ${au} GROUP BY l.de HAVING sum(l.debit - l.credit) <> 0),
    appelee AS (
      SELECT e.id, e."DossierId", e.mandat, e."exigibleLe", iif(x.date <= ${au}, e.montant, 0) - coalesce((SELECT sum(i.montant) FROM "Imputation" i
        LEFT JOIN ${ecritures} p ON p.id = i."EcritureId" WHERE i."EcheanceId" = e.id AND (p.id IS NULL OR p.date <= ${au})), 0) AS reste
      FROM "Echeance" e JOIN ${ecritures} x ON x.id = e."EcritureId" WHERE e."DossierId" IN (SELECT de FROM redevable)),
    ouverte AS (
      SELECT "DossierId", mandat, "exigibleLe", max(0, min(reste, sum(reste) OVER (PARTITION BY "DossierId" ORDER BY "exigibleLe", id) - coalesce(avance, 0))) AS reste
      FROM appelee LEFT JOIN (SELECT "DossierId" AS de, 0 - sum(reste) AS avance FROM appelee WHERE reste < 0 GROUP BY 1) ON de = "DossierId"
      WHERE reste > 0)
    SELECT 'D' || printf('%06d', d.id) AS dossier, d.id AS "DossierId", t.titre, t.nom, t.prenom, a.adresse, a.etage,
      iif(m.id IS NULL, '', ${NUMERO_OU_FICHE}) AS mandat, s.total, s."aEchoir", s."jusqua30", s."jusqua60", s."jusqua90", s."auDela"
    FROM (
      SELECT o."DossierId", max(o.mandat) AS mandat, sum(o.reste) / 100.0 AS total,
        sum(iif(o."exigibleLe" > ${au}, o.reste, 0)) / 100.0 AS "aEchoir",
        ${entre(0, 30)} AS "jusqua30", ${entre(31, 60)} AS "jusqua60", ${entre(61, 90)} AS "jusqua90", ${entre(91, null)} AS "auDela"
      FROM ouverte o WHERE o.reste <> 0 GROUP BY o."DossierId") s
    JOIN "Dossier" d ON d.id = s."DossierId" JOIN "Locataire" t ON t.id = d."LocataireId"
    JOIN "Appartement" a ON a.id = d."AppartementId" LEFT JOIN "Mission" m ON m.id = s.mandat
    ORDER BY s.total DESC, d.id`);
  return rows.map(({ titre, nom, prenom, adresse, etage, ...reste }) => ({
    ...reste,
    locataire: nomComplet({ titre, nom, prenom }),
    lot: nomAppartement({ adresse, etage }),
  }));
}

/** The mandate of the last sum called from a tenant, up to a day; null when none was called. */
const mandatAppele = (DossierId: SQL, jour: SQL) => sql`(SELECT appel.mandat FROM ${lignes} appel
  JOIN ${ecritures} a ON a.id = appel."EcritureId" AND a.journal = 'QT' AND a.date <= ${jour}
  WHERE appel.genre = '411' AND appel.de = ${DossierId} ORDER BY a.date DESC, a.id DESC LIMIT 1)`;

/**
 * All that was received for others in a period, in the order of its entries (livres/README §12.27). A sum that an
 * entry books to no mandate, a cheque or an advance, goes to the mandate that last called a sum from its tenant, else
 * to the mandate of his dwelling. A transfer that the bank gave back is no receipt.
 */
export async function lireRecettes(
  { db }: Pick<Contexte, "db">,
  { du, au }: Periode,
): Promise<Recette[]> {
  const rows = await db.all<Omit<Recette, "locataire"> & Personne>(sql`
    SELECT e.exercice || '-' || printf('%06d', e.numero) AS ecriture, e.date, ${jourDuFait(sql`e`)} AS "pieceDate",
      iif(r.id IS NULL, NULL, ${NUMERO_REGLEMENT}) AS reglement, t.titre, coalesce(t.nom, '') AS nom, t.prenom,
      iif(m.id IS NULL, '', ${NUMERO_OU_FICHE}) AS mandat, r.mode, e.libelle, s.montant / 100.0 AS montant
    FROM (
      SELECT l."EcritureId", sum(iif(l.genre IN ('512G', '531G', '5112'), l.debit - l.credit, 0)) AS montant,
        max(iif(l.mandat > 0, l.mandat, NULL)) AS mandat
      FROM ${ecritures} x JOIN ${lignes} l ON l."EcritureId" = x.id
      WHERE x.livre = 'G' AND x.journal IN ('ENC', 'REJ') AND x.date BETWEEN ${du} AND ${au}
        AND NOT EXISTS (SELECT 1 FROM ${ecritures} parti WHERE parti.id = x."annuleId" AND parti.journal NOT IN ('ENC', 'REJ'))
      GROUP BY l."EcritureId" HAVING montant <> 0) s
    JOIN ${ecritures} e ON e.id = s."EcritureId" LEFT JOIN ${ecritures} o ON o.id = coalesce(e."annuleId", e.id)
    LEFT JOIN "Reglement" r ON r.id = o."ReglementId" LEFT JOIN "Dossier" d ON d.id = coalesce(o."DossierId", r."DossierId")
    LEFT JOIN "Locataire" t ON t.id = d."LocataireId"
    LEFT JOIN "Mission" m ON m.id = coalesce(s.mandat, ${mandatAppele(sql`d.id`, sql`e.date`)}, ${mandatDe(sql`d."AppartementId"`)})
    ORDER BY e.exercice, e.numero`);
  return rows.map(({ titre, nom, prenom, ...recette }) => ({
    ...recette,
    locataire: nom ? nomComplet({ titre, nom, prenom }) : "",
  }));
}

/** An entry of the book of fees, on one line; euros. */
export interface LigneHonoraires {
  date: Jour;
  numero: string;
  piece: string | null;
  libelle: string;
  mandat: string;
  ht: Euros;
  tva: Euros;
  ttc: Euros;
  encaisse: Euros;
  /** The VAT that the entry makes due (44571). */
  tvaExigible: Euros;
}

/** The book of fees, with the VAT due and the sums received. */
export const lireHonoraires = ({ db }: Contexte, { du, au }: Periode): Promise<LigneHonoraires[]> =>
  db.all<LigneHonoraires>(sql`
    SELECT s.date, s.numero, s.piece, s.libelle, iif(m.id IS NULL, coalesce('D' || printf('%06d', s.dossier), ''), ${NUMERO_OU_FICHE}) AS mandat,
      s.ht / 100.0 AS ht, s.tva / 100.0 AS tva, (s.ht + s.tva) / 100.0 AS ttc, s.encaisse / 100.0 AS encaisse,
      s.exigible / 100.0 AS "tvaExigible"
    FROM (
      SELECT e.id, e.date, e.exercice || '-' || printf('%06d', e.numero) AS numero, e.piece, e.libelle,
        max(iif(l.genre = '411H', l.de, NULL)) AS mandat, max(iif(l.genre = '411L', l.de, NULL)) AS dossier,
        sum(iif(l.genre LIKE '706%', l.credit - l.debit, 0)) AS ht,
        sum(iif(l.genre IN ('44571', '44587'), l.credit - l.debit, 0)) AS tva,
        sum(iif(l.genre = '44571', l.credit - l.debit, 0)) AS exigible,
        sum(iif(l.genre = '512A', l.debit - l.credit, 0)) AS encaisse
      FROM ${ecritures} e JOIN ${lignes} l ON l."EcritureId" = e.id
      WHERE e.livre = 'H' AND e.date BETWEEN ${du} AND ${au} GROUP BY e.id) s
    LEFT JOIN "Mission" m ON m.id = s.mandat ORDER BY s.id`);

/** An invoice of fees or a credit note; euros. */
export interface LigneFacture {
  date: Jour;
  numero: string;
  mandat: string;
  ht: Euros;
  tva: Euros;
  ttc: Euros;
}

export const lireFactures = ({ db }: Contexte, { du, au }: Periode): Promise<LigneFacture[]> =>
  db.all<LigneFacture>(sql`
    SELECT f.date, f.numero, ${NUMERO_OU_FICHE} AS mandat, f.ht / 100.0 AS ht, f.tva / 100.0 AS tva, f.ttc / 100.0 AS ttc
    FROM "FactureHonoraires" f JOIN "Mission" m ON m.id = f."MissionId"
    WHERE f.date BETWEEN ${du} AND ${au} ORDER BY f.serie DESC, f.exercice, f.rang`);

/** A transfer of a batch; euros. */
export interface LigneVirement {
  lot: string;
  dateExecution: Jour;
  etatLot: string;
  reference: string;
  titulaire: string;
  iban: string | null;
  libelle: string;
  montant: Euros;
  etat: string;
  enBanqueLe: Jour | null;
}

export const lireVirements = ({ db }: Contexte, { du, au }: Periode): Promise<LigneVirement[]> =>
  db.all<LigneVirement>(sql`
    SELECT r.numero AS lot, r."dateExecution", r.etat AS "etatLot", v.reference, v.titulaire, coalesce(c.iban, b.iban) AS iban,
      v.libelle, v.montant / 100.0 AS montant, v.etat, p.date AS "enBanqueLe"
    FROM "Virement" v JOIN "Reversement" r ON r.id = v."ReversementId"
    LEFT JOIN "CoordonneesBancaires" c ON c.id = v."CoordonneesBancairesId"
    LEFT JOIN "CompteBancaire" b ON b.id = v."CompteBancaireId" LEFT JOIN "LigneReleve" p ON p.id = v."LigneReleveId"
    WHERE r."dateExecution" BETWEEN ${du} AND ${au} ORDER BY r.id, v.rang`);
