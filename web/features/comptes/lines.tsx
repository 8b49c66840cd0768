import { Eye, Route, Undo2 } from "lucide-react";
import { Suspense, useState } from "react";
import { formatJour } from "#domain/dates.ts";
import {
  type CompteDuDossier,
  intituleDeLigne,
  type LigneDuCompte,
} from "#domain/gerance/locataires/compte.ts";
import { formatEuros } from "#domain/montants.ts";
import { EmptyState } from "#web/components/empty-state.tsx";
import { CsvButton } from "#web/components/list/csv-button.tsx";
import { DataTable } from "#web/components/list/data-table.tsx";
import { FilterControl } from "#web/components/list/list-filter.tsx";
import { ListFrame } from "#web/components/list/list-frame.tsx";
import type { RowAction } from "#web/components/list/row-action.ts";
import type { Column } from "#web/components/list/table-column.ts";
import { CircleX, FileText } from "#web/components/ui/row-icons.tsx";
import { downloadAccount } from "#web/entities/comptes/comptes.ts";
import { useReceipt } from "#web/entities/comptes/reglements-receipt.ts";
import { PaymentBadge, paymentNumber } from "#web/entities/comptes/reglements-words.tsx";
import { formatCount } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { usePeut } from "#web/lib/server/session.ts";
import type { AccountPeriod } from "./period.ts";

const EndDialog = lazyNamed(() => import("./end-dialog.tsx"), "EndDialog");
const PaymentRecord = lazyNamed(() => import("./payment-record.tsx"), "PaymentRecord");
const QuittanceDialog = lazyNamed(
  () => import("#web/features/quittances/quittance-dialog.tsx"),
  "QuittanceDialog",
);

const amount = (euros: number) => (euros === 0 ? null : formatEuros(euros));

const COLUMNS: readonly Column<LigneDuCompte>[] = [
  {
    id: "date",
    header: "Date",
    card: "line",
    className: "whitespace-nowrap tabular-nums",
    cell: (line) => formatJour(line.date),
  },
  {
    id: "libelle",
    header: "Libellé",
    card: "title",
    className: "w-[45%]",
    cell: (line) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-0.5">
        {intituleDeLigne(line)}
        {line.etat && line.etat !== "credite" && line.annuleId === null && (
          <PaymentBadge etat={line.etat} />
        )}
      </span>
    ),
  },
  {
    id: "piece",
    header: "Pièce",
    card: "line",
    from: "lg",
    className: "whitespace-nowrap tabular-nums",
    cell: ({ piece, ReglementId }) => piece && (ReglementId ? paymentNumber(piece) : piece),
  },
  {
    id: "debit",
    header: "Débit",
    card: "fact",
    align: "right",
    cell: (line) => amount(line.debit),
  },
  {
    id: "credit",
    header: "Crédit",
    card: "fact",
    align: "right",
    cell: (line) => amount(line.credit),
  },
  {
    id: "solde",
    header: "Solde",
    card: "fact",
    align: "right",
    className: "font-medium",
    cell: (line) => formatEuros(line.solde),
  },
];

interface AccountLinesProps {
  account: CompteDuDossier;
  period: AccountPeriod;
  stale: boolean;
}

/** The lines of the account, the latest first, each with the balance after it. */
export function AccountLines({ account, period, stale }: AccountLinesProps) {
  const [ending, setEnding] = useState<{ line: LigneDuCompte; as: "annule" | "rejete" } | null>(
    null,
  );
  const [opened, setOpened] = useState<number | null>(null);
  const [followed, setFollowed] = useState<number | null>(null);
  const mayModify = usePeut("modifier");
  const mayDelete = usePeut("supprimer");
  const receipt = useReceipt();
  const lines = account.lignes.toReversed();

  function actions(line: LigneDuCompte): RowAction[] {
    const { QuitanceId, ReglementId } = line;
    const found: RowAction[] = [];
    if (QuitanceId !== null) {
      found.push({
        label: "Voir la quittance",
        icon: Eye,
        onSelect: () => setOpened(QuitanceId),
      });
    }
    if (ReglementId !== null) {
      found.push({
        label: "Suivre le règlement",
        icon: Route,
        onSelect: () => setFollowed(ReglementId),
      });
    }
    if (ReglementId === null || line.annuleId !== null) return found;
    if (line.etat !== "recu" && line.etat !== "credite") return found;
    if (mayModify) {
      found.push({
        label: "Reçu (PDF)",
        icon: FileText,
        quick: true,
        onSelect: () => receipt.mutate(ReglementId),
      });
    }
    if (mayDelete) {
      if (line.mode !== "especes") {
        found.push({
          label: "Rejeter le règlement",
          icon: CircleX,
          onSelect: () => setEnding({ line, as: "rejete" }),
        });
      }
      found.push({
        label: "Annuler le règlement",
        icon: Undo2,
        danger: true,
        onSelect: () => setEnding({ line, as: "annule" }),
      });
    }
    return found;
  }

  return (
    <ListFrame
      heading={<h3 className="font-semibold">Mouvements</h3>}
      filters={
        <FilterControl filter={period.filter} state={period.state} onChange={period.change} />
      }
      count={formatCount(lines.length, "ligne")}
      tools={<CsvButton download={() => downloadAccount(account.DossierId, period.days)} />}
    >
      <DataTable
        label="Mouvements du compte"
        columns={COLUMNS}
        rows={lines}
        name={(line) => `${line.libelle}, ${formatJour(line.date)}`}
        actions={actions}
        stale={stale}
        empty={
          <EmptyState
            title="Aucun mouvement sur cette période"
            text="Ce qui est appelé et ce qui est réglé apparaît ici, avec le solde après chaque ligne."
          />
        }
      />
      {account.du !== null && (
        <p className="flex justify-between gap-4 border-t px-4 py-2 text-sm text-muted tabular-nums">
          <span>Report au {formatJour(account.du)}</span>
          <span>{formatEuros(account.report)}</span>
        </p>
      )}
      <Suspense>
        {opened !== null && <QuittanceDialog id={opened} onClose={() => setOpened(null)} />}
        {followed !== null && <PaymentRecord id={followed} onClose={() => setFollowed(null)} />}
        {ending?.line.ReglementId && (
          <EndDialog
            as={ending.as}
            payment={{
              id: ending.line.ReglementId,
              numero: ending.line.piece ?? "",
              date: ending.line.date,
              montant: ending.line.credit,
              locataire: account.locataire,
            }}
            onClose={() => setEnding(null)}
          />
        )}
      </Suspense>
    </ListFrame>
  );
}
