import { clsx } from "clsx";
import { BellRing, HandCoins } from "lucide-react";
import { memo, type ReactNode } from "react";
import { formatEuros } from "#domain/montants.ts";
import {
  ETATS_QUITTANCE,
  type EtatQuittance,
  REGLEMENTS_TENUS,
} from "#domain/quittances/quittance.ts";
import type { QuittanceRow } from "#domain/quittances/quittance-fiche.ts";
import { Button } from "#web/components/ui/button.tsx";
import { UserRoundCheck } from "#web/components/ui/row-icons.tsx";
import { formatCount, formatInstant } from "#web/lib/format.ts";
import { GIVEN_STATES, STATES, StateBadge } from "./states.tsx";

interface StateControlProps {
  row: QuittanceRow;
  /** Absent: the state is shown without buttons. */
  onSwitch?(row: QuittanceRow, etat: EtatQuittance): void;
  /** Whether a narrow table shows here how late the payment is. */
  lateness?: boolean;
}

/**
 * The label of a button that gives this state. For a payment that the tenant declared, the button confirms the
 * payment.
 */
function gesture(row: QuittanceRow, etat: EtatQuittance): string {
  if (row.etat === "declaree" && etat === "payee") return "Confirmer le paiement";
  return `Marquer ${ETATS_QUITTANCE[etat].toLowerCase()}`;
}

/** The state of a receipt, with one button for each other state that staff may give (quittances/README §7.3). */
export const StateControl = memo(function StateControl({
  row,
  onSwitch,
  lateness,
}: StateControlProps) {
  return (
    <div className="grid auto-cols-max grid-flow-col grid-cols-[--spacing(23)] items-center justify-items-start [&>*+*]:ml-2 [&>button+button]:ml-0">
      <StateBadge etat={row.etat} />
      {onSwitch &&
        row.etat !== "annulee" &&
        GIVEN_STATES.filter((etat) => etat !== row.etat).map((etat) => {
          const { icon: Icon, tone } = STATES[etat];
          const why = row.tenu && REGLEMENTS_TENUS[row.tenu];
          return (
            <Button
              key={etat}
              variant="ghost"
              size="icon-sm"
              title={why ?? gesture(row, etat)}
              aria-label={`${gesture(row, etat)} : ${row.locataire}${why ? `, impossible : ${why}` : ""}`}
              disabled={why !== null}
              className={clsx("relative z-1 print:hidden", HOVERS[tone])}
              onClick={() => onSwitch(row, etat)}
            >
              <Icon aria-hidden />
            </Button>
          );
        })}
      {lateness && <Lateness row={row} className="@max-xl:hidden @4xl:hidden" />}
      <StateMarks row={row} />
    </div>
  );
});

const HOVERS: Partial<Record<string, string>> = {
  green: "hover:text-green! hover:bg-green-soft!",
  red: "hover:text-red! hover:bg-red-soft!",
};

/** Hides the text of a mark in a narrow table, where the icon stays alone. */
const wide = "@max-4xl:hidden";

/**
 * Marks for the part of the rent received, the payment declared by the tenant, and the reminder sent to the tenant.
 */
export function StateMarks({ row }: { row: QuittanceRow }) {
  const declared = row.source === "locataire";
  const instant = row.reponduLe && formatInstant(row.reponduLe);
  const when = instant ? ` le ${instant}` : "";
  return (
    <>
      {row.montantPaye !== null && row.montantPaye > 0 && !row.regle && (
        <Mark label={`Reçu en partie : ${formatEuros(row.montantPaye)}`}>
          <HandCoins aria-hidden className="size-3.5" />
          <span aria-hidden className={`tabular-nums ${wide}`}>
            {formatEuros(row.montantPaye)}
          </span>
        </Mark>
      )}
      {declared && (
        <Mark label={`Déclaré par le locataire${when}`}>
          <UserRoundCheck aria-hidden className="size-3.5" />
          <span aria-hidden className={wide}>
            {row.etat === "declaree" && instant ? `le ${instant.slice(0, 5)}` : "déclaré"}
          </span>
        </Mark>
      )}
      {row.relance && (
        <Mark label="Locataire relancé">
          <BellRing aria-hidden className="size-3.5" />
        </Mark>
      )}
    </>
  );
}

interface LatenessProps {
  row: QuittanceRow;
  className: string;
}

/** The count of days since the due day of an unpaid receipt. */
export function Lateness({ row: { retard }, className }: LatenessProps) {
  if (retard === 0) return null;
  return (
    <span
      title={`${formatCount(retard, "jour")} de retard`}
      className={clsx("text-xs font-medium whitespace-nowrap text-red tabular-nums", className)}
    >
      {retard} j<span className="sr-only"> de retard</span>
    </span>
  );
}

function Mark({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span
      title={label}
      className="inline-flex items-center gap-1 text-xs whitespace-nowrap text-muted"
    >
      <span className="sr-only">{label}</span>
      {children}
    </span>
  );
}
