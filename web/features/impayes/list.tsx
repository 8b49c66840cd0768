import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { CirclePause, Handshake, MessageCircleReply, PartyPopper, Send } from "lucide-react";
import { Suspense, useState } from "react";
import { moisEnLettres } from "#domain/dates.ts";
import { AGES, type Age } from "#domain/gerance/relances/impayes.ts";
import type {
  ImpayeRow,
  RelanceRow,
  SommesImpayees,
} from "#domain/gerance/relances/relance-fiche.ts";
import { ETAPES, ETAPES_SUIVIES } from "#domain/gerance/relances/relances.ts";
import { formatEuros } from "#domain/montants.ts";
import { useListState } from "#web/components/list/list-state.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { RowAction } from "#web/components/list/row-action.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { partyColumns } from "#web/entities/comptes/columns.tsx";
import { relances, sumsOf } from "#web/entities/comptes/impayes.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notifyDanger } from "#web/lib/notify.ts";
import { api } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { lateList } from "./reads.ts";
import { useRelease } from "./use-release.ts";
import { AlertBadges, FollowUp, HoldBadges } from "./words.tsx";

const PauseDialog = lazyNamed(() => import("./pause-dialog.tsx"), "PauseDialog");
const PlanDialog = lazyNamed(() => import("./plan-dialog.tsx"), "PlanDialog");
const AnswerDialog = lazyNamed(() => import("./answer-dialog.tsx"), "AnswerDialog");

const AGE_NAMES = Object.keys(AGES) as Age[];

const yielding = "w-[30%] max-w-0 truncate @4xl:w-[18%]";

const COLUMNS: readonly Column<ImpayeRow>[] = [
  ...partyColumns<ImpayeRow>(yielding),
  {
    id: "du",
    header: "Dû",
    sort: true,
    align: "right",
    card: "amount",
    className: "whitespace-nowrap font-medium",
    cell: (row) =>
      row.du > 0 && row.aConfirmer > 0 ? (
        <>
          {formatEuros(row.du)}
          <span className="block text-xs font-normal text-muted">
            + {formatEuros(row.aConfirmer)} à confirmer
          </span>
        </>
      ) : (
        formatEuros(row.du > 0 ? row.du : row.aConfirmer)
      ),
  },
  {
    id: "mois",
    header: "Depuis",
    from: "xl",
    card: "fact",
    className: "whitespace-nowrap",
    cell: (row) => row.mois && moisEnLettres(row.mois),
  },
  {
    id: "jours",
    header: "Retard",
    sort: true,
    align: "right",
    card: "fact",
    className: "whitespace-nowrap",
    cell: (row) => `${row.jours} j`,
  },
  {
    id: "relances",
    header: "Relances",
    className: "whitespace-normal py-2",
    cell: (row) => (
      <>
        <FollowUp {...row} />
        <span className="mt-1 flex flex-wrap gap-1 empty:hidden">
          <HoldBadges {...row} />
          <AlertBadges alertes={row.alertes} />
        </span>
      </>
    ),
  },
];

const FILTERS = [
  {
    name: "age",
    label: "Âge",
    folded: true,
    choices: [
      { value: "", label: "Tous les âges" },
      ...AGE_NAMES.map((age) => ({ value: age, label: AGES[age].libelle })),
    ],
  },
  {
    name: "etape",
    label: "Étape selon l’âge",
    folded: true,
    choices: [
      { value: "", label: "Toutes les étapes" },
      ...ETAPES_SUIVIES.map((etape) => ({ value: etape, label: ETAPES[etape].libelle })),
    ],
  },
  { name: "pause", label: "En pause", value: "true" },
  { name: "aConfirmer", label: "À confirmer", value: "true" },
];

/** The dossiers with a late debt, or with a rent that the owner must confirm; and the totals of the debts by age. */
export function LateList() {
  const [paused, setPaused] = useState<readonly ImpayeRow[]>([]);
  const [planned, setPlanned] = useState<ImpayeRow | null>(null);
  const [answered, setAnswered] = useState<ImpayeRow | null>(null);
  const [state, change] = useListState();
  const mayModify = usePeut("modifier");
  const { q, etape, pause, aConfirmer } = state;
  const sums = useQuery(sumsOf({ q, etape, pause, aConfirmer })).data?.sommes;
  const actions = (row: ImpayeRow): RowAction[] =>
    mayModify
      ? [
          ...(row.aConfirmer > 0
            ? [
                {
                  label: "Réponse du propriétaire",
                  icon: MessageCircleReply,
                  onSelect: () => setAnswered(row),
                },
              ]
            : []),
          {
            label: row.pause ? "Changer la pause" : "Mettre en pause",
            icon: CirclePause,
            onSelect: () => setPaused([row]),
          },
          ...(row.du > 0 && !row.plan
            ? [
                {
                  label: "Plan d’apurement",
                  icon: Handshake,
                  onSelect: () => setPlanned(row),
                },
              ]
            : []),
        ]
      : [];
  return (
    <>
      <AgeSums sums={sums} chosen={state.age} onChoose={(age) => change({ age })} />
      <RecordList
        {...lateList}
        filters={FILTERS}
        columns={COLUMNS}
        noun={["dossier en retard", "dossiers en retard"]}
        name={({ locataire }) => locataire}
        href={({ id }) => `/dossiers/${id}?tab=compte`}
        search="Locataire, adresse"
        writable={false}
        actions={actions}
        selection={
          mayModify
            ? (rows, clear) => (
                <SelectionBar rows={rows} onPause={() => setPaused(rows)} onClear={clear} />
              )
            : undefined
        }
        empty={{
          icon: PartyPopper,
          title: "Aucun impayé",
          text: "Les loyers échus et non réglés apparaissent ici, avec leur âge et leurs relances.",
        }}
      />
      <Suspense>
        {paused.length > 0 && <PauseDialog rows={paused} onClose={() => setPaused([])} />}
        {planned && <PlanDialog {...planned} onClose={() => setPlanned(null)} />}
        {answered && <AnswerDialog DossierId={answered.id} onClose={() => setAnswered(null)} />}
      </Suspense>
    </>
  );
}

interface SelectionBarProps {
  rows: readonly ImpayeRow[];
  onPause(): void;
  onClear(): void;
}

function SelectionBar({ rows, onPause, onClear }: SelectionBarProps) {
  const { ask, pending } = useRelease(onClear);
  const drafted = rows.filter(({ brouillons }) => brouillons > 0);
  const send = useWrite(async () => {
    const { data } = await api.list<RelanceRow>(`/${relances.name}`, {
      etat: "brouillon",
      dossiers: drafted.map(({ id }) => id).join(","),
    });
    if (data.length === 0) return notifyDanger("Aucune relance n’attend pour ces dossiers.");
    await ask(data);
  }, []);
  return (
    <>
      <Button
        variant="primary"
        disabled={drafted.length === 0}
        pending={pending || send.isPending}
        onClick={() => send.mutate(undefined)}
      >
        <Send aria-hidden />
        Envoyer les relances
      </Button>
      <Button onClick={onPause}>
        <CirclePause aria-hidden />
        Mettre en pause
      </Button>
    </>
  );
}

const FILLS: Record<Age, string> = {
  a30: "bg-[light-dark(oklch(0.8_0.12_85),oklch(0.8_0.12_85))]",
  a60: "bg-[light-dark(oklch(0.72_0.14_65),oklch(0.76_0.13_70))]",
  a90: "bg-[light-dark(oklch(0.64_0.17_45),oklch(0.7_0.16_45))]",
  plus: "bg-[light-dark(oklch(0.58_0.18_26),oklch(0.66_0.17_24))]",
};

interface AgeSumsProps {
  sums: SommesImpayees | undefined;
  chosen: string | undefined;
  onChoose(age: string): void;
}

/** The total of the debts, then by age; choosing an age filters the dossiers. */
function AgeSums({ sums, chosen, onChoose }: AgeSumsProps) {
  return (
    <Card className="mb-4 px-4 py-3.5 sm:px-5">
      <div className="flex flex-wrap items-end gap-x-8 gap-y-3">
        <dl>
          <dt className="text-sm text-muted">Total impayé</dt>
          <dd className="text-xl font-semibold tracking-tight whitespace-nowrap tabular-nums">
            {sums ? formatEuros(sums.du) : <Skeleton className="my-1 h-5 w-28" />}
          </dd>
        </dl>
        <ul className="flex flex-wrap gap-2">
          {AGE_NAMES.map((age) => (
            <li key={age}>
              <button
                type="button"
                aria-pressed={chosen === age}
                onClick={() => onChoose(chosen === age ? "" : age)}
                className="rounded-md border px-3 py-1.5 text-left transition-colors hover:border-line-strong aria-pressed:border-accent aria-pressed:bg-accent-soft"
              >
                <span className="flex items-center gap-1.5 text-xs text-muted">
                  <span aria-hidden className={clsx("size-2.5 rounded-[3px]", FILLS[age])} />
                  {AGES[age].libelle}
                </span>
                <span className="font-medium whitespace-nowrap tabular-nums">
                  {sums ? formatEuros(sums[age]) : "–"}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div aria-hidden className="mt-3 flex h-2.5 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {AGE_NAMES.filter((age) => sums && sums[age] > 0).map((age) => (
          <span
            key={age}
            className={clsx("h-full min-w-1", FILLS[age])}
            style={{ flex: `${sums?.[age] ?? 0} 1 0` }}
          />
        ))}
      </div>
    </Card>
  );
}
