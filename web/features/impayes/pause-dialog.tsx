import { formatJour } from "#domain/dates.ts";
import { MOTIFS_PAUSE } from "#domain/gerance/relances/impayes.ts";
import { pause } from "#domain/gerance/relances/relance-fiche.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { SelectField, TextareaField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { pauseFile, TOUCHED_BY_RELANCES } from "#web/entities/comptes/impayes.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const MOTIFS = Object.entries(MOTIFS_PAUSE).map(([value, label]) => ({ value, label }));

interface PauseDialogProps {
  rows: readonly { id: number; locataire?: string }[];
  onClose(): void;
}

/** Asks why, and until which day, the reminders of these dossiers are stopped. */
export function PauseDialog({ rows, onClose }: PauseDialogProps) {
  const save = useWrite(
    async (values: Parameters<typeof pauseFile>[1]) => {
      for (const { id } of rows) await pauseFile(id, values);
      notify(`Aucune relance avant le ${formatJour(values.jusquau)}.`);
      return { id: 0, version: 0 };
    },
    TOUCHED_BY_RELANCES,
    () => true,
  );
  return (
    <FormDialog
      title={rows.length > 1 ? `Mettre ${rows.length} dossiers en pause` : "Mettre en pause"}
      schema={pause}
      record={null}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel="Mettre en pause"
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        <SelectField name="motif" label="Motif" options={MOTIFS} />
        <DateField name="jusquau" label="Jusqu’au" hint="Six mois au plus." />
        <TextareaField name="commentaire" label="Commentaire" />
      </FieldGrid>
    </FormDialog>
  );
}
