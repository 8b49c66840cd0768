import { CircleCheck, CircleX, FileSignature, Pencil, RefreshCcw } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import type { IntendanceRow } from "#domain/intendance.ts";
import type { RowAction } from "#web/components/row-action.ts";
import { intendances, TOUCHED_BY_INTENDANCES } from "#web/entities/intendances/api.ts";
import { intendanceName } from "#web/entities/intendances/columns.tsx";
import { useRenewal } from "#web/entities/intendances/renewal.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";
import { usePeut } from "#web/lib/session.ts";
import type { Edited } from "./dialog.tsx";

const IntendanceDialog = lazyNamed(() => import("./dialog.tsx"), "IntendanceDialog");
const OrdreMissionDialog = lazyNamed(
  () => import("./ordre-mission-dialog.tsx"),
  "OrdreMissionDialog",
);

interface IntendanceActions {
  actions(row: IntendanceRow): RowAction[];
  edit(edited: Edited): void;
  mayModify: boolean;
  /** The dialog that is open. */
  dialog: ReactNode;
}

/** What can be done to caretaking missions and expenses, wherever they are listed. */
export function useIntendanceActions(appartementId?: number): IntendanceActions {
  const [edited, setEdited] = useState<Edited | null>(null);
  const [ordered, setOrdered] = useState<IntendanceRow | null>(null);
  const mayModify = usePeut("modifier");
  const switchPaid = useSwitchPaid();
  const askRenewal = useRenewal();

  function actions(row: IntendanceRow): RowAction[] {
    if (!mayModify) return [];
    const common: RowAction[] = [
      {
        label: row.regle ? "Marquer non réglée" : "Marquer réglée",
        icon: row.regle ? CircleX : CircleCheck,
        quick: true,
        onSelect: () => switchPaid(row),
      },
      { label: "Modifier", icon: Pencil, onSelect: () => setEdited(row) },
    ];
    if (row.nature === "depense") return common;
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
    </Suspense>
  );
  return { actions, edit: setEdited, mayModify, dialog };
}

/** Paid or not, in one click that the notification offers to take back. */
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
