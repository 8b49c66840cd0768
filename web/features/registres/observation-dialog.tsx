import { NATURES_OBSERVATION, numeroDeMandat } from "#domain/gerance/mandats/registre-mandats.ts";
import { observation } from "#domain/gerance/mandats/registre-mandats-fiche.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { SelectField, TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { observe, TOUCHED_BY_REGISTER } from "#web/entities/agence/registres.ts";
import { useWrite } from "#web/lib/server/resource.ts";

/** Notes in the register that a mandate was terminated, cancelled or amended. */
export function ObservationDialog({ numero, onClose }: { numero: number; onClose(): void }) {
  const save = useWrite(
    async (values: Parameters<typeof observe>[1]) => {
      await observe(numero, values);
      return { id: 0, version: 0 };
    },
    TOUCHED_BY_REGISTER,
    () => true,
  );
  return (
    <FormDialog
      title={`Observation sur le mandat ${numeroDeMandat(numero)}`}
      schema={observation}
      record={null}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel="Noter"
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        <SelectField
          name="nature"
          label="Nature"
          span={3}
          options={Object.entries(NATURES_OBSERVATION).map(([value, label]) => ({ value, label }))}
        />
        <DateField name="date" label="Date" span={3} />
        <TextField name="texte" label="Observation" span={6} hint="Elle reste au registre." />
      </FieldGrid>
    </FormDialog>
  );
}
