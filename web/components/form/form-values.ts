import { type RefObject, useEffect, useRef, useState } from "react";
import { type FieldValues, type UseFormReturn, useForm as useHookForm } from "react-hook-form";
import { defaultValues, type Rules, valuesOf } from "#web/lib/rules/rules.ts";
import { changedValues, type Values } from "#web/lib/rules/values.ts";

interface Start<Detail, Output extends FieldValues> {
  rules: Rules<Output>;
  record: Detail | null;
  initial?: Values;
}

export interface FormValues<Detail, Output extends FieldValues> {
  form: UseFormReturn<Values, unknown, Output>;
  /** The version that the changes start from; it follows the record until the first key is typed. */
  base: RefObject<Detail | null>;
  /** Some typing is not stored. */
  unsaved: boolean;
  resetTo(values: Values): void;
  /** Marks these values as stored in this version; what was typed since stays unsaved. */
  stored(version: Detail, sent: Values): void;
  /** Goes back to the stored record, or to the start of a new one. */
  undo(): void;
}

/** The typed values over the stored ones, checked by the rules and by the fields that are `starred` on screen. */
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
    // The first record is drawn already: setting it again would draw every field a second time.
    values: record && record !== first ? valuesOf(rules.fields, record) : undefined,
    resetOptions: { keepDirtyValues: true },
    resolver: (values) => rules.check(values, starred),
    mode: "onTouched",
    // The first refused field on screen gets the focus instead: see `showInvalid`.
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
      // The stored values may differ from those sent, because a change can wait for somebody else.
      resetTo({ ...sent, ...valuesOf(rules.fields, version) });
      for (const [name, value] of Object.entries(since)) {
        form.setValue(name, value, { shouldDirty: true });
      }
    },
    undo: () => resetTo(record ? valuesOf(rules.fields, record) : start),
  };
}
