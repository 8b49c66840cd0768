import * as z from "zod/mini";
import { formatJour } from "#domain/dates.ts";
import { requis } from "#domain/fields.ts";
import type { IntendanceRow } from "#domain/missions/intendance.ts";
import { formatEuros } from "#domain/montants.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { TOUCHED_BY_EXPENSES, takePaymentBack } from "#web/entities/mandats/intendances.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const schema = z.strictObject({ motif: requis(500) });

interface TakeBackDialogProps {
  row: IntendanceRow;
  onClose(): void;
}

export function TakeBackDialog({ row, onClose }: TakeBackDialogProps) {
  const save = useWrite(
    async ({ motif }: z.output<typeof schema>) => {
      await takePaymentBack(row.id, motif);
      return { version: 0 };
    },
    TOUCHED_BY_EXPENSES,
    () => true,
  );
  return (
    <FormDialog
      title="Annuler ce paiement ?"
      schema={schema}
      record={null}
      create={(values) => save.mutateAsync(values)}
      createLabel="Annuler le paiement"
      cancelLabel="Ne rien faire"
      onSaved={() => {
        notify("Le paiement est annulé.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        {row.intitule}, {formatEuros(row.montant ?? 0)}
        {row.payeeLe && ` payée le ${formatJour(row.payeeLe)}`}. Ses écritures sont extournées
        aujourd’hui et elle redevient bonne à payer ; si un compte rendu l’a dite, le prochain la
        corrigera.
      </p>
      <FieldGrid>
        <TextField name="motif" label="Motif" span={6} />
      </FieldGrid>
    </FormDialog>
  );
}
