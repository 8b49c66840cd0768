import type { DossierDetail } from "#domain/biens/dossier-fiche.ts";
import { aujourdhui } from "#domain/dates.ts";
import {
  type DemandeFactureDeLocataire,
  demandeFactureDeLocataire,
} from "#domain/gerance/cloture/facture-honoraires.ts";
import { formatEuros } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { SwitchField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { invoiceTenant, TOUCHED_BY_CLOSE } from "#web/entities/cloture/comptes-rendus.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface TenantInvoiceDialogProps {
  dossier: DossierDetail;
  onClose(): void;
}

/** Asks which fees of the letting are invoiced to the tenant: the sums are those of his lease. */
export function TenantInvoiceDialog({ dossier, onClose }: TenantInvoiceDialogProps) {
  const { id, fraisDossierTTC, fraisEdlTTC } = dossier;
  const save = useWrite(
    async (values: DemandeFactureDeLocataire) => {
      await invoiceTenant(id, values);
      notify("Ses honoraires sont facturés.");
      return { id, version: 0 };
    },
    TOUCHED_BY_CLOSE,
    () => true,
  );
  return (
    <FormDialog
      title="Facturer ses honoraires au locataire"
      schema={demandeFactureDeLocataire}
      record={null}
      initial={{
        location: Boolean(fraisDossierTTC),
        etatDesLieux: Boolean(fraisEdlTTC),
        le: aujourdhui(new Date()),
      }}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel="Facturer"
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        <SwitchField
          name="location"
          label="Visite, dossier et bail"
          span={3}
          hint={`${formatEuros(fraisDossierTTC ?? 0)} TTC au bail, dus à sa signature.`}
        />
        <SwitchField
          name="etatDesLieux"
          label="État des lieux d’entrée"
          span={3}
          hint={`${formatEuros(fraisEdlTTC ?? 0)} TTC au bail, dus une fois réalisé.`}
        />
        <DateField name="le" label="Faits le" past />
      </FieldGrid>
    </FormDialog>
  );
}
