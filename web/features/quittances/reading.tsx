import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { BellOff, BellRing, FolderOpen, HandCoins, SearchX } from "lucide-react";
import { Suspense, useMemo, useState } from "react";
import { deMoisEnLettres, moisEnLettres } from "#domain/dates.ts";
import { formatEuros } from "#domain/montants.ts";
import { GENRES_COURRIEL } from "#domain/quittances/courriel.ts";
import type {
  BilanDuMois,
  QuittanceChoisie,
  QuittanceRow,
} from "#domain/quittances/quittance-fiche.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { CsvButton } from "#web/components/list/csv-button.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import { PAGE_SIZE, SMALLEST_PAGE } from "#web/components/list/list-parameters.ts";
import { Pagination } from "#web/components/list/pages/pagination.tsx";
import type { RowAction } from "#web/components/list/row-action.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Download, FileText } from "#web/components/ui/row-icons.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import { monthColumns } from "#web/entities/quittances/columns.tsx";
import { untilMailsLeave } from "#web/entities/quittances/courriels-leaving.ts";
import {
  chooseReceipts,
  downloadPdf,
  openPdf,
  pageOfReceipts,
  quittances,
} from "#web/entities/quittances/quittances.ts";
import { GivenStatesLegend, STATE_NAMES, STATES } from "#web/entities/quittances/states.tsx";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { annulationActions } from "./annulation-action.ts";
import { callBackActions, useCallBack } from "./mails/use-call-back.ts";
import { useSendAgain } from "./mails/use-send-again.ts";
import type { MonthState } from "./month/month-state.ts";
import { SettlementBar } from "./settlement/settlement-bar.tsx";
import { toState, useChange } from "./settlement/use-change.ts";

const AnnulationDialog = lazyNamed(() => import("./annulation-dialog.tsx"), "AnnulationDialog");
const PaiementDialog = lazyNamed(
  () => import("./settlement/paiement-dialog.tsx"),
  "PaiementDialog",
);
const QuittanceDialog = lazyNamed(() => import("./quittance-dialog.tsx"), "QuittanceDialog");

/** « 197 quittances, dont 2 annulées · 12 345,00 € » */
function countOf({
  total,
  annulees,
  montant,
}: {
  total: number;
  annulees: number;
  montant: number;
}) {
  const some = annulees > 0 ? `, dont ${formatCount(annulees, "annulée")}` : "";
  return `${formatCount(total, "quittance")}${some} · ${formatEuros(montant)}`;
}

interface ReadingProps {
  state: MonthState;
  /** Undefined while it loads. */
  summary: BilanDuMois | undefined;
}

/** The receipts of the month, to read and to mark, one or several at once. It must be mounted anew for each month. */
export function Reading({ state, summary }: ReadingProps) {
  const { mois, q, etat, sort, page, limit } = state;
  const criteria = { mois, etat: etat || undefined, q: q || undefined };
  const query = useQuery({
    ...pageOfReceipts({ ...criteria, sort: sort || "locataire", page, limit }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => untilMailsLeave(waitingMails(data?.data ?? [])),
  });
  const rows = query.data?.data;
  const total = query.data?.total ?? 0;
  const [selected, setSelected] = useState<ReadonlyMap<number, QuittanceChoisie>>(new Map());
  const [opened, setOpened] = useState<number | null>(null);
  const [payingId, setPayingId] = useState<number | null>(null);
  const paying = rows?.find((row) => row.id === payingId);
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const [cancelling, setCancelling] = useState<QuittanceRow | null>(null);
  const change = useChange();
  const sendAgain = useSendAgain();
  const callBack = useCallBack();
  const pdf = useWrite(openPdf, []);
  const download = useWrite(downloadPdf, []);

  const columns = useMemo(
    () =>
      monthColumns({
        ...(mayModify && {
          onSwitch: (row, next) =>
            next === "payee" && row.ancienPaiement
              ? setPayingId(row.id)
              : change(toState(row, next)),
          onSendAgain: sendAgain,
          onCallBack: callBack,
        }),
      }),
    [mayModify, change, sendAgain, callBack],
  );
  const ids = useMemo(() => new Set(selected.keys()), [selected]);
  const shown = useMemo(() => new Map(rows?.map((row) => [row.id, row] as const)), [rows]);
  const chosen = [...selected.values()].map((row) => shown.get(row.id) ?? row);
  const choosable = rows?.filter((row) => row.etat !== "annulee") ?? [];
  const others = total - (query.data?.annulees ?? 0) > chosen.length;
  const wholePage = choosable.length > 0 && choosable.every(({ id }) => selected.has(id));
  const clear = () => setSelected(new Map());

  /** Selects the receipts of all the pages that match the search and the filter. */
  async function selectAll() {
    const { data } = await chooseReceipts({ ...criteria, sort: sort || "locataire" });
    setSelected(new Map(data.map((row) => [row.id, row])));
  }

  /** The selection keeps the rows of other pages. */
  function select(next: ReadonlySet<number>) {
    const known = new Map<number, QuittanceChoisie>([...selected, ...shown]);
    setSelected(new Map([...known].filter(([id]) => next.has(id))));
  }

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
      ...(mayModify ? [...callBackActions(row, callBack), ...marks] : []),
      { label: "Voir le dossier", icon: FolderOpen, href: `/dossiers/${row.DossierId}` },
      ...(mayDelete ? annulationActions(row, () => setCancelling(row)) : []),
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
          segments={filtersOf(summary, etat)}
          onChange={(next) => state.change({ etat: next })}
        />
      }
      count={query.data && countOf(query.data)}
      tools={<CsvButton download={() => quittances.downloadCsv(criteria)} />}
      selection={
        chosen.length > 0 && (
          <SettlementBar
            rows={chosen}
            total={total - (query.data?.annulees ?? 0)}
            onAll={wholePage && others ? selectAll : undefined}
            onClear={clear}
          />
        )
      }
    >
      {query.isError && !rows ? (
        <ErrorState error={query.error} onRetry={() => query.refetch()} />
      ) : (
        <DataTable
          label={`Quittances ${deMoisEnLettres(mois)}`}
          columns={columns}
          rows={rows}
          name={(row) => `${row.locataire}, ${row.appartement}`}
          onChoose={(row) => setOpened(row.id)}
          sort={sort}
          onSort={(next) => state.change({ sort: next })}
          selected={ids}
          onSelect={mayModify ? select : undefined}
          selectable={(row) => row.etat !== "annulee"}
          actions={actionsOf}
          expected={12}
          sticky
          stale={query.isPlaceholderData}
          empty={<Empty state={state} narrowed={q !== "" || etat !== ""} summary={summary} />}
        />
      )}
      {mayModify && total > 0 && <GivenStatesLegend />}
      {total > SMALLEST_PAGE && (
        <Pagination
          page={page}
          limit={limit}
          total={total}
          onPage={(next) => state.change({ page: String(next) })}
          onLimit={(next) => state.change({ limit: next === PAGE_SIZE ? "" : String(next) })}
        />
      )}
      <Suspense>
        {opened !== null && <QuittanceDialog id={opened} onClose={() => setOpened(null)} />}
        {cancelling && <AnnulationDialog row={cancelling} onClose={() => setCancelling(null)} />}
        {paying && <PaiementDialog row={paying} onClose={() => setPayingId(null)} />}
      </Suspense>
    </ListFrame>
  );
}

/**
 * The filters by state. « declared » and « cancelled » are offered only when there are some, or while one is the
 * filter in use.
 */
function filtersOf(summary: BilanDuMois | undefined, etat: string) {
  const rare: Partial<Record<string, number>> = {
    declaree: summary?.quittances.declaree.nombre ?? 0,
    annulee: summary?.annulees ?? 0,
  };
  const names = STATE_NAMES.filter((name) => name === etat || (rare[name] ?? 1) > 0);
  return [
    { value: "", label: "Toutes" },
    ...names.map((name) => ({ value: name as string, label: STATES[name].plural })),
    { value: "retard", label: "En retard" },
  ];
}

/** The mails of a page that are not sent yet. */
const waitingMails = (rows: readonly QuittanceRow[]) =>
  rows.flatMap((row) => {
    const leaving = GENRES_COURRIEL.some((genre) => row[genre] === "en_cours");
    return [
      ...(leaving ? [{ etat: "en_cours" as const, partLe: null }] : []),
      ...(row.attente ? [{ etat: "a_envoyer" as const, partLe: row.attente.partLe }] : []),
    ];
  });

interface EmptyProps {
  state: MonthState;
  /** Whether there is a search or a filter. */
  narrowed: boolean;
  summary: BilanDuMois | undefined;
}

function Empty({ state, narrowed, summary }: EmptyProps) {
  const missing = summary?.quittances.aGenerer.nombre ?? 0;
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
