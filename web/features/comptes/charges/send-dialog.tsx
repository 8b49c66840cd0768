import * as z from "zod/mini";
import type { DecompteDeCharges } from "#domain/gerance/charges/decompte-lu.ts";
import { demandeDEnvoiDUn } from "#domain/gerance/charges/envoi-fiche.ts";
import { nomDExercice } from "#domain/gerance/charges/exercice.ts";
import type { CompteDuDossier } from "#domain/gerance/locataires/compte.ts";
import { formatEuros } from "#domain/montants.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { EurosField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { sendCharges } from "#web/entities/comptes/charges.ts";
import { TOUCHED_BY_ACCOUNTS } from "#web/entities/comptes/comptes.ts";
import { TOUCHED_BY_COURRIELS } from "#web/entities/quittances/courriels.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const schema = z.pick(demandeDEnvoiDUn, { exigibleLe: true, provision: true });

interface ChargesSendDialogProps {
  account: CompteDuDossier;
  statement: DecompteDeCharges;
  onClose(): void;
}

/**
 * Sends the statement of a year of charges with the balance shown here. A later change of the charges will only add a
 * difference.
 */
export function ChargesSendDialog({ account, statement, onClose }: ChargesSendDialogProps) {
  const { annee, ailleurs, ecart, envoi, exigibleLe: proposed, provision, solde } = statement;
  const sum = ecart ?? solde;
  const save = useWrite(
    async (said: z.output<typeof schema>) => {
      const sent = await sendCharges(account.DossierId, annee, { solde, ailleurs, ...said });
      return { ...sent, version: 0 };
    },
    [...TOUCHED_BY_ACCOUNTS, ...TOUCHED_BY_COURRIELS, "Document"],
    () => true,
  );
  return (
    <FormDialog
      title={`Envoyer le décompte ${envoi ? "rectificatif " : ""}des charges de ${nomDExercice(annee)}`}
      schema={schema}
      record={null}
      draft={null}
      initial={{ exigibleLe: proposed, provision: null }}
      create={(values) => save.mutateAsync(values)}
      createLabel="Envoyer"
      onSaved={({ warnings: [warning] }) => {
        if (warning) notifyDanger(`Le décompte est envoyé. ${warning}`);
        else notify("Le décompte est envoyé.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {account.locataire}, {account.appartement}.{" "}
        {sum < 0
          ? `${formatEuros(0 - sum)} sont portés au crédit de son compte.`
          : `${formatEuros(sum)} lui sont appelés : le décompte vient un mois au moins avant ce jour.`}
      </p>
      <FieldGrid>
        <DateField name="exigibleLe" label="Exigible le" />
        {provision && (
          <EurosField
            name="provision"
            label={`Nouvelle provision (${formatEuros(provision.proposee)} proposés)`}
          />
        )}
      </FieldGrid>
    </FormDialog>
  );
}
