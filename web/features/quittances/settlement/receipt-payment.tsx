import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { aujourdhui } from "#domain/dates.ts";
import { choix, euros, facultatif, identifiant, isoDate } from "#domain/fields.ts";
import {
  MODES_REGLEMENT,
  type ModeReglement,
  modeDeReglement,
  PAYEURS,
  type Payeur,
} from "#domain/gerance/locataires/reglement.ts";
import { formatEuros, somme } from "#domain/montants.ts";
import type { QuittanceDetail, QuittanceRow } from "#domain/quittances/quittance-fiche.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EurosField, SelectField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { ReceivingAccountField } from "#web/entities/banque/receiving-account.tsx";
import { TOUCHED_BY_ACCOUNTS } from "#web/entities/comptes/comptes.ts";
import { record } from "#web/entities/comptes/reglements.ts";
import { PaymentPreview } from "#web/entities/comptes/reglements-preview.tsx";
import { MODE_CHOICES, PAYER_CHOICES } from "#web/entities/comptes/reglements-words.tsx";
import { quittances } from "#web/entities/quittances/quittances.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";
import { leaving, rowOf, undoing, useChange, waitingOf } from "./use-change.ts";

const payment = z.strictObject({
  montant: euros().check(z.gt(0, "Indiquez le montant reçu.")),
  date: isoDate(),
  mode: choix(Object.keys(MODES_REGLEMENT) as ModeReglement[]),
  payeur: choix(Object.keys(PAYEURS) as Payeur[]),
  CompteBancaireId: facultatif(identifiant()),
});

interface ReceiptPaymentProps {
  row: QuittanceRow;
  onClose(): void;
}

/** Records a sum received for a receipt; the part beyond the sum due goes to the tenant's account. */
export function ReceiptPayment({ row, onClose }: ReceiptPaymentProps) {
  const [cle] = useState(() => crypto.randomUUID());
  const client = useQueryClient();
  const change = useChange();
  const former = row.ancienPaiement;
  const paid = row.montantPaye ?? 0;
  const left = somme(row.total, -paid);
  const save = useWrite(
    async (values: z.output<typeof payment>): Promise<QuittanceDetail> => {
      await record({ DossierId: row.DossierId, QuitanceId: row.id, cle, ...values });
      return client.fetchQuery({ ...quittances.find(row.id), staleTime: 0 });
    },
    TOUCHED_BY_ACCOUNTS,
    () => true,
  );

  function told(detail: QuittanceDetail) {
    const waiting = waitingOf(detail);
    const said = detail.regle ? "Le paiement est noté." : "Le paiement partiel est noté.";
    // When the receipt was already paid in part, the notification offers no undo: staff cancel the new payment in the
    // tenant's account.
    const undo =
      paid > 0
        ? undefined
        : {
            onClick: () =>
              change({
                row: rowOf(detail),
                change: undoing(row, { regle: row.regle }),
                said: "Modification annulée.",
                final: true,
              }),
          };
    notify(waiting ? `${said} ${leaving(waiting)}` : said, undo);
    onClose();
  }

  return (
    <FormDialog
      title={`Paiement de ${row.locataire}`}
      schema={payment}
      record={null}
      initial={{
        montant: left,
        date: former?.datePaiement || aujourdhui(new Date()),
        mode: former?.mode ? modeDeReglement(former.mode) : "virement",
        payeur: "locataire",
        CompteBancaireId: null,
      }}
      create={(values) => save.mutateAsync(values)}
      createLabel="Enregistrer le paiement"
      onSaved={told}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {row.appartement} · {formatEuros(row.total)} attendus
        {paid > 0 && `, ${formatEuros(paid)} déjà reçus`}. Un montant inférieur est gardé comme
        paiement partiel : le document devient un reçu.
        {former && " Un paiement avait été noté : sa date et son mode sont repris."}
      </p>
      <FieldGrid>
        <EurosField name="montant" label="Montant reçu" />
        <DateField name="date" label="Date du paiement" />
        <SelectField name="mode" label="Mode" options={MODE_CHOICES} />
        <SelectField name="payeur" label="Payé par" options={PAYER_CHOICES} />
        <ReceivingAccountField />
      </FieldGrid>
      <PaymentPreview DossierId={row.DossierId} QuitanceId={row.id} />
    </FormDialog>
  );
}
