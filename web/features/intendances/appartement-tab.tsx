import { History, KeyRound, Plus, Receipt, Trash2 } from "lucide-react";
import type { IntendanceRow } from "#domain/missions/intendance.ts";
import { confirmDeletion } from "#web/components/confirm.tsx";
import type { RowAction } from "#web/components/list/row-action.ts";
import { RelatedRecords } from "#web/components/record/related-records.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { intendances, TOUCHED_BY_INTENDANCES } from "#web/entities/mandats/intendances.ts";
import {
  intendanceName,
  missionColumns,
  ownDepenseColumns,
} from "#web/entities/mandats/intendances-columns.tsx";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { useIntendanceActions } from "./use-actions.tsx";

export function IntendancesOfAppartement({ id }: { id: number }) {
  const { actions, edit, mayModify, dialog } = useIntendanceActions(id);
  const deletion = useDeletion();
  const common = {
    resource: intendances,
    name: intendanceName,
    onOpen: mayModify ? edit : undefined,
    actions: (row: IntendanceRow) => [...actions(row), ...deletion(row)],
  };
  return (
    <div className="space-y-5">
      <RelatedRecords<IntendanceRow>
        {...common}
        fixed={{ AppartementId: id, filtre: "encours" }}
        sort="-dateFin"
        title="En cours"
        noun={["intendance", "intendances"]}
        columns={missionColumns}
        aligned
        tools={
          <Button variant="primary" onClick={() => edit({ id: null, nature: "mission" })}>
            <Plus aria-hidden />
            Nouvelle intendance
          </Button>
        }
        empty={{
          icon: KeyRound,
          title: "Aucune intendance en cours",
          text: "Une intendance confie à l’agence la surveillance du logement pour un an.",
        }}
      />
      <RelatedRecords<IntendanceRow>
        {...common}
        fixed={{ AppartementId: id, filtre: "passees" }}
        sort="-dateFin"
        tabbed="passees"
        discreet
        title="Historique"
        noun={["intendance passée", "intendances passées"]}
        columns={missionColumns}
        aligned
        empty={{ icon: History, title: "Aucune intendance passée" }}
      />
      <RelatedRecords<IntendanceRow>
        {...common}
        fixed={{ AppartementId: id, nature: "depense" }}
        sort="-date"
        tabbed="depenses"
        search="Intitulé, facture"
        title="Dépenses"
        noun={["dépense", "dépenses"]}
        columns={ownDepenseColumns}
        tools={
          <Button onClick={() => edit({ id: null, nature: "depense" })}>
            <Plus aria-hidden />
            Nouvelle dépense
          </Button>
        }
        empty={{
          icon: Receipt,
          title: "Aucune dépense",
          text: "Les factures de ce logement apparaissent ici.",
        }}
      />
      {dialog}
    </div>
  );
}

function useDeletion(): (row: IntendanceRow & { canDelete?: boolean }) => RowAction[] {
  const remove = useWrite(
    (row: IntendanceRow) => intendances.remove(row.id, row.version),
    TOUCHED_BY_INTENDANCES,
  );
  const ask = async (row: IntendanceRow) => {
    if (!(await confirmDeletion(intendanceName(row)))) return;
    remove.mutate(row, { onSuccess: () => notify("L’élément a été supprimé.") });
  };
  return (row) =>
    row.canDelete
      ? [{ label: "Supprimer", icon: Trash2, danger: true, onSelect: () => void ask(row) }]
      : [];
}
