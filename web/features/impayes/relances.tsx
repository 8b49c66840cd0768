import { Ban, FolderOpen, Mail, MessageCircleReply, PenLine, Printer, Send } from "lucide-react";
import { Suspense, useState } from "react";
import { formatJour } from "#domain/dates.ts";
import type { RelanceRow } from "#domain/gerance/relances/relance-fiche.ts";
import { CANAUX, ETAPES, ETATS_RELANCE } from "#domain/gerance/relances/relances.ts";
import { formatEuros } from "#domain/montants.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { RowAction } from "#web/components/list/row-action.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Button } from "#web/components/ui/button.tsx";
import { MailCheck } from "#web/components/ui/row-icons.tsx";
import { relances } from "#web/entities/comptes/impayes.ts";
import { printLetters } from "#web/entities/comptes/reminder-letters.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { useRelease } from "./use-release.ts";
import { StepBadge } from "./words.tsx";

const RelanceDialog = lazyNamed(() => import("./relance-dialog.tsx"), "RelanceDialog");
const AnswerDialog = lazyNamed(() => import("./answer-dialog.tsx"), "AnswerDialog");
const SetAsideDialog = lazyNamed(() => import("./set-aside-dialog.tsx"), "SetAsideDialog");

const FILTERS = [
  {
    name: "etat",
    label: "État",
    initial: "brouillon",
    choices: Object.entries(ETATS_RELANCE).map(([value, label]) => ({
      value,
      label: value === "brouillon" ? label : `${label}s`,
    })),
  },
  {
    name: "etape",
    label: "Étape",
    folded: true,
    choices: [
      { value: "", label: "Toutes les étapes" },
      ...Object.entries(ETAPES).map(([value, { libelle }]) => ({ value, label: libelle })),
    ],
  },
];

const yielding = "w-[30%] max-w-0 truncate @4xl:w-[18%]";

/** The reminders; the list opens on the drafts, which are read before they are sent. */
export function RelanceList() {
  const [opened, setOpened] = useState<RelanceRow | null>(null);
  const [answered, setAnswered] = useState<RelanceRow | null>(null);
  const [aside, setAside] = useState<{ ids: readonly number[]; done(): void } | null>(null);
  const mayModify = usePeut("modifier");
  const { ask } = useRelease(() => {});
  const print = useWrite(printLetters, []);

  const columns: readonly Column<RelanceRow>[] = [
    {
      id: "locataire",
      header: "Locataire",
      sort: true,
      className: yielding,
      cell: (row) => row.locataire,
    },
    { id: "etape", header: "Relance", cell: (row) => <StepBadge etape={row.etape} /> },
    {
      id: "appartement",
      header: "Appartement",
      card: "line",
      from: "xl",
      className: yielding,
      cell: (row) => <span title={row.appartement}>{row.appartement}</span>,
    },
    {
      id: "exigibleLe",
      header: "Dû depuis",
      card: "fact",
      sort: true,
      from: "lg",
      className: "whitespace-nowrap tabular-nums",
      cell: (row) => formatJour(row.exigibleLe),
    },
    {
      id: "montant",
      header: "Somme",
      card: "amount",
      sort: true,
      align: "right",
      className: "whitespace-nowrap",
      cell: (row) => formatEuros(row.montant),
    },
    {
      id: "canal",
      header: "Envoi",
      className: "whitespace-nowrap",
      cell: (row) => (
        <span className="inline-flex items-center gap-1.5 [&_svg]:size-4 [&_svg]:text-muted">
          {row.canal === "courriel" ? <Mail aria-hidden /> : <Printer aria-hidden />}
          {CANAUX[row.canal]}
          {row.libereeLe && ` du ${formatJour(row.libereeLe)}`}
        </span>
      ),
    },
  ];

  function actionsOf(row: RelanceRow): RowAction[] {
    const shared: RowAction[] = [
      { label: "Voir la lettre", icon: Printer, onSelect: () => print.mutate([row.id]) },
      {
        label: "Voir le dossier",
        icon: FolderOpen,
        href: `/dossiers/${row.DossierId}?tab=compte`,
      },
    ];
    if (!mayModify) return shared;
    const answer: RowAction[] =
      row.etape === "question" && row.etat !== "ecartee"
        ? [
            {
              label: "Réponse du propriétaire",
              icon: MessageCircleReply,
              onSelect: () => setAnswered(row),
            },
          ]
        : [];
    if (row.etat !== "brouillon") return [...answer, ...shared];
    return [
      { label: "Envoyer", icon: Send, quick: true, onSelect: () => ask([row]) },
      { label: "Modifier", icon: PenLine, quick: true, onSelect: () => setOpened(row) },
      ...answer,
      ...shared,
      {
        label: "Écarter",
        icon: Ban,
        danger: true,
        onSelect: () => setAside({ ids: [row.id], done: () => {} }),
      },
    ];
  }

  return (
    <>
      <RecordList
        resource={relances}
        columns={columns}
        noun={["relance", "relances"]}
        name={(row) => `${ETAPES[row.etape].libelle}, ${row.locataire}`}
        search="Locataire, adresse"
        filters={FILTERS}
        sort="exigibleLe"
        embedded
        writable={false}
        onOpen={setOpened}
        actions={actionsOf}
        selection={
          mayModify
            ? (rows, clear) => (
                <SelectionBar
                  rows={rows}
                  onAside={() => setAside({ ids: rows.map(({ id }) => id), done: clear })}
                  onClear={clear}
                />
              )
            : undefined
        }
        empty={{
          icon: MailCheck,
          title: "Aucune relance à valider",
          text: "Elles se préparent chaque jour, à J+5, J+15 et J+25 ; rien ne part sans vous.",
        }}
      />
      <Suspense>
        {opened && <RelanceDialog row={opened} onClose={() => setOpened(null)} />}
        {answered && <AnswerDialog {...answered} onClose={() => setAnswered(null)} />}
        {aside && (
          <SetAsideDialog ids={aside.ids} onDone={aside.done} onClose={() => setAside(null)} />
        )}
      </Suspense>
    </>
  );
}

interface SelectionBarProps {
  rows: readonly RelanceRow[];
  onAside(): void;
  onClear(): void;
}

function SelectionBar({ rows, onAside, onClear }: SelectionBarProps) {
  const { ask, pending } = useRelease(onClear);
  const print = useWrite(printLetters, []);
  const drafts = rows.filter(({ etat }) => etat === "brouillon");
  return (
    <>
      {drafts.length > 0 && (
        <Button variant="primary" pending={pending} onClick={() => ask(drafts)}>
          {!pending && <Send aria-hidden />}
          Envoyer
        </Button>
      )}
      <Button pending={print.isPending} onClick={() => print.mutate(rows.map(({ id }) => id))}>
        {!print.isPending && <Printer aria-hidden />}
        Imprimer les lettres
      </Button>
      {drafts.length > 0 && (
        <Button onClick={onAside}>
          <Ban aria-hidden />
          Écarter
        </Button>
      )}
    </>
  );
}
