import { Eye } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { moisDe, moisEnLettres } from "#domain/dates.ts";
import type { QuittanceRow } from "#domain/quittances/quittance-fiche.ts";
import { confirm } from "#web/components/confirm.tsx";
import { RecordList } from "#web/components/list/record-list.tsx";
import type { RowAction } from "#web/components/list/row-action.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { Button } from "#web/components/ui/button.tsx";
import { CircleCheck, CircleX, Download, FileText } from "#web/components/ui/row-icons.tsx";
import {
  amount,
  appartement,
  locataire,
  Period,
  yielding,
} from "#web/entities/quittances/columns.tsx";
import { MailCell } from "#web/entities/quittances/mail-state.tsx";
import { downloadPdf, openPdf, quittances } from "#web/entities/quittances/quittances.ts";
import { StateMarks } from "#web/entities/quittances/state-control.tsx";
import { STATE_NAMES, STATES, StateBadge } from "#web/entities/quittances/states.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { usePeut } from "#web/lib/server/session.ts";
import { annulationActions } from "./annulation-action.ts";
import { callBackActions, useCallBack } from "./mails/use-call-back.ts";
import { toState, useChange } from "./settlement/use-change.ts";

const AnnulationDialog = lazyNamed(() => import("./annulation-dialog.tsx"), "AnnulationDialog");
const PaiementDialog = lazyNamed(
  () => import("./settlement/paiement-dialog.tsx"),
  "PaiementDialog",
);
const QuittanceDialog = lazyNamed(() => import("./quittance-dialog.tsx"), "QuittanceDialog");

export interface QuittanceListProps {
  /** The kind of record whose receipts are listed. */
  of: "ClientId" | "DossierId" | "LocataireId" | "AppartementId";
  id: number;
  /** Drawn at the right of the filters. */
  tools?: ReactNode;
}

const FILTERS = [
  {
    name: "etat",
    label: "État",
    choices: [
      { value: "", label: "Toutes" },
      ...STATE_NAMES.map((name) => ({ value: name, label: STATES[name].plural })),
    ],
  },
];

/** The receipts of a record, in one of its tabs. */
export function QuittanceList({ of, id, tools }: QuittanceListProps) {
  const [opened, setOpened] = useState<number | null>(null);
  const [paying, setPaying] = useState<QuittanceRow | null>(null);
  const [cancelling, setCancelling] = useState<QuittanceRow | null>(null);
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const change = useChange();
  const callBack = useCallBack();
  const pdf = useWrite(openPdf, []);
  const download = useWrite(downloadPdf, []);

  /**
   * Marks a receipt paid or unpaid, after a question. A receipt whose payment was taken back opens the dialog of the
   * payment instead.
   */
  async function askSwitch(row: QuittanceRow) {
    const next = row.etat === "payee" ? "impayee" : "payee";
    if (next === "payee" && row.ancienPaiement) return setPaying(row);
    const gesture = switchOf(row);
    const question = {
      title: `${gesture} ?`,
      text: `${row.locataire}, ${moisEnLettres(moisDe(row.date))}.${CONSEQUENCES[next]}`,
      action: gesture,
    };
    if (await confirm(question)) change(toState(row, next));
  }

  function actionsOf(row: QuittanceRow): RowAction[] {
    const actions: RowAction[] = [
      { label: "Voir", icon: Eye, onSelect: () => setOpened(row.id) },
      { label: "Ouvrir le PDF", icon: FileText, quick: true, onSelect: () => pdf.mutate(row.id) },
      { label: "Télécharger le PDF", icon: Download, onSelect: () => download.mutate(row.id) },
    ];
    if (mayModify && row.etat !== "annulee") {
      actions.push(...callBackActions(row, callBack), {
        label: switchOf(row),
        icon: row.etat === "payee" ? CircleX : CircleCheck,
        quick: true,
        onSelect: () => askSwitch(row),
      });
    }
    if (mayDelete) actions.push(...annulationActions(row, () => setCancelling(row)));
    return actions;
  }

  const period: Column<QuittanceRow> = {
    id: "date",
    header: "Période",
    sort: true,
    card: "line",
    cell: (row) => (
      <Button variant="link" className="font-medium" onClick={() => setOpened(row.id)}>
        <Period row={row} />
      </Button>
    ),
  };
  return (
    <>
      <RecordList
        resource={quittances}
        columns={[period, ...columnsOf(of)]}
        noun={["quittance", "quittances"]}
        name={(row) => `${row.locataire}, ${moisEnLettres(moisDe(row.date))}`}
        search={of === "DossierId" ? "Numéro" : "Locataire, adresse, numéro"}
        filters={FILTERS}
        sort="-date"
        fixed={{ [of]: id }}
        embedded
        writable={false}
        actions={actionsOf}
        tools={tools}
        empty={{
          icon: FileText,
          title: "Aucune quittance pour l’instant",
          text: "Les quittances générées chaque mois apparaissent ici.",
        }}
      />
      <Suspense>
        {opened !== null && <QuittanceDialog id={opened} onClose={() => setOpened(null)} />}
        {cancelling && <AnnulationDialog row={cancelling} onClose={() => setCancelling(null)} />}
        {paying && <PaiementDialog row={paying} onClose={() => setPaying(null)} />}
      </Suspense>
    </>
  );
}

function switchOf({ etat }: QuittanceRow): string {
  if (etat === "declaree") return "Confirmer le paiement";
  return etat === "payee" ? "Marquer impayée" : "Marquer payée";
}

const CONSEQUENCES = {
  payee: " La quittance de loyer pourra être remise au locataire.",
  impayee: " Le document redevient un avis d’échéance.",
};

const COLUMNS: readonly Column<QuittanceRow>[] = [
  {
    id: "numero",
    header: "Numéro",
    sort: true,
    from: "lg",
    card: "fact",
    className: "whitespace-nowrap",
    cell: (row) => row.numero,
  },
  { ...locataire, card: "title", className: `${yielding} @max-xl:font-medium` },
  appartement,
  amount,
  {
    id: "etat",
    header: "État",
    cell: (row) => (
      <span className="flex items-center gap-2">
        <StateBadge etat={row.etat} />
        <StateMarks row={row} />
      </span>
    ),
  },
  {
    id: "courriel",
    header: "Courriel",
    from: "xl",
    card: "badge",
    cell: (row) => <MailCell row={row} />,
  },
];

/**
 * The columns for a kind of record. For a client, the row also names the tenant, so the apartment shows only in a
 * wide list.
 */
const columnsOf = (of: QuittanceListProps["of"]) =>
  COLUMNS.filter((column) => !repeats(column.id, of)).map((column) =>
    column === appartement && of === "ClientId" ? { ...column, from: "lg" as const } : column,
  );

/** Whether the page already shows what this column would repeat on each row. */
function repeats(column: string, of: QuittanceListProps["of"]): boolean {
  if (column === "locataire") return of === "LocataireId" || of === "DossierId";
  return column === "appartement" && (of === "AppartementId" || of === "DossierId");
}
