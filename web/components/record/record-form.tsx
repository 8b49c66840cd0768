import { type ReactNode, Suspense, useEffect, useId, useState } from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import { FormContext } from "#web/components/form/form-context.ts";
import { useFormDraft } from "#web/components/form/form-draft.ts";
import { useFormLeave } from "#web/components/form/form-leave.ts";
import { refusalText } from "#web/components/form/form-messages.ts";
import { type Saved, useFormSave, type Writes } from "#web/components/form/form-save.ts";
import { formStore } from "#web/components/form/form-store.ts";
import { useFormValues } from "#web/components/form/form-values.ts";
import type { SaveBarProps } from "#web/components/form/save-bar.tsx";
import { lazyNamed } from "#web/lib/lazy.ts";
import { useOneAtATime } from "#web/lib/one-at-a-time.ts";
import type { Values } from "#web/lib/rules/values.ts";

const ConflictDialog = lazyNamed(
  () => import("#web/components/form/conflict-dialog.tsx"),
  "ConflictDialog",
);

export interface DrawnForm {
  body(fields: ReactNode): ReactNode;
  /** Null while a stored record has no unsaved change. */
  bar: SaveBarProps | null;
  leave(): void;
  /** Runs a navigation without asking first. */
  goFreely(go: () => void): void;
}

export interface RecordFormProps<Detail extends Saved, Output extends FieldValues>
  extends Writes<Detail, Output> {
  /** Null while the record is created. */
  record: Detail | null;
  /** The values that a new record starts with, instead of the schema's defaults. */
  initial?: Values;
  /**
   * Values from the address, such as the link to a record just created: they replace the values of the edited record.
   */
  brought?: Values;
  /** Whether the form stays on screen after a save, so that the user can type meanwhile. */
  stays?: boolean;
  /** Called after a save, to leave the form; leaving then needs no confirmation. */
  onSaved(record: Detail): void;
  onLeave(): void;
  /**
   * Distinguishes the draft of this form from the drafts of other forms at the same address. Null: the form keeps no
   * draft.
   */
  draft?: string | null;
  /** The label of the button that creates, « Créer le client ». */
  createLabel: string;
  /** The label of the button that leaves; « Annuler » when absent. */
  cancelLabel?: string;
  /** Shows the form again when another tab has replaced it, because a field was refused. */
  reveal?(): void;
  /** The text of a value in a conflict, beside the value of the other version; null for the usual text. */
  describe?(name: string, value: unknown, other: unknown): string | null;
  /** Draws the form, its save bar and the parts around them. */
  children(form: DrawnForm): ReactNode;
}

/** How long the schema waits before it loads, so that the form is drawn first. */
const PAINTED_MS = 300;

/**
 * The behavior common to all forms: the checks, the save bar, Enter and Esc, the question before leaving, the
 * refusals at their fields, and conflicts with other users.
 */
export function RecordForm<Detail extends Saved, Output extends FieldValues>(
  props: RecordFormProps<Detail, Output>,
) {
  const { rules, record, children } = props;
  const id = useId();
  const [labels] = useState(() => new Map<string, string>());
  const [starred] = useState(() => new Set<string>());
  const [sections] = useState(() => new Map<string, () => void>());
  const values = useFormValues(props, starred);
  const { form, unsaved, undo } = values;
  const [store] = useState(() => formStore(form, rules.fields, starred));
  const { isSubmitted, errors } = form.formState;
  useEffect(() => {
    const timer = setTimeout(() => void rules.preload?.(), PAINTED_MS);
    return () => clearTimeout(timer);
  }, [rules]);
  const keepDraft = useFormDraft(props, values);
  const saving = useOneAtATime();
  const { leave, goFreely } = useFormLeave({
    unsaved,
    saving: saving.running,
    keepDraft,
    undo,
    onLeave: props.onLeave,
  });
  const onScreen = { id, labels, sections, reveal: props.reveal };
  const { submit, conflict } = useFormSave(props, values, {
    fields: onScreen,
    one: saving,
    onSaved: (saved) => goFreely(() => props.onSaved(saved)),
  });

  // The form's own `isSubmitting` is not used: reading the record again during the save resets it.
  const deaf = saving.busy && !props.stays;
  const body = (fields: ReactNode) => (
    <form
      id={id}
      noValidate
      onSubmit={submit}
      // Keys typed during the save would be lost.
      onKeyDownCapture={(event) => deaf && event.key !== "Tab" && event.preventDefault()}
      className={deaf ? "pointer-events-none" : undefined}
    >
      {fields}
    </form>
  );

  const bar = (unsaved || !record) && {
    form: id,
    text: record ? "Modifications non enregistrées" : null,
    refused: isSubmitted ? refusalText(errors, onScreen) : null,
    label: record ? "Enregistrer" : props.createLabel,
    cancelLabel: props.cancelLabel,
    pending: saving.busy,
    onCancel: leave,
  };

  return (
    <FormContext
      value={{
        ...store,
        id,
        mode: "edit",
        dirty: unsaved,
        start: form.formState.defaultValues ?? {},
        labels,
        starred,
        sections,
        keepDraft: () => goFreely(keepDraft),
      }}
    >
      <FormProvider {...form}>{children({ body, bar: bar || null, leave, goFreely })}</FormProvider>
      {conflict && (
        <Suspense>
          <ConflictDialog
            fields={rules.fields}
            conflict={conflict.versions}
            labels={labels}
            describe={props.describe}
            onReload={conflict.takeTheirs}
            onKeep={conflict.keepMine}
            onClose={conflict.close}
          />
        </Suspense>
      )}
    </FormContext>
  );
}
