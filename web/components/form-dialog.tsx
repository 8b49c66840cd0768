import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { Saved } from "./form-save.ts";
import { RecordForm, type RecordFormProps } from "./record-form.tsx";
import { SaveButtons } from "./save-bar.tsx";
import { Dialog, DialogBody, DialogFooter } from "./ui/dialog.tsx";

type FormDialogProps<Detail extends Saved, Output extends FieldValues> = Omit<
  RecordFormProps<Detail, Output>,
  "children" | "onLeave"
> & {
  title: string;
  onClose(): void;
  /** The fields, as JSX. */
  children: ReactNode;
};

/** The form of a smaller record, in a dialog: mounted while open. */
export function FormDialog<Detail extends Saved, Output extends FieldValues>({
  title,
  onClose,
  children,
  ...form
}: FormDialogProps<Detail, Output>) {
  return (
    <RecordForm draft={title} {...form} onLeave={onClose}>
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
