import type { ReactNode } from "react";
import * as z from "zod/mini";
import { aujourdhui, type Jour } from "#domain/dates.ts";
import { lettresPostees } from "#domain/gerance/revisions/revision-fiche.ts";
import { DateField } from "#web/components/fields/date-field.tsx";
import { FieldGrid } from "#web/components/fields/field.tsx";
import { FormDialog } from "#web/components/form/form-dialog.tsx";
import { formatCount } from "#web/lib/format.ts";

const schema = z.pick(lettresPostees, { le: true });

interface PostedFormProps {
  /** The count of letters to post. */
  count: number;
  note(le: Jour): Promise<unknown>;
  onClose(): void;
  /** Drawn above the day. */
  children?: ReactNode;
}

/** Asks the day on which letters were posted. */
export function PostedForm({ count, note, onClose, children }: PostedFormProps) {
  const several = count > 1;
  return (
    <FormDialog
      title={formatCount(count, "lettre à poster", "lettres à poster")}
      schema={schema}
      record={null}
      draft={null}
      initial={{ le: aujourdhui(new Date()) }}
      create={async ({ le }) => {
        await note(le);
        return { id: 0, version: 0 };
      }}
      createLabel={several ? "Noter postées" : "Noter postée"}
      cancelLabel="Plus tard"
      onSaved={onClose}
      onClose={onClose}
    >
      {children}
      <FieldGrid>
        <DateField name="le" label={several ? "Postées le" : "Postée le"} />
      </FieldGrid>
    </FormDialog>
  );
}
