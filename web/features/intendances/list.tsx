import { KeyRound, Receipt } from "lucide-react";
import { useSearchParams } from "wouter";
import type { ListFilter } from "#web/components/list-filter.tsx";
import { RecordList } from "#web/components/record-list.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { intendances, TOUCHED_BY_INTENDANCES } from "#web/entities/intendances/api.ts";
import {
  depenseColumns,
  intendanceColumns,
  intendanceName,
  mixedColumns,
} from "#web/entities/intendances/columns.tsx";
import { useIntendanceActions } from "./use-actions.tsx";

const SCOPE: ListFilter = {
  name: "filtre",
  label: "Intendances",
  initial: "encours",
  choices: [
    { value: "encours", label: "En cours" },
    { value: "nonrenouvelees", label: "Non renouvelées" },
    { value: "toutes", label: "Toutes" },
  ],
};
/** What the dashboard counts. */
const SOON: ListFilter = { name: "aRenouveler", label: "À renouveler", value: "true" };
/** Expenses have no end and are never renewed: only the whole list holds some. */
const NATURE: ListFilter = {
  name: "nature",
  label: "Nature",
  folded: true,
  choices: [
    { value: "", label: "Toutes natures" },
    { value: "mission", label: "Missions" },
    { value: "depense", label: "Dépenses" },
  ],
};

export function IntendanceList() {
  const { actions, edit, mayModify, dialog } = useIntendanceActions();
  const [search] = useSearchParams();
  const whole = search.get("filtre") === "toutes";
  const nature = whole ? search.get("nature") : "mission";
  const columns = columnsOf(nature);
  return (
    <>
      <RecordList
        resource={intendances}
        columns={columns}
        noun={nature === "depense" ? ["dépense", "dépenses"] : ["intendance", "intendances"]}
        name={intendanceName}
        onOpen={mayModify ? edit : undefined}
        search="Adresse, intitulé, facture"
        filters={whole ? [SCOPE, SOON, NATURE] : [SCOPE, SOON]}
        sort={whole ? LATEST_FIRST[nature ?? ""] : "dateFin"}
        actions={actions}
        touched={TOUCHED_BY_INTENDANCES}
        tools={
          mayModify && (
            <Button onClick={() => edit({ id: null, nature: "depense" })}>
              <Receipt aria-hidden />
              Nouvelle dépense
            </Button>
          )
        }
        create={{
          label: "Nouvelle intendance",
          onSelect: () => edit({ id: null, nature: "mission" }),
        }}
        empty={{
          icon: KeyRound,
          title: "Aucune intendance en cours pour l’instant",
          text: "Les logements surveillés en l’absence de leur propriétaire apparaissent ici, jusqu’à leur échéance.",
        }}
      />
      {dialog}
    </>
  );
}

const LATEST_FIRST: Readonly<Record<string, string>> = {
  "": "-dateFin",
  mission: "-dateFin",
  depense: "-date",
};

function columnsOf(nature: string | null) {
  if (nature === "depense") return depenseColumns;
  return nature === "mission" ? intendanceColumns : mixedColumns;
}
