import { sql } from "drizzle-orm";
import type { Jour } from "#domain/dates.ts";
import { formatJour } from "#domain/dates.ts";
import { Conflict, Invalid, NotFound } from "#domain/erreurs.ts";
import { MOTIFS_PAUSE, type MotifPause } from "#domain/gerance/relances/impayes.ts";
import { finDePause } from "#domain/gerance/relances/relance-fiche.ts";
import { enCentimes, enEuros, formatEuros } from "#domain/montants.ts";
import { MAINTENANT } from "#worker/db/schema/columns.ts";
import type { Contexte } from "#worker/operations/contexte.ts";
import { trace } from "#worker/operations/historique/history.ts";
import { encoreOuverte } from "#worker/operations/signature/demandes.ts";
import { duDe } from "./relances.ts";

const dossierConnu = (id: number) => sql`EXISTS (SELECT 1 FROM "Dossier" WHERE id = ${id})`;

/**
 * Pauses the reminders of a dossier until a day, in place of the pause that runs.
 * @throws Invalid for a day that is over, or too far; NotFound.
 */
export async function poserPause(
  { db, today, user }: Contexte,
  demande: {
    DossierId: number;
    motif: MotifPause;
    jusquau: Jour;
    commentaire?: string | null | undefined;
  },
): Promise<void> {
  const { DossierId, commentaire = null, jusquau, motif } = demande;
  const fin = finDePause(today);
  if (jusquau < today) throw new Invalid({ jusquau: "Cette date est passée." });
  if (jusquau > fin)
    throw new Invalid({ jusquau: `Six mois au plus : au plus tard le ${formatJour(fin)}.` });
  const quand = dossierConnu(DossierId);
  const { pose } = await db.write({
    levee: db.run(sql`UPDATE "Pause" SET "leveeLe" = ${MAINTENANT}
      WHERE "DossierId" = ${DossierId} AND "leveeLe" IS NULL`),
    historique: trace(db, {
      entite: "Dossier",
      entiteId: DossierId,
      etat: "Relances mises en pause",
      user,
      details: { motif: MOTIFS_PAUSE[motif], jusquau },
      quand,
    }),
    pose: db.run(sql`INSERT INTO "Pause" ("DossierId", motif, commentaire, jusquau, user)
      SELECT ${DossierId}, ${motif}, ${commentaire}, ${jusquau}, ${user} WHERE ${quand}`),
  });
  if (pose.rowsAffected === 0) throw new NotFound();
}

/**
 * Ends the pause of a dossier.
 * @throws Conflict when none runs.
 */
export async function leverPause({ db, today, user }: Contexte, DossierId: number) {
  const courante = sql`"DossierId" = ${DossierId} AND "leveeLe" IS NULL AND jusquau >= ${today}`;
  const { levee } = await db.write({
    historique: trace(db, {
      entite: "Dossier",
      entiteId: DossierId,
      etat: "Pause des relances levée",
      user,
      quand: sql`EXISTS (SELECT 1 FROM "Pause" WHERE ${courante})`,
    }),
    levee: db.run(sql`UPDATE "Pause" SET "leveeLe" = ${MAINTENANT} WHERE ${courante}`),
  });
  if (levee.rowsAffected === 0) throw new Conflict("Aucune pause n’est en cours.");
}

/**
 * Records the payment plan agreed for the debt of a dossier, in euros.
 * @throws NotFound; Invalid when its instalments do not add up to what the tenant owes, or one is before today;
 * Conflict while another plan runs.
 */
export async function poserPlan(
  { db, today, user }: Contexte,
  { DossierId, termes }: { DossierId: number; termes: readonly { date: Jour; montant: number }[] },
): Promise<void> {
  const enCentimesTermes = termes.map(({ date, montant }) => ({
    date,
    montant: enCentimes(montant),
  }));
  const montant = enCentimesTermes.reduce((total, terme) => total + terme.montant, 0);
  if (termes.some(({ date }) => date < today))
    throw new Invalid({ termes: "Une échéance est déjà passée." });
  const libre = sql`NOT EXISTS (SELECT 1 FROM "PlanApurement"
    WHERE "DossierId" = ${DossierId} AND "closLe" IS NULL)`;
  const quand = sql`${dossierConnu(DossierId)} AND ${libre} AND ${duDe(DossierId, today)} = ${montant}`;
  const {
    etat: [etat],
    pose,
  } = await db.write({
    etat: db.all<{ connu: number; libre: number; du: number }>(sql`
      SELECT ${dossierConnu(DossierId)} AS connu, ${libre} AS libre, ${duDe(DossierId, today)} AS du`),
    historique: trace(db, {
      entite: "Dossier",
      entiteId: DossierId,
      etat: "Plan d’apurement convenu",
      user,
      details: { montant: enEuros(montant), termes: termes.length },
      quand,
    }),
    pose: db.run(sql`INSERT INTO "PlanApurement" ("DossierId", date, termes, montant, user)
      SELECT ${DossierId}, ${today}, ${JSON.stringify(enCentimesTermes)}, ${montant}, ${user} WHERE ${quand}`),
  });
  if (pose.rowsAffected > 0) return;
  if (!etat?.connu) throw new NotFound();
  if (!etat.libre) throw new Conflict("Un plan d’apurement est déjà en cours.");
  throw new Invalid({
    termes: `Les échéances totalisent ${formatEuros(enEuros(montant))} et ${formatEuros(enEuros(etat.du))} sont dus.`,
  });
}

/**
 * Ends the payment plan of a dossier, for a reason.
 * @throws Conflict when none runs, or while it is being signed: nobody signs a plan that is over.
 */
export async function clorePlan(
  { db, now, today, user }: Contexte,
  { DossierId, motif }: { DossierId: number; motif: string },
): Promise<void> {
  const signature = sql`EXISTS (SELECT 1 FROM "DemandeSignature" d WHERE d.entite = 'PlanApurement'
    AND d."entiteId" = "PlanApurement".id AND ${encoreOuverte(sql`d`, now)})`;
  const ouvert = sql`"DossierId" = ${DossierId} AND "closLe" IS NULL`;
  const courant = sql`${ouvert} AND NOT ${signature}`;
  const { retenu, clos } = await db.write({
    retenu: db.all(sql`SELECT id FROM "PlanApurement" WHERE ${ouvert} AND ${signature}`),
    historique: trace(db, {
      entite: "Dossier",
      entiteId: DossierId,
      etat: "Plan d’apurement clos",
      user,
      details: { motif },
      quand: sql`EXISTS (SELECT 1 FROM "PlanApurement" WHERE ${courant})`,
    }),
    clos: db.run(sql`UPDATE "PlanApurement" SET "closLe" = ${today}, motif = ${motif},
      "updatedAt" = ${MAINTENANT} WHERE ${courant}`),
  });
  if (clos.rowsAffected > 0) return;
  throw new Conflict(
    retenu.length > 0
      ? "Ce plan est en signature\u00A0: annulez-la d’abord."
      : "Aucun plan d’apurement n’est en cours.",
  );
}
