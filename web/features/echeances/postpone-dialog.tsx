import * as z from "zod/mini";
import { formatJour } from "#domain/dates.ts";
import { isoDate, requis } from "#domain/fields.ts";
import type { SuiviRow } from "#domain/suivi/suivi.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { TextField } from "#web/components/fields/fields.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { gesture, TOUCHED_BY_GESTURES } from "#web/entities/agence/suivi-gestures.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const schema = z.strictObject({ jusquau: isoDate(), motif: requis(300) });

interface PostponeDialogProps {
  row: SuiviRow;
  /** Called once the deadline is put off, with the day on which it comes back. */
  onDone(jusquau: string): void;
  onClose(): void;
}

/** Asks until which day a deadline is put off, and why. */
export function PostponeDialog({ row, onDone, onClose }: PostponeDialogProps) {
  const save = useWrite(
    async (values: z.output<typeof schema>) => {
      await gesture({ cle: row.cle, geste: "reporter", ...values });
      onDone(values.jusquau);
      return { id: 0, version: 0 };
    },
    TOUCHED_BY_GESTURES,
    () => true,
  );
  return (
    <FormDialog
      title="Reporter l’échéance"
      schema={schema}
      record={null}
      draft={null}
      create={(values) => save.mutateAsync(values)}
      createLabel="Reporter"
      onSaved={onClose}
      onClose={onClose}
    >
      <p className="mb-4 text-muted">{row.quoi}.</p>
      <FieldGrid>
        <DateField
          name="jusquau"
          label="Jusqu’au"
          hint={row.reportAuPlus && `Le ${formatJour(row.reportAuPlus)} au plus tard.`}
        />
        <TextField name="motif" label="Motif" span={6} />
      </FieldGrid>
    </FormDialog>
  );
}
