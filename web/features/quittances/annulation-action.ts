import { Ban } from "lucide-react";
import type { QuittanceRow } from "#domain/quittances/quittance-fiche.ts";
import type { RowAction } from "#web/components/list/row-action.ts";

type Held = Pick<QuittanceRow, "etat" | "regle" | "montantPaye">;

/** Whether a receipt may be cancelled: a payment, even partial or only declared, must be cancelled first. */
export const isCancellable = ({ etat, regle, montantPaye }: Held): boolean =>
  etat !== "annulee" && !regle && (montantPaye ?? 0) === 0;

/**
 * The action of a row's menu that cancels its receipt, disabled while a payment must be cancelled first; empty for a
 * cancelled receipt.
 */
export function annulationActions(row: QuittanceRow, onSelect: () => void): RowAction[] {
  if (row.etat === "annulee") return [];
  return isCancellable(row)
    ? [{ label: "Annuler la quittance", icon: Ban, danger: true, onSelect }]
    : [{ label: "Annuler : d’abord marquer impayée", icon: Ban, disabled: true }];
}
