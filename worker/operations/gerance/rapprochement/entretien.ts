import { sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { ajouterJours } from "#domain/dates.ts";
import { variables } from "#worker/db/schema/agence.ts";
import { reglements } from "#worker/db/schema/gerance.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { mettreCourrielsEnFile } from "#worker/operations/courriels/file-attente.ts";
import { consommerAvances } from "#worker/operations/gerance/locataires/avances.ts";
import { crediterReglements } from "#worker/operations/gerance/locataires/cheques.ts";

/** The most cheques of one write, so that other writes pass in between. */
const CHEQUES_PAR_ECRITURE = 250;

/**
 * The daily work on the accounts (locataires/README §12.2): cheques that the bank has not refused after the delay
 * become good, and advances are spent on debts. A second run finds nothing.
 */
export async function entretenirComptes(ctx: Contexte): Promise<void> {
  const { db, today } = ctx;
  const reglages = await db
    .select({ nom: variables.nom, valeur: variables.valeur })
    .from(variables);
  const jusquau = ajouterJours(today, -agenceDe(reglages).delaiCheque);
  const recus = await db
    .select({ id: reglements.id })
    .from(reglements)
    .where(sql`${reglements.etat} = 'recu' AND ${reglements.date} <= ${jusquau}`);
  const ids = recus.map(({ id }) => id);
  for (let debut = 0; debut < ids.length; debut += CHEQUES_PAR_ECRITURE) {
    const lot = ids.slice(debut, debut + CHEQUES_PAR_ECRITURE);
    const credites = await crediterReglements(ctx, { ids: lot, date: today });
    await mettreCourrielsEnFile(ctx, credites.courriels);
  }
  const consommees = await consommerAvances(ctx, null);
  await mettreCourrielsEnFile(ctx, consommees.courriels);
}
