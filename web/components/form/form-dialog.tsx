import { type ReactNode, useMemo } from "react";
import type { FieldValues } from "react-hook-form";
import type * as z from "zod/mini";
import { RecordForm, type RecordFormProps } from "#web/components/record/record-form.tsx";
import { Dialog, DialogBody, DialogFooter } from "#web/components/ui/dialog.tsx";
import { rulesOf } from "#web/lib/rules/schema.ts";
import type { Saved } from "./form-save.ts";
import { SaveButtons } from "./save-bar.tsx";

type FormDialogProps<Detail extends Saved, Output extends FieldValues> = Omit<
  RecordFormProps<Detail, Output>,
  "children" | "onLeave" | "rules"
> & {
  schema: z.core.$ZodType<Output>;
  title: string;
  onClose(): void;
  children: ReactNode;
};

/** The form of a record, in a dialog that is open while this component is mounted. */
export function FormDialog<Detail extends Saved, Output extends FieldValues>({
  title,
  schema,
  onClose,
  children,
  ...form
}: FormDialogProps<Detail, Output>) {
  const rules = useMemo(() => rulesOf(schema), [schema]);
  return (
    <RecordForm draft={title} {...form} rules={rules} onLeave={onClose}>
      {({ body, bar, leave }) => (
        <Dialog open title={title} size="lg" onOpenChange={(open) => !open && leave()}>
          <DialogBody>{body(children)}</DialogBody>
          {bar && (
            <DialogFooter>
              <SaveButtons {...bar} />
            </DialogFooter>
          )}
        </Dialog>
      )}
    </RecordForm>
  );
}
