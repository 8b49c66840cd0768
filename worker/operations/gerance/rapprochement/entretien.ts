import { sql } from "drizzle-orm";
import { agenceDe } from "#domain/agence/agence.ts";
import { ajouterJours, type Jour } from "#domain/dates.ts";
import type { Db } from "#worker/db/client.ts";
import { variables } from "#worker/db/schema-agence.ts";
import { reglements } from "#worker/db/schema-gerance.ts";
import type { Env } from "#worker/env.ts";
import { mettreCourrielsEnFile } from "#worker/operations/courriels/file-attente.ts";
import { consommerAvances } from "#worker/operations/gerance/locataires/avances.ts";
import { crediterReglements } from "#worker/operations/gerance/locataires/cheques.ts";

/** Cheques of one write: others write in between. */
const CHEQUES_PAR_ECRITURE = 250;

/**
 * What the day brings to the accounts (domain/README §12.2): cheques that the bank has not refused in so many days are
 * good, and advances are spent on what is owed. Done again, it finds nothing.
 */
export async function entretenirComptes(
  env: Pick<Env, "QUEUE">,
  db: Db,
  { today, now }: { today: Jour; now: Date },
): Promise<void> {
  const reglages = await db
    .select({ nom: variables.nom, valeur: variables.valeur })
    .from(variables);
  const jusquau = ajouterJours(today, -agenceDe(reglages).delaiCheque);
  const recus = await db
    .select({ id: reglements.id })
    .from(reglements)
    .where(sql`${reglements.etat} = 'recu' AND ${reglements.date} <= ${jusquau}`);
  const ids = recus.map(({ id }) => id);
  const parti = { db, user: null, today };
  for (let debut = 0; debut < ids.length; debut += CHEQUES_PAR_ECRITURE) {
    const lot = ids.slice(debut, debut + CHEQUES_PAR_ECRITURE);
    const credites = await crediterReglements({ ...parti, ids: lot, date: today });
    await mettreCourrielsEnFile(env, credites.courriels, now);
  }
  const consommees = await consommerAvances({ ...parti, DossierIds: null });
  await mettreCourrielsEnFile(env, consommees.courriels, now);
}
