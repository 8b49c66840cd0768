import { useEffect, useState } from "react";
import type { FieldValues } from "react-hook-form";
import { useLocation } from "wouter";
import { forgetDraft, peekDraft, storeDraft } from "#web/lib/rules/draft.ts";
import { type FieldRules, valuesOf } from "#web/lib/rules/rules.ts";
import { changedValues, type Values } from "#web/lib/rules/values.ts";
import type { FormValues } from "./form-values.ts";

interface DraftProps {
  rules: { fields: FieldRules };
  record: object | null;
  initial?: Values;
  brought?: Values;
  /** Distinguishes the draft of this form from the drafts of other forms at the same address. Null: no draft. */
  draft?: string | null;
}

/**
 * Fills the form with the values of {@link restoredValues}, and deletes the draft of this page.
 * @returns a function that stores the typed values as the draft
 */
export function useFormDraft<Detail extends object, Output extends FieldValues>(
  props: DraftProps,
  { form, base }: Pick<FormValues<Detail, Output>, "form" | "base">,
): () => void {
  const [path] = useLocation();
  const place = props.draft ? `${path}#${props.draft}` : path;
  const [restored] = useState(() => ({
    place: props.draft === null ? null : place,
    values: restoredValues(props, place),
  }));

  // The draft is deleted in an effect, not while drawing: React draws a second time when some code had to load first.
  useEffect(() => {
    for (const [name, value] of Object.entries(restored.values)) {
      form.setValue(name, value, { shouldDirty: true });
    }
    if (restored.place !== null) forgetDraft(restored.place);
  }, [restored, form]);

  return () => {
    if (props.draft === null) return;
    const values = form.getValues();
    const { current } = base;
    // For a stored record, only the changed fields are kept, because somebody else may change the others.
    storeDraft(
      place,
      current ? changedValues(values, valuesOf(props.rules.fields, current)) : values,
    );
  };
}

/**
 * The values to put back into the form. For a stored record, the values from the address (`brought`) win over the
 * draft; for a new record, the values of `initial` win over the draft.
 */
function restoredValues({ draft, record, initial = {}, brought }: DraftProps, place: string) {
  const kept = draft === null ? {} : (peekDraft(place) ?? {});
  if (record) return { ...kept, ...brought };
  return Object.fromEntries(Object.entries(kept).filter(([name]) => !(name in initial)));
}
