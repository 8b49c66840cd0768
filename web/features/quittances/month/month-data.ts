import type { DossierRow } from "#domain/biens/dossier-fiche.ts";
import type { Mois } from "#domain/dates.ts";
import { type DemandeDuMois, demandeDuMois } from "#domain/quittances/a-quittancer.ts";
import { moisQuittance } from "#domain/quittances/mois-factures.ts";
import type { QuittanceRow } from "#domain/quittances/quittance-fiche.ts";

/** A dossier whose rent runs in the month, with the sum due and the receipt that bills it. */
export interface MonthDossier extends DossierRow {
  montants: DemandeDuMois;
  /**
   * The automatic receipt of the month, or a receipt made by hand for all its days of rent; null when there is
   * neither.
   */
  receipt: QuittanceRow | null;
}

/** The dossiers that owe a rent for the month, each with the sum due and the receipt that bills it. */
export function billedBy(
  dossiers: readonly DossierRow[],
  receipts: readonly QuittanceRow[],
  mois: Mois,
): MonthDossier[] {
  const standing = Map.groupBy(
    receipts.filter((receipt) => receipt.etat !== "annulee"),
    (receipt) => receipt.DossierId,
  );
  return dossiers.flatMap((dossier) => {
    const montants = demandeDuMois(dossier, mois);
    if (!montants) return [];
    const billing = standing
      .get(dossier.id)
      ?.filter((receipt) => moisQuittance(montants, [receipt]));
    const receipt = billing?.find(({ automatique }) => automatique) ?? billing?.[0] ?? null;
    return [{ ...dossier, montants, receipt }];
  });
}
