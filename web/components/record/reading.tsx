import { type ReactNode, useId, useMemo } from "react";
import { FormContext, type FormContextValue } from "#web/components/form/form-context.ts";
import { type Values, valueAt } from "#web/lib/rules/values.ts";

/** The fields of a record in read mode; it loads no code of inputs. */
export function Reading({ record, children }: { record: object; children: ReactNode }) {
  const id = useId();
  const values = useMemo(() => readingOf(id, { ...record }), [id, record]);
  return <FormContext value={values}>{children}</FormContext>;
}

const readingOf = (id: string, record: Values): FormContextValue => ({
  id,
  mode: "read",
  dirty: false,
  start: record,
  labels: new Map(),
  starred: new Set(),
  sections: new Map(),
  keepDraft() {},
  useField: (name) => ({
    value: valueAt(record, name),
    ref() {},
    onChange() {},
    onBlur() {},
  }),
  useValues: (names) => names.map((name) => valueAt(record, name)),
  getValue: (name) => valueAt(record, name),
  setValue() {},
  isRequired: () => false,
  mayBeEmpty: () => true,
  isComplete: () => true,
});
