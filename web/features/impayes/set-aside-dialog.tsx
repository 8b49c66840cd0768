import * as z from "zod/mini";
import { ecart } from "#domain/gerance/relances/relance-fiche.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { setAside, TOUCHED_BY_RELANCES } from "#web/entities/comptes/impayes.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const schema = z.strictObject({ motif: ecart.shape.motif });

interface SetAsideDialogProps {
  ids: readonly number[];
  onDone(): void;
  onClose(): void;
}

export function SetAsideDialog({ ids, onDone, onClose }: SetAsideDialogProps) {
  const save = useWrite(
    async ({ motif }: z.output<typeof schema>) => {
      const { ecartees } = await setAside(ids, motif);
      notify(`${formatCount(ecartees.length, "relance écartée", "relances écartées")}.`);
      return { id: 0, version: 0 };
    },
    TOUCHED_BY_RELANCES,
    () => true,
  );
  return (
    <FormDialog
      title={ids.length > 1 ? `Écarter ${ids.length} relances` : "Écarter la relance"}
      schema={schema}
      record={null}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel="Écarter"
      onSaved={() => {
        onDone();
        onClose();
      }}
      onClose={onClose}
    >
      <FieldGrid>
        <TextField name="motif" label="Motif" span={6} hint="Gardé dans l’historique du dossier." />
      </FieldGrid>
    </FormDialog>
  );
}
