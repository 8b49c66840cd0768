import { and, eq, gt, lte } from "drizzle-orm";
import {
  ajouterJours,
  ajouterMois,
  type Jour,
  jourDuMois,
  type Mois,
  moisEnLettres,
} from "#domain/dates.ts";
import { jourTarget } from "#domain/gerance/reversements/jours-target.ts";
import type { Db } from "#worker/db/client.ts";
import { reglements } from "#worker/db/schema/gerance.ts";
import { comptesRendus } from "#worker/db/schema/mandants.ts";
import {
  preparerComptes,
  validerComptes,
} from "#worker/operations/gerance/cloture/comptes-rendus.ts";
import { crediterReglements } from "#worker/operations/gerance/locataires/cheques.ts";
import { fichierDuLot } from "#worker/operations/gerance/reversements/reversement-sepa.ts";
import { creerReversement } from "#worker/operations/gerance/reversements/reversements.ts";

const DAY_OF_CLOSE = 5;
const DAY_OF_PAYMENT = 15;
/** The days during which the bank may refuse a cheque. */
const DAYS_OF_CHEQUE = 10;

interface Context {
  db: Db;
  keys: { DATA_KEYS: string };
  admin: { id: number; email: string };
}

/** The instant at which the demo dates the office's past work of a day: nine o'clock UTC. */
export const inTheMorning = (jour: Jour): Date => new Date(`${jour}T09:00:00Z`);

/**
 * Closes each of these months in the month that follows it, and pays the owners and the agency. It calls the
 * operations themselves, because the API would date the close and the payment today.
 * @throws Error when an account cannot be validated
 */
export async function closeMonths(
  { db, keys, admin: { id: UserId, email: user } }: Context,
  { first, last }: { first: Mois; last: Mois },
): Promise<void> {
  for (let mois = first; mois <= last; mois = ajouterMois(mois, 1)) {
    const next = ajouterMois(mois, 1);
    const closing = jourDuMois(next, DAY_OF_CLOSE);
    const payment = jourTarget(jourDuMois(next, DAY_OF_PAYMENT));
    await creditCheques(db, closing);
    const CompteRenduIds = await close(db, mois, { user, today: closing });
    if (CompteRenduIds.length === 0) continue;
    const paying = { db, env: keys, user, today: payment, now: inTheMorning(payment) };
    const batch = { CompteRenduIds, dateExecution: payment, honoraires: true };
    const { id } = await creerReversement(paying, { UserId, ...batch });
    await fichierDuLot(paying, id);
  }
}

/** Credits the cheques that the bank can no longer refuse, as the daily run of that day would. */
async function creditCheques(db: Db, today: Jour): Promise<void> {
  const good = and(
    eq(reglements.etat, "recu"),
    lte(reglements.date, ajouterJours(today, -DAYS_OF_CHEQUE)),
  );
  const received = await db.select({ id: reglements.id }).from(reglements).where(good);
  const ids = received.map(({ id }) => id);
  await crediterReglements({ db, today, user: null }, { ids, date: today });
}

/**
 * Prepares and validates the accounts of a month.
 * @returns the identifiers of the accounts that leave something to pay out
 * @throws Error when an account cannot be validated
 */
async function close(
  db: Db,
  mois: Mois,
  { user, today }: { user: string; today: Jour },
): Promise<number[]> {
  const closing = { db, user, today, now: inTheMorning(today) };
  const ofMonth = eq(comptesRendus.mois, mois);
  await preparerComptes(closing, mois);
  const drafts = await db.select({ id: comptesRendus.id }).from(comptesRendus).where(ofMonth);
  const made = await validerComptes(
    closing,
    drafts.map(({ id }) => id),
  );
  const refused = made.find(({ resultat }) => resultat !== "valide");
  if (refused) throw new Error(`Demo, ${moisEnLettres(mois)}: ${refused.raison}`);
  const payable = await db
    .select({ id: comptesRendus.id })
    .from(comptesRendus)
    .where(and(ofMonth, gt(comptesRendus.reversement, 0)));
  return payable.map(({ id }) => id);
}
