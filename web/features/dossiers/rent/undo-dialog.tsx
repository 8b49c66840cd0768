import { formatJour } from "#domain/dates.ts";
import type { LoyerRow } from "#domain/gerance/revisions/loyer-lu.ts";
import { motifAnnulation } from "#domain/gerance/revisions/revision-fiche.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { TOUCHED_BY_RENTS, undoRent } from "#web/entities/biens/loyers.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

interface UndoRentDialogProps {
  DossierId: number;
  rent: LoyerRow;
  onClose(): void;
}

export function UndoRentDialog({ DossierId, rent, onClose }: UndoRentDialogProps) {
  const undo = useWrite(
    async ({ motif }: { motif: string }) => {
      await undoRent(DossierId, rent.id, motif);
      notify("Le changement de loyer est annulé.");
      return { id: 0, version: 0 };
    },
    TOUCHED_BY_RENTS,
    () => true,
  );
  return (
    <FormDialog
      title={`Annuler le changement du ${formatJour(rent.depuis)}`}
      schema={motifAnnulation}
      record={null}
      draft={null}
      create={(values) => undo.mutateAsync(values)}
      createLabel="Annuler le changement"
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField name="motif" label="Motif" span={6} hint="Le loyer reste celui d’avant." />
      </FieldGrid>
    </FormDialog>
  );
}
