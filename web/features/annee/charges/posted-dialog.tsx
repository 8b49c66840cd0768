import * as z from "zod/mini";
import { aujourdhui, formatJour } from "#domain/dates.ts";
import { decomptesPostes } from "#domain/gerance/charges/envoi-fiche.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import {
  notePostedStatements,
  TOUCHED_BY_CHARGES,
} from "#web/entities/comptes/annee-de-charges.ts";
import { formatCount } from "#web/lib/format.ts";
import { notify, notifyDanger } from "#web/lib/notify.ts";
import { useWrite } from "#web/lib/server/resource.ts";

const schema = z.pick(decomptesPostes, { le: true });

interface PostedDialogProps {
  /** The statements whose letters left. */
  ids: readonly number[];
  onClose(): void;
}

/** The day on which the letters of statements were posted. */
export function PostedDialog({ ids, onClose }: PostedDialogProps) {
  const note = useWrite(
    async ({ le }: z.output<typeof schema>) => {
      const { notes, refuses } = await notePostedStatements(ids, le);
      const told = `${formatCount(notes.length, "lettre postée", "lettres postées")} le ${formatJour(le)}.`;
      const [first] = refuses;
      if (first) notifyDanger(`${told} ${first.motif}`);
      else notify(told);
      return { id: 0, version: 0 };
    },
    TOUCHED_BY_CHARGES,
    () => true,
  );
  return (
    <FormDialog
      title={formatCount(ids.length, "lettre à poster", "lettres à poster")}
      schema={schema}
      record={null}
      draft={null}
      initial={{ le: aujourdhui(new Date()) }}
      create={(values) => note.mutateAsync(values)}
      createLabel={ids.length > 1 ? "Noter postées" : "Noter postée"}
      cancelLabel="Plus tard"
      onSaved={onClose}
      onClose={onClose}
    >
      <FieldGrid>
        <DateField name="le" label={ids.length > 1 ? "Postées le" : "Postée le"} />
      </FieldGrid>
    </FormDialog>
  );
}
