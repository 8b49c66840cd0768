import { clsx } from "clsx";
import { Wallet } from "lucide-react";
import { formatEuros } from "#domain/montants.ts";
import { Badge } from "#web/components/ui/badge.tsx";

/** The debt and the advance of a tenant; euros. */
export interface Balance {
  solde: number;
  avance: number;
  /** The part of `solde` that is already due; all of it when absent. */
  exigible?: number;
}

/** « doit 450,00 € », « avance de 50,00 € »; empty when both are zero. */
export function balanceWords({ solde, avance }: Balance): string {
  if (solde > 0) return `doit ${formatEuros(solde)}`;
  return avance > 0 ? `avance de ${formatEuros(avance)}` : "";
}

/** The balance in a row, red when a part of it is due; nothing when both sums are zero. */
export function BalanceCell({ solde, avance, exigible = solde }: Balance) {
  if (solde <= 0 && avance <= 0) return null;
  return (
    <span
      className={clsx(
        "whitespace-nowrap tabular-nums",
        exigible > 0 ? "font-medium text-red" : "text-muted",
      )}
      title={balanceWords({ solde, avance })}
    >
      {solde > 0 ? formatEuros(solde) : `+${formatEuros(avance)}`}
    </span>
  );
}

/** The balance beside the name of a tenant or a dossier; nothing when both sums are zero. */
export function BalanceBadge(balance: Balance) {
  const words = balanceWords(balance);
  if (!words) return null;
  return (
    <Badge tone={balance.solde > 0 ? "red" : "blue"} icon={Wallet}>
      {words.charAt(0).toUpperCase() + words.slice(1)}
    </Badge>
  );
}
