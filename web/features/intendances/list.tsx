import { BanknoteArrowUp, KeyRound, Receipt, Stamp, Truck } from "lucide-react";
import { Link, useSearchParams } from "wouter";
import type { IntendanceRow } from "#domain/missions/intendance.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import { RecordList } from "#web/components/list/record-list.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { TOUCHED_BY_INTENDANCES } from "#web/entities/mandats/intendances.ts";
import {
  depenseColumns,
  intendanceColumns,
  intendanceName,
  mixedColumns,
} from "#web/entities/mandats/intendances-columns.tsx";
import { intendanceList } from "./reads.ts";
import { useIntendanceActions } from "./use-actions.tsx";

export function IntendanceList() {
  const { actions, edit, askApproval, askPayment, mayModify, dialog } = useIntendanceActions();
  const [search] = useSearchParams();
  const { nature, ...list } = intendanceList(search);
  const columns = columnsOf(nature);
  const bills = nature === "depense";
  return (
    <>
      <RecordList
        {...list}
        columns={columns}
        noun={nature === "depense" ? ["dépense", "dépenses"] : ["intendance", "intendances"]}
        name={intendanceName}
        onOpen={mayModify ? edit : undefined}
        search="Adresse, intitulé, facture"
        actions={actions}
        touched={TOUCHED_BY_INTENDANCES}
        selection={
          bills && mayModify
            ? (rows, clear) => (
                <SelectedBills
                  rows={rows}
                  onApprove={(chosen) => askApproval(chosen, clear)}
                  onPay={(chosen) => askPayment(chosen, clear)}
                />
              )
            : undefined
        }
        tools={
          <>
            {bills && (
              <Button asChild>
                <Link href="/fournisseurs/">
                  <Truck aria-hidden />
                  Fournisseurs
                </Link>
              </Button>
            )}
            {mayModify && (
              <Button onClick={() => edit({ id: null, nature: "depense" })}>
                <Receipt aria-hidden />
                Nouvelle dépense
              </Button>
            )}
          </>
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

interface SelectedBillsProps {
  rows: readonly IntendanceRow[];
  onApprove(rows: readonly IntendanceRow[]): void;
  onPay(rows: readonly IntendanceRow[]): void;
}

/** The actions on the ticked expenses that the agency pays. */
function SelectedBills({ rows, onApprove, onPay }: SelectedBillsProps) {
  const ours = rows.filter(({ payePar, montant }) => payePar === "agence" && (montant ?? 0) >= 0);
  const noted = ours.filter(({ etat }) => etat === "notee");
  const good = ours.filter(({ etat }) => etat === "bon_a_payer");
  return (
    <>
      {noted.length > 0 && (
        <Button onClick={() => onApprove(noted)}>
          <Stamp aria-hidden />
          Bon à payer ({noted.length})
        </Button>
      )}
      {good.length > 0 && (
        <Button variant="primary" onClick={() => onPay(good)}>
          <BanknoteArrowUp aria-hidden />
          Payer {formatEuros(somme(...good.map(({ montant }) => montant ?? 0)))}
        </Button>
      )}
      {noted.length + good.length === 0 && (
        <span className="text-sm text-muted">Rien n’est à payer parmi elles.</span>
      )}
    </>
  );
}

function columnsOf(nature: string | null) {
  if (nature === "depense") return depenseColumns;
  return nature === "mission" ? intendanceColumns : mixedColumns;
}
