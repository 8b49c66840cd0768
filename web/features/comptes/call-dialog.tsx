import { aujourdhui } from "#domain/dates.ts";
import { demandeAppel, SOMMES_A_APPELER } from "#domain/gerance/locataires/appel.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EurosField, SelectField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { callSum, type SumToCall, TOUCHED_BY_ACCOUNTS } from "#web/entities/comptes/comptes.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const NATURES = Object.entries(SOMMES_A_APPELER).map(([value, label]) => ({ value, label }));

interface CallDialogProps {
  account: CompteDuDossier;
  onClose(): void;
}

/** Calls from the tenant a sum that is not rent: a deposit, a repair, the balance of a year of charges. */
export function CallDialog({ account, onClose }: CallDialogProps) {
  const save = useWrite(
    async (sum: SumToCall) => ({ ...(await callSum(account.DossierId, sum)), version: 0 }),
    TOUCHED_BY_ACCOUNTS,
    () => true,
  );
  return (
    <FormDialog
      title="Appeler une somme"
      schema={demandeAppel}
      record={null}
      initial={{ exigibleLe: aujourdhui(new Date()) }}
      create={(values) => save.mutateAsync(values)}
      createLabel="Appeler la somme"
      onSaved={() => {
        notify("La somme est appelée.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {account.locataire}, {account.appartement}. La somme s’ajoute à ce que doit le locataire ;
        une avance la règle aussitôt.
      </p>
      <FieldGrid>
        <SelectField name="nature" label="Nature" options={NATURES} />
        <EurosField name="montant" label="Montant" />
        <DateField name="exigibleLe" label="Exigible le" />
        <TextField name="libelle" label="Libellé" />
      </FieldGrid>
    </FormDialog>
  );
}
