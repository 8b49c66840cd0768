import { useQuery } from "@tanstack/react-query";
import { FileCheck2, FolderOpen, ListRestart } from "lucide-react";
import { useMemo, useState } from "react";
import { Link } from "wouter";
import {
  ajouterMois,
  aujourdhui,
  deMoisEnLettres,
  jourEnLettres,
  type Mois,
  moisDe,
  moisEnLettres,
  premierJour,
} from "#domain/dates.ts";
import { aValider, etatDeCloture, questionDeCloture } from "#domain/gerance/cloture/cloture.ts";
import type { CompteRenduRow } from "#domain/gerance/cloture/compte-rendu.ts";
import { formatNombre } from "#domain/montants.ts";
import { confirm } from "#web/components/confirm.tsx";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { MonthPicker } from "#web/components/fields/month-picker.tsx";
import { CsvButton } from "#web/components/list/csv-button.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { ListFoot, NothingFound } from "#web/components/list/list-foot.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import { readParameters } from "#web/components/list/list-parameters.ts";
import { useListState } from "#web/components/list/list-state.ts";
import { usePagedRows } from "#web/components/list/pages/paged-rows.ts";
import type { RowAction } from "#web/components/list/row-action.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { CalendarClock, FileText } from "#web/components/ui/row-icons.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import {
  accountHref,
  accountPaper,
  accountsOfMonth,
  downloadMonth,
  firstAccountsOfMonth,
  prepareMonth,
  TOUCHED_BY_CLOSE,
} from "#web/entities/cloture/comptes-rendus.ts";
import { missions } from "#web/entities/mandats/missions.ts";
import { formatCount } from "#web/lib/format.ts";
import { useLeaveGuard } from "#web/lib/navigation.ts";
import { notify } from "#web/lib/notify.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { api, type List } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { AgencyMonth } from "./agency-month.tsx";
import { CLOSE_COLUMNS, mandateNumber } from "./columns.tsx";
import { CloseProgress } from "./progress.tsx";
import { CloseSummary } from "./summary.tsx";
import { useClose } from "./use-close.ts";

const FILTERS = ["a_verifier", "pret", "valide"] as const;
const FILTER_WORDS = { a_verifier: "À vérifier", pret: "Prêts", valide: "Validés" };

/** The filter that lists an account; a blocked account is listed with the accounts to check. */
function filterOf(row: CompteRenduRow): (typeof FILTERS)[number] {
  const etat = etatDeCloture(row);
  return etat === "bloque" ? "a_verifier" : etat;
}

type Amount = "encaissements" | "depenses" | "solde" | "reversement";

function sorted(rows: readonly CompteRenduRow[], sort: string): CompteRenduRow[] {
  const name = sort.replace(/^-/, "");
  const way = sort.startsWith("-") ? -1 : 1;
  const compare =
    name === "mandat"
      ? (a: CompteRenduRow, b: CompteRenduRow) => a.mandat.localeCompare(b.mandat, "fr")
      : (a: CompteRenduRow, b: CompteRenduRow) => a[name as Amount] - b[name as Amount];
  return rows.toSorted((a, b) => way * compare(a, b) || a.id - b.id);
}

/** The close of a month: the account of each mandate, the points to check, and the button that validates accounts. */
export function Cloture() {
  const [state, change] = useListState();
  const last = ajouterMois(moisDe(aujourdhui(new Date())), -1);
  const mois = /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(state.mois ?? "") ? (state.mois ?? last) : last;
  usePageTitle(`Clôture ${deMoisEnLettres(mois)}`);
  const query = useQuery(accountsOfMonth(mois));
  const rows = query.data;
  const first = useQuery({
    ...firstAccountsOfMonth(mois, readParameters(state).limit),
    enabled: query.isPending,
  }).data;
  const close = useClose();
  useLeaveGuard(close.run?.status === "running", () =>
    confirm({
      title: "Arrêter la validation ?",
      text: "Les comptes déjà validés le restent.",
      action: "Quitter la page",
      cancel: "Rester",
    }),
  );
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        <div className="-ml-2">
          <MonthPicker
            value={mois}
            onChange={(next) => change({ mois: next === last ? "" : next, etat: "", q: "" })}
          />
        </div>
        {mois !== last && (
          <Button size="sm" onClick={() => change({ mois: "", etat: "", q: "" })}>
            Dernier mois
          </Button>
        )}
        <AgencyMonth
          mois={mois}
          drafts={rows?.filter(({ etat }) => etat === "brouillon").length ?? 0}
        />
      </div>
      {query.isError && !rows ? (
        <Card>
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        </Card>
      ) : (rows?.length ?? first?.total) === 0 ? (
        <Card>
          <NothingPrepared mois={mois} ended={mois <= last} />
        </Card>
      ) : (
        <>
          <CloseSummary rows={rows} />
          {close.run && <CloseProgress close={close} run={close.run} />}
          <Accounts key={mois} mois={mois} rows={rows} first={first} close={close} />
        </>
      )}
    </div>
  );
}

/**
 * Shown when the month has no account yet. Once the month is over, an administrator makes the drafts in one click.
 */
function NothingPrepared({ mois, ended }: { mois: Mois; ended: boolean }) {
  const mayClose = usePeut("administrer");
  const prepare = useWrite(prepareMonth, TOUCHED_BY_CLOSE);
  const words = moisEnLettres(mois);
  const mandates = useQuery(missions.list({ page: "1", limit: "1" })).data;
  if (mandates?.total === 0) {
    return (
      <EmptyState
        icon={FileCheck2}
        title="Aucun mandat pour l’instant"
        text="Chaque mandat de gestion a ici son compte rendu du mois : ajoutez-en un, avec son mandant et ses logements."
      >
        <Button variant="primary" asChild>
          <Link href="/missions/new">Nouvelle mission</Link>
        </Button>
      </EmptyState>
    );
  }
  if (!ended) {
    return (
      <EmptyState
        icon={CalendarClock}
        title={`${words.charAt(0).toUpperCase()}${words.slice(1)} n’est pas fini`}
        text={`Ses comptes se préparent à partir du ${jourEnLettres(premierJour(ajouterMois(mois, 1)))}.`}
      />
    );
  }
  return (
    <EmptyState
      icon={FileCheck2}
      title={
        prepare.isSuccess
          ? `Aucun mandat de gestion à clôturer en ${words}`
          : `Les comptes ${deMoisEnLettres(mois)} ne sont pas préparés`
      }
      text="Un compte rendu par mandat de gestion : ce qui a été reçu, dépensé, les honoraires et ce qui revient au propriétaire."
    >
      {mayClose && !prepare.isSuccess && (
        <Button variant="primary" pending={prepare.isPending} onClick={() => prepare.mutate(mois)}>
          Préparer {words}
        </Button>
      )}
    </EmptyState>
  );
}

interface AccountsProps {
  mois: Mois;
  /** Undefined while they load. */
  rows: readonly CompteRenduRow[] | undefined;
  /** The first accounts, which the server gives before it has computed all the accounts. */
  first: List<CompteRenduRow> | undefined;
  close: ReturnType<typeof useClose>;
}

/**
 * The accounts of the month, by mandate unless the user chooses another order. It must be mounted anew for each
 * month.
 */
function Accounts({ mois, rows, first, close }: AccountsProps) {
  const [state, change] = useListState();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const mayClose = usePeut("administrer");
  const prepare = useWrite(prepareMonth, TOUCHED_BY_CLOSE);
  const pdf = useWrite(
    (id: number) => api.open(accountPaper(id).then(({ generated }) => generated)),
    ["Document"],
  );
  const q = state.q ?? "";
  const etat = state.etat ?? "";
  const sort = state.sort ?? "mandat";
  const kept = useMemo(
    () =>
      rows &&
      sorted(
        rows.filter((row) => etat === "" || filterOf(row) === etat),
        sort,
      ),
    [rows, etat, sort],
  );
  const { shown, list } = usePagedRows(kept, { words: wordsOf });
  const atStart = !q && !etat && sort === "mandat" && readParameters(state).page === 1;
  const chosen = rows?.filter(({ id, etat }) => selected.has(id) && etat === "brouillon") ?? [];
  const ready = rows?.filter((row) => etatDeCloture(row) === "pret") ?? [];
  const drafts = rows?.filter((row) => row.etat === "brouillon") ?? [];
  const offered = ready.length > 0 ? ready : aValider(drafts).retenus;
  const running = close.run?.status === "running";

  async function ask(list: readonly CompteRenduRow[]) {
    const split = aValider(list);
    if (split.retenus.length === 0) return;
    const question = questionDeCloture(split);
    const action = `Valider ${formatCount(split.retenus.length, "compte")}`;
    if (!(await confirm({ ...question, action }))) return;
    setSelected(new Set());
    close.start(split.retenus);
  }

  const actionsOf = (row: CompteRenduRow): RowAction[] => [
    { label: "Voir le PDF", icon: FileText, quick: true, onSelect: () => pdf.mutate(row.id) },
    {
      label: "Voir le mandat",
      icon: FolderOpen,
      href: `/missions/${row.MissionId}`,
    },
    ...(mayClose && aValider([row]).retenus.length > 0 && !running
      ? [{ label: "Valider ce compte", icon: FileCheck2, onSelect: () => ask([row]) }]
      : []),
  ];

  return (
    <ListFrame
      search={{
        placeholder: "Mandat, propriétaire, numéro",
        value: q,
        onSearch: (text) => change({ q: text }),
      }}
      filters={
        <Segmented
          label="État"
          value={etat}
          segments={[
            { value: "", label: "Tous" },
            ...FILTERS.map((value) => ({
              value,
              label: (
                <>
                  {FILTER_WORDS[value]}
                  {rows && (
                    <span className="tabular-nums">
                      {rows.filter((row) => filterOf(row) === value).length}
                    </span>
                  )}
                </>
              ),
            })),
          ]}
          onChange={(next) => change({ etat: next })}
        />
      }
      tools={
        rows && (
          <>
            {mayClose && (
              <Button
                variant="ghost"
                size="icon"
                aria-label="Préparer les mandats ajoutés depuis"
                title="Préparer les mandats ajoutés depuis"
                pending={prepare.isPending}
                onClick={() =>
                  prepare.mutate(mois, {
                    onSuccess: ({ crees }) =>
                      notify(
                        crees === 0
                          ? "Rien ne manquait."
                          : `${formatCount(crees, "compte préparé", "comptes préparés")}.`,
                      ),
                  })
                }
              >
                {!prepare.isPending && <ListRestart />}
              </Button>
            )}
            <CsvButton download={() => downloadMonth(mois)} />
            {mayClose && offered.length > 0 && (
              <Button variant="primary" disabled={running} onClick={() => ask(offered)}>
                <FileCheck2 aria-hidden />
                {offerWords(offered.length, ready.length > 0)}
              </Button>
            )}
          </>
        )
      }
      selection={
        chosen.length > 0 && (
          <>
            <span className="mr-2 text-sm font-medium">
              {formatCount(chosen.length, "compte choisi", "comptes choisis")}
            </span>
            <Button
              variant="primary"
              disabled={running || aValider(chosen).retenus.length === 0}
              onClick={() => ask(chosen)}
            >
              <FileCheck2 aria-hidden />
              Valider {formatCount(aValider(chosen).retenus.length, "compte")}
            </Button>
            {chosen.length < drafts.length && (
              <Button onClick={() => setSelected(new Set(drafts.map(({ id }) => id)))}>
                Choisir les {formatNombre(drafts.length, 0)} brouillons
              </Button>
            )}
            <Button variant="ghost" onClick={() => setSelected(new Set())}>
              Tout désélectionner
            </Button>
          </>
        )
      }
    >
      <DataTable
        label={`Comptes rendus ${deMoisEnLettres(mois)}`}
        columns={CLOSE_COLUMNS}
        rows={shown ?? (atStart ? first?.data : undefined)}
        name={(row) => `${row.mandat}, ${mandateNumber(row.numero)}`}
        href={({ id }) => accountHref(id)}
        sort={sort}
        onSort={(next) => change({ sort: next === "mandat" ? "" : next })}
        selected={selected}
        onSelect={mayClose ? setSelected : undefined}
        selectable={(row) => row.etat === "brouillon"}
        actions={actionsOf}
        expected={12}
        sticky
        empty={<NothingFound showAll={() => change({ q: "", etat: "" })} />}
      />
      <ListFoot list={rows ? list : { ...list, total: first?.total ?? 0 }} />
    </ListFrame>
  );
}

/** « Valider les 12 comptes prêts »: accounts to check are offered only when no ready account is left. */
const offerWords = (count: number, ready: boolean): string =>
  count > 1
    ? `Valider les ${formatNombre(count, 0)} comptes${ready ? " prêts" : ""}`
    : `Valider le compte${ready ? " prêt" : ""}`;

const wordsOf = ({ mandat, numero, parts }: CompteRenduRow): string =>
  [mandat, numero, ...parts.map(({ nom }) => nom)].join(" ");
