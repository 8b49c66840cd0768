import { refus } from "#domain/signature/signature-fiche.ts";
import type { DemandeRow } from "#domain/signature/wire.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { TextareaField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { cancel, TOUCHED_BY_SIGNATURES } from "#web/entities/signatures/signatures.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface CancelDialogProps {
  demande: DemandeRow;
  onClose(): void;
}

/** Asks why a request is cancelled; its links stop working at once. */
export function CancelDialog({ demande, onClose }: CancelDialogProps) {
  const write = useWrite(
    ({ motif }: { motif: string }) => cancel(demande.id, motif),
    TOUCHED_BY_SIGNATURES,
    () => true,
  );
  const signed = demande.signataires.some(({ signeLe }) => signeLe);
  return (
    <FormDialog
      title="Annuler la signature"
      schema={refus}
      record={null}
      draft={null}
      create={(values) => write.mutateAsync(values)}
      createLabel="Annuler la signature"
      onSaved={() => {
        notify("La signature est annulée.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        Les liens n’ouvrent plus rien.{" "}
        {signed
          ? "Ceux qui ont signé en sont avertis ; leur signature reste au dossier de preuve et ne fait aucun document."
          : "Le document reste au dossier, sans signature."}
      </p>
      <FieldGrid>
        <TextareaField name="motif" label="Motif" hint="Les signataires le lisent." />
      </FieldGrid>
    </FormDialog>
  );
}
