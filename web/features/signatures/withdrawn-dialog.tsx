import { aujourdhui, formatJour } from "#domain/dates.ts";
import { retractationRecue } from "#domain/signature/signature-fiche.ts";
import type { DemandeRow } from "#domain/signature/wire.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { TOUCHED_BY_SIGNATURES, withdrawalReceived } from "#web/entities/signatures/signatures.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface WithdrawnDialogProps {
  demande: DemandeRow;
  onClose(): void;
}

/** Notes a withdrawal received by letter, which ends the contract. */
export function WithdrawnDialog({ demande, onClose }: WithdrawnDialogProps) {
  const { id, retractationJusqua } = demande;
  const write = useWrite(
    ({ recueLe }: { recueLe: string }) => withdrawalReceived(id, recueLe),
    TOUCHED_BY_SIGNATURES,
    () => true,
  );
  return (
    <FormDialog
      title="Rétractation reçue par courrier"
      schema={retractationRecue}
      record={null}
      draft={null}
      initial={{ recueLe: aujourdhui(new Date()) }}
      create={(values) => write.mutateAsync(values)}
      createLabel="Noter la rétractation"
      onSaved={() => {
        notify("La rétractation est notée, son accusé de réception est parti.");
        onClose();
      }}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">
        Le mandat prend fin : aucun honoraire n’est dû.
        {retractationJusqua &&
          ` Le délai court jusqu’au ${formatJour(retractationJusqua)} : c’est la date d’envoi de la lettre qui compte.`}
      </p>
      <FieldGrid>
        <DateField name="recueLe" label="Envoyée le" hint="La date du cachet de la poste." />
      </FieldGrid>
    </FormDialog>
  );
}
