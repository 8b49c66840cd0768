import {
  BellOff,
  BellRing,
  Download,
  FileText,
  FolderOpen,
  HandCoins,
  SearchX,
} from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { moisEnLettres } from "#domain/dates.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import type { QuittanceRow } from "#domain/quittance-fiche.ts";
import { CsvButton } from "#web/components/csv-button.tsx";
import { DataTable } from "#web/components/data-table.tsx";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ListFrame } from "#web/components/list-frame.tsx";
import { Pagination } from "#web/components/pagination.tsx";
import type { RowAction } from "#web/components/row-action.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { downloadPdf, openPdf, quittances } from "#web/entities/quittances/api.ts";
import { monthColumns } from "#web/entities/quittances/columns.tsx";
import { STATE_NAMES, STATES } from "#web/entities/quittances/states.tsx";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useWrite } from "#web/lib/resource.ts";
import { usePeut } from "#web/lib/session.ts";
import { searcher, sorted } from "./month-data.ts";
import type { MonthState } from "./month-state.ts";
import { toState, useChange } from "./use-change.ts";
import { useSendAgain } from "./use-send-again.ts";

const PaiementDialog = lazyNamed(() => import("./paiement-dialog.tsx"), "PaiementDialog");
const QuittanceDialog = lazyNamed(() => import("./quittance-dialog.tsx"), "QuittanceDialog");

/** Rows drawn at once. */
export const MONTH_PAGE = 100;

const KEYS = {
  appartement: (row: QuittanceRow) => row.appartement,
  total: (row: QuittanceRow) => row.total,
  echeance: (row: QuittanceRow) => row.echeance,
  etat: (row: QuittanceRow) => STATE_NAMES.indexOf(row.etat),
};

interface ReadingProps {
  state: MonthState;
  /** undefined while they load. */
  receipts: readonly QuittanceRow[] | undefined;
  /** How many dossiers of the month have no receipt. */
  missing: number;
}

/** The receipts of the month, to read and to mark. */
export function Reading({ state, receipts, missing }: ReadingProps) {
  const { q, etat, sort, page } = state;
  const [opened, setOpened] = useState<number | null>(null);
  const [payingId, setPayingId] = useState<number | null>(null);
  const paying = receipts?.find((row) => row.id === payingId);
  const mayModify = usePeut("modifier");
  const change = useChange();
  const sendAgain = useSendAgain();
  const pdf = useWrite(openPdf, []);
  const download = useWrite(downloadPdf, []);

  const columns = useMemo(
    () =>
      monthColumns({
        ...(mayModify && {
          onSwitch: (row, next) => change(toState(row, next)),
          onSendAgain: sendAgain,
        }),
      }),
    [mayModify, change, sendAgain],
  );
  const found = useMemo(() => {
    const matches = searcher(q);
    const rows = receipts?.filter(
      (row) => matches(row.locataire, row.appartement, row.ville, row.numero) && inState(row, etat),
    );
    return rows && sorted(rows, sort, KEYS);
  }, [receipts, q, etat, sort]);
  const shown = found?.slice((page - 1) * MONTH_PAGE, page * MONTH_PAGE);

  function actionsOf(row: QuittanceRow): RowAction[] {
    const marks: RowAction[] = [
      { label: "Noter un paiement", icon: HandCoins, onSelect: () => setPayingId(row.id) },
      {
        label: row.relance ? "Retirer la relance" : "Marquer comme relancé",
        icon: row.relance ? BellOff : BellRing,
        onSelect: () =>
          change({
            row,
            change: { relance: !row.relance },
            said: `${row.locataire} : ${row.relance ? "relance retirée" : "relance notée"}.`,
          }),
      },
    ];
    return [
      { label: "Ouvrir le PDF", icon: FileText, quick: true, onSelect: () => pdf.mutate(row.id) },
      { label: "Télécharger le PDF", icon: Download, onSelect: () => download.mutate(row.id) },
      ...(mayModify ? marks : []),
      { label: "Voir le dossier", icon: FolderOpen, href: `/dossiers/${row.DossierId}` },
    ];
  }

  return (
    <ListFrame
      search={{
        placeholder: "Locataire, adresse, numéro",
        value: q,
        onSearch: (text) => state.change({ q: text }),
      }}
      filters={
        <Segmented
          label="État"
          value={etat}
          segments={FILTERS}
          onChange={(next) => state.change({ etat: next })}
        />
      }
      count={
        found &&
        `${formatCount(found.length, "quittance")} · ${formatEuros(somme(...found.map((row) => row.total)))}`
      }
      tools={
        <CsvButton
          download={() => quittances.downloadCsv({ mois: state.mois, etat: etat || undefined, q })}
        />
      }
    >
      <DataTable
        label={`Quittances de ${moisEnLettres(state.mois)}`}
        columns={columns}
        rows={shown}
        name={(row) => `${row.locataire}, ${row.appartement}`}
        onChoose={(row) => setOpened(row.id)}
        sort={sort}
        onSort={(next) => state.change({ sort: next })}
        actions={actionsOf}
        expected={12}
        sticky
        empty={<Empty state={state} narrowed={receipts?.length !== 0} missing={missing} />}
      />
      <Pagination
        page={page}
        limit={MONTH_PAGE}
        total={found?.length ?? 0}
        onPage={(next) => state.change({ page: String(next) })}
      />
      <Suspense>
        {opened !== null && <QuittanceDialog id={opened} onClose={() => setOpened(null)} />}
        {paying && <PaiementDialog row={paying} onClose={() => setPayingId(null)} />}
      </Suspense>
    </ListFrame>
  );
}

const FILTERS = [
  { value: "", label: "Toutes" },
  ...STATE_NAMES.map((name) => ({ value: name as string, label: STATES[name].plural })),
  { value: "retard", label: "En retard" },
];

function inState(row: QuittanceRow, etat: string): boolean {
  if (etat === "") return true;
  return etat === "retard" ? row.retard > 0 : row.etat === etat;
}

interface EmptyProps {
  state: MonthState;
  /** There are receipts, but none that the filters let through. */
  narrowed: boolean;
  missing: number;
}

function Empty({ state, narrowed, missing }: EmptyProps) {
  if (narrowed) {
    return (
      <EmptyState
        icon={SearchX}
        title="Rien ne correspond à cette recherche."
        text="Essayez d’autres mots ou retirez un filtre."
      >
        <Button onClick={() => state.change({ q: "", etat: "" })}>Tout afficher</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={FileText}
      title={`Aucune quittance en ${moisEnLettres(state.mois)}`}
      text={
        missing > 0
          ? `${formatCount(missing, "bail court", "baux courent")} ce mois-là.`
          : "Aucun bail ne court ce mois-là."
      }
    >
      {missing > 0 && (
        <Button variant="primary" onClick={() => state.setMode("generation")}>
          Passer à la génération
        </Button>
      )}
    </EmptyState>
  );
}
