import * as z from "zod/mini";
import { SERIES_IRL, type Trimestre } from "#domain/bail/irl.ts";
import { SERIES } from "#domain/biens/appartement.ts";
import { trimestreEnLettres } from "#domain/gerance/revisions/indices.ts";
import { saisieDIndices } from "#domain/gerance/revisions/revision-fiche.ts";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { NumberField, SwitchField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import {
  type IndicesTyped,
  TOUCHED_BY_INDICES,
  typeIndices,
} from "#web/entities/comptes/revisions.ts";
import { notify } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const schema = z.omit(saisieDIndices, { annee: true, trimestre: true });

interface IndicesDialogProps extends Trimestre {
  onClose(): void;
}

/** Asks for the three indices of a quarter, on one line, as the INSEE publishes them. */
export function IndicesDialog({ annee, trimestre, onClose }: IndicesDialogProps) {
  const words = trimestreEnLettres({ annee, trimestre });
  const save = useWrite(
    async (typed: IndicesTyped) => {
      await typeIndices(typed);
      notify(`L’IRL du ${words} est saisi.`);
      return { id: 0, version: 0 };
    },
    TOUCHED_BY_INDICES,
    () => true,
  );
  return (
    <FormDialog
      title={`IRL du ${words}`}
      schema={schema}
      record={null}
      draft={null}
      create={(values) => save.mutateAsync({ ...values, annee, trimestre })}
      createLabel="Enregistrer"
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        {SERIES.map((serie) => (
          <NumberField key={serie} name={serie} label={SERIES_IRL[serie]} decimals={2} span={2} />
        ))}
        <SwitchField name="confirme" label="Je confirme une variation inhabituelle" span={6} />
      </FieldGrid>
    </FormDialog>
  );
}
