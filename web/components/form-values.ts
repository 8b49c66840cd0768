import { type RefObject, useEffect, useRef, useState } from "react";
import { type FieldValues, type UseFormReturn, useForm as useHookForm } from "react-hook-form";
import { defaultValues, type Rules, valuesOf } from "#web/lib/rules.ts";
import { changedValues, type Values } from "#web/lib/values.ts";

interface Start<Detail, Output extends FieldValues> {
  rules: Rules<Output>;
  record: Detail | null;
  initial?: Values;
}

export interface FormValues<Detail, Output extends FieldValues> {
  form: UseFormReturn<Values, unknown, Output>;
  /** The version that the changes start from: it follows the record until something is typed. */
  base: RefObject<Detail | null>;
  /** Something was typed that is stored nowhere. */
  unsaved: boolean;
  resetTo(values: Values): void;
  /** These values are stored, as this version: what was typed since they were sent is still to be. */
  stored(version: Detail, sent: Values): void;
  /** Back to what is stored, or to what a new record starts with. */
  undo(): void;
}

/** What is typed over what is stored, checked by its rules and by the fields that are `starred` on screen. */
export function useFormValues<Detail extends object, Output extends FieldValues>(
  { rules, record, initial }: Start<Detail, Output>,
  starred: ReadonlySet<string>,
): FormValues<Detail, Output> {
  const [first] = useState(record);
  const [start] = useState(() =>
    first ? valuesOf(rules.fields, first) : { ...defaultValues(rules.fields), ...initial },
  );
  const form = useHookForm<Values, unknown, Output>({
    defaultValues: start,
    // What it starts with is drawn at once: given here too, every field would be drawn a second time.
    values: record && record !== first ? valuesOf(rules.fields, record) : undefined,
    resetOptions: { keepDirtyValues: true },
    resolver: (values) => rules.check(values, starred),
    mode: "onTouched",
    // The first one refused gets it, in the order of the screen: see `showInvalid`.
    shouldFocusError: false,
  });
  const { isDirty } = form.formState;

  const base = useRef(record);
  useEffect(() => {
    if (!isDirty) base.current = record;
  }, [record, isDirty]);

  const resetTo = (values: Values) => form.reset(values, { keepDirtyValues: false });
  return {
    form,
    base,
    unsaved: isDirty,
    resetTo,
    stored(version, sent) {
      const since = changedValues(form.getValues(), sent);
      base.current = version;
      // What was stored, which may not be what was sent: a change can wait for somebody else.
      resetTo({ ...sent, ...valuesOf(rules.fields, version) });
      for (const [name, value] of Object.entries(since)) {
        form.setValue(name, value, { shouldDirty: true });
      }
    },
    undo: () => resetTo(record ? valuesOf(rules.fields, record) : start),
  };
}
