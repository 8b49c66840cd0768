import { BanknoteArrowUp, FileSignature, Paperclip, RefreshCcw, Stamp, Undo2 } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import type { IntendanceRow } from "#domain/missions/intendance.ts";
import type { RowAction } from "#web/components/list/row-action.ts";
import { CircleCheck, CircleX, Pencil } from "#web/components/ui/row-icons.tsx";
import {
  approve,
  intendances,
  TOUCHED_BY_EXPENSES,
  TOUCHED_BY_INTENDANCES,
} from "#web/entities/mandats/intendances.ts";
import { intendanceName } from "#web/entities/mandats/intendances-columns.tsx";
import { useRenewal } from "#web/entities/mandats/intendances-renewal.ts";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import type { Edited } from "./dialog.tsx";

const IntendanceDialog = lazyNamed(() => import("./dialog.tsx"), "IntendanceDialog");
const OrdreMissionDialog = lazyNamed(
  () => import("./ordre-mission-dialog.tsx"),
  "OrdreMissionDialog",
);
const FactureDialog = lazyNamed(() => import("./facture-dialog.tsx"), "FactureDialog");
const PayDialog = lazyNamed(() => import("./pay-dialog.tsx"), "PayDialog");
const TakeBackDialog = lazyNamed(() => import("./take-back-dialog.tsx"), "TakeBackDialog");

type Several = readonly IntendanceRow[];

interface IntendanceActions {
  actions(row: IntendanceRow): RowAction[];
  edit(edited: Edited): void;
  /** Approves expenses, then calls `done`. */
  askApproval(rows: Several, done?: () => void): void;
  askPayment(rows: Several, done?: () => void): void;
  mayModify: boolean;
  /** The dialog now open, which the list must draw. */
  dialog: ReactNode;
}

/** The actions on caretaking missions and expenses, shared by all their lists. */
export function useIntendanceActions(appartementId?: number): IntendanceActions {
  const [edited, setEdited] = useState<Edited | null>(null);
  const [ordered, setOrdered] = useState<IntendanceRow | null>(null);
  const [invoiced, setInvoiced] = useState<IntendanceRow | null>(null);
  const [paying, setPaying] = useState<{ rows: Several; done(): void } | null>(null);
  const [takenBack, setTakenBack] = useState<IntendanceRow | null>(null);
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const approval = useWrite(
    (rows: Several) => approve(rows.map(({ id }) => id)),
    TOUCHED_BY_EXPENSES,
  );
  const switchPaid = useSwitchPaid();
  const askRenewal = useRenewal();

  function askApproval(rows: Several, done = () => {}) {
    approval.mutate(rows, {
      onSuccess: () => {
        notify(`${formatCount(rows.length, "bon", "bons")} à payer.`);
        done();
      },
    });
  }
  const askPayment = (rows: Several, done = () => {}) => setPaying({ rows, done });

  /** The next actions on an expense that the agency pays for the owner. */
  function steps(row: IntendanceRow): RowAction[] {
    if (row.etat === "payee") {
      return mayDelete
        ? [{ label: "Annuler le paiement", icon: Undo2, onSelect: () => setTakenBack(row) }]
        : [];
    }
    // A negative amount is a supplier's refund; once its match with a line of the bank is undone, there is nothing to
    // pay.
    if ((row.montant ?? 0) < 0) return [];
    return [
      row.etat === "notee"
        ? { label: "Bon à payer", icon: Stamp, quick: true, onSelect: () => askApproval([row]) }
        : {
            label: "Payer",
            icon: BanknoteArrowUp,
            quick: true,
            onSelect: () => askPayment([row]),
          },
    ];
  }

  function actions(row: IntendanceRow): RowAction[] {
    if (!mayModify) return [];
    const paid: RowAction = {
      label: row.regle ? "Marquer non réglée" : "Marquer réglée",
      icon: row.regle ? CircleX : CircleCheck,
      quick: true,
      onSelect: () => switchPaid(row),
    };
    const change: RowAction = { label: "Modifier", icon: Pencil, onSelect: () => setEdited(row) };
    if (row.nature === "depense") {
      return [
        ...(row.payePar === "agence" ? steps(row) : [paid]),
        change,
        { label: "Facture", icon: Paperclip, onSelect: () => setInvoiced(row) },
      ];
    }
    const common = [paid, change];
    return [
      {
        label: row.renouvele ? "Déjà renouvelée" : "Renouveler",
        icon: RefreshCcw,
        quick: true,
        disabled: row.renouvele || !row.dateDepart || !row.dateFin,
        onSelect: () => askRenewal(row),
      },
      ...common,
      { label: "Ordre de mission", icon: FileSignature, onSelect: () => setOrdered(row) },
    ];
  }

  const dialog = (
    <Suspense>
      {edited && (
        <IntendanceDialog
          edited={edited}
          appartementId={appartementId}
          onClose={() => setEdited(null)}
        />
      )}
      {ordered && <OrdreMissionDialog row={ordered} onClose={() => setOrdered(null)} />}
      {invoiced && <FactureDialog row={invoiced} onClose={() => setInvoiced(null)} />}
      {paying && (
        <PayDialog rows={paying.rows} onPaid={paying.done} onClose={() => setPaying(null)} />
      )}
      {takenBack && <TakeBackDialog row={takenBack} onClose={() => setTakenBack(null)} />}
    </Suspense>
  );
  return { actions, edit: setEdited, askApproval, askPayment, mayModify, dialog };
}

/** Marks a row paid or unpaid in one click; the notification offers to undo the change. */
function useSwitchPaid(): (row: IntendanceRow) => void {
  const { mutate } = useWrite(
    ({ id, regle }: Pick<IntendanceRow, "id" | "regle">) => intendances.modify(id, { regle }),
    TOUCHED_BY_INTENDANCES,
  );
  return (row) => {
    const { id, regle } = row;
    const undo = () => mutate({ id, regle }, { onSuccess: () => notify("Modification annulée.") });
    mutate(
      { id, regle: !regle },
      {
        onSuccess: () =>
          notify(`${intendanceName(row)} : ${regle ? "non réglée" : "réglée"}.`, { onClick: undo }),
      },
    );
  };
}
