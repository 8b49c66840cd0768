import {
  demandeAnnulation,
  demandeRejetDeVirement,
  type ReversementDetail,
  type VirementVu,
} from "#domain/gerance/reversements/reversement-fiche.ts";
import { formatEuros } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import {
  cancelPayout,
  refuseTransfer,
  TOUCHED_BY_PAYOUT,
} from "#web/entities/cloture/reversements.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface ReasonDialogProps {
  batch: ReversementDetail;
  /** The transfer that the bank did not make; null to cancel the whole batch. */
  transfer: VirementVu | null;
  onClose(): void;
}

/** Asks why a batch is cancelled, or why the bank did not make a transfer. */
export function ReasonDialog({ batch, transfer, onClose }: ReasonDialogProps) {
  const save = useWrite(
    async ({ motif, date }: { motif: string; date?: string | undefined }) => {
      if (transfer) {
        await refuseTransfer(transfer.id, { motif, ...(date ? { date } : {}) });
        notify(`${formatEuros(transfer.montant)} sont de nouveau à reverser.`);
      } else {
        await cancelPayout(batch.id, motif);
        notify(`Le lot ${batch.numero} est annulé.`);
      }
      return { id: batch.id, version: 0 };
    },
    TOUCHED_BY_PAYOUT,
    () => true,
  );
  return (
    <FormDialog
      title={
        transfer ? `Virement rejeté : ${transfer.titulaire}` : `Annuler le lot ${batch.numero}`
      }
      schema={transfer ? demandeRejetDeVirement : demandeAnnulation}
      record={null}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel={transfer ? "Noter le rejet" : "Annuler le lot"}
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField
          name="motif"
          label="Motif"
          span={6}
          hint={
            transfer
              ? "Le motif donné par la banque : compte clos, IBAN inexact."
              : "Ses écritures sont extournées, ses comptes sont de nouveau à reverser."
          }
        />
        {transfer && <DateField name="date" label="Date de la banque" past />}
      </FieldGrid>
    </FormDialog>
  );
}
