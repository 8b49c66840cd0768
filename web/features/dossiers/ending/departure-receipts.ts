import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { type Jour, type Mois, moisDe } from "#domain/dates.ts";
import { somme } from "#domain/montants.ts";
import type { SommesDemandees } from "#domain/quittances/a-quittancer.ts";
import {
  type DatesOccupation,
  finDuLoyer,
  type MontantsDuMois,
  montantsDuMois,
} from "#domain/quittances/jours-de-loyer.ts";
import type { QuittanceRow } from "#domain/quittances/quittance-fiche.ts";
import { dossiers } from "#web/entities/biens/dossiers.ts";
import { receivedOf } from "#web/entities/quittances/facts.ts";
import { cancel, generate, quittances } from "#web/entities/quittances/quittances.ts";
import { notifyDanger } from "#web/lib/notify.ts";
import { queryClient } from "#web/lib/server/query-client.ts";

type Lease = DatesOccupation & SommesDemandees;

export const leaseOf = (dossier: DossierDetail): Lease => {
  const { dateFinBail = null, dateDebutPreavis = null } = dossier;
  const { dateFinPreavis = null, dateSortie = null } = dossier;
  return { ...dossier, dateFinBail, dateDebutPreavis, dateFinPreavis, dateSortie };
};

/** A receipt that goes beyond the last day of rent, and the right amounts of its month; null when nothing is due. */
export interface Overbilled {
  receipt: QuittanceRow;
  mois: Mois;
  due: MontantsDuMois | null;
}

/**
 * The receipts without any payment that go beyond the last day of rent: automatic, or for the difference of a
 * revision. Differences come first, with nothing due: the automatic receipts, once made again, include them.
 */
export function overbilled(lease: Lease, receipts: readonly QuittanceRow[]): Overbilled[] {
  const fin: Jour | null = finDuLoyer(lease);
  return receipts
    .filter(({ automatique, RevisionId }) => automatique || RevisionId !== null)
    .filter(({ etat }) => etat === "inconnue" || etat === "impayee")
    .filter(({ dateFin, montantPaye }) => !montantPaye && fin !== null && dateFin > fin)
    .toSorted((one, other) => Number(one.automatique) - Number(other.automatique))
    .map((receipt) => {
      const mois = moisDe(receipt.date);
      const due = receipt.automatique ? montantsDuMois(lease, mois) : null;
      const insurance = lease.douziemes[mois] ?? 0;
      return { receipt, mois, due: due && { ...due, total: somme(due.total, insurance) } };
    });
}

/** The count of receipts not paid in full, and the euros still owed on them; cancelled receipts are left out. */
export function owedOn(receipts: readonly QuittanceRow[]): { count: number; sum: number } {
  const unpaid = receipts.filter(({ etat }) => etat !== "payee" && etat !== "annulee");
  const sums = unpaid.map((receipt) => receipt.total - receivedOf(receipt));
  return { count: unpaid.length, sum: somme(...sums) };
}

export const receiptsOf = (DossierId: number) => quittances.list({ DossierId, sort: "date" });

/**
 * Cancels the receipts that {@link overbilled} finds, and bills the days still owed in their months. A failure is
 * notified, not thrown.
 */
export async function billAgain(DossierId: number): Promise<void> {
  try {
    const dossier = await queryClient.fetchQuery({ ...dossiers.find(DossierId), staleTime: 0 });
    const receipts = await queryClient.fetchQuery({ ...receiptsOf(DossierId), staleTime: 0 });
    for (const { receipt, mois, due } of overbilled(leaseOf(dossier), receipts.data)) {
      await cancel(receipt.id, { motif: "Départ du locataire", courriel: true });
      if (due) await generate(DossierId, mois);
    }
  } catch {
    notifyDanger("La quittance du départ n’a pas pu être refaite : reprenez-la depuis le dossier.");
  }
}
