import * as z from "zod/mini";
import { demandeAppelDeCharges } from "#domain/gerance/locataires/appel.ts";
import type { DecompteDeCharges } from "#domain/gerance/locataires/charges.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { formatEuros } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { callCharges } from "#web/entities/comptes/charges.ts";
import { TOUCHED_BY_ACCOUNTS } from "#web/entities/comptes/comptes.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const schema = z.pick(demandeAppelDeCharges, { exigibleLe: true });

interface ChargesCallDialogProps {
  account: CompteDuDossier;
  statement: DecompteDeCharges;
  onClose(): void;
}

/** Calls the balance of a year of charges from the tenant, once: the sum is the one that was read. */
export function ChargesCallDialog({ account, statement, onClose }: ChargesCallDialogProps) {
  const { annee, ailleurs, exigibleLe: proposed, solde } = statement;
  const save = useWrite(
    async ({ exigibleLe }: z.output<typeof schema>) => {
      const sum = { montant: solde, exigibleLe, ailleurs };
      return { ...(await callCharges(account.DossierId, annee, sum)), version: 0 };
    },
    TOUCHED_BY_ACCOUNTS,
    () => true,
  );
  return (
    <FormDialog
      title={`Appeler le solde des charges de ${annee}`}
      schema={schema}
      record={null}
      draft={null}
      initial={{ exigibleLe: proposed }}
      create={(values) => save.mutateAsync(values)}
      createLabel={`Appeler ${formatEuros(solde)}`}
      onSaved={() => {
        notify("Le solde est appelé.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {account.locataire}, {account.appartement}. Le décompte lui est remis un mois au moins avant
        ce jour ; une avance règle la somme aussitôt.
      </p>
      <FieldGrid>
        <DateField name="exigibleLe" label="Exigible le" />
      </FieldGrid>
    </FormDialog>
  );
}
