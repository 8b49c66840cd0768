import { type SQL, sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import type { Jour } from "#domain/dates.ts";
import { trimestresManquants } from "#domain/gerance/revisions/indices.ts";
import { echeancesDAgence } from "#domain/suivi/agence.ts";
import { echeanceDIndice } from "#domain/suivi/loyers.ts";
import {
  type Bande,
  bandeDe,
  cachePar,
  cleSuivi,
  compter,
  FAMILLES,
  type Famille,
  GENRES_SUIVIS,
  type GenreSuivi,
  genreDe,
  ordreDesEcheances,
  ouverteLe,
  reportAuPlus,
  type SuiviListe,
  type SuiviRow,
} from "#domain/suivi/suivi.ts";
import type { Db } from "#worker/db/client.ts";
import { users } from "#worker/db/schema/agence.ts";
import { finsDeMandat } from "#worker/db/schema/fins.ts";
import { suiviGestes } from "#worker/db/schema/suivi.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { lireReglages } from "#worker/operations/fichiers/visuels.ts";
import {
  lireIndices,
  lireSeriesEmployees,
  seriesDe,
} from "#worker/operations/gerance/revisions/faits-de-revision.ts";
import { BAUX, CAUTIONS, COLOCATAIRES, DEPARTS } from "./faits-des-baux.ts";
import { GARANTIES } from "./faits-des-impayes.ts";
import { INTENDANCES, LOGEMENTS } from "./faits-des-logements.ts";
import {
  CHARGES,
  IMPAYES,
  LOYERS_AIDES,
  REVISIONS,
  REVISIONS_ARRETEES,
} from "./faits-des-loyers.ts";
import { MANDATS, VERSEMENTS } from "./faits-des-mandats.ts";
import {
  type EcheanceSituee,
  type Fenetre,
  type Jours,
  LIGNES_PAR_LECTURE,
  SANS_SUJET,
  type Source,
} from "./source.ts";

const SOURCES: readonly Source[] = [
  BAUX,
  DEPARTS,
  COLOCATAIRES,
  CAUTIONS,
  LOGEMENTS,
  INTENDANCES,
  MANDATS,
  VERSEMENTS,
  CHARGES,
  IMPAYES,
  GARANTIES,
  REVISIONS,
  REVISIONS_ARRETEES,
  LOYERS_AIDES,
];

interface Recherche extends Jours {
  genres: readonly GenreSuivi[];
  /** The identifier of one record alone; null: all records. */
  id: number | null;
}

/**
 * The deadlines of these kinds that are shown on a day between today and the horizon, oldest first. Those that
 * somebody put off or marked done are included. The database selects by days, then the rules decide (suivi/README
 * §17.1).
 */
export async function lireEcheances(
  ctx: Pick<Contexte, "db">,
  { genres, id, ...jours }: Recherche,
): Promise<EcheanceSituee[]> {
  const { db } = ctx;
  const sources = SOURCES.filter((source) => source.genres.some((genre) => genres.includes(genre)));
  const quel = (colonne: SQL) => (id === null ? sql`true` : sql`${colonne} = ${id}`);
  const { reglages, indices, series, termines, ...premieres } = await db.read({
    reglages: lireReglages(db),
    indices: lireIndices(db),
    series: lireSeriesEmployees(db, jours.today),
    termines: db.all<{ id: number }>(sql`SELECT "MissionId" AS id FROM ${finsDeMandat}
      WHERE "annuleLe" IS NULL AND "arreteLe" IS NOT NULL AND "finLe" < ${jours.today}`),
    ...Object.fromEntries(
      sources.map((source, rang) => [rang, source.requete(db, jours, quel)] as const),
    ),
  });
  const parSource = premieres as Readonly<Record<string, { id: number }[]>>;
  const fenetre: Fenetre = { ...jours, agence: agenceDe(reglages), indices };
  const desSources = await Promise.all(
    sources.map(async (source, rang) =>
      source.echeances(await suite(db, source, { lues: parSource[rang] ?? [], jours }), fenetre),
    ),
  );
  const deLAgence = [
    ...echeancesDAgence(fenetre.agence),
    ...trimestresManquants(indices, seriesDe(series)).map(echeanceDIndice),
  ].map((echeance): EcheanceSituee => ({ ...echeance, ...SANS_SUJET }));
  const finis = new Set(termines.map((mandat) => mandat.id));
  return [...desSources.flat().filter((echeance) => !horsGestion(echeance, finis)), ...deLAgence]
    .filter(({ genre, depuis, jusquau }) => {
      const montree = depuis <= jours.horizon && (jusquau === null || jusquau >= jours.today);
      return montree && genres.includes(genre);
    })
    .toSorted(ordreDesEcheances);
}

/**
 * Whether the agency no longer follows this deadline: it concerns a lease, and the last mandate of the dwelling is
 * over.
 */
const horsGestion = ({ entite, MissionId }: EcheanceSituee, finis: ReadonlySet<number>): boolean =>
  MissionId !== null &&
  finis.has(MissionId) &&
  (entite === "Dossier" || entite === "Caution" || entite === "Depart");

/** All the rows of a source: the rows already read, then the following ones, batch after batch. */
async function suite(
  db: Db,
  source: Source,
  { lues: premieres, jours }: { lues: { id: number }[]; jours: Jours },
): Promise<{ id: number }[]> {
  const toutes = [...premieres];
  for (let morceau = premieres; morceau.length === LIGNES_PAR_LECTURE; ) {
    const apres = morceau.at(-1)?.id ?? 0;
    const suivant = source.requete(db, jours, (colonne) => sql`${colonne} > ${apres}`);
    ({ suivant: morceau } = await db.read({ suivant }));
    toutes.push(...morceau);
  }
  return toutes;
}

/** The kinds of a family; all kinds for null. */
export const genresDe = (famille: Famille | null): readonly GenreSuivi[] =>
  famille === null
    ? GENRES_SUIVIS
    : GENRES_SUIVIS.filter((genre) => genreDe(genre).famille === famille);

interface GesteLu {
  cle: string;
  etat: "reporte" | "fait" | null;
  jusquau: Jour | null;
  gestionnaireId: number | null;
}

const clesEnJson = (cles: readonly string[]) => JSON.stringify(cles);

/**
 * The acts of staff on these deadlines (put off, marked done, given to an account), and the names of the accounts.
 */
export async function lireGestes({ db }: Pick<Contexte, "db">, cles: readonly string[]) {
  const { gestes, comptes } = await db.read({
    gestes: db.all<GesteLu>(sql`SELECT g.cle, g.etat, g.jusquau, g."gestionnaireId"
      FROM json_each(${clesEnJson(cles)}) cle JOIN ${suiviGestes} g ON g.cle = cle.value`),
    comptes: db.select({ id: users.id, nom: users.nom, email: users.email }).from(users),
  });
  return {
    gestes: new Map(gestes.map((geste) => [geste.cle, geste])),
    comptes: new Map(comptes.map(({ id, nom, email }) => [id, nom ?? email])),
  };
}

export interface DemandeSuivi {
  famille: Famille | null;
  bande: Bande | null;
  /** The account in charge of the deadlines; null: any account, or none. */
  gestionnaireId: number | null;
  MissionId: number | null;
  page: number;
  limit: number;
}

/** The deadlines shown today that nobody put off or marked done, each with the account in charge. */
export async function lireSuivi(
  ctx: Pick<Contexte, "db" | "today">,
  famille: Famille | null,
): Promise<SuiviRow[]> {
  const { today } = ctx;
  const echeances = (
    await lireEcheances(ctx, { today, horizon: today, genres: genresDe(famille), id: null })
  ).filter((echeance) => ouverteLe(echeance, today));
  const { gestes, comptes } = await lireGestes(ctx, echeances.map(cleSuivi));
  return echeances.flatMap((echeance) => {
    const geste = gestes.get(cleSuivi(echeance));
    if (cachePar(geste, today)) return [];
    const gestionnaireId = geste?.gestionnaireId ?? echeance.gestionnaireId;
    return [rowDe({ ...echeance, gestionnaireId }, { today, comptes })];
  });
}

function rowDe(
  echeance: EcheanceSituee,
  { today, comptes }: { today: Jour; comptes: ReadonlyMap<number, string> },
): SuiviRow {
  const { genre, date, quoi, entite, id, gestionnaireId } = echeance;
  const { DossierId, AppartementId, MissionId, locataire, objet } = echeance;
  return {
    cle: cleSuivi(echeance),
    ...{ genre, date, quoi, entite, entiteId: id },
    bande: bandeDe(echeance, today),
    ...{ DossierId, AppartementId, MissionId, locataire, objet, gestionnaireId },
    gestionnaire: gestionnaireId === null ? null : (comptes.get(gestionnaireId) ?? null),
    reportAuPlus: reportAuPlus(echeance, today),
  };
}

/** A page of the deadlines of today, with the count of each band (suivi/README §17.3). */
export async function listerSuivi(
  ctx: Pick<Contexte, "db" | "today">,
  { famille, bande, gestionnaireId, MissionId, page, limit }: DemandeSuivi,
): Promise<SuiviListe> {
  const retenues = (await lireSuivi(ctx, famille)).filter(
    (row) =>
      (gestionnaireId === null || row.gestionnaireId === gestionnaireId) &&
      (MissionId === null || row.MissionId === MissionId),
  );
  const bandes = compter(retenues);
  const montrees = bande === null ? retenues : retenues.filter((row) => row.bande === bande);
  return {
    data: montrees.slice((page - 1) * limit, page * limit),
    total: montrees.length,
    bandes,
  };
}

export const FAMILLES_SUIVIES = Object.keys(FAMILLES) as Famille[];
