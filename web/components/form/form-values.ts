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
  /**
   * The record that the changes start from; it follows the stored record until the user types. Null for a new record.
   */
  base: RefObject<Detail | null>;
  /** Whether some typed value is not stored. */
  unsaved: boolean;
  resetTo(values: Values): void;
  /** Marks these values as stored in this version; values typed after the save began stay unsaved. */
  stored(version: Detail, sent: Values): void;
  /** Restores the stored record, or the first values of a new record. */
  undo(): void;
}

/**
 * The values of a form: the typed values replace the stored ones. The rules check them, and the fields of `starred`
 * must be filled.
 */
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
    // `showInvalid` focuses the first refused field on screen instead.
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
      // The stored values may differ from the values sent, because a change can wait for somebody else's approval.
      resetTo({ ...sent, ...valuesOf(rules.fields, version) });
      for (const [name, value] of Object.entries(since)) {
        form.setValue(name, value, { shouldDirty: true });
      }
    },
    undo: () => resetTo(record ? valuesOf(rules.fields, record) : start),
  };
}
