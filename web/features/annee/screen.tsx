import { useQuery } from "@tanstack/react-query";
import {
  Ban,
  FolderOpen,
  MailCheck,
  MessageSquareReply,
  Printer,
  Send,
  TrendingUp,
  Undo2,
} from "lucide-react";
import { Suspense, useState } from "react";
import { aujourdhui, deMoisEnLettres, type Mois, moisDe } from "#domain/dates.ts";
import { manquantEnMots, type TrimestreManquant } from "#domain/gerance/revisions/indices.ts";
import type { EtatRevision } from "#domain/gerance/revisions/revision-lue.ts";
import { formatEuros } from "#domain/montants.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { ErrorState } from "#web/components/error-state.tsx";
import { MonthPicker } from "#web/components/fields/month-picker.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import { useListState } from "#web/components/list/list-state.ts";
import type { RowAction } from "#web/components/list/row-action.ts";
import { Notice } from "#web/components/notice.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Segmented } from "#web/components/ui/segmented.tsx";
import {
  awaitsPost,
  mayBeAsked,
  printRevisions,
  type Revised,
  revisionsOfMonth,
} from "#web/entities/comptes/revisions.ts";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePageTitle } from "#web/lib/page-title.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { REVISION_COLUMNS } from "./columns.tsx";
import type { Reasoned } from "./reason-dialog.tsx";
import { useAgreements } from "./use-agreements.ts";
import { useAsk } from "./use-ask.ts";

const ReasonDialog = lazyNamed(() => import("./dialogs.tsx"), "ReasonDialog");
const AnswerDialog = lazyNamed(() => import("./dialogs.tsx"), "AnswerDialog");
const AskDialog = lazyNamed(() => import("./dialogs.tsx"), "AskDialog");
const IndicesListDialog = lazyNamed(() => import("./dialogs.tsx"), "IndicesListDialog");
const RedoNotice = lazyNamed(() => import("./indices/redo-notice.tsx"), "RedoNotice");
const IndicesDialog = lazyNamed(() => import("./dialogs.tsx"), "IndicesDialog");
const LettersDialog = lazyNamed(() => import("./dialogs.tsx"), "LettersDialog");

/** The groups of states, as the segments show them. */
const GROUPS = {
  a_faire: { label: "À réviser", etats: ["a_notifier"] },
  bloquees: {
    label: "Bloqués",
    etats: [
      "classe_a_saisir",
      "classe_a_confirmer",
      "attente_indice",
      "indice_a_completer",
      "accord_a_demander",
      "accord_demande",
    ],
  },
  gelees: { label: "Gelés", etats: ["gelee"] },
  faites: { label: "Demandés", etats: ["notifiee", "jamais_partie", "appliquee"] },
  autres: { label: "Sans suite", etats: ["renoncee", "perdue", "exclue", "sans_clause"] },
} as const satisfies Record<string, { label: string; etats: readonly EtatRevision[] }>;

const groupOf = (etat: EtatRevision) =>
  Object.entries(GROUPS).find(([, { etats }]) => etats.some((one) => one === etat))?.[0] ?? "";

/** Whether a revision may be ticked: it can be notified as it is, or with effect from the day of the request. */
const mayBeTicked = (row: Revised): boolean => mayBeAsked(row) || row.desLaDemande;

const awaitsOwner = ({ accord }: Revised): boolean =>
  accord === "accord_a_demander" || accord === "accord_demande";

/**
 * The rents to revise in a month. Revisions ready to be notified are ticked; each other revision shows why it is not
 * ready.
 */
export function Revisions() {
  const [state, change] = useListState();
  const present = moisDe(aujourdhui(new Date()));
  const asked = state.mois ?? "";
  const mois = /^[12]\d{3}-(0[1-9]|1[0-2])$/.test(asked) ? asked : present;
  usePageTitle(`Révisions ${deMoisEnLettres(mois)}`);
  const query = useQuery(revisionsOfMonth(mois));
  const data = query.data;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        <div className="-ml-2 flex items-center gap-3">
          <MonthPicker
            value={mois}
            onChange={(next) => change({ mois: next === present ? "" : next, etat: "" })}
          />
          {mois !== present && (
            <Button size="sm" onClick={() => change({ mois: "", etat: "" })}>
              Ce mois-ci
            </Button>
          )}
        </div>
        {data && data.hausse !== 0 && (
          <span className="text-sm text-muted tabular-nums">
            {data.hausse > 0 && "+"}
            {formatEuros(data.hausse)} par mois à demander
          </span>
        )}
        <Indices />
      </div>
      <Suspense>
        {data && data.aRefaire.length > 0 && <RedoNotice revisions={data.aRefaire} />}
      </Suspense>
      {data?.indicesManquants.map((missing) => (
        <MissingIndex key={missing.series.join()} missing={missing} />
      ))}
      {query.isError && !data ? (
        <Card>
          <ErrorState error={query.error} onRetry={() => query.refetch()} />
        </Card>
      ) : (
        <MonthOfRevisions key={mois} mois={mois} rows={data?.rows} />
      )}
    </div>
  );
}

/** The button that opens the list of indices, for users who may correct them. */
function Indices() {
  const [open, setOpen] = useState(false);
  if (!usePeut("administrer")) return null;
  return (
    <>
      <Button size="sm" variant="ghost" className="ml-auto" onClick={() => setOpen(true)}>
        Indices saisis
      </Button>
      <Suspense>{open && <IndicesListDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

/** The notice about an index that the INSEE published and nobody has typed yet. */
function MissingIndex({ missing }: { missing: TrimestreManquant }) {
  const [open, setOpen] = useState(false);
  const mayType = usePeut("administrer");
  return (
    <Notice tone="orange">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        L’IRL du {manquantEnMots(missing)} est publié par l’INSEE et n’est pas saisi.
        {mayType ? (
          <Button size="sm" onClick={() => setOpen(true)}>
            Saisir l’indice
          </Button>
        ) : (
          <span className="text-muted">Un administrateur le saisit ici.</span>
        )}
      </span>
      <Suspense>{open && <IndicesDialog {...missing} onClose={() => setOpen(false)} />}</Suspense>
    </Notice>
  );
}

interface MonthOfRevisionsProps {
  mois: Mois;
  /** Undefined while they load. */
  rows: readonly Revised[] | undefined;
}

function MonthOfRevisions({ mois, rows }: MonthOfRevisionsProps) {
  const [state, change] = useListState();
  const [unticked, setUnticked] = useState<ReadonlySet<number>>(new Set());
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [reasoned, setReasoned] = useState<Reasoned | null>(null);
  const mayModify = usePeut("modifier");
  const print = useWrite(printRevisions, []);
  const asking = useAsk(() => setTicked(new Set()));
  const { ask, pending, chosen: batch, letters, setLetters } = asking;
  const agreements = useAgreements();
  const [answered, setAnswered] = useState<Revised | null>(null);
  const toAgree = rows?.filter(({ etat }) => etat === "accord_a_demander") ?? [];
  const group = state.etat ?? "";
  const shown = rows?.filter(({ etat }) => group === "" || groupOf(etat) === group);
  const askable = rows?.filter(mayBeTicked) ?? [];
  // Revisions to notify are ticked at first. The user himself ticks a revision with an energy class to confirm or a
  // frozen rent.
  const chosen = askable.filter(
    ({ id, etat, chiffres }) =>
      ticked.has(id) || (etat === "a_notifier" && chiffres !== null && !unticked.has(id)),
  );
  const selected = new Set(chosen.map(({ id }) => id));
  const left =
    rows?.filter(
      (row) => ["bloquees", "gelees"].includes(groupOf(row.etat)) && !selected.has(row.id),
    ) ?? [];
  const toPost = rows?.filter(awaitsPost).flatMap(({ RevisionId }) => RevisionId ?? []) ?? [];

  function select(ids: ReadonlySet<number>) {
    setTicked(ids);
    setUnticked(new Set(askable.flatMap(({ id }) => (ids.has(id) ? [] : [id]))));
  }

  function actionsOf(row: Revised): RowAction[] {
    const { RevisionId, DossierId, AppartementId, etat } = row;
    const may = mayModify && mayBeTicked(row);
    return [
      ...(may ? [{ label: "Réviser", icon: Send, quick: true, onSelect: () => ask([row]) }] : []),
      ...(mayModify && row.accord === "accord_a_demander"
        ? [
            {
              label: "Demander l’accord",
              icon: Send,
              quick: true,
              onSelect: () => agreements.ask([row]),
            },
          ]
        : []),
      ...(mayModify && awaitsOwner(row)
        ? [
            {
              label: "Noter sa réponse",
              icon: MessageSquareReply,
              onSelect: () => setAnswered(row),
            },
          ]
        : []),
      ...(mayModify && awaitsPost(row) && RevisionId !== null
        ? [
            {
              label: "Noter postée",
              icon: MailCheck,
              onSelect: () => setLetters([RevisionId]),
            },
          ]
        : []),
      ...(RevisionId !== null && row.chiffres
        ? [
            {
              label: "Voir la lettre",
              icon: Printer,
              quick: true,
              onSelect: () => print.mutate([RevisionId]),
            },
          ]
        : []),
      { label: "Voir le dossier", icon: FolderOpen, href: `/dossiers/${DossierId}` },
      ...(etat === "indice_a_completer"
        ? [
            {
              label: "Compléter l’indice",
              icon: FolderOpen,
              quick: true,
              href: `/dossiers/${DossierId}/edit`,
            },
          ]
        : []),
      ...(etat === "classe_a_saisir" && !row.classeASaisir
        ? [
            {
              label: "Saisir la classe",
              icon: FolderOpen,
              href: `/appartements/${AppartementId}/edit`,
            },
          ]
        : []),
      ...(may
        ? [
            {
              label: "Renoncer",
              icon: Ban,
              danger: true,
              onSelect: () => setReasoned({ rows: [row], RevisionId: null }),
            },
          ]
        : []),
      ...(mayModify && row.annulable && RevisionId !== null
        ? [
            {
              label: etat === "renoncee" ? "Revenir sur la renonciation" : "Annuler la révision",
              icon: Undo2,
              danger: true,
              onSelect: () => setReasoned({ rows: [row], RevisionId }),
            },
          ]
        : []),
    ];
  }

  return (
    <ListFrame
      filters={
        <Segmented
          label="État"
          value={group}
          segments={[
            { value: "", label: "Tous" },
            ...Object.entries(GROUPS).map(([value, { label }]) => ({
              value,
              label: (
                <>
                  {label}
                  {rows && (
                    <span className="tabular-nums">
                      {rows.filter(({ etat }) => groupOf(etat) === value).length}
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
        <>
          {mayModify && toPost.length > 0 && (
            <Button onClick={() => setLetters(toPost)}>
              <Printer aria-hidden />
              {formatCount(toPost.length, "lettre à poster", "lettres à poster")}
            </Button>
          )}
          {mayModify && toAgree.length > 0 && (
            <Button pending={agreements.pending} onClick={() => agreements.ask(toAgree)}>
              {!agreements.pending && <Send aria-hidden />}
              Demander {formatCount(toAgree.length, "accord", "accords")}
            </Button>
          )}
          {mayModify && chosen.length > 0 && (
            <Button variant="primary" pending={pending} onClick={() => ask(chosen, left)}>
              {!pending && <TrendingUp aria-hidden />}
              Réviser {formatCount(chosen.length, "loyer", "loyers")}
            </Button>
          )}
        </>
      }
    >
      <DataTable
        label={`Révisions ${deMoisEnLettres(mois)}`}
        columns={REVISION_COLUMNS}
        rows={shown}
        name={({ locataire }) => locataire}
        href={({ DossierId }) => `/dossiers/${DossierId}`}
        actions={actionsOf}
        {...(mayModify ? { selected, onSelect: select, selectable: mayBeTicked } : {})}
        empty={
          <EmptyState
            icon={TrendingUp}
            title={
              group
                ? "Aucun bail dans cet état"
                : `Aucun loyer à réviser ${deMoisEnLettres(mois).replace(/^d[e’]\s?/, "en ")}`
            }
            text="Chaque bail est ici le mois de son anniversaire : ce qui se demande, et ce qui l’empêche."
          />
        }
      />
      <Suspense>
        {reasoned && (
          <ReasonDialog {...reasoned} onDone={() => {}} onClose={() => setReasoned(null)} />
        )}
        {batch && (
          <AskDialog mois={mois} batch={batch} onSend={asking.choose} onClose={asking.leave} />
        )}
        {!batch && letters.length > 0 && (
          <LettersDialog ids={letters} rows={rows ?? []} onClose={() => setLetters([])} />
        )}
        {answered && <AnswerDialog row={answered} onClose={() => setAnswered(null)} />}
      </Suspense>
    </ListFrame>
  );
}
