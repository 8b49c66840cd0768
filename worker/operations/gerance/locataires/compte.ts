import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { nomAppartement } from "#domain/biens/adresse.ts";
import { ajouterJours, type Jour } from "#domain/dates.ts";
import { NotFound } from "#domain/erreurs.ts";
import type { Journal } from "#domain/gerance/livres/ecritures.ts";
import type {
  AgesDesDettes,
  CompteDuDossier,
  LigneDuCompte,
} from "#domain/gerance/locataires/compte.ts";
import type { EtatReglement, ModeReglement, Payeur } from "#domain/gerance/locataires/reglement.ts";
import { enEuros } from "#domain/montants.ts";
import { nomComplet } from "#domain/personnes/personne.ts";
import type { Db, Results } from "#worker/db/client.ts";
import { selected } from "#worker/db/conditions.ts";
import { jourDuFait, NUMERO_REGLEMENT, tenuAvecLeDepot } from "#worker/db/conditions-comptes.ts";
import { quittanceEst } from "#worker/db/conditions-quittances.ts";
import { parties } from "#worker/db/parties.ts";
import {
  avancesRendues,
  echeances,
  ecritures,
  imputations,
  lignes,
  reglements,
  reprises,
} from "#worker/db/schema/gerance.ts";
import { reversements, virements } from "#worker/db/schema/mandants.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { appartements, dossiers, locataires } from "#worker/db/schema/schema.ts";
import { assurePourCompte } from "./assurances-pour-compte.ts";
import { ouvertes } from "./echeances-ouvertes.ts";

/** The day on which the tenant paid, or on which a sum was called, whatever day the books entered it. */
const FAIT = jourDuFait(sql`e`);

/** The accounts that make the balance of a tenant: the sums owed, less the sums paid in advance or under reserve. */
const COMPTES = sql`('411', '4191', '4192', '802')`;

/** The part of a sum called that was withdrawn since, as when its receipt is cancelled; cents. */
const retire = sql`coalesce((SELECT sum(i.montant) FROM ${imputations} i
  WHERE i."EcheanceId" = "Echeance".id AND i."ReglementId" IS NULL), 0)`;

/** A dossier, and the days of its account, both included; without them, the whole account. */
export interface CompteDemande {
  DossierId: number;
  du?: Jour | undefined;
  au?: Jour | undefined;
}

/**
 * The unpaid part of each sum called, in cents, as it was on the evening of `soir`. It is below zero for a sum called
 * later and paid by that evening. `dite`: the sum was called by that evening.
 */
const restes = (DossierId: number, soir: Jour): SQL => sql`
  SELECT e.id, e."DossierId", e."EcritureId", e."QuitanceId", e."exigibleLe", e.nature, e.montant, ${jourDuFait(sql`x`)} <= ${soir} AS dite,
    iif(${jourDuFait(sql`x`)} <= ${soir}, e.montant, 0) - coalesce((SELECT sum(i.montant) FROM ${imputations} i
      LEFT JOIN ${ecritures} p ON p.id = i."EcritureId"
      WHERE i."EcheanceId" = e.id AND (p.id IS NULL OR ${jourDuFait(sql`p`)} <= ${soir})), 0) AS reste
  FROM ${echeances} e JOIN ${ecritures} x ON x.id = e."EcritureId" WHERE e."DossierId" = ${DossierId}`;

/**
 * The sums called from a dossier; on an evening of the past, each with the part owed that evening. A sum received for
 * a later call comes off the oldest debts.
 */
const appelees = (DossierId: number, soir: Jour | null): SQL =>
  soir === null
    ? sql`${echeances}`
    : sql`(WITH lue AS (${restes(DossierId, soir)})
      SELECT id, "DossierId", "EcritureId", "QuitanceId", "exigibleLe", nature, montant,
        max(0, min(reste, sum(max(0, reste)) OVER (ORDER BY "exigibleLe", id) + (SELECT coalesce(sum(min(0, reste)), 0) FROM lue))) AS reste
      FROM lue WHERE dite) "Echeance"`;

/**
 * The cents received by an evening of the past, less the cents called by then; zero when less was received. Zero for
 * today too: the advances of today are in the books.
 */
const recuEnPlus = (DossierId: number, soir: Jour | null): SQL =>
  soir === null
    ? sql`0`
    : sql`(SELECT max(0, 0 - coalesce(sum(reste), 0)) FROM (${restes(DossierId, soir)}))`;

/**
 * The cents that accounts of a dossier hold, credits less debits; for an evening of the past, as they were that
 * evening.
 */
const tenu = (genres: SQL, { DossierId, soir }: { DossierId: number; soir: Jour | null }): SQL =>
  soir === null
    ? sql`coalesce((SELECT sum(credit - debit) FROM ${lignes} WHERE genre IN ${genres} AND de = ${DossierId}), 0)`
    : sql`coalesce((SELECT sum(l.credit - l.debit) FROM ${lignes} l JOIN ${ecritures} e ON e.id = l."EcritureId"
        WHERE l.genre IN ${genres} AND l.de = ${DossierId} AND ${FAIT} <= ${soir}), 0)`;

/**
 * The queries that read the account of a dossier; {@link compteLu} turns their answers into the account. With `au`
 * before today, debts, ages, advances and cheques are those of that evening. The sums on which the agency may still
 * act are those of today.
 */
export const requetesDuCompte = (
  db: Db,
  { DossierId, du, au, today }: CompteDemande & { today: Jour },
) => {
  const soir = au !== undefined && au < today ? au : null;
  return requetesDuSoir(db, { DossierId, du, au, soir, today: soir ?? today });
};

/** @param soir an evening of the past; null: today */
const requetesDuSoir = (
  db: Db,
  { DossierId, du, au, soir, today }: CompteDemande & { soir: Jour | null; today: Jour },
) => ({
  dossier: db
    .select({ id: dossiers.id, ...parties })
    .from(dossiers)
    .innerJoin(locataires, eq(locataires.id, dossiers.LocataireId))
    .innerJoin(appartements, eq(appartements.id, dossiers.AppartementId))
    .where(eq(dossiers.id, DossierId)),
  debut: db
    .select({ debut: selected<Jour | null>(sql`min(${reprises.debut})`) })
    .from(reprises)
    .where(eq(reprises.etat, "signee")),
  sommes: db.all<Record<Somme, number>>(sql`
    SELECT coalesce(sum(reste), 0) AS solde,
      coalesce(sum(iif("exigibleLe" <= ${today}, reste, 0)), 0) AS exigible,
      coalesce(sum(iif("exigibleLe" <= ${today} AND "exigibleLe" >= ${ajouterJours(today, -30)}, reste, 0)), 0) AS jusqua30,
      coalesce(sum(iif("exigibleLe" < ${ajouterJours(today, -30)} AND "exigibleLe" >= ${ajouterJours(today, -60)}, reste, 0)), 0) AS jusqua60,
      coalesce(sum(iif("exigibleLe" < ${ajouterJours(today, -60)} AND "exigibleLe" >= ${ajouterJours(today, -90)}, reste, 0)), 0) AS jusqua90,
      coalesce(sum(iif("exigibleLe" < ${ajouterJours(today, -90)}, reste, 0)), 0) AS "auDela",
      coalesce(sum(iif(nature = 'depot', montant - ${retire}, 0)), 0) AS "depotAppele",
      coalesce(sum(iif(nature = 'depot', montant - reste - ${retire}, 0)), 0) AS "depotRecu",
      coalesce(sum(iif(EXISTS (SELECT 1 FROM ${quitances}
        WHERE ${quitances.id} = "Echeance"."QuitanceId" AND ${quittanceEst.declaree}), reste, 0)), 0) AS declare,
      coalesce((SELECT sum(reste) FROM (${ouvertes(sql`e."DossierId" = ${DossierId} AND e."exigibleLe" <= ${today}`)})
        WHERE incertaine), 0) AS "aConfirmer",
      ${tenu(sql`('4191', '802')`, { DossierId, soir })} + ${recuEnPlus(DossierId, soir)} AS avance,
      ${tenu(sql`('4192')`, { DossierId, soir })} AS "enAttente",
      coalesce((SELECT sum(credit - debit) FROM ${lignes} WHERE genre = '165' AND de = ${DossierId}), 0) AS "parAgence",
      coalesce((SELECT sum(debit - credit) FROM ${lignes} WHERE genre = '801' AND de = ${DossierId}), 0) AS "parBailleur",
      coalesce((SELECT sum(credit - debit) FROM ${lignes} WHERE genre = '4191' AND de = ${DossierId}), 0) - ${tenuAvecLeDepot(DossierId)} AS "avanceTenue",
      ${assurePourCompte(DossierId)} AS "assurePourCompte"
    FROM ${appelees(DossierId, soir)} WHERE "DossierId" = ${DossierId} AND "EcritureId" IS NOT NULL`),
  echeances: db
    .select({
      id: echeances.id,
      mois: echeances.mois,
      nature: echeances.nature,
      libelle: echeances.libelle,
      montant: echeances.montant,
      reste: echeances.reste,
      exigibleLe: echeances.exigibleLe,
      QuitanceId: echeances.QuitanceId,
      inscrite: selected<number>(sql`"EcritureId" IS NOT NULL`).mapWith(Boolean),
    })
    .from(echeances)
    .where(eq(echeances.DossierId, DossierId))
    .orderBy(asc(echeances.exigibleLe), asc(echeances.id)),
  rendues: db.all<{
    id: number;
    date: Jour;
    montant: number;
    ReversementId: number | null;
    lot: string | null;
  }>(sql`
    SELECT a.id, a.date, a.montant, r.id AS "ReversementId", r.numero AS lot FROM ${avancesRendues} a
    LEFT JOIN ${virements} v ON v."AvanceRendueId" = a.id AND v.etat = 'emis' LEFT JOIN ${reversements} r ON r.id = v."ReversementId"
    WHERE a."DossierId" = ${DossierId} AND a."annuleLe" IS NULL AND coalesce(r.etat, '') <> 'telecharge' ORDER BY a.id`),
  report: db.all<{ report: number }>(sql`
    SELECT coalesce(sum(l.debit - l.credit), 0) AS report FROM ${ecritures} e
    JOIN ${lignes} l ON l."EcritureId" = e.id AND l.genre IN ${COMPTES} AND l.de = ${DossierId}
    WHERE e."DossierId" = ${DossierId} AND ${FAIT} < ${du ?? "0000"}`),
  lignes: db.all<LigneLue>(sql`
    SELECT e.id, ${FAIT} AS date, e.journal,
      CASE WHEN origine.id IS NULL THEN '' WHEN e.journal = 'REJ' THEN 'Rejet : ' ELSE 'Annulation : ' END
        || coalesce(origine.libelle, e.libelle) || coalesce(' : ' || nullif(appel.libelle, coalesce(origine.libelle, e.libelle)), '') AS libelle,
      coalesce(nullif(e.piece, e.libelle), ${NUMERO_REGLEMENT}) AS piece, e."annuleId", e."ReglementId", appel."QuitanceId",
      r.mode, r.payeur, r.etat, sum(l.debit - l.credit) AS net
    FROM ${ecritures} e
    JOIN ${lignes} l ON l."EcritureId" = e.id AND l.genre IN ${COMPTES} AND l.de = ${DossierId}
    LEFT JOIN ${reglements} r ON r.id = e."ReglementId"
    LEFT JOIN ${ecritures} origine ON origine.id = e."annuleId"
    LEFT JOIN (SELECT "EcritureId", min("QuitanceId") AS "QuitanceId", min(libelle) AS libelle FROM ${echeances}
      WHERE "DossierId" = ${DossierId} AND "EcritureId" IS NOT NULL GROUP BY 1) appel
      ON appel."EcritureId" = coalesce(e."annuleId", e.id)
    WHERE e."DossierId" = ${DossierId} AND ${FAIT} BETWEEN ${du ?? "0000"} AND ${au ?? "9999"}
    GROUP BY e.id HAVING net <> 0 ORDER BY 2, e.id`),
});

type Somme =
  | "solde"
  | "exigible"
  | "aConfirmer"
  | Exclude<keyof AgesDesDettes, "aEchoir">
  | "depotAppele"
  | "depotRecu"
  | "declare"
  | "avance"
  | "avanceTenue"
  | "enAttente"
  | "parAgence"
  | "parBailleur"
  | "assurePourCompte";

interface LigneLue {
  id: number;
  date: Jour;
  journal: Journal;
  libelle: string;
  piece: string | null;
  annuleId: number | null;
  ReglementId: number | null;
  QuitanceId: number | null;
  mode: ModeReglement | null;
  payeur: Payeur | null;
  etat: EtatReglement | null;
  /** Cents; a sum that is no longer owed is negative. */
  net: number;
}

/**
 * The account of a dossier from the answers of its queries: the debt that each entry makes, and the balance after it.
 * Entries that leave the balance unchanged, such as an advance that settles a call, give no line.
 *
 * @throws NotFound when there is no such dossier
 */
export function compteLu(
  { du, au }: CompteDemande,
  reponses: Results<ReturnType<typeof requetesDuCompte>>,
): CompteDuDossier {
  const [dossier] = reponses.dossier;
  const [sommes] = reponses.sommes;
  if (!dossier || !sommes) throw new NotFound();
  const report = reponses.report[0]?.report ?? 0;
  const solde = reponses.lignes.reduce((total, { net }) => total + net, report);
  return {
    DossierId: dossier.id,
    locataire: nomComplet(dossier),
    appartement: nomAppartement(dossier),
    du: du ?? null,
    au: au ?? null,
    debut: reponses.debut[0]?.debut ?? null,
    solde: enEuros(au === undefined ? sommes.solde : solde),
    exigible: enEuros(sommes.exigible),
    aConfirmer: enEuros(sommes.aConfirmer),
    avance: enEuros(sommes.avance),
    avanceTenue: enEuros(sommes.avanceTenue),
    rendues: reponses.rendues.map(({ montant, ...rendue }) => ({
      ...rendue,
      montant: enEuros(montant),
    })),
    enAttente: enEuros(sommes.enAttente),
    declare: enEuros(sommes.declare),
    depot: { appele: enEuros(sommes.depotAppele), recu: enEuros(sommes.depotRecu) },
    assurePourCompte: sommes.assurePourCompte === 1,
    detenu: { agence: enEuros(sommes.parAgence), bailleur: enEuros(sommes.parBailleur) },
    ages: {
      aEchoir: enEuros(sommes.solde - sommes.exigible),
      jusqua30: enEuros(sommes.jusqua30),
      jusqua60: enEuros(sommes.jusqua60),
      jusqua90: enEuros(sommes.jusqua90),
      auDela: enEuros(sommes.auDela),
    },
    echeances: reponses.echeances.map((echeance) => ({
      ...echeance,
      montant: enEuros(echeance.montant),
      reste: enEuros(echeance.reste),
    })),
    report: enEuros(report),
    lignes: lignesAvecSolde(reponses.lignes, report),
  };
}

/**
 * The lines of an account, each with the balance after it.
 * @param report the balance before the first one, in cents
 */
function lignesAvecSolde(lues: readonly LigneLue[], report: number): LigneDuCompte[] {
  let solde = report;
  return lues.map(({ net, ...ligne }) => {
    solde += net;
    return {
      ...ligne,
      debit: enEuros(Math.max(0, net)),
      credit: enEuros(Math.max(0, -net)),
      solde: enEuros(solde),
    };
  });
}

/**
 * The SQL around an identifier that selects the dossiers of a balance: the dossier of the row, or all the dossiers of
 * its tenant.
 */
const PORTEES = {
  dossier: ["=", ""],
  locataire: ['IN (SELECT sien.id FROM "Dossier" sien WHERE sien."LocataireId" =', ")"],
} as const;

type Portee = keyof typeof PORTEES;

// The table names are plain words in the SQL: the only column that the subquery takes from the outer query is `id`.
/**
 * The sum that the dossiers of this row owe in the books, due or not; with `exigible`, only the part due by that day.
 * Euros.
 */
export function doit(portee: Portee, id: SQLiteColumn, exigible: Jour = JAMAIS) {
  const [avant, apres] = PORTEES[portee];
  return selected<number>(sql`coalesce((SELECT sum(due.reste) FROM "Echeance" due
    WHERE due."DossierId" ${sql.raw(avant)} ${id} ${sql.raw(apres)} AND due.reste > 0
      AND due."EcritureId" IS NOT NULL AND due."exigibleLe" <= ${exigible}), 0) / 100.0`);
}

/** Later than every day. */
const JAMAIS: Jour = "9999-12-31";

/** The sum paid above all calls for the dossiers of this row; euros. */
export function avance(portee: Portee, id: SQLiteColumn) {
  const [avant, apres] = PORTEES[portee];
  return selected<number>(sql`coalesce((SELECT sum(l.credit - l.debit) FROM "Ligne" l
    WHERE l.genre IN ('4191', '802') AND l.de ${sql.raw(avant)} ${id} ${sql.raw(apres)}), 0) / 100.0`);
}
