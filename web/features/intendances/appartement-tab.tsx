import { useQuery } from "@tanstack/react-query";
import { History, KeyRound, Plus, Receipt, Trash2 } from "lucide-react";
import type { IntendanceRow } from "#domain/intendance.ts";
import { confirmDeletion } from "#web/components/confirm.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { RelatedList } from "#web/components/related-list.tsx";
import type { RowAction } from "#web/components/row-action.ts";
import { Button } from "#web/components/ui/button.tsx";
import { intendances, TOUCHED_BY_INTENDANCES } from "#web/entities/intendances/api.ts";
import {
  intendanceName,
  missionColumns,
  ownDepenseColumns,
} from "#web/entities/intendances/columns.tsx";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/resource.ts";
import { usePeut } from "#web/lib/session.ts";
import { useIntendanceActions } from "./use-actions.tsx";

/** The caretaking of one apartment: now, before, and what was spent on it. */
export function IntendancesOfAppartement({ id }: { id: number }) {
  const query = useQuery(
    intendances.list({ AppartementId: id, filtre: "toutes", sort: "-dateFin" }),
  );
  const { actions, edit, mayModify, dialog } = useIntendanceActions(id);
  const deletion = useDeletion();
  if (query.isError && !query.data) {
    return <ErrorState error={query.error} onRetry={() => query.refetch()} />;
  }
  const rows = query.data?.data;
  const missions = rows?.filter(({ nature }) => nature === "mission");
  const past = missions?.filter(({ enCours }) => !enCours) ?? [];
  const csvOf = (filtre: string, nature: IntendanceRow["nature"]) => () =>
    intendances.downloadCsv({ AppartementId: id, filtre, nature });
  const common = {
    name: intendanceName,
    onOpen: mayModify ? edit : undefined,
    actions: (row: IntendanceRow) => [...actions(row), ...deletion(row)],
  };
  return (
    <div className="space-y-5">
      <RelatedList<IntendanceRow>
        {...common}
        title="En cours"
        noun={["intendance", "intendances"]}
        rows={missions?.filter(({ enCours }) => enCours)}
        columns={missionColumns}
        aligned
        csv={csvOf("encours", "mission")}
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
      {past.length > 0 && (
        <RelatedList<IntendanceRow>
          {...common}
          title="Historique"
          noun={["intendance passée", "intendances passées"]}
          rows={past}
          columns={missionColumns}
          aligned
          csv={csvOf("passees", "mission")}
          empty={{ icon: History, title: "Aucune intendance passée" }}
        />
      )}
      <RelatedList<IntendanceRow>
        {...common}
        title="Dépenses"
        noun={["dépense", "dépenses"]}
        rows={rows?.filter(({ nature }) => nature === "depense")}
        columns={ownDepenseColumns}
        csv={csvOf("toutes", "depense")}
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

function useDeletion(): (row: IntendanceRow) => RowAction[] {
  const mayDelete = usePeut("supprimer");
  const remove = useWrite(intendances.remove, TOUCHED_BY_INTENDANCES);
  const ask = async (row: IntendanceRow) => {
    if (!(await confirmDeletion())) return;
    remove.mutate(row.id, { onSuccess: () => notify("L’élément a été supprimé.") });
  };
  return (row) =>
    mayDelete
      ? [{ label: "Supprimer", icon: Trash2, danger: true, onSelect: () => void ask(row) }]
      : [];
}
