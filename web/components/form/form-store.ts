import { type FieldValues, type UseFormReturn, useController, useWatch } from "react-hook-form";
import { type FieldRules, isComplete, isRequired, mayBeEmpty } from "#web/lib/rules/rules.ts";
import type { Values } from "#web/lib/rules/values.ts";
import type { FieldState, FormStore } from "./form-context.ts";

export function formStore<Output extends FieldValues>(
  form: UseFormReturn<Values, unknown, Output>,
  fields: FieldRules,
  starred: ReadonlySet<string>,
): FormStore {
  return {
    useField,
    useValues: (names) => useWatch({ name: [...names] }),
    getValue: (name) => form.getValues(name),
    setValue: (name, value, checked = false) =>
      form.setValue(name, value, { shouldDirty: true, shouldValidate: checked }),
    isRequired: (name) => isRequired(fields, name),
    mayBeEmpty: (name) => mayBeEmpty(fields, name),
    isComplete: (values) => isComplete(fields, starred, values),
  };
}

function useField(name: string): FieldState {
  const { field, fieldState } = useController<Values>({ name });
  return {
    value: field.value,
    error: fieldState.error?.message,
    ref: field.ref,
    onChange: field.onChange,
    // A field whose value has not changed shows no error before the form is sent.
    onBlur: () => fieldState.isDirty && field.onBlur(),
  };
}
