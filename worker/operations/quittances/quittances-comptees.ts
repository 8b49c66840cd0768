import { and, between, count, type SQL, sql } from "drizzle-orm";
import type { Compte } from "#domain/agence/tableau-de-bord.ts";
import { dernierJour, joursDuMois, type Mois, premierJour } from "#domain/dates.ts";
import type { DouziemesDemandes } from "#domain/gerance/locataires/assurance-pour-compte.ts";
import { somme } from "#domain/montants.ts";
import type { Db } from "#worker/db/client.ts";
import * as condition from "#worker/db/conditions.ts";
import {
  dossierSansQuittance,
  quittanceComptee,
  quittanceEst,
} from "#worker/db/conditions-quittances.ts";
import { loyerFoisJours } from "#worker/db/loyers.ts";
import { assurancesPourCompte } from "#worker/db/schema/gerance.ts";
import { quitances } from "#worker/db/schema/quittances.ts";
import { dossiers } from "#worker/db/schema/schema.ts";
import { douziemesDe } from "#worker/operations/gerance/locataires/assurances-pour-compte.ts";

/** A sum of cents, read as euros. */
export const montant = (cents: SQL) =>
  condition.selected<number>(sql`coalesce(sum(${cents}), 0)`).mapWith(quitances.loyerHC);

/** How many rows meet a condition. */
export const nombreDe = (remplie: SQL) =>
  condition.selected<number>(sql`coalesce(sum(${remplie}), 0)`).mapWith(Number);

/** The receipts whose period begins in this year. */
export const deLAnnee = (annee: string) =>
  sql`${quitances.date} BETWEEN ${`${annee}-01-01`} AND ${`${annee}-12-31`}`;

/** The sum that a receipt asks for, in cents. */
export const TOTAL = sql`(${quitances.loyerHC} + ${quitances.charge} + ${quitances.assurance})`;

/** Cents received: the whole sum, a part, or nothing. A payment that only the tenant declared was not received. */
const recu = (demande: SQL, partiel: SQL) => sql`CASE WHEN ${quittanceEst.payee} THEN ${demande}
  WHEN ${quittanceEst.impayee} THEN coalesce(${partiel}, 0) ELSE 0 END`;

/** Cents received on a receipt. */
export const RECU = recu(TOTAL, sql`${quitances.montantPaye}`);

/** Cents that the tenant of a receipt declares, not confirmed yet. */
export const DECLARE = sql`CASE WHEN ${quittanceEst.declaree} THEN ${TOTAL} ELSE 0 END`;

/** The query for the receipts of these months, summed by month and state; cancelled ones are left out. */
export const compterQuittances = (db: Db, premier: Mois, dernier: Mois) =>
  db
    .select({
      mois: quitances.mois,
      regle: quitances.regle,
      statusInconu: quitances.statusInconu,
      source: quitances.source,
      nombre: count(),
      montant: montant(TOTAL),
      // Computed once per state from the sums of its receipts, not once per receipt.
      recu: condition
        .selected<number>(recu(sql`sum(${TOTAL})`, sql`sum(${quitances.montantPaye})`))
        .mapWith(quitances.loyerHC),
    })
    .from(quitances)
    .where(and(between(quitances.mois, premier, dernier), quittanceComptee))
    .groupBy(quitances.mois, quitances.regle, quitances.statusInconu, quitances.source);

/**
 * The queries for the dossiers without a receipt of the month, which {@link aQuittancerLu} sums: their number and the
 * sum of their rents, as `montantsDuMois()` in SQL, then the monthly twelfths of the few for whose tenant the owner
 * took out an insurance.
 */
export const compterDossiersAQuittancer = (db: Db, mois: Mois) => {
  const [debut, fin] = [premierJour(mois), dernierJour(mois)];
  // The driver binds a number as REAL, and cents need the division of integers.
  const jours = sql`CAST(${joursDuMois(mois)} AS INTEGER)`;
  const periode = {
    debut: sql`max(${dossiers.dateDebutBail}, ${debut})`,
    fin: sql`min(${condition.finDuLoyer}, ${fin})`,
  };
  const duMois = (champ: "loyerHC" | "loyerCharge") =>
    sql`((2 * CAST(${loyerFoisJours(champ, periode)} AS INTEGER) + ${jours}) / (2 * ${jours}))`;
  const aQuittancer = sql`${dossierSansQuittance(mois)} AND ${condition.dossierCourt(mois)}`;
  return {
    aQuittancer: db
      .select({
        nombre: count(),
        montant: montant(sql`${duMois("loyerHC")} + ${duMois("loyerCharge")}`),
      })
      .from(dossiers)
      .where(aQuittancer),
    assures: db
      .select({ douziemes: douziemesDe })
      .from(dossiers)
      .where(
        sql`${dossiers.id} IN (SELECT "DossierId" FROM ${assurancesPourCompte} WHERE "premierMois" <= ${mois}) AND ${aQuittancer}`,
      ),
  };
};

/** The number of receipts left to make for a month, and their sum, from {@link compterDossiersAQuittancer}. */
export function aQuittancerLu(
  {
    aQuittancer: [loyers],
    assures,
  }: { aQuittancer: Compte[]; assures: { douziemes: DouziemesDemandes }[] },
  mois: Mois,
): Compte {
  const { nombre, montant } = loyers ?? { nombre: 0, montant: 0 };
  return {
    nombre,
    montant: somme(montant, ...assures.map(({ douziemes }) => douziemes[mois] ?? 0)),
  };
}
