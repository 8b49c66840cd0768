import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { type Differences, differences } from "#domain/agence/history.ts";
import type { Jour, Mois } from "#domain/dates.ts";
import { Conflict } from "#domain/erreurs.ts";
import { changementDeLoyer, type LoyerAEcrire } from "#domain/gerance/revisions/changement.ts";
import { loyerAffiche } from "#domain/gerance/revisions/loyers.ts";
import { enCentimes, enEuros } from "#domain/montants.ts";
import { finConvenue } from "#domain/quittances/jours-de-loyer.ts";
import type { Db, Statements } from "#worker/db/client.ts";
import { loyersHistoriques } from "#worker/db/schema/revisions.ts";
import type { dossiers } from "#worker/db/schema/schema.ts";
import { provided } from "#worker/db/versions.ts";

/** The last month billed by the receipts of the dossier, cancelled ones left out; null when there is none. */
export const dernierMoisFacture = (DossierId: number | SQL): SQL =>
  sql`(SELECT substr(max("dateFin"), 1, 7) FROM "Quitance" WHERE "DossierId" = ${DossierId} AND "annuleeLe" IS NULL)`;

/** The rows of rent of a dossier, in the order in which they were written; cents. */
export const lireLoyers = async (db: Db, DossierId: number) => {
  const lignes = await db
    .select()
    .from(loyersHistoriques)
    .where(eq(loyersHistoriques.DossierId, DossierId))
    .orderBy(loyersHistoriques.id);
  return lignes.map((ligne) => ({
    ...ligne,
    loyerHC: enCentimes(ligne.loyerHC),
    loyerCharge: enCentimes(ligne.loyerCharge),
  }));
};

interface ModificationDeLoyer {
  /** The amounts that the dossier shows after the change, in place of the typed ones. */
  values: Partial<typeof dossiers.$inferInsert>;
  statements: Statements;
  details: Differences;
  warnings: string[];
}

const SANS_CHANGEMENT = { values: {}, statements: {}, details: {}, warnings: [] };

/**
 * The change of a rent by a form (revisions/README §15.1). Before any receipt, the row shown is corrected. After a
 * receipt, a new row begins with the first month not billed, and the dossier shows the new rent from that month on.
 *
 * @returns the values and statements to write with the dossier, on the condition that nothing is billed meanwhile.
 * @throws Conflict when another change of the rent is already decided for a month not billed yet, or when the row to
 * correct has a signed avenant.
 */
export async function modifierLoyer(
  db: Db,
  {
    before,
    after,
    user,
    now,
    today,
  }: {
    before?: typeof dossiers.$inferSelect;
    after: typeof dossiers.$inferInsert;
    user: string;
    now: Date;
    today: Jour;
  },
): Promise<ModificationDeLoyer> {
  const { loyerHC, loyerCharge } = after;
  if (!before || (loyerHC === before.loyerHC && loyerCharge === before.loyerCharge))
    return SANS_CHANGEMENT;
  const { id } = before;
  const loyers = await lireLoyers(db, id);
  const [facture] = await db.all<{ mois: Mois | null }>(
    sql`SELECT ${dernierMoisFacture(id)} AS mois`,
  );
  const dernierMois = facture?.mois ?? null;
  const jours = { debut: after.dateDebutBail, fin: finConvenue(terme(after)) };
  const affiche = loyerAffiche(loyers, jours, today);
  if (!affiche) return SANS_CHANGEMENT;
  // An amount left unchanged in the form means the amount in force today, even before the daily run copies it to the
  // dossier.
  const voulu = {
    loyerHC: loyerHC === before.loyerHC ? affiche.loyerHC : enCentimes(loyerHC),
    loyerCharge: loyerCharge === before.loyerCharge ? affiche.loyerCharge : enCentimes(loyerCharge),
  };
  const { refus, annule, ligne, avertissements } = changementDeLoyer(loyers, voulu, {
    dernierMois,
    affiche,
  });
  if (refus !== null) throw new Conflict(refus, "loyerHC");
  const corrige = loyers.find((loyer) => loyer.id === annule?.id) ?? null;
  if (corrige?.signedId)
    throw new Conflict("Son avenant est signé : le loyer change par un autre avenant.", "loyerHC");
  const restants = loyers.filter((loyer) => loyer.id !== annule?.id);
  const apres = ligne ? [...restants, { ...ligne, id: 0, annuleLe: null }] : loyers;
  const montre = loyerAffiche(apres, jours, today) ?? affiche;
  const values = {
    loyerHC: enEuros(montre.loyerHC),
    loyerCharge: enEuros(montre.loyerCharge),
  };
  if (!ligne) return { ...SANS_CHANGEMENT, values };
  const encore = sql`${dernierMoisFacture(id)} IS ${dernierMois}`;
  return {
    values,
    statements: {
      loyerLu: provided(db, encore),
      ...(annule
        ? {
            loyerAnnule: db
              .update(loyersHistoriques)
              .set({ annuleLe: now.toISOString(), annulePar: user })
              .where(eq(loyersHistoriques.id, annule.id)),
          }
        : {}),
      loyer: db
        .insert(loyersHistoriques)
        .values({ ...ligneEcrite(id, ligne, user), ...repris(corrige) }),
    },
    details: differences(
      { loyerHC: before.loyerHC, loyerCharge: before.loyerCharge },
      { loyerHC, loyerCharge, ...(dernierMois === null ? {} : { depuis: ligne.depuis }) },
    ),
    warnings: avertissements,
  };
}

const terme = (dossier: typeof dossiers.$inferInsert) => ({
  dateFinBail: dossier.dateFinBail ?? null,
  dateDebutPreavis: dossier.dateDebutPreavis ?? null,
  dateFinPreavis: dossier.dateFinPreavis ?? null,
  dateSortie: dossier.dateSortie ?? null,
});

/**
 * The columns that a row of rent takes over from the row that it replaces: its revision, or its agreed change with
 * the signed avenant.
 */
export const repris = (remplace: typeof loyersHistoriques.$inferSelect | null) => ({
  RevisionId: remplace?.RevisionId ?? null,
  rang: remplace?.rang ?? null,
  commentaire: remplace?.commentaire ?? null,
  finTravaux: remplace?.finTravaux ?? null,
  facture: remplace?.facture ?? null,
  signedId:
    remplace && sql`(SELECT "signedId" FROM ${loyersHistoriques} WHERE id = ${remplace.id})`,
});

/**
 * The statement that removes the signed avenants from replaced rows of rent, once the new rows have taken them over.
 */
export const retirerAvenants = (db: Db, ids: readonly number[]) =>
  db
    .update(loyersHistoriques)
    .set({ signedId: null })
    .where(and(inArray(loyersHistoriques.id, [...ids]), isNotNull(loyersHistoriques.signedId)));

/**
 * A row of rent, ready to be inserted.
 * @param ligne the row, with its amounts in cents
 */
export const ligneEcrite = (DossierId: number, ligne: LoyerAEcrire, user: string | null) => ({
  DossierId,
  depuis: ligne.depuis,
  loyerHC: enEuros(ligne.loyerHC),
  loyerCharge: enEuros(ligne.loyerCharge),
  motif: ligne.motif,
  user,
});
