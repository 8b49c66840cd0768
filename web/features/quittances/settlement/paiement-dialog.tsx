import { useState } from "react";
import * as z from "zod/mini";
import { aujourdhui } from "#domain/dates.ts";
import { choix, euros, isoDate } from "#domain/fields.ts";
import { formatEuros } from "#domain/montants.ts";
import { MODE_USUEL, MODES_QUITTANCE } from "#domain/quittances/paiement.ts";
import type { QuittanceDetail, QuittanceRow } from "#domain/quittances/quittance-fiche.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EurosField, RadioField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { RECEIPT_PAYMENT_CHOICES } from "#web/entities/quittances/paiements-choices.ts";
import { quittances, TOUCHED_BY_QUITTANCES } from "#web/entities/quittances/quittances.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { ReceiptPayment } from "./receipt-payment.tsx";
import { rowOf, undoing, useChange } from "./use-change.ts";

const payment = z.strictObject({
  montant: euros(),
  datePaiement: isoDate(),
  mode: choix(MODES_QUITTANCE),
});

/** The schema of a corrected payment. A sum lower than the total leaves the receipt unpaid, with a part received. */
const paymentOf = (total: number) =>
  payment.check((context) => {
    const { montant } = context.value;
    const message =
      montant > total
        ? `Ce montant dépasse les ${formatEuros(total)} attendus.`
        : montant <= 0 && "Indiquez le montant reçu.";
    if (message)
      context.issues.push({ code: "custom", path: ["montant"], message, input: montant });
  });

interface PaiementDialogProps {
  row: QuittanceRow;
  onClose(): void;
}

/** Records the payment of a receipt. For a receipt already paid, corrects the amount, the day and the mode. */
export function PaiementDialog(props: PaiementDialogProps) {
  // The choice is kept from the opening: the save reads the row again, and the row is then paid.
  const [paid] = useState(props.row.regle && props.row.etat === "payee");
  return paid ? <Correction {...props} /> : <ReceiptPayment {...props} />;
}

function Correction({ row, onClose }: PaiementDialogProps) {
  const change = useChange();
  const save = useWrite(
    ({ montant, datePaiement, mode }: z.output<typeof payment>): Promise<QuittanceDetail> =>
      quittances.modify(row.id, {
        regle: montant >= row.total,
        statusInconu: false,
        montantPaye: montant >= row.total ? null : montant,
        datePaiement,
        mode,
        version: row.version,
      }),
    TOUCHED_BY_QUITTANCES,
    () => true,
  );
  return (
    <FormDialog
      title={`Paiement de ${row.locataire}`}
      schema={paymentOf(row.total)}
      record={null}
      initial={{
        montant: row.montantPaye ?? row.total,
        datePaiement: row.datePaiement ?? aujourdhui(new Date()),
        mode: row.mode ?? MODE_USUEL,
      }}
      create={(values) => save.mutateAsync(values)}
      createLabel="Enregistrer le paiement"
      onSaved={(detail) => {
        notify(detail.regle ? "Le paiement est noté." : "Le paiement partiel est noté.", {
          onClick: () =>
            change({
              row: rowOf(detail),
              change: undoing(row, { regle: row.regle }),
              said: "Modification annulée.",
              final: true,
            }),
        });
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {row.appartement} · {formatEuros(row.total)} attendus. Un montant inférieur remplace ce
        paiement par un paiement partiel : le document devient un reçu.
      </p>
      <FieldGrid>
        <EurosField name="montant" label="Montant reçu en tout" span={2} />
        <DateField name="datePaiement" label="Date du paiement" span={4} />
        <RadioField name="mode" label="Mode" options={RECEIPT_PAYMENT_CHOICES} span={6} />
      </FieldGrid>
    </FormDialog>
  );
}
