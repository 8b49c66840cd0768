import { BadgeCheck, BanknoteArrowDown, FolderOpen, Undo2 } from "lucide-react";
import { Suspense, useState } from "react";
import { ajouterMois, aujourdhui, formatJour, moisDe, moisEnLettres } from "#domain/dates.ts";
import { ETATS_REGLEMENT, MODES_REGLEMENT, PAYEURS } from "#domain/gerance/locataires/reglement.ts";
import type { ReglementRow } from "#domain/gerance/locataires/reglement-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import type { ListFilter } from "#web/components/list/list-parameters.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { RowAction } from "#web/components/list/row-action.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Button } from "#web/components/ui/button.tsx";
import { CircleX, FileText } from "#web/components/ui/row-icons.tsx";
import { partyColumns } from "#web/entities/comptes/columns.tsx";
import { TOUCHED_BY_ACCOUNTS } from "#web/entities/comptes/comptes.ts";
import { credit } from "#web/entities/comptes/reglements.ts";
import { useReceipt } from "#web/entities/comptes/reglements-receipt.ts";
import {
  monthsInWords,
  PaymentBadge,
  paymentNumber,
} from "#web/entities/comptes/reglements-words.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { notify } from "#web/lib/notify.ts";
import type { List } from "#web/lib/server/api.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { BooksNotice } from "./books-notice.tsx";
import { paymentList } from "./reads.ts";

const EndDialog = lazyNamed(() => import("./end-dialog.tsx"), "EndDialog");
const PaymentRecord = lazyNamed(() => import("./payment-record.tsx"), "PaymentRecord");
const ManyPayments = lazyNamed(() => import("./many-payments.tsx"), "ManyPayments");

const yielding = "w-[38%] max-w-0 truncate @4xl:w-[22%]";

const COLUMNS: readonly Column<ReglementRow>[] = [
  {
    id: "date",
    header: "Date",
    sort: true,
    from: "md",
    className: "whitespace-nowrap tabular-nums",
    cell: (row) => formatJour(row.date),
  },
  {
    id: "numero",
    header: "Numéro",
    card: "fact",
    sort: true,
    from: "xl",
    className: "whitespace-nowrap tabular-nums",
    cell: (row) => paymentNumber(row.numero),
  },
  ...partyColumns<ReglementRow>(yielding),
  {
    id: "montant",
    header: "Montant",
    card: "amount",
    sort: true,
    align: "right",
    className: "whitespace-nowrap",
    cell: (row) => (
      <>
        {formatEuros(row.montant)}
        <span className="block text-xs text-muted @2xl:hidden">{formatJour(row.date)}</span>
      </>
    ),
  },
  {
    id: "mode",
    header: "Mode",
    card: "fact",
    from: "md",
    className: "whitespace-nowrap",
    cell: (row) => (
      <>
        {row.mode && MODES_REGLEMENT[row.mode]}
        {row.payeur !== "locataire" && (
          <span className="block text-xs text-muted">{PAYEURS[row.payeur]}</span>
        )}
      </>
    ),
  },
  {
    id: "regle",
    header: "À valoir sur",
    card: "fact",
    from: "lg",
    className: yielding,
    cell: (row) => <SettledBy row={row} />,
  },
  { id: "etat", header: "État", cell: (row) => <PaymentBadge etat={row.etat} /> },
];

/** The months that a payment settles, and its advance; for a payment cancelled or refused, the reason. */
function SettledBy({ row }: { row: ReglementRow }) {
  if (row.etat === "rejete" || row.etat === "annule") {
    return (
      <span className="text-muted" title={row.motif ?? undefined}>
        {row.motif}
      </span>
    );
  }
  const words = [monthsInWords(row.mois), row.avance > 0 && `avance de ${formatEuros(row.avance)}`]
    .filter(Boolean)
    .join(", ");
  return <span title={words}>{words}</span>;
}

const FILTERS: readonly ListFilter[] = [
  {
    name: "periode",
    label: "Période",
    folded: true,
    range: ["du", "au"],
    choices: periodChoices(aujourdhui(new Date())),
  },
  {
    name: "mode",
    label: "Mode",
    folded: true,
    choices: [
      { value: "", label: "Tous les modes" },
      ...Object.entries(MODES_REGLEMENT).map(([value, label]) => ({ value, label })),
    ],
  },
  {
    name: "etat",
    label: "État",
    folded: true,
    choices: [
      { value: "", label: "Tous les états" },
      ...Object.entries(ETATS_REGLEMENT).map(([value, label]) => ({ value, label })),
    ],
  },
];

const MONTHS_SHOWN = 12;

function periodChoices(today: string) {
  const months = Array.from({ length: MONTHS_SHOWN }, (_, rank) =>
    ajouterMois(moisDe(today), -rank),
  );
  const year = Number(today.slice(0, 4));
  return [
    { value: "", label: "Toutes les dates" },
    ...months.map((value) => {
      const words = moisEnLettres(value);
      return { value, label: `${words.charAt(0).toUpperCase()}${words.slice(1)}` };
    }),
    ...[year, year - 1].map((value) => ({ value: String(value), label: `Année ${value}` })),
  ];
}

const sumOf = (list: List<ReglementRow>) => {
  const { montant } = list as List<ReglementRow> & { montant?: number };
  return montant === undefined ? null : `, ${formatEuros(montant)}`;
};

/** The payments, the latest first, and the grid that records many at once. */
export function Payments() {
  const [ending, setEnding] = useState<{ row: ReglementRow; as: "annule" | "rejete" } | null>(null);
  const [recording, setRecording] = useState(false);
  const [opened, setOpened] = useState<number | null>(null);
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const receipt = useReceipt();
  const credited = useWrite(
    (row: ReglementRow) => credit(row.id, aujourdhui(new Date())),
    TOUCHED_BY_ACCOUNTS,
  );

  function actions(row: ReglementRow): RowAction[] {
    const found: RowAction[] = [
      {
        label: "Compte du locataire",
        icon: FolderOpen,
        href: `/dossiers/${row.DossierId}?tab=compte`,
      },
    ];
    if (row.etat !== "recu" && row.etat !== "credite") return found;
    if (mayModify) {
      if (row.etat === "recu") {
        found.push({
          label: "Marquer encaissé",
          icon: BadgeCheck,
          quick: true,
          onSelect: () =>
            credited.mutate(row, { onSuccess: () => notify("Le chèque est encaissé.") }),
        });
      }
      found.push({
        label: "Reçu (PDF)",
        icon: FileText,
        quick: true,
        onSelect: () => receipt.mutate(row.id),
      });
    }
    if (mayDelete) {
      if (row.mode !== "especes") {
        found.push({
          label: "Rejeter",
          icon: CircleX,
          onSelect: () => setEnding({ row, as: "rejete" }),
        });
      }
      found.push({
        label: "Annuler",
        icon: Undo2,
        danger: true,
        onSelect: () => setEnding({ row, as: "annule" }),
      });
    }
    return found;
  }

  const create = mayModify && (
    <Button variant="primary" onClick={() => setRecording(true)}>
      <BanknoteArrowDown aria-hidden />
      Enregistrer des règlements
    </Button>
  );
  return (
    <>
      <BooksNotice />
      <RecordList
        {...paymentList}
        filters={FILTERS}
        columns={COLUMNS}
        noun={["règlement", "règlements"]}
        name={(row) => `${row.locataire}, ${formatJour(row.date)}`}
        search="Locataire, adresse, numéro"
        writable={false}
        onOpen={({ id }) => setOpened(id)}
        actions={actions}
        sum={sumOf}
        tools={create}
        empty={{
          icon: BanknoteArrowDown,
          title: "Aucun règlement pour l’instant",
          text: "Ce que paient les locataires, la CAF ou les cautions apparaît ici, avec ce que chaque paiement règle.",
        }}
      />
      <Suspense>
        {ending && (
          <EndDialog as={ending.as} payment={ending.row} onClose={() => setEnding(null)} />
        )}
        {opened !== null && <PaymentRecord id={opened} onClose={() => setOpened(null)} />}
        {recording && <ManyPayments onClose={() => setRecording(false)} />}
      </Suspense>
    </>
  );
}
