import {
  demandeAvoir,
  type FactureHonorairesRow,
} from "#domain/gerance/cloture/facture-honoraires.ts";
import { formatEuros } from "#domain/montants.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { creditInvoice, TOUCHED_BY_CLOSE } from "#web/entities/cloture/comptes-rendus.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface CreditDialogProps {
  invoice: FactureHonorairesRow;
  onClose(): void;
}

/** Asks why an invoice of a mission is cancelled; the credit note is for the whole sum. */
export function CreditDialog({ invoice: { id, numero, ttc }, onClose }: CreditDialogProps) {
  const save = useWrite(
    async ({ motif }: { motif: string }) => {
      await creditInvoice(id, motif);
      notify(`La facture ${numero} a son avoir.`);
      return { id, version: 0 };
    },
    TOUCHED_BY_CLOSE,
    () => true,
  );
  return (
    <FormDialog
      title={`Avoir sur la facture ${numero}`}
      schema={demandeAvoir}
      record={null}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel={`Faire l’avoir de ${formatEuros(ttc)}`}
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField
          name="motif"
          label="Motif"
          span={6}
          hint="Écrit sur l’avoir. Ce qui a été réglé est à rendre, ou se déduit des factures suivantes."
        />
      </FieldGrid>
    </FormDialog>
  );
}
