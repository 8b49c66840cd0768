import { aujourdhui } from "#domain/dates.ts";
import {
  type DemandeReglementHonoraires,
  demandeAnnulationDeReglement,
  demandeReglementHonoraires,
  type FactureHonorairesRow,
  MODES_HONORAIRES,
} from "#domain/gerance/cloture/facture-honoraires.ts";
import { MODES_REGLEMENT } from "#domain/gerance/locataires/reglement.ts";
import { formatEuros } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { SelectField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import {
  payInvoice,
  TOUCHED_BY_CLOSE,
  unpayInvoice,
} from "#web/entities/cloture/comptes-rendus.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface InvoicePaymentDialogProps {
  invoice: FactureHonorairesRow;
  onClose(): void;
}

/**
 * Asks when and how an invoice was paid, or a credit note paid back by the agency. When nothing is left to pay, asks
 * why the payment is cancelled.
 */
export function InvoicePaymentDialog({ invoice, onClose }: InvoicePaymentDialogProps) {
  const { id, numero, reste } = invoice;
  return reste ? (
    <Pay id={id} numero={numero} reste={reste} onClose={onClose} />
  ) : (
    <Unpay id={id} numero={numero} onClose={onClose} />
  );
}

interface OfInvoice {
  id: number;
  numero: string;
  onClose(): void;
}

function Pay({ id, numero, reste, onClose }: OfInvoice & { reste: number }) {
  const back = reste < 0;
  const save = useWrite(
    async (values: DemandeReglementHonoraires) => {
      await payInvoice(id, values);
      notify(back ? `L’avoir ${numero} est rendu.` : `La facture ${numero} est réglée.`);
      return { id, version: 0 };
    },
    TOUCHED_BY_CLOSE,
    () => true,
  );
  return (
    <FormDialog
      title={back ? `Remboursement de l’avoir ${numero}` : `Règlement de la facture ${numero}`}
      schema={demandeReglementHonoraires}
      record={null}
      initial={{ date: aujourdhui(new Date()), mode: "virement" }}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel={`Noter ${formatEuros(Math.abs(reste))}`}
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        <DateField name="date" label={back ? "Rendu le" : "Réglée le"} required past />
        <SelectField
          name="mode"
          label="Par"
          options={MODES_HONORAIRES.map((mode) => ({ value: mode, label: MODES_REGLEMENT[mode] }))}
        />
      </FieldGrid>
    </FormDialog>
  );
}

function Unpay({ id, numero, onClose }: OfInvoice) {
  const save = useWrite(
    async ({ motif }: { motif: string }) => {
      await unpayInvoice(id, motif);
      notify(`${numero} est de nouveau à régler.`);
      return { id, version: 0 };
    },
    TOUCHED_BY_CLOSE,
    () => true,
  );
  return (
    <FormDialog
      title={`Annuler le règlement de ${numero}`}
      schema={demandeAnnulationDeReglement}
      record={null}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel="Annuler le règlement"
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField
          name="motif"
          label="Motif"
          span={6}
          hint="Son écriture est extournée : la somme est de nouveau à régler."
        />
      </FieldGrid>
    </FormDialog>
  );
}
