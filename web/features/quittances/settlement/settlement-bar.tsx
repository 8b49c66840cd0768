import { Suspense, useState } from "react";
import { formatEuros, formatNombre } from "#domain/montants.ts";
import type { QuittanceChoisie } from "#domain/quittances/quittance-fiche.ts";
import { confirm } from "#web/components/confirm.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { CircleCheck, CircleX, UserRoundCheck } from "#web/components/ui/row-icons.tsx";
import { totalOf } from "#web/entities/quittances/facts.ts";
import { formatCount, formatNames } from "#web/lib/format.ts";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { useSettlement } from "./use-settlement.ts";

const SettlementDialog = lazyNamed(() => import("./settlement-dialog.tsx"), "SettlementDialog");

interface SettlementBarProps {
  rows: readonly QuittanceChoisie[];
  /** The count of receipts on all the pages. */
  total: number;
  /** Selects the rows of all the pages; absent until every row of this page is selected. */
  onAll?: (() => Promise<unknown>) | undefined;
  onClear(): void;
}

/** The actions on the ticked receipts, with one question for all of them. */
export function SettlementBar({ rows, total, onAll, onClear }: SettlementBarProps) {
  const [paying, setPaying] = useState(false);
  const { settlement, done } = useSettlement(rows, onClear);
  const all = useWrite(async () => onAll?.(), []);
  const declared = rows.filter(({ etat }) => etat === "declaree");
  const unpaid = rows.filter(({ etat }) => etat !== "payee");
  return (
    <>
      <span className="mr-2 text-sm font-medium tabular-nums" role="status">
        {formatCount(rows.length, "ligne sélectionnée", "lignes sélectionnées")} ·{" "}
        {formatEuros(totalOf(rows))}
        {done > 0 && ` · ${done} faites`}
      </span>
      {onAll && (
        <Button
          variant="ghost"
          disabled={settlement.isPending}
          pending={all.isPending}
          onClick={() => all.mutate(undefined)}
        >
          Sélectionner les {formatNombre(total, 0)}
        </Button>
      )}
      <Button
        variant="primary"
        disabled={unpaid.length === 0}
        pending={settlement.isPending}
        onClick={() => setPaying(true)}
      >
        {!settlement.isPending && <CircleCheck aria-hidden />}
        Marquer payées
      </Button>
      {declared.length > 0 && (
        <Button
          disabled={settlement.isPending}
          onClick={() => askConfirmation(declared, settlement)}
        >
          <UserRoundCheck aria-hidden />
          Confirmer
          {declared.length < rows.length &&
            (declared.length > 1 ? ` les ${declared.length} déclarées` : " la déclarée")}
        </Button>
      )}
      <Button disabled={settlement.isPending} onClick={() => askUnpaid(rows, settlement)}>
        <CircleX aria-hidden />
        Impayées
      </Button>
      <Button variant="ghost" onClick={onClear}>
        Tout désélectionner
      </Button>
      <Suspense>
        {paying && (
          <SettlementDialog
            rows={unpaid}
            settle={settlement.mutateAsync}
            onClose={() => setPaying(false)}
          />
        )}
      </Suspense>
    </>
  );
}

type Settlement = ReturnType<typeof useSettlement>["settlement"];

async function askConfirmation(declared: readonly QuittanceChoisie[], { mutate }: Settlement) {
  const accepted = await confirm({
    title: `Confirmer ${formatCount(declared.length, "paiement déclaré", "paiements déclarés")} ?`,
    text: `${formatEuros(totalOf(declared))}, de ${formatNames(declared.map((row) => row.locataire))}, aux jours déclarés. La quittance part aux locataires qui acceptent l’e-mail.`,
    action: "Confirmer",
  });
  if (accepted) mutate({ ids: declared.map(({ id }) => id), regle: true, declarees: true });
}

async function askUnpaid(rows: readonly QuittanceChoisie[], { mutate }: Settlement) {
  const accepted = await confirm({
    title: `Marquer ${formatCount(rows.length, "quittance impayée", "quittances impayées")} ?`,
    text: `${formatEuros(totalOf(rows))}, de ${formatNames(rows.map((row) => row.locataire))}. Les documents redeviennent des avis d’échéance.`,
    action: "Marquer impayées",
  });
  if (accepted) mutate({ ids: rows.map(({ id }) => id), regle: false });
}
